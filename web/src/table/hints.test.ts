import { beforeAll, expect, test } from "vitest";
import { NOTHING } from "../hand/choosing";
import { settings } from "../settings.svelte";
import type { Hint, Option } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { learn } from "../words/words.svelte";
import { looked, looped, regionOf, sentenceOf, stepsOf } from "./hints";
import { meaning } from "../hand/choosing";

beforeAll(async () => {
  settings.lang = "en";
  await learn("en");
});

const words = (text: string) => ({ de: text, en: text });
const option = (more: Partial<Option> = {}): Option => ({
  text: "5c3",
  kind: "take",
  words: words("5 on c3"),
  ...more,
});
const hint = (more: Partial<Hint> = {}): Hint => ({
  seat: 0,
  verdict: "move",
  taken: 1,
  around: ["c3"],
  cells: ["c3"],
  faces: "5",
  move: option({ cell: "c3", die: 5 }),
  then: [],
  words: words("place 5 on c3"),
  why: null,
  ...more,
});
/** Nine cells, a1 at the top left; a tray of dice. */
const scene = {
  cells: [..."abc"].flatMap((column, x) => [1, 2, 3].map((y) => ({ id: `${column}${y}`, x: x * 60, y: y * 60 }))),
  tray: ["5", "2", "5", "5"].map((face, at) => ({ face, kind: "die", state: at ? "fits" : "removed" })),
} as unknown as Scene;

test("a hint has three steps, fewer where there is nothing to point at, none without a best move", () => {
  expect(stepsOf(hint())).toEqual(["where", "tray", "move"]);
  expect(stepsOf(hint({ around: [], cells: [], faces: "6", move: option({ kind: "out" }) }))).toEqual(["move"]);
  expect(stepsOf(hint({ around: [], cells: [], faces: "aag", move: option({ colours: "gaa" }) }))).toEqual([
    "tray",
    "move",
  ]);
  expect(stepsOf(hint({ verdict: "even" }))).toEqual([]);
});

test("regions are named as the sheet lies before the eyes", () => {
  expect(regionOf(scene, ["c3"], 0)).toBe("bottomright");
  expect(regionOf(scene, ["c3"], -90)).toBe("topright");
  expect(regionOf(scene, ["c3"], 90)).toBe("bottomleft");
  expect(regionOf(scene, ["b2"], 0)).toBe("middle");
  expect(regionOf(scene, ["a1", "b1", "c1"], 0)).toBe("top");
});

test("each step has its sentence; even and only have theirs", () => {
  const said = (step?: "where" | "tray" | "move", more: Partial<Hint> = {}) => sentenceOf(hint(more), step, scene, 0);
  expect(said("where")).toBe("Look near the bottom right of your sheet.");
  expect(said("tray")).toBe("Take a 5. Its best spot is near the bottom right.");
  expect(said("tray", { faces: "ggr" })).toBe("You need 2 × Green, Red. Start near the bottom right.");
  expect(said("tray", { faces: "aag", cells: [] })).toBe("Throw again: 2 × Grey, Green.");
  expect(said("move")).toMatch(/^Place 5 on c3\. .*experience/);
  expect(said("move", { why: words("it closes the row.") })).toBe("Place 5 on c3: it closes the row.");
  expect(said(undefined, { verdict: "only" })).toMatch(/Only one move/);
  expect(said(undefined, { verdict: "even" })).toMatch(/equally good/);
});

test("cells around first, then the further ones of the move; of the tray only what is still there", () => {
  expect(looked(hint({ around: ["b2", "c3"] }), "where")).toEqual([["b2", "c3"]]);
  expect(looked(hint({ cells: ["c3", "c2"] }), "move")).toEqual([]);
  expect(looked(hint({ verdict: "even" }), undefined)).toEqual([]);
  expect([...looped(scene, "5")]).toEqual([2]);
  expect([...looped(scene, "55")]).toEqual([2, 3]);
});

test("a hand that means a move holds its die and cell, or keeps what is not thrown", () => {
  expect(meaning(scene, option({ die: 5, cell: "c3" }))).toEqual({ ...NOTHING, die: 5, cell: "c3" });
  expect(meaning(scene, option({ colours: "25" })).keep).toEqual([2, 3]);
});

test("coloured dice with pips are looped and named by colour and number", () => {
  const tray = ["4", "5", "r4", "b4"].map((face) => ({
    face,
    kind: face.length > 1 ? "pips" : "single",
    state: "free",
  }));
  expect(looped({ tray } as unknown as Scene, "4b4r4")).toEqual(new Set([0, 2, 3]));
  expect(sentenceOf(hint({ faces: "4b4r4" }), "tray", scene, 0)).toContain("4, Blue 4, Red 4");
});
