import { describe, expect, test } from "vitest";
import type { Option } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import type { SeatView, Told, View, Waiting } from "../wire/view";
import { doing, headline, missing, optionsOf, toAct, together, undoable } from "./turn";

const option = (kind: string): Option => ({ text: kind, kind, words: { de: kind, en: kind } });
const seat = (number: number, more: Partial<SeatView> = {}): SeatView =>
  ({
    seat: number,
    name: ["Mara", "Jonas", "Lotte"][number],
    kind: "person",
    bot: "",
    present: true,
    deciding: false,
    done: false,
    ...more,
  }) as SeatView;
const sheet = (): Scene => ({ width: 680, height: 676 }) as Scene;

function view(more: Partial<View> = {}, mine: Record<number, string[]> = {}): View {
  const hands = Object.entries(mine).map(([number, kinds]) => ({
    seat: Number(number),
    options: kinds.map(option),
    undo: "",
    undo_words: null,
  }));
  const waiting = { kind: "decision", words: { de: "", en: "" }, question: { de: "", en: "" }, seats: [0] };
  const dice = { real: false, scheme: "", commit: "", seed: "" };
  return {
    you: [0],
    seats: [seat(0), seat(1)],
    hands,
    waiting,
    entry: null,
    dice,
    scenes: [sheet(), sheet()],
    ...more,
  } as View;
}
const waits = (seats: number[], kind: Waiting["kind"] = "decision") => ({ ...view().waiting, seats, kind });

describe("what can be taken back", () => {
  const hand = (number: number, undo: string) => ({ seat: number, options: [], undo, undo_words: null });
  const move = (n: number, number: number): Told => ({
    n,
    kind: "played",
    words: { de: "", en: "" },
    seat: number,
    text: "3d4",
  });
  const shared = (...hands: View["hands"]) => view({ you: [0, 1], hands });
  test("is the last move of the seat in front", () => {
    expect(undoable(shared(hand(0, "3d4"), hand(1, "5e5")), [move(1, 0), move(2, 1)], 0)?.seat).toBe(0);
  });
  test("or of the player at this device who moved last, after the page has turned", () => {
    expect(undoable(shared(hand(0, "3d4"), hand(1, "")), [move(1, 0)], 1)?.seat).toBe(0);
    expect(undoable(shared(hand(0, ""), hand(1, "")), [move(1, 0)], 1)).toBeUndefined();
  });
});

describe("the headline", () => {
  const key = (given: View, number = 0) => headline(given, number).key;
  test("says whose turn it is", () => {
    expect(headline(view({}, { 0: ["take"] }), 0)).toEqual({ key: "table.turn.yours", fill: {}, mine: true });
    expect(headline(view({ waiting: waits([1]) }, { 0: [] }), 0)).toEqual({
      key: "table.turn.name",
      fill: { name: "Jonas" },
      mine: false,
    });
  });
  test("names the seat where several people share a device", () => {
    const shared = view({ you: [0, 1], waiting: waits([1]) }, { 0: [], 1: ["take"] });
    expect(headline(shared, 1)).toEqual({ key: "table.turn.name", fill: { name: "Jonas" }, mine: true });
    expect(toAct(shared)).toEqual([1]);
  });
  test("knows crossroads, throws, cards and chances", () => {
    expect(key(view({}, { 0: ["reroll", "out"] }))).toBe("table.turn.nofit");
    expect(key(view({}, { 0: ["stop", "again"] }))).toBe("table.turn.throw");
    const scenes = [{ ...sheet(), tray_kind: "card" }];
    expect(key(view({ waiting: waits([], "chance"), scenes }))).toBe("table.turn.card");
    expect(key(view({ waiting: waits([], "chance") }))).toBe("table.turn.roll");
  });
  test("asks for real dice", () => {
    const entry = { purpose: "roll", words: { de: "", en: "" }, dice: 3, faces: [], cards: [] };
    expect(key(view({ entry, dice: { ...view().dice, real: true } }))).toBe("table.turn.enter");
  });
  test("tells simultaneous choices from turns", () => {
    const all = view({ waiting: waits([0, 1]) }, { 0: ["extend", "done"] });
    expect([key(all), together(all)]).toEqual(["table.turn.all", true]);
    const done = view(
      { waiting: waits([1]), seats: [seat(0, { done: true }), seat(1, { deciding: true })] },
      { 0: [] },
    );
    expect(headline(done, 0)).toEqual({ key: "table.turn.done", fill: { name: "Jonas" }, mine: false });
    expect(missing(done)).toEqual(["Jonas"]);
  });
});

test("a seat that a bot plays for has nothing to choose", () => {
  const given = view({ seats: [seat(0, { bot: "greedy" }), seat(1)] }, { 0: ["take"] });
  expect(optionsOf(given, 0)).toEqual([]);
  expect(toAct(given)).toEqual([]);
});

test("what the others do is one word", () => {
  const doingOf = (more: Partial<SeatView>, given = view()) => doing(given, seat(1, more));
  expect(doingOf({ kind: "open" })).toBe("table.state.open");
  expect(doingOf({ present: false })).toBe("table.state.away");
  expect(doingOf({ present: false, bot: "greedy" })).toBe("table.state.waiting");
  expect(doingOf({ done: true })).toBe("table.state.done");
  expect(doingOf({ deciding: true })).toBe("table.state.turn");
  expect(doingOf({ deciding: true }, view({ waiting: waits([0, 1]) }))).toBe("table.state.choosing");
  expect(doingOf({ out: true })).toBe("table.state.out");
});
