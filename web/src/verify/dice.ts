/**
 * Dice checked again, draw by draw (docs/dice.md). Pure: what the server opened goes in, what is true comes out. Knows
 * both schemes and no game: what could come at each draw is data; the names of faces and cards are only for showing.
 */
import type { Draw, Opened } from "../wire/protocol";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { numbersAt, outcome, same, type Shape, unhex } from "./numbers";
import { promiseOf, SEALED, sealedDraw, sealedKey, sealedLots, sealOf, type Luck } from "./seals";

/** Tables without seals: those that were laid before there were any. */
export const UNSEALED = "DICE-1";

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
  /** How many devices opened something else than they had sealed. */
  unsealed: number;
  /** The seats are those that were drawn by lot, if they were. */
  seated: boolean;
  draws: Checked[];
  /** How many draws are not what the dice brought. */
  lies: number;
  /** Nothing at all is wrong. */
  proven: boolean;
}

/** What was promised before play without seals, from the seed that was opened after it. */
export function promise(table: string, seed: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${UNSEALED}|commit|${table}|`), seed)));
}

/** The key of all draws without seals: the seed of the table, mixed with that of every person. */
export function keyOf(table: string, seed: Uint8Array, players: readonly string[]): Uint8Array {
  const mixed = players.map((player) => `${bytesToHex(sha256(utf8ToBytes(player)))}|`).join("");
  return hmac(sha256, seed, utf8ToBytes(`${UNSEALED}|key|${table}|${mixed}`));
}

/** The outcome of one draw without seals. */
export function drawn(key: Uint8Array, site: number, purpose: string, event: Shape): number[] {
  return outcome(
    numbersAt(key, (block) => `${UNSEALED}|draw|${site}|${purpose}|${block}`),
    event,
  );
}

/** Everything checked again. */
export function check(opened: Opened): Verdict {
  const { kept, unsealed, key, again } = opened.scheme === SEALED ? sealed(opened) : plain(opened);
  const draws = opened.draws.map((draw, at) => {
    const came = again(draw);
    const inOrder = at === 0 || opened.draws[at - 1]!.site < draw.site;
    return { draw, drawn: came, fair: inOrder && same(came, draw.outcome) };
  });
  const seated = !opened.lots.length || same(opened.lots, sealedLots(key, opened.names.length));
  const lies = draws.filter((each) => !each.fair).length;
  const proven = kept && !unsealed && seated && lies === 0 && !opened.broken;
  return { kept, unsealed, seated, draws, lies, proven };
}

interface Mixed {
  kept: boolean;
  unsealed: number;
  key: Uint8Array;
  /** One draw again; they are asked for in their order. */
  again: (draw: Draw) => number[];
}

function plain({ scheme, table, commit, seed: hex, players }: Opened): Mixed {
  const seed = unhex(hex);
  const kept = scheme === UNSEALED && seed.length === 32 && promise(table, seed) === commit;
  const key = keyOf(table, seed, players);
  return { kept, unsealed: 0, key, again: ({ site, purpose, event }) => drawn(key, site, purpose, event) };
}

function sealed(opened: Opened): Mixed {
  const { table, round, commit, seed } = opened;
  const people = peopleOf(opened);
  const key = sealedKey(table, round, unhex(seed), people);
  const before = new Map<string, number>();
  return {
    kept: unhex(seed).length === 32 && promiseOf(table, round, seed) === commit,
    unsealed: people.filter((each) => sealOf(table, round, commit, each.chair, each.seed) !== each.seal).length,
    key,
    again({ purpose, event }) {
      const nth = before.get(purpose) ?? 0;
      before.set(purpose, nth + 1);
      return sealedDraw(key, nth, purpose, event);
    },
  };
}

/** What each device gave; a chair that is named twice, or lacks something, opens nothing. */
function peopleOf({ chairs, seals, players }: Opened): Luck[] {
  const most = Math.max(chairs.length, seals.length, players.length);
  return Array.from({ length: most }, (_, at) => {
    const chair = chairs.indexOf(chairs[at]!) === at ? chairs[at]! : -1;
    return { chair, seal: seals[at] ?? "", seed: players[at] ?? "" };
  });
}

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
  const { round = 1, chairs = [], seals = [], lots = [], draws, players, names } = opened;
  if (![draws, players, names, chairs, seals, lots].every(Array.isArray) || !Number.isInteger(round)) return null;
  return draws.every(drawable) ? { ...opened, round, chairs, seals, lots } : null;
}

function drawable({ site, event, names, outcome }: Draw): boolean {
  if (!Number.isInteger(site) || !Array.isArray(names) || !Array.isArray(outcome)) return false;
  if (event.kind === "roll") return event.dice >= 0 && event.dice < 100 && event.faces.length > 0;
  return event.kind === "draw" && event.left.some((count) => count > 0);
}
