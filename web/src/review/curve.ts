/** The curve of a review: lines, dots of luck and where numbers sit. Pure: knows a review, no component. */
import { totals } from "../end/timeline";
import type { Reviewed, ReviewedPoint, SoloRank, Timeline } from "../wire/protocol";

export interface Scale {
  low: number;
  high: number;
  /** Values at which a line is drawn. */
  lines: number[];
}

/** Chances from 0 to 100. */
export const CHANCES: Scale = { low: 0, high: 100, lines: [0, 50, 100] };

/** Points as far as they go. */
export function scaleOf(curve: readonly ReviewedPoint[]): Scale {
  const all = curve.flatMap(({ values }) => values);
  const step = [5, 10, 20, 50, 100].find((each) => (Math.max(...all) - Math.min(...all)) / each <= 4) ?? 200;
  const low = Math.floor(Math.min(...all) / step) * step,
    high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  return { low, high, lines: Array.from({ length: (high - low) / step + 1 }, (_, nth) => low + nth * step) };
}

/** The points on the pads after each event at which they changed. */
export function onThePads(line: Timeline): ReviewedPoint[] {
  return totals(line)
    .map((values, at) => ({ at, values }))
    .filter(({ at, values }, nth, all) => !nth || at === all.length - 1 || `${values}` !== `${all[nth - 1]!.values}`);
}

/** Room for the noise of rollouts. */
const SLACK = 0.5;

/** Whether a curve can be read as chances to win: none below nothing or above all. */
export function areChances({ unit, curve }: Reviewed): boolean {
  const all = curve.flatMap(({ values }) => values);
  return unit === "win" && all.length > 0 && all.every((value) => value >= -SLACK && value <= 100 + SLACK);
}

/** The value after `at` events. */
export function valueAt(curve: readonly ReviewedPoint[], at: number, seat: number): number | null {
  const point = curve.findLast((each) => each.at <= at) ?? curve[0];
  return point?.values[seat] ?? null;
}

export interface Band {
  from: number;
  to: number;
  stars: number;
  /** Every second one is shaded. */
  shaded: boolean;
}

/** The ranks alone as bands of points within a scale, the worst with one star. */
export function bands(ranks: readonly SoloRank[], { low, high }: Scale): Band[] {
  return ranks
    .map(({ least }, nth) => ({
      from: Math.max(low, least ?? low),
      to: Math.min(high, (nth ? ranks[nth - 1]!.least : null) ?? high),
      stars: ranks.length - nth,
      shaded: nth % 2 === 1,
    }))
    .filter(({ from, to }) => to > from);
}

const DOT = { win: 4.5, points: 0.11 };

/** What one dot stands for, in the unit. */
export function dotOf({ unit, spread }: Reviewed): number {
  return unit === "win" ? DOT.win : DOT.points * spread;
}

/** Where the pass or round after or before a place begins; the ends stay. */
export function roundFrom(starts: readonly number[], at: number, by: 1 | -1, of: number): number {
  const to = by > 0 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
  return to ?? (by > 0 ? of : 0);
}
