/**
 * Puzzles that this device knows: sure moments of one's own games, and which ones were tried. No points, no streaks;
 * what is oldest goes.
 */
import { keepData, keptData } from "../keeping";
import type { ReviewedMoment } from "../wire/protocol";

const SHELF = "kritzel.puzzles";
const MOST = 60;
/** Days before the own moment comes as a puzzle: its answer has just been seen. */
const RESTS = 3;
const DAY_MS = 86_400_000;
/** The number of past days one can go back to after today's puzzle. */
const BACK = 30;

export interface Own {
  table: string;
  at: number;
  /** When it was found, in milliseconds. */
  since: number;
}
interface Kept {
  own: Own[];
  seen: string[];
}

function kept(): Kept {
  const { own, seen } = (keptData("device", SHELF) ?? {}) as Partial<Kept>;
  return { own: Array.isArray(own) ? own : [], seen: Array.isArray(seen) ? seen : [] };
}

function keep(now: Kept): void {
  keepData("device", SHELF, { own: now.own.slice(-MOST), seen: now.seen.slice(-2 * MOST) });
}

export const ownName = (table: string, at: number) => `${table}#${at}`;
export const addressOf = ({ table, at }: Own) => `/t/${table}/try#${at}`;
/** A day as the server counts them. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);

/** Sure moments with one best move, of one's own seats, are kept. */
export function keepMoments(table: string, moments: readonly ReviewedMoment[], you: readonly number[], now: number) {
  const sure = moments.filter(
    ({ certainty, better, also, seat }) => certainty === "sure" && better && !also.length && you.includes(seat),
  );
  const all = kept();
  const known = new Set(all.own.map((own) => ownName(own.table, own.at)));
  const fresh = sure.map(({ at }) => ({ table, at, since: now })).filter((own) => !known.has(ownName(table, own.at)));
  if (fresh.length) keep({ ...all, own: [...all.own, ...fresh] });
}

/** A puzzle was tried. */
export function see(name: string): void {
  const all = kept();
  if (!all.seen.includes(name)) keep({ ...all, seen: [...all.seen, name] });
}

/** A puzzle that leads nowhere, as its table is gone. */
export function forget(table: string): void {
  const all = kept();
  keep({ ...all, own: all.own.filter((own) => own.table !== table) });
}

/** Own puzzles that were not tried and have rested. */
export function due(now: number): Own[] {
  const { own, seen } = kept();
  return own.filter(({ table, at, since }) => now - since >= RESTS * DAY_MS && !seen.includes(ownName(table, at)));
}

/** How many puzzles wait: own ones, and that of today. */
export function waiting(now: number): number {
  return due(now).length + (kept().seen.includes(dayOf(now)) ? 0 : 1);
}

/** Where the next puzzle is: today's, own ones, those of the days before; empty where all were tried. */
export function next(now: number, but: string): string {
  const { seen } = kept();
  const isFree = (name: string) => name !== but && !seen.includes(name);
  if (isFree(dayOf(now))) return "/puzzle";
  const own = due(now).find(({ table, at }) => isFree(ownName(table, at)));
  if (own) return addressOf(own);
  const days = Array.from({ length: BACK }, (_, nth) => dayOf(now - (nth + 1) * DAY_MS));
  const day = days.find(isFree);
  return day ? `/puzzle/${day}` : "";
}
