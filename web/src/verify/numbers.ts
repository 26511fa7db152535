/** Fair numbers from a key: how blocks become numbers below n, the same in every scheme (docs/dice.md). Pure. */
import type { Draw } from "../wire/protocol";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const WORDS = 2 ** 32;

/** What could come: dice with these faces, or a card of a pack with so many of each kind. */
export type Shape = Draw["event"];
export type Numbers = Generator<number, never>;

/** The numbers of a site, eight from each of its blocks, big end first. */
export function* numbersAt(key: Uint8Array, site: (block: number) => string): Numbers {
  for (let block = 0; ; block++) {
    const digest = new DataView(hmac(sha256, key, utf8ToBytes(site(block))).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** The next number below n that favours nobody: those at or above the largest multiple of n are thrown away. */
export function below(numbers: Numbers, n: number): number {
  for (;;) {
    const number = numbers.next().value;
    if (number < WORDS - (WORDS % n)) return number % n;
  }
}

/** What comes by these numbers. */
export function outcome(numbers: Numbers, event: Shape): number[] {
  if (event.kind === "draw")
    return [
      kindAt(
        event.left,
        below(
          numbers,
          event.left.reduce((sum, count) => sum + count, 0),
        ),
      ),
    ];
  const faces = Array.from({ length: event.dice }, () => event.faces[below(numbers, event.faces.length)]!);
  return faces.sort((one, other) => one - other);
}

/** Which kind the nth card of a pack is, the kinds lying in their order. */
function kindAt(left: readonly number[], nth: number): number {
  return left.findIndex((count) => (nth -= count) < 0);
}

/** Chairs dealt like cards: the first seat draws one of all, the next one of those left, and so on. */
export function dealt(numbers: Numbers, seats: number): number[] {
  const left = Array.from({ length: seats }, (_, chair) => chair);
  return Array.from({ length: seats }, () => left.splice(below(numbers, left.length), 1)[0]!);
}

/** Hex digits as bytes; whatever is no hex gives no bytes. */
export function unhex(text: string): Uint8Array {
  return /^([0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : new Uint8Array();
}

export const same = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);
