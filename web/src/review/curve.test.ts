import { describe, expect, it } from "vitest";
import type { Reviewed, ReviewedLuck, Timeline } from "../wire/protocol";
import { areChances, bands, onThePads, roundFrom } from "./curve";
import { strokes } from "./luck";
import { kept } from "./moments";

const words = { de: "", en: "" };
const luck = (at: number, worth: number, more: Partial<ReviewedLuck> = {}): ReviewedLuck => ({
  at,
  seat: 0,
  clock: words,
  words,
  luck: [worth, -worth],
  odds: 0.031,
  mark: 2,
  ...more,
});
const review = (more: Partial<Reviewed>) => ({ unit: "win", spread: 10, curve: [], luck: [], ...more }) as Reviewed;

describe("the curve", () => {
  it("is one of chances only where all can be some", () => {
    expect(areChances(review({ curve: [{ at: 0, values: [50, 50] }] }))).toBe(true);
    expect(areChances(review({ curve: [{ at: 0, values: [-3, 50] }] }))).toBe(false);
    expect(areChances(review({}))).toBe(false);
  });
  it("has the points on the pads wherever they change", () => {
    const gain = { seat: 1, key: "x", points: 4 };
    const moment = { kind: "played", text: "", words: "" };
    const line = { totals: [0, 0], clocks: [], moments: [moment, { ...moment, gains: [gain] }, moment, moment] };
    expect(onThePads(line as Timeline)).toEqual([
      { at: 0, values: [0, 0] },
      { at: 2, values: [0, 4] },
      { at: 4, values: [0, 4] },
    ]);
  });
  it("has ranks as bands", () => {
    const ranks = [80, 60, null].map((least) => ({ least, title: words }));
    expect(bands(ranks, { low: 50, high: 90, lines: [] }).map(({ from, to, stars }) => [from, to, stars])).toEqual([
      [80, 90, 3],
      [60, 80, 2],
      [50, 60, 1],
    ]);
  });
  it("goes from round to round and stays at the ends", () => {
    expect(roundFrom([0, 5, 9], 5, 1, 12)).toBe(9);
    expect(roundFrom([0, 5, 9], 9, 1, 12)).toBe(12);
    expect(roundFrom([0, 5, 9], 5, -1, 12)).toBe(0);
  });
});

describe("luck that mattered", () => {
  it("is what was worth most, in the order of the game", () => {
    const found = strokes(
      review({ luck: [luck(1, 6), luck(2, 1), luck(3, -9), luck(4, 7), luck(5, 8), luck(6, 5)] }),
      0,
    );
    expect(found.map(({ thrown }) => thrown.at)).toEqual([1, 3, 4, 5]);
    expect(found[0]!.odds).toBe(3);
  });
  it("has odds only for the seat they are about", () => {
    expect(strokes(review({ luck: [luck(1, 6)] }), 1)[0]!.odds).toBeNull();
    expect(strokes(review({ luck: [luck(1, 6, { mark: 0 })] }), 0)[0]!.odds).toBeNull();
  });
});

it("keeps all dice but those that are thrown", () => {
  const tray = ["r", "g", "r", "b"].map((face) => ({ kind: "colour", face, state: "free" }));
  expect([...kept({ tray }, { faces: ["r", "b"] })]).toEqual([1, 2]);
});
