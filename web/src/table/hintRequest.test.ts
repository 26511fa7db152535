import { beforeEach, expect, test, vi } from "vitest";
import { NOTHING, type Chosen } from "../hand/choosing";
import * as api from "../wire/api";
import type { Hint, Option } from "../wire/protocol";
import type { View } from "../wire/view";
import { HintRequest } from "./hintRequest.svelte";

const words = { de: "5 auf c3", en: "5 on c3" };
const move: Option = { text: "5c3", kind: "take", words, die: 5, cell: "c3" };
const then: Option[] = [{ text: "c2", kind: "extend", words, cell: "c2", start: "c3" }];
const HINT = {
  seat: 0,
  verdict: "move",
  taken: 1,
  around: ["c3"],
  cells: ["c3"],
  faces: "5",
  move,
  then,
  words,
  why: null,
};

/** A hand of which a hint needs only this. */
function seated(hints = true) {
  const hand = {
    view: { table: "t", hints } as View,
    shown: 0,
    options: [move],
    sent: null,
    plan: null,
    chosen: NOTHING as Chosen,
    clear: () => void (hand.chosen = { ...NOTHING }),
    mean: ({ cell = "", die = null }: Option) => void (hand.chosen = { ...NOTHING, cell, die }),
  };
  return { hand, hintRequest: new HintRequest(hand) };
}

beforeEach(() => vi.restoreAllMocks());
const answering = (more: Partial<Hint> = {}) =>
  vi.spyOn(api, "hint").mockResolvedValue({ ...HINT, ...more } as unknown as Hint);

test("a hint goes on step by step; the last has the move in the hand", async () => {
  const asked = answering();
  const { hand, hintRequest } = seated();
  await hintRequest.ask();
  expect(asked).toHaveBeenCalledWith("t", 0);
  expect(hintRequest.note).toMatchObject({ step: "where", nth: 1, of: 3, looked: [["c3"]], faces: "" });
  hintRequest.further();
  expect(hintRequest.note).toMatchObject({ step: "tray", faces: "5", then: [] });
  expect(hand.chosen.cell).toBe("");
  hintRequest.further();
  expect(hintRequest.note).toMatchObject({ step: "move", nth: 3, then, looked: [] });
  expect(hand.chosen).toMatchObject({ cell: "c3", die: 5 });
  hintRequest.further();
  expect(hintRequest.note).toBe(null);
});

test("every action of the hand puts the hint away, also while it is thought about", async () => {
  answering();
  const { hand, hintRequest } = seated();
  await hintRequest.ask();
  hand.clear();
  expect(hintRequest.note).toBe(null);
  const asking = hintRequest.ask();
  hand.clear();
  await asking;
  expect(hintRequest.note).toBe(null);
});

test("nothing is offered or asked where hints are not allowed", async () => {
  const asked = answering();
  const { hintRequest } = seated(false);
  await hintRequest.ask();
  expect(hintRequest.offered).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test("where much is even there is a note and no step", async () => {
  answering({ verdict: "even", move: null });
  const { hintRequest } = seated();
  await hintRequest.ask();
  expect(hintRequest.note).toMatchObject({ of: 0, step: undefined, looked: [] });
});
