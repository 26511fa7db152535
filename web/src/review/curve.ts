/** The curve of a review: lines, dots of luck and where numbers sit. Pure: knows a review, no component. */
import type { Reviewed } from "../wire/protocol";

export interface Scale {
  low: number;
  high: number;
  /** Values at which a line is drawn. */
  lines: number[];
}

/** From where to where the curve reaches: chances from 0 to 100, points as far as they go. */
export function scaleOf({ unit, curve }: Reviewed): Scale {
  if (unit === "win") return { low: 0, high: 100, lines: [0, 50, 100] };
  const all = curve.flatMap(({ values }) => values);
  const step = [5, 10, 20, 50, 100].find((each) => (Math.max(...all) - Math.min(...all)) / each <= 4) ?? 200;
  const low = Math.floor(Math.min(...all) / step) * step,
    high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  return { low, high, lines: Array.from({ length: (high - low) / step + 1 }, (_, nth) => low + nth * step) };
}

/** A value after so many events. */
export function valueAt({ curve }: Reviewed, at: number, seat: number): number | null {
  const point = curve.findLast((each) => each.at <= at) ?? curve[0];
  return point?.values[seat] ?? null;
}

/** Dots above each other so near that they would touch are told apart by what is larger. */
export interface Pips {
  at: number;
  up: boolean;
  count: number;
}

const DOT = { win: 4.5, points: 0.11 };

/** What one dot stands for, in the unit. */
export function dotOf({ unit, spread }: Reviewed): number {
  return unit === "win" ? DOT.win : DOT.points * spread;
}
