/** Figures of a review in words. What may be told of them the server says. Pure but for the language. */
import type { ReviewedFigure } from "../wire/protocol";
import { say } from "../words/words.svelte";

/** With a sign, if it is a difference. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : minus(value));

const minus = (value: number): string => `${value}`.replace("-", "−");

/** Between what it is; empty where it is exact. */
export function between({ low, high }: ReviewedFigure, write: (value: number) => string = signed): string {
  return low === high ? "" : say("review.between", { low: write(low), high: write(high) });
}

/** "45", or "about 45 (40 to 50)". */
export function aboutWords(told: ReviewedFigure): string {
  const range = between(told, minus);
  return range ? say("review.about", { n: minus(told.about), range }) : minus(told.about);
}
