import { expect, test } from "vitest";
import type { Live } from "../wire/live.svelte";
import type { Option, View } from "../wire/protocol";
import { notes, tell } from "../pieces/toast.svelte";
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

/** A hand at a table whose answers come when they are told to. */
function seated() {
  const answers: Record<string, (answer: unknown) => void> = {};
  const asked = (name: string) => new Promise((resolve) => (answers[name] = resolve));
  const view = { you: [0], hands: [{ ...hands[0]!, undo: "3h8" }], version: 1, seats: [{}], waiting: { seats: [0] }, scenes: [{ cells: [{ id: "a1", number: 6 }], tray: [] }] };
  const live = { view: view as unknown as View, entries: [], tell: ({ t }: { t: string }) => asked(t), why: () => asked("why") };
  return { playing: new Playing(live as unknown as Live), answers };
}
const no = { t: "because", legal: false, clause: "D5", words: { de: "Keine 6.", en: "No 6." } };
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a refusal is gone with the next good move, and one that comes late is not shown", async () => {
  const { playing, answers } = seated();
  playing.tapCell("a1");
  answers["why"]!(no);
  await settled();
  expect(notes.shown?.clause).toBe("D5");
  playing.tapCell("h8");
  playing.tapCell("h8");
  expect(notes.shown).toBe(null);
  answers["move"]!({ t: "ack" });
  await settled();
  playing.tapCell("a1");
  playing.tapCell("h8");
  playing.confirm();
  answers["why"]!(no);
  await settled();
  expect(notes.shown).toBe(null);
});

test("a refusal is gone with an undo that worked", async () => {
  const { playing, answers } = seated();
  tell({ text: "Nothing to take back.", tone: "no" });
  playing.undo();
  expect(notes.shown).not.toBe(null);
  answers["undo"]!({ t: "ack" });
  await settled();
  expect(notes.shown).toBe(null);
});
