import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { notes } from "../pieces/toast.svelte";
import { choose } from "../settings.svelte";
import type { SeatView, View } from "../wire/view";
import type { TableHand } from "./tableHand.svelte";
import { follow } from "./watch.svelte";

const words = { de: "Was?", en: "What?" };
const seat = (nth: number, name: string) => ({ seat: nth, name, kind: "here", bot: "", done: false }) as SeatView;
const option = { text: "stop", kind: "stop", words };

/** Two people at one device; it is the turn of one of them. */
function turnOf(nth: number): View {
  return {
    version: nth,
    you: [0, 1],
    seats: [seat(0, "Mara"), seat(1, "Jonas")],
    hands: [{ seat: nth, options: [option], undo: "", undo_words: null }],
    waiting: { kind: "decision", words, question: words, seats: [nth] },
    dice: { real: false },
    entry: null,
    scenes: [],
  } as unknown as View;
}

test("whose turn it is at one device is spoken again when it changes", () => {
  choose("lang", "en");
  let view = $state.raw(turnOf(0));
  const hand = {
    get view() {
      return view;
    },
    live: { entries: [] },
    options: [],
    shown: 0,
    refresh: () => {},
  } as unknown as TableHand;
  const stop = $effect.root(() => follow(hand));
  flushSync();
  expect(notes.urgent).toContain("Mara's turn");
  view = turnOf(1);
  flushSync();
  expect(notes.urgent).toContain("Jonas's turn");
  stop();
});
