/** By how much a drawn line has grown since it was drawn last. Pure. */
import type { Point } from "./geometry";

/** `from`: which share is hidden at first (negative at its beginning); `steps`: how many cells it grew by. */
export interface Growth {
  from: number;
  steps: number;
}

export function grown(before: readonly Point[], after: readonly Point[]): Growth | null {
  const steps = after.length - Math.max(before.length, 1);
  if (steps <= 0 || before === after) return null;
  const share = steps / (after.length - 1);
  if (same(before, after.slice(0, before.length))) return { from: share, steps };
  return same(before, after.slice(-before.length)) ? { from: -share, steps } : null;
}

function same(one: readonly Point[], other: readonly Point[]): boolean {
  return one.length === other.length && one.every(([x, y], at) => x === other[at]![0] && y === other[at]![1]);
}
