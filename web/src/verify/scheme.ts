/**
 * Dice that no one can choose (KRITZEL-DICE-1): the formulas of docs/dice.md. The table promises, every device seals
 * its seed, then all are opened. Pure; written from that page, not from the server's code.
 */
import type { DeviceSeed, ProofDraw } from "../wire/protocol";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const SCHEME = "KRITZEL-DICE-1";
const WORDS = 2 ** 32;

/** What could come: dice with these faces, or a card of a pack with these counts of each kind. */
export type Shape = ProofDraw["event"];
type Numbers = Generator<number, never>;

const hashed = (text: string) => bytesToHex(sha256(utf8ToBytes(`${SCHEME}|${text}`)));

// Before the game --------------------------------------------------------------------------------------
/** What the table promised in a round, from the secret (hex) that was opened after the end. */
export function promiseOf(table: string, round: number, secret: string): string {
  return hashed(`promise|${table}|${round}|${secret}`);
}

/** What a device shows before it opens its seed. */
export function sealOf(table: string, round: number, promise: string, chair: number, seed: string): string {
  return hashed(`seal|${table}|${round}|${promise}|${chair}|${seed}`);
}

/** What binds the names, those of all chairs in their order. */
export function namesHashOf(table: string, round: number, promise: string, names: readonly string[]): string {
  return hashed(`names|${table}|${round}|${promise}|${names.join(",")}`);
}

/** All that the key of a table is made of. */
export interface Mixed {
  table: string;
  round: number;
  /** The table's secret, hex. */
  seed: string;
  begins: string;
  names_hash: string;
  people: readonly DeviceSeed[];
}

/** The key of all draws. */
export function keyOf({ table, round, seed, begins, names_hash, people }: Mixed): Uint8Array {
  const mixed = [...people]
    .sort((one, other) => one.chair - other.chair)
    .map((each) => `|${each.chair}:${each.seal}:${each.seed}`);
  const promise = promiseOf(table, round, seed);
  const text = `${SCHEME}|key|${table}|${round}|${promise}|${begins}|${names_hash}${mixed.join("")}`;
  return hmac(sha256, unhex(seed), utf8ToBytes(text));
}

// Drawing ----------------------------------------------------------------------------------------------
/** The outcome of a draw: the nth of its purpose in its place, from 0. */
export function drawn(key: Uint8Array, place: number, purpose: string, nth: number, event: Shape): number[] {
  const numbers = numbersOf(key, `draw|${place}|${purpose}|${nth}`);
  if (event.kind === "draw") {
    const cards = event.left.reduce((sum, count) => sum + count, 0);
    return [kindAt(event.left, below(numbers, cards))];
  }
  const dice = event.kind === "coloured" ? event.colours.length : event.dice;
  const faces = Array.from({ length: dice }, () => event.faces[below(numbers, event.faces.length)]!);
  if (event.kind === "coloured") {
    const letters = [...event.colours];
    const thrown = faces.map((face, at) => [letters.indexOf(letters[at]!), face] as const);
    return thrown.sort(([one, a], [other, b]) => one - other || a - b).map(([, face]) => face);
  }
  return faces.sort((one, other) => one - other);
}

/** Who sits where, the chair of each seat: by lot, or from the chair that begins on. */
export function orderOf(key: Uint8Array, begins: string, seats: number): number[] {
  if (begins === "lots") return lotsOf(key, seats);
  return Array.from({ length: seats }, (_, nth) => (Number(begins) + nth) % seats);
}

/** Chairs dealt like cards: the first seat draws one of all, the next one of those left, and so on. */
export function lotsOf(key: Uint8Array, seats: number): number[] {
  const numbers = numbersOf(key, "lots");
  const left = Array.from({ length: seats }, (_, chair) => chair);
  return Array.from({ length: seats }, () => left.splice(below(numbers, left.length), 1)[0]!);
}

/** Endless numbers, eight from each block, big end first. */
function* numbersOf(key: Uint8Array, what: string): Numbers {
  for (let block = 0; ; block++) {
    const digest = new DataView(hmac(sha256, key, utf8ToBytes(`${SCHEME}|${what}|${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** The next fair number below n: those at or above the largest multiple of n are thrown away. */
function below(numbers: Numbers, n: number): number {
  for (;;) {
    const number = numbers.next().value;
    if (number < WORDS - (WORDS % n)) return number % n;
  }
}

/** Which kind the nth card of a pack is, the kinds lying in their order. */
function kindAt(left: readonly number[], nth: number): number {
  return left.findIndex((count) => (nth -= count) < 0);
}

/** Hex digits as bytes; a text that is no hex gives no bytes. */
export function unhex(text: string): Uint8Array {
  return /^([0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : new Uint8Array();
}

export const same = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);
