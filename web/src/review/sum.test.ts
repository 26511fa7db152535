import { describe, expect, it } from "vitest";
import type { Reviewed, ReviewedSum } from "../wire/protocol";
import { bestAtTheTable, dots, evenShares, hops, ruler, whole } from "./sum";

const parts = (given: Partial<ReviewedSum>): ReviewedSum => ({
  result: 69,
  start: 78.4,
  luck: 1.3,
  others: 4.6,
  own: -15.3,
  adjusted: 67.7,
  error: 1.5,
  ...{ tell_luck: null, tell_own: null, tell_even: null, mostly: "" },
  ...given,
});

describe("the sum of a review", () => {
  it("adds up in whole points", () => {
    const known = whole(parts({}))!;
    expect(known.start + known.luck + known.others + known.own).toBe(69);
    expect(known).toEqual({ start: 78, luck: 1, others: 5, own: -15, result: 69 });
  });
  it("adds up with any fractions", () => {
    for (let nth = 0; nth < 200; nth += 1) {
      const [luck, others, own] = [nth * 0.37 - 30, (nth % 7) * 0.71, -(nth % 13) * 1.13];
      const known = whole(parts({ luck, others, own, start: 69 - luck - others - own }))!;
      expect(known.start + known.luck + known.others + known.own).toBe(69);
    }
  });
  it("is not told where a part is not known", () => {
    expect(whole(parts({ luck: null }))).toBeNull();
  });
  it("hops from the start to the result", () => {
    const all = hops(whole(parts({}))!, true);
    expect(all.map(({ to }) => to)).toEqual([78, 79, 84, 69]);
    expect(all.map(({ from }) => from)).toEqual([78, 78, 79, 84]);
  });
  it("joins luck and moves that cannot be told apart", () => {
    const all = hops(whole(parts({}))!, false, true);
    expect(all.map(({ part, to }) => [part, to])).toEqual([
      ["start", 78],
      ["both", 64],
      ["others", 69],
    ]);
  });
  it("names whose moves lost least, and no one where all lost the same, alone, or where it is not known", () => {
    const seats = (...own: (number | null)[]) => ({
      seats: own.map((value, seat) => ({ seat, points: parts({ own: value, start: 63.1 - (value ?? 0) }) })),
    });
    const best = (...own: (number | null)[]) => bestAtTheTable(seats(...own) as Reviewed);
    expect(best(-15.3, -17.1, -23)).toEqual([0]);
    expect(best(-17, -15, -15)).toEqual([1, 2]);
    expect(best(-15, -15)).toEqual([]);
    expect(best(-15)).toEqual([]);
    expect(best(-15, null)).toEqual([]);
  });
  it("has no others alone", () => {
    expect(hops(whole(parts({ others: 0, start: 83 }))!, false).map(({ part }) => part)).toEqual([
      "start",
      "luck",
      "own",
    ]);
  });
  it("has a row for help alone", () => {
    expect(hops(whole(parts({ others: 4.2, start: 78.8 }))!, false).map(({ part }) => part)).toContain("others");
  });
  it("has a ruler on which all stations lie", () => {
    const all = hops(whole(parts({}))!, true);
    const { x, ticks } = ruler(all, 134);
    for (const { from, to } of all) for (const at of [from, to]) expect(x(at) > 0 && x(at) < 134).toBe(true);
    expect(ticks.some(({ named }) => named)).toBe(true);
    expect(ticks.every(({ at }) => x(at) >= 0 && x(at) <= 134)).toBe(true);
  });
});

describe("even luck", () => {
  it("shares add up to a hundred", () => {
    expect(evenShares([48.4, 34.4, 17.2])).toEqual([49, 34, 17]);
    expect(evenShares([10, 10, 10])!.reduce((one, other) => one + other, 0)).toBe(100);
  });
  it("is not told where one is not known", () => {
    expect(evenShares([50, null])).toBeNull();
  });
});

it("counts dots of luck", () => {
  expect([0.1, 1, -1.3, 2.6, 40].map((luck) => dots(luck, 1.3))).toEqual([0, 1, 1, 2, 4]);
});
