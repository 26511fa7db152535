/** A moment in words. Pure but for the language of the page. */
import type { Reviewed, ReviewedMoment } from "../wire/protocol";
import { pick, say } from "../words/words.svelte";

/** What stands under its title: what would have brought more and why, or that it is too close. */
export function sentence({ reference }: Reviewed, { better, certainty, find, why, also }: ReviewedMoment): string {
  const reason = why ? pick(why) : "";
  if (find) return reason || say("review.moment.find", { name: pick(reference) });
  if (!better) return reason;
  const move = pick(better.words);
  if (certainty === "close") return say("review.moment.close", { move });
  const others = also.length ? say("review.moment.also", { moves: also.map(pick).join(", ") }) : "";
  return [say("review.moment.better", { move }), reason, others].filter(Boolean).join(" ");
}

/** What it cost: whole hundredths, or points with one decimal; empty where nothing is said. */
export function cost({ unit }: Reviewed, { certainty, find, loss }: ReviewedMoment): string {
  if (find || certainty === "close") return "";
  return unit === "win"
    ? `−${Math.max(1, Math.round(loss))} %`
    : say("review.moment.points", { n: loss.toFixed(1).replace(".", say("review.decimal")) });
}
