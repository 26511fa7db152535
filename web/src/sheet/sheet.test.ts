/** The words of docs/scene.md, the hand, keys and taps of the sheet. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Cell } from "../wire/scene";
import { boundsOf, corners, distance, rowsOf } from "./geometry";
import { grown } from "./lineGrowth";
import { cross, edge, loop, luckOf, tilt } from "./hand";
import { Life } from "./life";
import * as vocabulary from "./shapes";
import { tapped } from "./tapping";
import { walked } from "./walking";
import { gripped } from "./zoomBounds";

const doc = readFileSync("../docs/scene.md", "utf-8");

/** The words in backticks of the rows that start with a word. */
function words(row: string): string[] {
  const line = doc.split("\n").find((text) => text.startsWith(`| ${row} |`))!;
  return [
    ...line
      .slice(row.length + 3)
      .replaceAll(/"[^"]*"/g, "")
      .matchAll(/`([^`]+)`/g),
  ].map((found) => found[1]!);
}

function square(id: string, x: number, y: number, ...kinds: string[]): Cell {
  return { id, shape: "square", x: 30 + 60 * x, y: 30 + 60 * y, fill: "plain", marks: kinds.map((kind) => ({ kind })) };
}

describe("the words of docs/scene.md", () => {
  it("has every mark", () => {
    const table = doc.slice(doc.indexOf("| mark | meaning |"), doc.indexOf("## Strokes"));
    const listed = table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...line.split("|")[1]!.matchAll(/`(\w+)`/g)].map((found) => found[1]));
    expect(new Set(listed)).toEqual(new Set(vocabulary.MARKS));
  });
  it("has every shape, fill and tint", () => {
    expect(new Set(words("`shape`"))).toEqual(new Set(vocabulary.SHAPES));
    expect(new Set(words("`fill`"))).toEqual(new Set(vocabulary.FILLS));
    expect(new Set(words("`tint`"))).toEqual(new Set(vocabulary.TINTS.filter(Boolean)));
  });
  it("has every stroke and tag", () => {
    expect(new Set(words("stroke"))).toEqual(new Set(vocabulary.STROKES));
    expect(new Set(words("tag"))).toEqual(new Set([...vocabulary.TAGS, "first/later"]));
    expect(new Set(words("state of a tag"))).toEqual(new Set(vocabulary.TAG_STATES));
  });
  it("has a turn for every piece and a hatch for every colour", () => {
    expect(Object.keys(vocabulary.RAILS).sort()).toEqual([...vocabulary.PIECES].sort());
    for (const colour of vocabulary.COLOURS) expect(vocabulary.HATCHES.some(({ name }) => name === colour)).toBe(true);
  });
});

describe("the hand", () => {
  it("never changes a mark", () => {
    expect(cross("h8", 0, 0, 18)).toEqual(cross("h8", 0, 0, 18));
    expect(cross("h8", 0, 0, 18)).not.toEqual(cross("h7", 0, 0, 18));
    expect(loop("h8", 0, 0, 30, 30)).toBe(loop("h8", 0, 0, 30, 30));
    expect(edge([0, 0], [60, 0])).toBe(edge([60, 0], [0, 0]));
  });
  it("is the same on every device", () => {
    expect(luckOf("h8")(0, 1)).toBeCloseTo(luckOf("h8")(0, 1), 15);
    expect([tilt("a1", 6), tilt("b2", 6)].every((angle) => Math.abs(angle) <= 6)).toBe(true);
    const many = luckOf("even"),
      all = Array.from({ length: 2000 }, () => many(0, 1));
    expect(all.reduce((sum, one) => sum + one) / 2000).toBeCloseTo(0.5, 1);
  });
});

describe("geometry", () => {
  it("knows inside and beside", () => {
    expect(distance(square("a1", 0, 0), [10, 50])).toBe(0);
    expect(distance(square("a1", 0, 0), [70, 30])).toBeCloseTo(10);
    expect(distance({ shape: "pointy", x: 0, y: 0 }, [0, 30])).toBe(0);
    expect(distance({ shape: "flat", x: 0, y: 0 }, [0, 35])).toBeGreaterThan(3);
    expect(corners({ shape: "flat", x: 0, y: 0 })[0]![0]).toBeCloseTo(36);
  });
  it("reads row by row and leaves room for tags", () => {
    const cells = [square("b1", 1, 0), square("a2", 0, 1), square("a1", 0, 0)];
    expect(rowsOf(cells).map((row) => row.map(({ id }) => id))).toEqual([["a1", "b1"], ["a2"]]);
    const scene = { cells, strokes: [], tags: [{ kind: "row", x: 150, y: 30 }] };
    const { x, width } = boundsOf(scene as unknown as Parameters<typeof boundsOf>[0]);
    expect(x + width).toBeGreaterThan(175);
  });
});

describe("keys", () => {
  const cells = [
    square("a1", 0, 0),
    square("b1", 1, 0),
    square("d1", 3, 0, "legal"),
    square("a2", 0, 1, "legal"),
    square("b3", 1, 2, "legal"),
  ];
  const go = (from: string, key: string, bright: ReadonlySet<string> | null = null, more = {}): string | null =>
    walked(cells, from, { key, code: "", ...more }, bright);
  it("keeps to the row, over gaps", () => {
    expect(go("b1", "ArrowRight")).toBe("d1");
    expect(go("b1", "ArrowDown")).toBe("b3");
    expect(go("a1", "ArrowUp")).toBe("a1");
    expect(go("b1", "Home")).toBe("a1");
    expect(go("a1", "End", null, { ctrlKey: true })).toBe("b3");
  });
  it("finds the next legal cell, among the bright ones", () => {
    expect(go("a1", "n")).toBe("d1");
    expect(go("b3", "n")).toBe("d1");
    expect(go("a1", "n", new Set(["b3"]))).toBe("b3");
    expect(go("a2", "N", null, { shiftKey: true })).toBe("d1");
    expect(go("a1", "r")).toBe(null);
  });
  it("walks hexagons aslant", () => {
    const hexes = (
      [
        ["a1", 0, 0],
        ["a2", 62.4, 0],
        ["b1", 31.2, 54],
      ] as const
    ).map(([id, x, y]): Cell => ({ id, shape: "pointy", x, y, fill: "r" }));
    const step = (from: string, code: string): string | null => walked(hexes, from, { key: "", code }, null);
    expect([
      step("b1", "KeyQ"),
      step("b1", "KeyW"),
      step("a1", "KeyX"),
      step("a2", "KeyZ"),
      step("a1", "KeyQ"),
    ]).toEqual(["a1", "a2", "b1", "b1", "a1"]);
  });
});

describe("taps", () => {
  const cells = [square("a1", 0, 0), square("b1", 1, 0, "legal"), square("c1", 2, 0)];
  it("means the legal cell when it lies between two", () => {
    expect(tapped(cells, [55, 30], 10, null)).toBe("b1");
    expect(tapped(cells, [30, 30], 10, null)).toBe("a1");
    expect(tapped(cells, [55, 30], 10, new Set())).toBe("a1");
    expect(tapped(cells, [300, 300], 10, null)).toBe(null);
  });
  it("stays with what is previewed", () => {
    expect(tapped(cells, [122, 30], 10, null)).toBe("b1");
    expect(tapped(cells, [122, 30], 10, null, "c1")).toBe("c1");
  });
});

describe("life", () => {
  it("draws only what came after the sheet was laid down", () => {
    let still = false;
    const life = new Life(() => still);
    expect(life.lively).toBe(false);
    life.lay();
    expect(life.lively).toBe(true);
    still = true;
    expect(life.lively).toBe(false);
  });
  it("draws one mark after the other", () => {
    const life = new Life(() => false);
    expect([life.wait(0), life.wait(1), life.wait(2), life.wait(500)]).toEqual([0, 90, 180, 0]);
  });
  it("grows a line at either end", () => {
    const line = [
      [0, 0],
      [1, 0],
      [2, 0],
    ] as const;
    expect(grown(line.slice(0, 2), line)).toEqual({ from: 0.5, steps: 1 });
    expect(grown(line.slice(1), line)).toEqual({ from: -0.5, steps: 1 });
    expect(grown([], line)).toEqual({ from: 1, steps: 2 });
    expect(grown(line, line.slice(0, 1))).toBe(null);
    expect(grown([[9, 9]], line)).toBe(null);
  });
});

describe("zoom", () => {
  const whole = { x: 0, y: 0, width: 600, height: 600 };
  it("keeps the place under the fingers", () => {
    const seen = gripped(whole, whole, { x: 0.5, y: 0.5, spread: 100 }, { x: 0.5, y: 0.5, spread: 200 });
    expect(seen).toEqual({ x: 150, y: 150, width: 300, height: 300 });
  });
  it("shows nothing beside the sheet and never less than the whole", () => {
    const near = { x: 150, y: 150, width: 300, height: 300 };
    expect(gripped(whole, near, { x: 0, y: 0, spread: 1 }, { x: 1, y: 0, spread: 1 }).x).toBe(0);
    expect(gripped(whole, near, { x: 0.2, y: 0.2, spread: 100 }, { x: 0.2, y: 0.2, spread: 10 })).toEqual(whole);
  });
});
