import { expect, test } from "vitest";
import type { Summary } from "../wire/protocol";
import { company } from "./titles";

const table = (names: string[], you: number[], phase: Summary["phase"] = "open"): Summary => ({
  table: "t",
  game: "border",
  sheet: "border/1",
  title: { de: "", en: "" },
  phase,
  names,
  totals: names.map(() => 0),
  deciding: [],
  you,
  owner: true,
});

test("only who plays alone plays solo: not who waits for a friend", () => {
  expect(company(table(["Ada"], [0]))).toBe("solo");
  expect(company(table(["Ada", ""], [0]))).toBe("");
  expect(company(table(["", "Ada", ""], [1], "stopped"))).toBe("");
});

test("everybody else at the table is named, at this device as well", () => {
  expect(company(table(["Ada", "Mara", ""], [0]))).toMatch(/Mara/);
  expect(company(table(["Ada", "Oma"], [0, 1], "running"))).toMatch(/Oma/);
});
