/** What the result alone would have been with even luck. Pure but for the language. */
import { ranked } from "../end/ranks";
import type { Reviewed } from "../wire/protocol";
import type { View } from "../wire/view";
import { pick, say } from "../words/words.svelte";

/** Told only when the moves are known this well, in spreads of a game. */
const WITHIN = 0.25;

type Ranked = ReturnType<typeof ranked>;

/** The points, the rank that was and the one that would have been. */
export interface Even {
  n: number;
  was: Ranked;
  would: Ranked;
}

export function evenOf(view: View | null, review: Reviewed | null): Even | null {
  const adjusted = review?.seats.length === 1 ? review.seats[0]!.points.adjusted : null;
  const error = review?.seats[0]?.sum.error ?? 0;
  if (!view?.result || !review || adjusted == null || error > WITHIN * review.spread) return null;
  const n = Math.round(adjusted);
  return { n, was: ranked(view, view.seats[0]!.total), would: ranked(view, n) };
}

export function evenWords({ n, was, would }: Even): string {
  const better = (was?.rank ?? 0) - (would?.rank ?? 0);
  if (!would || better === 0) return say("review.even.same", { n });
  return better > 0 ? say("review.even.up", { n, rank: pick(would.title) }) : say("review.even.down", { n });
}
