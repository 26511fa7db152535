/**
 * What a table does on a page without a tap: dice roll, sounds, what is spoken, and which seat lies in front. Knows no
 * rule.
 */
import { untrack } from "svelte";
import { announce, tell } from "../pieces/toast.svelte";
import { play as sound, soundOf } from "../pieces/sound";
import { pick, say } from "../words/words.svelte";
import type { Told, View } from "../wire/view";
import type { TableHand } from "./tableHand.svelte";
import { cameToMe, isChance, news, rolled, type Came } from "./story";
import { headline, toAct } from "./turn";

const ROLL_MS = 600;
const PASS_ON_MS = 750;

/** Follow a table as long as the component lives. */
export function follow(hand: TableHand): void {
  let seen = justBegun(hand.live.entries) ? 0 : hand.view.version;
  let whose: number | undefined;

  function look(view: View, entries: readonly Told[]) {
    const fresh = entries.filter((entry) => entry.n > seen);
    seen = view.version;
    if (fresh.length) hear(hand, fresh);
    whose = turnHasCome(hand, whose);
  }
  $effect(() => {
    const { view, live } = hand;
    const { entries } = live;
    untrack(() => look(view, entries));
  });
  $effect(() => {
    void hand.options;
    untrack(() => hand.refresh());
  });
  passOn(hand);
}

/** The first roll is shown even if it came with the beginning. */
function justBegun(entries: readonly Told[]): boolean {
  return entries.filter(isChance).length === 1 && !entries.some((entry) => entry.kind === "played");
}

function hear(hand: TableHand, fresh: Told[]): void {
  const { view } = hand;
  const roll = fresh.findLast(isChance);
  if (roll) showRoll(hand, roll);
  const came = showCame(view, cameToMe(fresh, view));
  const told = news(fresh, view.seats, view.you).map(({ who, words, roll }) =>
    `${who && `${who}: `}${pick(words)} ${rolled(roll)}.`.replace(" .", "."),
  );
  const spoken = [...(came ? [came] : []), ...told];
  if (spoken.length) announce(spoken.join(" ").replaceAll("..", "."));
}

function showRoll(hand: TableHand, roll: Told): void {
  hand.rolling = roll;
  sound("roll");
  setTimeout(() => hand.rolling === roll && (hand.rolling = null), ROLL_MS);
}

/** What came to a sheet of this device without a move, on one note with the first clause; returns its text. */
function showCame(view: View, came: readonly Came[]): string {
  const [first] = came;
  if (!first) return "";
  const text = came.map(({ who, words }) => `${who && `${who}: `}${pick(words)}`).join(" ");
  const heard = came.map(({ kind }) => soundOf(kind)).find(Boolean);
  if (heard) sound(heard);
  tell({ text, clause: first.clause, game: view.game });
  return text;
}

/**
 * Says when a player at this device has to act, and again when it is the turn of another seat of this device; returns
 * whose turn it is.
 */
function turnHasCome(hand: TableHand, before: number | undefined): number | undefined {
  const [seat] = toAct(hand.view);
  if (seat === undefined || seat === before) return seat;
  if (before === undefined) sound("turn");
  const { key, fill } = headline(hand.view, seat);
  announce(`${say(key, fill)} ${pick(hand.view.waiting.question)}`, true);
  return seat;
}

/** Several people at one device: the sheet of the player who has to act comes to the front, after a moment to look. */
function passOn(hand: TableHand): void {
  let acting = hand.shown;
  $effect(() => {
    const waiting = toAct(hand.view);
    const next = waiting[0];
    if (hand.view.you.length < 2 || next === undefined || waiting.includes(acting)) return;
    const timer = setTimeout(() => hand.shown !== (acting = next) && handOver(hand, next), PASS_ON_MS);
    return () => clearTimeout(timer);
  });
}

function handOver(hand: TableHand, seat: number): void {
  hand.shown = seat;
  hand.clear();
  tell({ text: say("table.passon", { name: hand.view.seats[seat]?.name ?? "" }) });
}
