/** Which moments are shown of a seat, and their numbers. Pure. */
import type { Again, Drawn } from "../sheet/again";
import type { Reviewed, ReviewedChoice, ReviewedMoment } from "../wire/protocol";
import type { Scene } from "../wire/scene";

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

/** Both moves of a moment as the sheet draws them. */
export function againOf(
  { played, better, about, dead_end }: ReviewedMoment,
  flags: Again["flags"],
  spoken = flags,
): Again {
  return {
    played: new Set(played.cells),
    better: new Set(better?.cells ?? []),
    flags,
    spoken,
    about: new Set(about),
    ends: dead_end,
    drawn: { played: drawn(played), better: better && drawn(better) },
  };
}

function drawn({ kind, die, lines }: ReviewedChoice): Drawn {
  return { kind, die, lines };
}

/** Whether a moment is about dice that are kept or thrown, or about leaving: nothing of it is on the sheet. */
export function offTheSheet({ played, better }: ReviewedMoment): boolean {
  return !played.cells.length && !better?.cells.length;
}

/** The places in the tray of the dice that a choice keeps: all but those it throws again. */
export function kept({ tray }: Pick<Scene, "tray">, { faces }: Pick<ReviewedChoice, "faces">): ReadonlySet<number> {
  const thrown = [...faces];
  const keeps = new Set<number>();
  tray.forEach(({ face }, nth) => {
    const at = thrown.indexOf(face);
    if (at < 0) keeps.add(nth);
    else thrown.splice(at, 1);
  });
  return keeps;
}
