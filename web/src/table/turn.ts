/** Whose turn it is and what the table waits for, as keys of our texts. Pure; reads the view, knows no rule. */
import type { Option } from "../wire/protocol";
import type { Hand, SeatView, Told, View } from "../wire/view";
import type { Fill, Key } from "../words/words.svelte";
import { atACrossroads, only } from "../hand/choosing";
import { lastMoves } from "./story";
import { hasPack } from "./tray";

/** A text of the page with its gaps. `mine`: it is up to a player at this device. */
export interface Spoken {
  key: Key;
  fill: Fill;
  mine: boolean;
}

/** What a seat of this device can do now; nothing while a bot plays for it. */
export function optionsOf(view: View, seat: number): readonly Option[] {
  return view.seats[seat]?.bot ? [] : (handOf(view, seat)?.options ?? []);
}

export function handOf(view: View, seat: number): Hand | undefined {
  return view.hands.find((hand) => hand.seat === seat);
}

/** Whose last move can be taken back at this device: that of the seat in front, else of the seat that moved last. */
export function undoable(view: View, entries: readonly Told[], shown: number): Hand | undefined {
  const hands = view.hands.filter((hand) => hand.undo && !view.seats[hand.seat]?.bot);
  const last = lastMoves(entries).findLast((move) => hands.some((hand) => hand.seat === move.seat))?.seat;
  return hands.find((hand) => hand.seat === shown) ?? hands.find((hand) => hand.seat === last);
}

/** The seats of this device that have to act, in the order of the table. */
export function toAct(view: View): number[] {
  return view.you.filter((seat) => optionsOf(view, seat).length > 0);
}

/** Whether several seats choose at the same time. */
export function together(view: View): boolean {
  return view.waiting.seats.length > 1 || view.seats.some((seat) => seat.done);
}

/** What stands in the marker of the header. */
export function headline(view: View, seat: number): Spoken {
  const name = view.seats[seat]?.name ?? "";
  const options = view.you.includes(seat) ? optionsOf(view, seat) : [];
  if (view.waiting.kind === "over") return spoken("table.turn.over");
  if (view.entry && view.you.length && view.dice.real) return spoken("table.turn.enter", {}, true);
  if (view.waiting.kind === "chance") return spoken(hasPack(view.scenes[seat]) ? "table.turn.card" : "table.turn.roll");
  if (!options.length) return others(view, seat);
  if (atACrossroads(options)) return spoken("table.turn.nofit", {}, true);
  if (view.you.length > 1) return spoken("table.turn.name", { name }, true);
  if (only(options, "again")) return spoken("table.turn.throw", {}, true);
  if (together(view)) return spoken("table.turn.all", {}, true);
  return spoken("table.turn.yours", {}, true);
}

function others(view: View, seat: number): Spoken {
  const [name = "", ...more] = missing(view);
  if (view.seats[seat]?.done && view.you.includes(seat))
    return more.length ? spoken("table.turn.done.many", { n: more.length + 1 }) : spoken("table.turn.done", { name });
  if (!more.length) return spoken("table.turn.name", { name });
  return spoken("table.turn.all");
}

function spoken(key: Key, fill: Fill = {}, mine = false): Spoken {
  return { key, fill, mine };
}

/** The names of those the table waits for. */
export function missing(view: View): string[] {
  return view.waiting.seats.map((seat) => view.seats[seat]?.name ?? "");
}

/** What an opponent is doing, as one word. */
export function doing(view: View, { bot, kind, present, deciding, done, out }: SeatView): Key {
  if (kind === "open") return "table.state.open";
  if (kind !== "bot" && !present && !bot) return "table.state.away";
  if (done) return "table.state.done";
  if (deciding) return together(view) ? "table.state.choosing" : "table.state.turn";
  return out ? "table.state.out" : "table.state.waiting";
}
