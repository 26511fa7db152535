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

/** What it cost; empty where nothing is said. */
export function cost(review: Reviewed, { certainty, find, loss }: ReviewedMoment): string {
  return find || certainty === "close" ? "" : amount(review, -loss);
}

/** So much more or less: whole hundredths of a win, or points with one decimal. */
export function amount({ unit }: Pick<Reviewed, "unit">, value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "+";
  if (unit === "win") return `${sign}${Math.max(1, Math.round(size))} %`;
  return say("review.points.by", { by: `${sign}${size.toFixed(1).replace(".", say("review.decimal"))}` });
}

/** A value: whole hundredths of a win, or points with one decimal. */
export function worth({ unit }: Pick<Reviewed, "unit">, value: number): string {
  return unit === "win" ? `${Math.round(value)} %` : value.toFixed(1).replace(".", say("review.decimal"));
}
