import { expect, test } from "vitest";
import type { Option } from "../wire/protocol";
import type { Cell, Scene } from "../wire/scene";
import { after, followed, proposed, renewed, same, turned, waiting } from "./railPlan";

const PIECES = ["NS", "EW", "NE", "NW", "SE", "SW"];
const cell = (id: string, rail = ""): Cell => ({
  id,
  shape: "square",
  x: (id.charCodeAt(0) - 97) * 60,
  y: Number(id.slice(1)) * 60,
  fill: "plain",
  marks: rail ? [{ kind: "rail", detail: rail }] : [],
});
const scene = (cells: Cell[]) => ({ cells }) as Scene;
const rails = (...cells: string[]): Option[] =>
  cells.flatMap((id) =>
    PIECES.map((piece) => ({ text: `rail ${id} ${piece}`, kind: "rail", words: { de: "", en: "" }, cell: id, piece })),
  );
/** Three cells in a row, one below the last; a rail left of the first ends at it. */
const OPEN = ["b1", "c1", "d1", "d2"];
const SHEET = scene([cell("a1", "SE"), ...OPEN.map((id) => cell(id)), cell("e5")]);

test("what is proposed takes up ends and joins neighbours", () => {
  expect([...proposed(SHEET, rails(...OPEN))]).toEqual([
    ["b1", "EW"],
    ["c1", "EW"],
    ["d1", "SW"],
    ["d2", "NS"],
  ]);
  expect([...proposed(SHEET, rails("e5"))]).toEqual([["e5", "EW"]]);
  expect(waiting(rails("b1", "c1"))).toEqual(["b1", "c1"]);
});

test("every proposed piece is one of the six, and no cell has three ends", () => {
  const all = scene(["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].map((id) => cell(id)));
  const plan = proposed(all, rails(...all.cells.map(({ id }) => id)));
  expect([...plan.values()].every((piece) => PIECES.includes(piece))).toBe(true);
});

test("a finger over the cells draws the way it went, and its end meets what lies there", () => {
  const plan = proposed(SHEET, rails(...OPEN));
  expect(followed(plan, SHEET, ["d1", "c1", "b1"]).get("b1")).toBe("EW");
  expect(followed(plan, SHEET, ["d2", "d1", "c1"]).get("d2")).toBe("NS");
  expect(followed(plan, SHEET, ["c1", "d1", "d2", "d3"]).get("d1")).toBe("SW");
  expect(followed(plan, SHEET, ["e5", "a1"])).toEqual(plan);
  expect(followed(plan, SHEET, ["d2"])).toEqual(plan);
});

test("a tap turns a piece, and what was chosen stays while others are drawn", () => {
  const options = rails(...OPEN);
  const plan = turned(proposed(SHEET, options), options, "b1");
  expect(plan.get("b1")).toBe("NE");
  expect(renewed(plan, SHEET, rails("b1", "d2")).get("b1")).toBe("NE");
  expect([...renewed(plan, SHEET, rails("d2")).keys()]).toEqual(["d2"]);
  expect([after(plan, "b1"), after(plan, "d2"), after(new Map(), "b1")]).toEqual(["c1", "b1", ""]);
  expect([same(plan, plan), same(plan, proposed(SHEET, options))]).toEqual([true, false]);
});
