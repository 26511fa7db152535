import { expect, test } from "vitest";
import type { Meaning } from "../wire/protocol";
import type { Cell, Scene } from "../wire/scene";
import { askedOf, explanation, isSign } from "./explanations";

const about = (kind: string, name: string): Meaning => ({ kind, name, clause: "D1", words: { de: name, en: name } });
const ABOUTS = [
  about("mark", "exploded"),
  about("icon", "bomb"),
  about("fill", "white"),
  about("cell", "number"),
  about("cell", "any"),
  about("tag", "row"),
  about("box", "puzzles"),
  about("token", "removed"),
];
const cell = (id: string, more: Partial<Cell>): Cell => ({ id, shape: "square", x: 0, y: 0, fill: "plain", ...more });
const scene = {
  cells: [
    cell("a1", { icon: "bomb", number: 2 }),
    cell("a2", { icon: "bomb", marks: [{ kind: "exploded" }] }),
    cell("a3", { number: 4 }),
    cell("a4", { fill: "white" }),
    cell("a5", { fill: "r" }),
  ],
} as Scene;
const told = (kind: "cell" | "tag" | "box" | "token", name: string) => explanation(ABOUTS, scene, { kind, name })?.name;

test("the first explanation that fits is told", () => {
  expect(["a1", "a2", "a3", "a4", "a5", "z9"].map((id) => told("cell", id))).toEqual([
    "bomb",
    "exploded",
    "number",
    "white",
    "any",
    undefined,
  ]);
  expect([told("tag", "row"), told("box", "puzzles.a"), told("token", "removed"), told("token", "fits")]).toEqual([
    "row",
    "puzzles",
    "removed",
    undefined,
  ]);
});

test("an element says what it stands for; only symbols are signs", () => {
  const box = document.createElement("li");
  expect(askedOf(box)).toBe(null);
  box.dataset["box"] = "gems";
  expect(askedOf(box)).toEqual({ kind: "box", name: "gems" });
  expect([isSign(scene, "a1"), isSign(scene, "a3")]).toEqual([true, false]);
});
