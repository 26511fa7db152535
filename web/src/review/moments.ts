/** Which moments are shown of a seat, and their numbers. Pure. */
import type { Reviewed, ReviewedMoment } from "../wire/protocol";

/** A moment with its number; the best find has none and comes first. */
export interface Numbered {
  moment: ReviewedMoment;
  number: number;
}

/** The moments of a seat: the best find first, then in the order of the game. */
export function momentsOf({ moments }: Reviewed, seat: number): Numbered[] {
  const mine = moments.filter((moment) => moment.seat === seat);
  const finds = mine.filter(({ find }) => find).map((moment) => ({ moment, number: 0 }));
  const rest = mine.filter(({ find }) => !find).sort((one, other) => one.at - other.at);
  return [...finds, ...rest.map((moment, nth) => ({ moment, number: nth + 1 }))];
}

/** Which moment an address means: `#1` to `#3`, `#0` the best find; null for none. */
export function meant(all: readonly Numbered[], hash: string): Numbered | null {
  return /^\d$/.test(hash) ? (all.find(({ number }) => number === Number(hash)) ?? null) : null;
}
