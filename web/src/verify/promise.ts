/**
 * What this device saw before the dice were known: the promise of the table, and its own luck in the mix.
 * The table page keeps both here; only a device that kept them can say that nobody changed them later.
 */
import type { View } from "../wire/view";

export interface Kept {
  commit: string;
  /** Seen before the first roll, when nobody had given their luck yet. */
  early: boolean;
}

const shelfOf = (table: string) => `kritzel.commit.${table}`;
const luckOf = (table: string) => `kritzel.luck.${table}`;

/** Call with every view of a table: the first promise that is seen is kept, and never a later one. */
export function keepPromise(view: Pick<View, "table" | "phase" | "dice">): void {
  if (!view.dice.commit || view.dice.seed || promiseOf(view.table)) return;
  put(shelfOf(view.table), JSON.stringify({ commit: view.dice.commit, early: view.phase === "open" } satisfies Kept));
}

/** Call with the seed that is sent with `ready`: it must be found among those that made the dice. */
export function keepLuck(table: string, seed: string): void {
  put(luckOf(table), seed);
}

/** The promise this device saw, if it did. */
export function promiseOf(table: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(shelfOf(table)) ?? "null") as Kept | null;
    return kept && typeof kept.commit === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** The luck this device gave, or nothing. */
export function ownLuck(table: string): string {
  try {
    return localStorage.getItem(luckOf(table)) ?? "";
  } catch {
    return "";
  }
}

function put(shelf: string, text: string): void {
  try {
    localStorage.setItem(shelf, text);
  } catch {
    // A device that keeps nothing can still play; it just cannot vouch for the promise.
  }
}

/** What the device can say about a table that was opened: the promise and the luck, each true, false or unknown. */
export interface Witness {
  promise: boolean | null;
  early: boolean;
  luck: boolean | null;
}

export function witness(table: string, commit: string, players: readonly string[]): Witness {
  const kept = promiseOf(table);
  const luck = ownLuck(table);
  return {
    promise: kept ? kept.commit === commit : null,
    early: kept?.early ?? false,
    luck: luck ? players.includes(luck) : null,
  };
}
