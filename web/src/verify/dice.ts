/**
 * Dice checked again, draw by draw (docs/dice.md). Pure: what the server opened goes in, what is true comes out. Knows
 * no game: what could come at each draw is data; the names of faces and cards are only for showing.
 */
import type { ProofDraw, OpenedDice } from "../wire/protocol";
import { drawn, keyOf, namesHashOf, orderOf, promiseOf, same, SCHEME, sealOf, unhex } from "./scheme";

export type { ProofDraw, OpenedDice };

/** A draw that was made again: what came by the dice, and whether the game says the same. */
export interface Checked {
  draw: ProofDraw;
  drawn: number[];
  fair: boolean;
}
export interface Verdict {
  /** The scheme is known and the seed is the promised one. */
  kept: boolean;
  /** How many devices opened something else than they had sealed. */
  unsealed: number;
  /** The seats are those that were drawn by lot or settled. */
  seated: boolean;
  /** The names are those the game began with; null where one was erased. */
  named: boolean | null;
  draws: Checked[];
  /** How many draws are not what the dice brought. */
  lies: number;
  /** Nothing at all is wrong. */
  proven: boolean;
}

/** Everything checked again. */
export function check(opened: OpenedDice): Verdict {
  const { scheme, table, round, commit, seed, people, begins, order, names } = opened;
  const chairs = new Set(people.map(({ chair }) => chair));
  const key = keyOf(opened);
  const kept = scheme === SCHEME && unhex(seed).length === 32 && promiseOf(table, round, seed) === commit;
  const wrong = people.filter((each) => sealOf(table, round, commit, each.chair, each.seed) !== each.seal).length;
  const unsealed = wrong + people.length - chairs.size;
  const seated = same(order, orderOf(key, begins, names.length));
  const byChair = order.map((_, chair) => names[order.indexOf(chair)] ?? "");
  const named = opened.erased ? null : namesHashOf(table, round, commit, byChair) === opened.names_hash;
  const draws = drawnAgain(key, opened.draws);
  const lies = draws.filter((each) => !each.fair).length;
  const proven = kept && !unsealed && seated && named !== false && lies === 0 && !opened.broken;
  return { kept, unsealed, seated, named, draws, lies, proven };
}

/** Every draw again, each the nth of its purpose in its place. */
function drawnAgain(key: Uint8Array, draws: readonly ProofDraw[]): Checked[] {
  const before = new Map<string, number>();
  return draws.map((draw, at) => {
    const where = `${draw.place}|${draw.purpose}`;
    const nth = before.get(where) ?? 0;
    before.set(where, nth + 1);
    const came = drawn(key, draw.place, draw.purpose, nth, draw.event);
    const inOrder = at === 0 || draws[at - 1]!.site < draw.site;
    return { draw, drawn: came, fair: inOrder && same(came, draw.outcome) };
  });
}

/** What faces or cards are called: letters and digits for showing. */
export function named(draw: ProofDraw, outcome: readonly number[]): string[] {
  const { event } = draw;
  if (event.kind === "coloured")
    return outcome.map((face, at) => `${event.colours[at] === "w" ? "" : event.colours[at]}${face}`);
  const values = event.kind === "roll" ? event.faces : event.left.map((_, kind) => kind);
  return outcome.map((value) => draw.names[values.indexOf(value)] ?? "?");
}

/** An answer that can be checked, or null: numbers are small enough to count with, nothing is missing. */
export function legible(answer: unknown): OpenedDice | null {
  const opened = answer as OpenedDice;
  const texts = [opened?.scheme, opened?.table, opened?.commit, opened?.seed, opened?.begins, opened?.names_hash];
  if (!texts.every((text) => typeof text === "string")) return null;
  const { round, people, order, draws, names } = opened;
  if (![draws, people, names, order].every(Array.isArray) || !Number.isInteger(round)) return null;
  return draws.every(drawable) ? opened : null;
}

function drawable({ site, place, event, names, outcome }: ProofDraw): boolean {
  if (![site, place].every(Number.isInteger) || !Array.isArray(names) || !Array.isArray(outcome)) return false;
  if (event.kind === "coloured") return event.colours.length < 100 && event.faces.length > 0;
  if (event.kind === "roll") return event.dice >= 0 && event.dice < 100 && event.faces.length > 0;
  return event.kind === "draw" && event.left.some((count) => count > 0);
}
