import { expect, test } from "vitest";
import type { Live } from "../wire/live.svelte";
import type { Option, View } from "../wire/protocol";
import { Playing } from "./playing.svelte";

const option = (text: string, more: Partial<Option>): Option => ({ text, kind: "take", words: { de: text, en: text }, ...more });
const hands = [{ seat: 0, options: [option("3h8", { die: 3, cell: "h8" })], undo: "", undo_words: null }];

test("confirming says whether there was something to confirm", () => {
  const told: string[] = [];
  const view = { you: [0], hands, version: 1, scenes: [], seats: [], waiting: { seats: [0] } } as unknown as View;
  const live = { view, entries: [], tell: (wish: { move: string }) => (told.push(wish.move), new Promise(() => {})) };
  const playing = new Playing(live as unknown as Live);
  expect(playing.confirm()).toBe(false);
  playing.chosen = { ...playing.chosen, die: 3, cell: "h8" };
  expect(playing.confirm()).toBe(true);
  expect(told).toEqual(["3h8"]);
});
