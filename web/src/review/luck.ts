/** The throws that mattered most to a seat. Pure: knows a review, no word. */
import type { Reviewed, ReviewedLuck } from "../wire/protocol";

const MOST = 4;
/** Below this luck is not worth a line: hundredths of a win, or a share of the spread. */
const LEAST = { win: 5, points: 0.12 };

export interface Stroke {
  thrown: ReviewedLuck;
  luck: number;
  /** In how many of 100 throws it comes as good, or as bad; null where that is not known for this seat. */
  odds: number | null;
}

/** Those of most worth, good or bad, in the order of the game. */
export function strokes({ luck, unit, spread }: Reviewed, seat: number): Stroke[] {
  const least = unit === "win" ? LEAST.win : LEAST.points * spread;
  return luck
    .map((thrown) => ({ thrown, luck: thrown.luck[seat] ?? 0, odds: oddsOf(thrown, seat) }))
    .filter((each) => Math.abs(each.luck) >= least)
    .sort((one, other) => Math.abs(other.luck) - Math.abs(one.luck))
    .slice(0, MOST)
    .sort((one, other) => one.thrown.at - other.thrown.at);
}

function oddsOf({ odds, seat: whose, mark }: ReviewedLuck, seat: number): number | null {
  return odds === null || whose !== seat || mark === 0 ? null : Math.max(1, Math.round(100 * odds));
}
