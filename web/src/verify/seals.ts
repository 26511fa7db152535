/**
 * Dice that nobody can choose (DICE-2, docs/dice.md): the table promises, every device seals its seed, then all are
 * opened. Pure; written from the page that tells the scheme, not from the server's code.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { dealt, numbersAt, outcome, type Shape } from "./numbers";

export const SEALED = "DICE-2";

/** What one device gave to the dice: for which chair, its seal, and what was in it. */
export interface Luck {
  chair: number;
  seal: string;
  seed: string;
}

const hashed = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/** What the table promised in a round, from the secret (hex) that was opened after the end. */
export function promiseOf(table: string, round: number, secret: string): string {
  return hashed(`${SEALED}|promise|${table}|${round}|${secret}`);
}

/** What a device shows before it opens its seed. */
export function sealOf(table: string, round: number, promise: string, chair: number, seed: string): string {
  return hashed(`${SEALED}|seal|${table}|${round}|${promise}|${chair}|${seed}`);
}

/** The key of all draws: the table's secret, mixed with what every device had sealed, by chair. */
export function sealedKey(table: string, round: number, secret: Uint8Array, people: readonly Luck[]): Uint8Array {
  const promise = promiseOf(table, round, bytesToHex(secret));
  const mixed = [...people]
    .sort((one, other) => one.chair - other.chair)
    .map(({ chair, seal, seed }) => `${chair}:${seal}:${seed}|`);
  return hmac(sha256, secret, utf8ToBytes(`${SEALED}|key|${table}|${round}|${promise}|${mixed.join("")}`));
}

/** The outcome of a draw: the nth of its purpose, from 0. */
export function sealedDraw(key: Uint8Array, nth: number, purpose: string, event: Shape): number[] {
  return outcome(
    numbersAt(key, (block) => `${SEALED}|draw|${nth}|${block}|${purpose}`),
    event,
  );
}

/** Who sits where: the chair of each seat. */
export function sealedLots(key: Uint8Array, seats: number): number[] {
  return dealt(
    numbersAt(key, (block) => `${SEALED}|lots|${block}`),
    seats,
  );
}
