/** What the result alone would have been with even luck. Pure but for the language. */
import { ranked } from "../end/ranks";
import type { Reviewed, ReviewedFigure } from "../wire/protocol";
import type { View } from "../wire/view";
import { pick, say } from "../words/words.svelte";
import { aboutWords } from "./figure";

/** Told only when the moves are known this well, in spreads of a game. */
const WITHIN = 0.25;

type Ranked = ReturnType<typeof ranked>;

/** The points, the rank that was and the one that would have been, where the range of the points has only one. */
export interface Even {
  n: ReviewedFigure;
  was: Ranked;
  would: Ranked;
}

export function evenOf(view: View | null, review: Reviewed | null): Even | null {
  const parts = review?.seats.length === 1 ? review.seats[0]!.points : null;
  const n = parts?.tell_even;
  if (!view?.result || !review || !n || (parts?.error ?? 0) > WITHIN * review.spread) return null;
  const [low, high] = [ranked(view, n.low), ranked(view, n.high)];
  return { n, was: ranked(view, view.seats[0]!.total), would: low?.rank === high?.rank ? low : null };
}

export function evenWords({ n: told, was, would }: Even): string {
  const n = aboutWords(told);
  if (was && !would) return say("review.even.open", { n });
  const better = (was?.rank ?? 0) - (would?.rank ?? 0);
  if (!would || better === 0) return say("review.even.same", { n });
  return better > 0 ? say("review.even.up", { n, rank: pick(would.title) }) : say("review.even.down", { n });
}
