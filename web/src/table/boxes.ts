/** How much room the boxes of a score need, and how they are read out. Pure; knows boxes, no game. */
import type { Box } from "../wire/scene";
import { say } from "../words/words.svelte";

/** How wide letters are, as parts of a digit. */
const SLIM: Record<string, number> = {
  "·": 0.4,
  "/": 0.6,
  " ": 0.45,
  "~": 0,
  f: 0.6,
  r: 0.65,
  l: 0.5,
  i: 0.5,
  t: 0.65,
  m: 1.5,
  "−": 1.05,
};
const SIGN = 2.3;
/** A digit and the edges of a box in pixels, at the size of the strip. */
const DIGIT = 6.5,
  EDGES = 2.5,
  AIR = 0.6;

const broad = (text: string) => [...text].reduce((sum, letter) => sum + (SLIM[letter] ?? 1), 0);

/** Boxes of the strip are narrow: a number stands there without its word. */
export const tight = (note: string) =>
  note
    .replaceAll(" → ", "·")
    .replaceAll(/ (·|×) /g, "$1")
    .replace(/^(\d+) \p{L}[\p{L} ]*$/u, "$1");

/** How much of the strip a box needs, so that nothing is cut off: as wide as what stands in it, in digits. */
export function room({ points = "", note = "" }: Box, thin = false): number {
  return AIR + Math.max(2.5, broad(tight(note)), (thin ? SIGN : 0) + points.length * 1.4);
}

/** The width of the whole strip in pixels. */
export function widthOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => sum + (room(box) - AIR) * DIGIT + EDGES, 0);
}

export function spokenBox({ label = "", points = "", note = "" }: Box): string {
  return [label, points && say("table.points", { n: Number(points) }), note.replaceAll("~", "")]
    .filter(Boolean)
    .join(", ");
}
