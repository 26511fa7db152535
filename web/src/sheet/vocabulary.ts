/** The words a scene may use (docs/scene.md). A test holds both together; what is not listed is not drawn. */
import type { Cell } from "../wire/protocol";

export const SHAPES = ["square", "pointy", "flat"] as const;
export const COLOURS = ["r", "o", "y", "g", "b", "v", "a"] as const;
export const FILLS = ["plain", "special", "white", ...COLOURS] as const;
export const TINTS = ["text", "ink", "red", "amber", "green", "blue", "violet", "teal", "brown"] as const;
export const MARKS = [
  "legal",
  "open",
  "pick",
  "last",
  "cross",
  "start",
  "die",
  "locked",
  "exploded",
  "lava",
  "rail",
  "printed",
  "line",
  "end",
  "rest",
  "origin",
  "full",
  "half",
] as const;
export const PIECES = ["NS", "EW", "NE", "NW", "SE", "SW"] as const;
export const STROKES = ["land", "enclosed", "area", "segment", "line", "new"] as const;
export const TAGS = ["row", "column", "area", "place", "ruler", "name"] as const;
export const TAG_STATES = ["open", "won", "lost", "first", "later", "late"] as const;

export type MarkWord = (typeof MARKS)[number];
/** The marks of a cell by their word; the value is the detail. */
export type Marks = ReadonlyMap<string, string>;

export function marksOf(cell: Cell): Marks {
  return new Map((cell.marks ?? []).map(({ kind, detail }) => [kind, detail ?? ""]));
}

export function has(marks: Marks, ...words: MarkWord[]): boolean {
  return words.some((word) => marks.has(word));
}

export function isLegal(cell: Cell): boolean {
  return (cell.marks ?? []).some(({ kind }) => kind === "legal");
}
