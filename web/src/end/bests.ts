/**
 * The best result on each sheet, kept on this device: alone and in company apart. Knows no page and no
 * rule.
 */
import { keepData, keptData } from "../keeping";
import type { View } from "../wire/view";
import { myself } from "./verdict";

/** How a game stands against the best until then; `before` is null for the first one. */
export interface Best {
  points: number;
  before: number | null;
  best: boolean;
}
interface Kept {
  points: number;
  table: string;
  before: number | null;
}
interface Shelf {
  version: 1;
  sheets: Record<string, Kept>;
}

const SHELF = "kritzel.bests";
/** More sheets than anybody plays at a time; those that were played longest ago are forgotten. */
const MOST = 60;

/**
 * Hold the result of a table against the best of this device, and keep it if it is better. Null where it is no one's
 * own.
 */
export function heldAgainst(view: View): Best | null {
  const mine = view.seats[myself(view)];
  if (!mine || mine.bot || view.phase !== "over") return null;
  const name = `${view.sheet} ${view.seats.length > 1 ? "together" : "alone"}`;
  const { sheets } = read();
  const old = sheets[name];
  if (old?.table === view.table) return { points: mine.total, before: old.before, best: true };
  const best = !old || (view.result?.fewest ? mine.total < old.points : mine.total > old.points);
  if (best) keep(sheets, name, { points: mine.total, table: view.table, before: old?.points ?? null });
  return { points: mine.total, before: old?.points ?? null, best };
}

/** Whether a game of one's own has ended on this device. */
export function hasFinished(): boolean {
  return Object.keys(read().sheets).length > 0;
}

function read(): Shelf {
  const found = keptData("device", SHELF) as Shelf | null;
  const known = found?.version === 1 && typeof found.sheets === "object" && found.sheets;
  return { version: 1, sheets: known ? sound(known) : {} };
}

function sound(sheets: Record<string, Kept>): Record<string, Kept> {
  return Object.fromEntries(
    Object.entries(sheets).filter(([, kept]) => typeof kept?.points === "number" && typeof kept.table === "string"),
  );
}

function keep(sheets: Record<string, Kept>, name: string, now: Kept): void {
  const { [name]: _, ...others } = sheets;
  const kept = [...Object.entries(others), [name, now]].slice(-MOST);
  keepData("device", SHELF, { version: 1, sheets: Object.fromEntries(kept) });
}
