import { expect, test } from "vitest";
import type { Summary } from "../wire/protocol";
import { deciding, free, others, sorted, standing } from "./mine";

const table = (name: string, more: Partial<Summary>): Summary => ({
  table: name,
  game: "dizzle",
  sheet: "dizzle/1",
  title: { de: "", en: "" },
  phase: "running",
  names: ["Ada", "Mara"],
  totals: [0, 0],
  deciding: [],
  you: [0],
  owner: true,
  ...more,
});

test("my turn comes first, what has ended is apart", () => {
  const tables = [
    table("over", { phase: "over" }),
    table("open", { phase: "open" }),
    table("theirs", { deciding: [1] }),
    table("mine", { deciding: [0] }),
    table("stopped", { phase: "stopped" }),
    table("mine2", { deciding: [0, 1] }),
  ];
  const { going, done } = sorted(tables);
  expect(going.map((each) => each.table)).toEqual(["mine", "mine2", "theirs", "open"]);
  expect(done.map((each) => each.table)).toEqual(["over", "stopped"]);
});

test("who else is there, who is awaited, what is free", () => {
  const here = table("t", { names: ["Ada", "", "Jonas"], you: [0, 2], deciding: [2] });
  expect(others(here)).toEqual(["Jonas"]);
  expect(free(here)).toBe(1);
  expect(deciding(here)).toEqual(["Jonas"]);
  expect(standing(here)).toBe("turn");
  expect(standing(table("t", { deciding: [1] }))).toBe("waiting");
});
