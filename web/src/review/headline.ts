/** The headline of a review. Pure but for the language: knows a view and a review, no rule. */
import { verdict } from "../end/verdict";
import { settings } from "../settings.svelte";
import type { Reviewed } from "../wire/protocol";
import type { View } from "../wire/view";
import { say } from "../words/words.svelte";
import { evenShares } from "./sum";

/** Who leads by so much with even luck has found more; else the game was open. */
const CLEARLY = 10;

/** The rank alone; with company what even luck tells, and where that is not known only how it went. */
export function headline(view: View, review: Reviewed | null): string {
  const ended = verdict(view, settings.lang);
  if (ended.kind !== "won") return say(ended.title.key, ended.title.fill);
  const shares =
    review?.sums && review.unit === "win" ? evenShares(review.seats.map((each) => each.sum.adjusted)) : null;
  const winners = view.result?.ranking.filter(({ place }) => place === 1) ?? [];
  const [winner] = winners;
  if (!shares || !review || !winner || winners.length > 1) return say("review.verdict.unsure");
  const best = Math.max(...shares);
  const lead = best - Math.max(...shares.filter((_, seat) => seat !== shares.indexOf(best)));
  if (lead <= CLEARLY) return say("review.verdict.open");
  const lucky = shares[winner.seat] !== best;
  const name = view.seats[winner.seat]!.name;
  if (review.you.length === 1 && review.you[0] === winner.seat) {
    return say(lucky ? "review.verdict.won.lucky" : "review.verdict.won");
  }
  return say(lucky ? "review.verdict.lost.unlucky" : "review.verdict.lost", { name });
}
