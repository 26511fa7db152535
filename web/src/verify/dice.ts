/**
 * Dice checked again, draw by draw (DICE-1, docs/protocol.md). Pure: what the server opened goes in, what is true comes
 * out. Knows no game: what could come at each draw is data, and the names of faces and cards are only for showing.
 */
import type { Draw, Opened } from "../wire/protocol";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const SCHEME = "DICE-1";
const WORDS = 2 ** 32;

export type { Draw, Opened };

/** A draw that was made again: what came by the dice, and whether the game says the same. */
export interface Checked {
  draw: Draw;
  drawn: number[];
  fair: boolean;
}
export interface Verdict {
  /** The scheme is known and the seed is the promised one. */
  kept: boolean;
  draws: Checked[];
  /** How many draws are not what the dice brought. */
  lies: number;
  /** Nothing at all is wrong. */
  proven: boolean;
}

/** What was promised before play, from the seed that was opened after it. */
export function promise(table: string, seed: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${SCHEME}|commit|${table}|`), seed)));
}

/** The key of all draws: the seed of the table, mixed with that of every person. */
export function keyOf(table: string, seed: Uint8Array, players: readonly string[]): Uint8Array {
  const mixed = players.map((player) => `${bytesToHex(sha256(utf8ToBytes(player)))}|`).join("");
  return hmac(sha256, seed, utf8ToBytes(`${SCHEME}|key|${table}|${mixed}`));
}

/** The outcome of one draw. */
export function drawn(key: Uint8Array, site: number, purpose: string, event: Draw["event"]): number[] {
  const numbers = numbersAt(key, `${SCHEME}|draw|${site}|${purpose}|`);
  const below = (n: number): number => fair(numbers, n) % n;
  if (event.kind === "draw") return [kindAt(event.left, below(event.left.reduce((sum, count) => sum + count, 0)))];
  const faces = Array.from({ length: event.dice }, () => event.faces[below(event.faces.length)]!);
  return faces.sort((one, other) => one - other);
}

function* numbersAt(key: Uint8Array, site: string): Generator<number, never> {
  for (let block = 0; ; block++) {
    const digest = new DataView(hmac(sha256, key, utf8ToBytes(`${site}${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** The next number that does not favour anybody: those above the largest multiple of n are thrown away. */
function fair(numbers: Generator<number, never>, n: number): number {
  for (;;) {
    const number = numbers.next().value;
    if (number < WORDS - (WORDS % n)) return number;
  }
}

/** Which kind the nth card of a pack is, the kinds lying in their order. */
function kindAt(left: readonly number[], nth: number): number {
  return left.findIndex((count) => (nth -= count) < 0);
}

/** Everything checked again. */
export function check(opened: Opened): Verdict {
  const seed = unhex(opened.seed);
  const kept = opened.scheme === SCHEME && seed.length === 32 && promise(opened.table, seed) === opened.commit;
  const key = keyOf(opened.table, seed, opened.players);
  const draws = opened.draws.map((draw) => checked(key, draw));
  const lies = draws.filter((each) => !each.fair).length;
  return { kept, draws, lies, proven: kept && lies === 0 && !opened.broken };
}

function checked(key: Uint8Array, draw: Draw): Checked {
  const again = drawn(key, draw.site, draw.purpose, draw.event);
  return { draw, drawn: again, fair: same(again, draw.outcome) };
}

const same = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);

/** What faces or cards are called: letters and digits for showing. */
export function named(draw: Draw, outcome: readonly number[]): string[] {
  const values = draw.event.kind === "roll" ? draw.event.faces : draw.event.left.map((_, kind) => kind);
  return outcome.map((value) => draw.names[values.indexOf(value)] ?? "?");
}

/** An answer that can be checked, or null: numbers are small enough to count with, nothing is missing. */
export function legible(answer: unknown): Opened | null {
  const opened = answer as Opened;
  const texts = [opened?.scheme, opened?.table, opened?.commit, opened?.seed];
  if (!texts.every((text) => typeof text === "string")) return null;
  if (!Array.isArray(opened.draws) || !Array.isArray(opened.players) || !Array.isArray(opened.names)) return null;
  return opened.draws.every(drawable) ? opened : null;
}

function drawable({ site, event, names, outcome }: Draw): boolean {
  if (!Number.isInteger(site) || !Array.isArray(names) || !Array.isArray(outcome)) return false;
  if (event.kind === "roll") return event.dice >= 0 && event.dice < 100 && event.faces.length > 0;
  return event.kind === "draw" && event.left.some((count) => count > 0);
}

/** Hex digits as bytes; whatever is no hex gives no bytes. */
export function unhex(text: string): Uint8Array {
  return /^([0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : new Uint8Array();
}
