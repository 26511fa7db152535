import { beforeEach, expect, test } from "vitest";
import type { ReviewedMoment, WeighedWays, WeighedWay } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { gapText, heatOf, near } from "./heat";
import { dayOf, due, keepMoments, next, ownName, see, waiting } from "./puzzleStore";

const NOW = Date.UTC(2026, 10, 17);
const DAY = 86_400_000;
const words = { de: "so", en: "so" };
const moment = (at: number, more: Partial<ReviewedMoment> = {}) =>
  ({ at, seat: 0, certainty: "sure", better: { words, cells: [], value: 1 }, also: [], ...more }) as ReviewedMoment;

beforeEach(() => localStorage.clear());

test("only sure own moments with one best move are kept, and rest for three days", () => {
  const all = [moment(1), moment(2, { certainty: "likely" }), moment(3, { also: [words] }), moment(4, { seat: 1 })];
  keepMoments("t", all, [0], NOW);
  keepMoments("t", all, [0], NOW + DAY);
  expect(due(NOW + DAY)).toEqual([]);
  expect(due(NOW + 3 * DAY).map(({ at }) => at)).toEqual([1]);
  see(ownName("t", 1));
  expect(due(NOW + 3 * DAY)).toEqual([]);
});

test("there is no end to what is kept, but a bound", () => {
  keepMoments(
    "t",
    Array.from({ length: 99 }, (_, at) => moment(at)),
    [0],
    NOW,
  );
  expect(due(NOW + 9 * DAY)).toHaveLength(60);
});

test("today's puzzle comes first, then own ones, then days before", () => {
  expect(waiting(NOW)).toBe(1);
  expect(next(NOW, "")).toBe("/puzzle");
  see(dayOf(NOW));
  expect(waiting(NOW)).toBe(0);
  expect(next(NOW, dayOf(NOW))).toBe("/puzzle/2026-11-16");
  keepMoments("t", [moment(7)], [0], NOW - 4 * DAY);
  expect(next(NOW, "")).toBe("/t/t/try#7");
});

const way = (cells: string[], gap: number): WeighedWay => ({
  ...{ words, cells, faces: [], die: null },
  ...{ gap, se: 0.1, right: !gap },
});
const cell = (id: string, x: number) => ({ id, x, y: 0 });
const scene = (strokes: { kind: string }[] = []) =>
  ({ cells: [cell("a", 0), cell("b", 60), cell("c", 120), cell("d", 400)], strokes }) as unknown as Scene;
const weighed = (ways: WeighedWay[]): WeighedWays => ({ unit: "points", ways, whole: true });

test("a cell is as warm as the best way that leads there", () => {
  const heat = heatOf(weighed([way(["a"], 0), way(["b"], 4.3), way(["b"], 9.5), way(["c"], 12.4)]), scene(), 1);
  expect([...heat].map(([id, { level, text, mine }]) => [id, level, text, mine])).toEqual([
    ["a", 0, "", false],
    ["b", 2, "−4", true],
    ["c", 4, "−12", false],
  ]);
  expect(heat.get("b")?.label).toContain("4 ");
  expect(gapText({ gap: 9.6, right: false })).toBe("−10");
  expect(gapText({ gap: 0.2, right: false })).toBe("−1");
  expect(gapText({ gap: 0.9, right: true })).toBe("≈");
});

test("a line is told where it ends", () => {
  const heat = heatOf(weighed([way(["a", "b"], 0)]), scene([{ kind: "line" }]), null);
  expect([...heat.keys()]).toEqual(["b"]);
});

test("what was right in a try is named", () => {
  expect(near(way(["b", "a"], 1), way(["a", "b"], 0), scene())).toBe("order");
  expect(near(way(["b"], 1), way(["a"], 0), scene())).toBe("corner");
  expect(near(way(["d"], 1), way(["a"], 0), scene())).toBe("");
  expect(near(undefined, way(["a"], 0), scene())).toBe("");
});
