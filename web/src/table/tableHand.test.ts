import { expect, test } from "vitest";
import type { Live } from "../wire/live.svelte";
import type { Option } from "../wire/protocol";
import type { View } from "../wire/view";
import { notes, tell } from "../pieces/toast.svelte";
import { TableHand } from "./tableHand.svelte";

const option = (text: string, more: Partial<Option>): Option => ({
  text,
  kind: "take",
  words: { de: text, en: text },
  ...more,
});
const hands = [{ seat: 0, options: [option("3h8", { die: 3, cell: "h8" })], undo: "", undo_words: null }];

test("confirming says whether there was something to confirm", () => {
  const told: string[] = [];
  const view = { you: [0], hands, version: 1, scenes: [], seats: [], waiting: { seats: [0] } } as unknown as View;
  const live = { view, entries: [], tell: (wish: { move: string }) => (told.push(wish.move), new Promise(() => {})) };
  const hand = new TableHand(live as unknown as Live);
  expect(hand.confirm()).toBe(false);
  hand.chosen = { ...hand.chosen, die: 3, cell: "h8" };
  expect(hand.confirm()).toBe(true);
  expect(told).toEqual(["3h8"]);
});

/** A hand at a table whose answers come when they are told to. */
function seated() {
  const answers: Record<string, (answer: unknown) => void> = {};
  const asked = (name: string) => new Promise((resolve) => (answers[name] = resolve));
  const view = {
    you: [0],
    hands: [{ ...hands[0]!, undo: "3h8" }],
    version: 1,
    seats: [{}],
    waiting: { seats: [0] },
    scenes: [{ cells: [{ id: "a1", number: 6 }], tray: [] }],
  };
  const live = {
    view: view as unknown as View,
    entries: [],
    tell: ({ t }: { t: string }) => asked(t),
    why: () => asked("why"),
  };
  return { hand: new TableHand(live as unknown as Live), answers };
}
const no = { t: "because", legal: false, clause: "D5", words: { de: "Keine 6.", en: "No 6." } };
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a refusal is gone with the next good move, and one that comes late is not shown", async () => {
  const { hand, answers } = seated();
  hand.tapCell("a1");
  answers["why"]!(no);
  await settled();
  expect(notes.shown?.clause).toBe("D5");
  hand.tapCell("h8");
  hand.tapCell("h8");
  expect(notes.shown).toBe(null);
  answers["move"]!({ t: "ack" });
  await settled();
  hand.tapCell("a1");
  hand.tapCell("h8");
  hand.confirm();
  answers["why"]!(no);
  await settled();
  expect(notes.shown).toBe(null);
});

test("a refusal is gone with an undo that worked", async () => {
  const { hand, answers } = seated();
  tell({ text: "Nothing to take back.", tone: "no" });
  hand.undo();
  expect(notes.shown).not.toBe(null);
  answers["undo"]!({ t: "ack" });
  await settled();
  expect(notes.shown).toBe(null);
});

test("rails are meant for all cells at once, changed by piece, tap or drag, drawn one after the other", async () => {
  const PIECES = ["NS", "EW", "NE", "NW", "SE", "SW"];
  const rails = ["a1", "b1"].flatMap((cell) =>
    PIECES.map((piece) => option(`rail ${cell} ${piece}`, { kind: "rail", cell, piece })),
  );
  const cells = [
    { id: "a1", x: 0, y: 0 },
    { id: "b1", x: 60, y: 0 },
    { id: "b2", x: 60, y: 60 },
  ];
  const told: string[] = [];
  const view = {
    you: [0],
    hands: [{ seat: 0, options: rails, undo: "", undo_words: null }],
    version: 1,
    seats: [{}],
    waiting: { seats: [0] },
    scenes: [{ cells, tray: [] }],
  };
  const live = {
    view: view as unknown as View,
    entries: [],
    tell: ({ move }: { move: string }) => (told.push(move), Promise.resolve({ t: "ack" })),
  };
  const hand = new TableHand(live as unknown as Live);
  hand.refresh();
  expect([[...hand.plan!], hand.chosen.cell]).toEqual([
    [
      ["a1", "EW"],
      ["b1", "EW"],
    ],
    "a1",
  ]);
  hand.tapPiece("SE");
  expect([hand.plan!.get("a1"), hand.chosen.cell]).toEqual(["SE", "b1"]);
  hand.tapCell("b1");
  expect(hand.plan!.get("b1")).toBe("NE");
  hand.undo();
  expect(hand.plan!.get("a1")).toBe("EW");
  hand.draw(["a1", "b1", "b2"]);
  expect(hand.plan!.get("b1")).toBe("SW");
  expect(hand.confirm()).toBe(true);
  await settled();
  expect(told).toEqual(["rail a1 EW", "rail b1 SW"]);
});
