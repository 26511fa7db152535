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
export function follow(playing: TableHand): void {
  let seen = justBegun(playing.live.entries) ? 0 : playing.view.version;
  let whose: number | undefined;

  function look(view: View, entries: readonly Told[]) {
    const fresh = entries.filter((entry) => entry.n > seen);
    seen = view.version;
    if (fresh.length) hear(playing, fresh);
    whose = turnHasCome(playing, whose);
  }
  $effect(() => {
    const { view, live } = playing;
    const { entries } = live;
    untrack(() => look(view, entries));
  });
  $effect(() => {
    void playing.options;
    untrack(() => playing.refresh());
  });
  passOn(playing);
}

/** The first roll is shown even if it came with the beginning. */
function justBegun(entries: readonly Told[]): boolean {
  return entries.filter(isChance).length === 1 && !entries.some((entry) => entry.kind === "played");
}

function hear(playing: TableHand, fresh: Told[]): void {
  const { view } = playing;
  const roll = fresh.findLast(isChance);
  if (roll) showRoll(playing, roll);
  const came = showCame(view, cameToMe(fresh, view));
  const told = news(fresh, view.seats, view.you).map(({ who, words, roll }) =>
    `${who && `${who}: `}${pick(words)} ${rolled(roll)}.`.replace(" .", "."),
  );
  const spoken = [...(came ? [came] : []), ...told];
  if (spoken.length) announce(spoken.join(" ").replaceAll("..", "."));
}

function showRoll(playing: TableHand, roll: Told): void {
  playing.rolling = roll;
  sound("roll");
  setTimeout(() => playing.rolling === roll && (playing.rolling = null), ROLL_MS);
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
function turnHasCome(playing: TableHand, before: number | undefined): number | undefined {
  const [seat] = toAct(playing.view);
  if (seat === undefined || seat === before) return seat;
  if (before === undefined) sound("turn");
  const { key, fill } = headline(playing.view, seat);
  announce(`${say(key, fill)} ${pick(playing.view.waiting.question)}`, true);
  return seat;
}

/** Several people at one device: the sheet of the player who has to act comes to the front, after a moment to look. */
function passOn(playing: TableHand): void {
  let acting = playing.shown;
  $effect(() => {
    const waiting = toAct(playing.view);
    const next = waiting[0];
    if (playing.view.you.length < 2 || next === undefined || waiting.includes(acting)) return;
    const timer = setTimeout(() => playing.shown !== (acting = next) && handOver(playing, next), PASS_ON_MS);
    return () => clearTimeout(timer);
  });
}

function handOver(playing: TableHand, seat: number): void {
  playing.shown = seat;
  playing.clear();
  tell({ text: say("table.passon", { name: playing.view.seats[seat]?.name ?? "" }) });
}
