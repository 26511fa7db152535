/** A moment in words. Pure but for the language of the page. */
import type { Reviewed, ReviewedMoment } from "../wire/protocol";
import { pick, say } from "../words/words.svelte";
import { between } from "./figure";

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

/** What it cost; empty where nothing is said, or where it may be nothing. */
export function cost(review: Reviewed, { certainty, find, tell_loss }: ReviewedMoment): string {
  return find || certainty === "close" || !tell_loss ? "" : amount(review, -tell_loss.about);
}

/** The range of what it cost; empty where it is exact, or nothing is said. */
export function costRange(review: Reviewed, moment: ReviewedMoment): string {
  const range = cost(review, moment) && between(moment.tell_loss!, String);
  return range && say(review.unit === "win" ? "review.moment.range.win" : "review.moment.range", { range });
}

/** So much more or less: whole hundredths of a win, or whole points. */
export function amount({ unit }: Pick<Reviewed, "unit">, value: number): string {
  const by = `${value < 0 ? "−" : "+"}${Math.max(1, Math.round(Math.abs(value)))}`;
  return unit === "win" ? `${by} %` : say("review.points.by", { by });
}

/** A value: whole hundredths of a win, or whole points. */
export function worth({ unit }: Pick<Reviewed, "unit">, value: number): string {
  return `${Math.round(value)}${unit === "win" ? " %" : ""}`.replace("-", "−");
}
