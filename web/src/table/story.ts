/** What has happened, read out of the table's story: last moves, rolls, a summary. Pure; knows entries, no rule. */
import type { Words } from "../wire/protocol";
import { facesOf, type Cell, type Scene } from "../wire/scene";
import type { SeatView, Told, View } from "../wire/view";
import { faceName } from "./tray";

/** What chance brought: written down without a player. */
export const isChance = ({ seat, text }: Told): boolean => Boolean(text) && (seat ?? null) === null;

/** All moves in the order they were made, without those taken back, alone or with the roll they were made on. */
export function lastMoves(entries: readonly Told[]): Told[] {
  return standing(entries).filter((entry) => entry.kind === "played");
}

/** The moves made on the last roll. */
export function sinceRoll(entries: readonly Told[]): Told[] {
  const stand = standing(entries);
  return stand.slice(stand.findLastIndex(isChance) + 1);
}

/** The faces of the roll that is being corrected just now; nothing otherwise. */
export function mistyped(entries: readonly Told[]): readonly string[] {
  const at = entries.findLastIndex((entry) => isChance(entry) || entry.kind === "takenup");
  if (entries[at]?.kind !== "takenup") return [];
  return entries.slice(0, at).findLast(isChance)?.faces ?? [];
}

/** Rolls and moves that still count. */
function standing(entries: readonly Told[]): Told[] {
  const stand: Told[] = [];
  for (const entry of entries) {
    if (entry.kind === "played" || isChance(entry)) stand.push(entry);
    if (entry.kind === "undone") takeBack(stand, entry);
    if (entry.kind === "takenup") stand.splice(Math.max(0, stand.findLastIndex(isChance)));
  }
  return stand;
}

function takeBack(moves: Told[], undone: Told): void {
  const at = moves.findLastIndex((move) => move.seat === undone.seat && move.text === undone.text);
  if (at >= 0) moves.splice(at, 1);
}

/** The cell of a seat's last move, if it was about one. */
export function lastCell(entries: readonly Told[], seat: number): ReadonlySet<string> {
  const cell = lastMoves(entries).findLast((move) => move.seat === seat && move.cell)?.cell;
  return new Set(cell ? [cell] : []);
}

/** Who did something, and what. */
export interface Line {
  n: number;
  seat: number | null;
  who: string;
  words: Words;
  /** The dice or the card it is about; then the words only name what they are for. */
  roll: string;
  chance: boolean;
}

/** The story as lines, the newest first. */
export function lines(entries: readonly Told[], seats: readonly SeatView[]): Line[] {
  return entries.map((entry) => line(entry, seats)).reverse();
}

function line(entry: Told, seats: readonly SeatView[]): Line {
  const seat = entry.seat ?? null;
  const spoken = entry.kind === "sat" || entry.kind === "filled";
  const who = seat === null || spoken || seats.length === 1 ? "" : (seats[seat]?.name ?? "");
  const roll = (entry.faces ?? []).join("");
  return { n: entry.n, seat, who, words: roll ? before(entry.words) : entry.words, roll, chance: isChance(entry) };
}

/** "Roll" is "Roll:" before its dice. */
export function before({ de, en }: Words): Words {
  return { de: `${de}:`, en: `${en}:` };
}

/** What the others did and what was rolled, as one sentence each. Own moves need no telling. */
export function news(entries: readonly Told[], seats: readonly SeatView[], mine: readonly number[]): Line[] {
  return entries.map((entry) => line(entry, seats)).filter(({ seat }) => seat === null || !mine.includes(seat));
}

/** What chance brought, as one says it: "1, 2, 2, 5", "red, red, green" or "3, red 4". */
export function rolled(text: string): string {
  return facesOf(text).map(faceName).join(", ");
}

/**
 * Which of the dice in a tray have just been thrown: as many of each face as the roll shows. A pool is thrown as a
 * whole; what was rolled beside it moves nothing.
 */
export function thrown({ tray }: Scene, roll: Told | null): ReadonlySet<number> {
  const left = [...(roll?.faces ?? [])];
  const there = [...tray.keys()].filter((index) => tray[index]!.state !== "removed").reverse();
  const found = there.filter((index) => {
    const at = left.indexOf(tray[index]!.face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const whole = tray[0]?.kind !== "die" || found.length === there.length;
  return new Set(whole ? found : []);
}

/** What came to a seat of this device without a move, with its clause. */
export interface Came {
  kind: string;
  /** Whom it came to, where several share the device. */
  who: string;
  words: Words;
  clause: string;
}

/** What comes after every move and lies in the tray to be seen: no note is needed for it. */
const EVERY_TIME: ReadonlySet<string> = new Set(["removed"]);

/** The entries about what came without a move to a player here; seats played by a bot are left out. */
export function cameToMe(entries: readonly Told[], { you, seats }: Pick<View, "you" | "seats">): Came[] {
  return entries.flatMap(({ kind, seat, words, yours, clause }) => {
    const who = seat === undefined || seat === null || !you.includes(seat) ? undefined : seats[seat];
    return who && clause && !who.bot && !EVERY_TIME.has(kind)
      ? [{ kind, ...(you.length > 1 ? { who: who.name, words } : { who: "", words: yours ?? words }), clause }]
      : [];
  });
}

export function marked(cell: Cell, kind: string): boolean {
  return cell.marks?.some((mark) => mark.kind === kind) ?? false;
}

/** How many cells are chosen or drawn and not settled yet. */
export function picked(scene: Scene): number {
  return scene.cells.filter((cell) => marked(cell, "pick")).length;
}
