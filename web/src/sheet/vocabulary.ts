/** The words a scene may use are in shapes.ts (docs/scene.md); here is how marks are read off a cell. */
import type { Cell } from "../wire/scene";
import type { MARKS } from "./shapes";

export type MarkWord = (typeof MARKS)[number];
/** The marks of a cell by their word; the value is the detail. */
export type Marks = ReadonlyMap<string, string>;

const read = new WeakMap<Cell, Marks>();

/** Read once for each cell: another state of it is another cell. */
export function marksOf(cell: Cell): Marks {
  let marks = read.get(cell);
  if (!marks) {
    marks = new Map((cell.marks ?? []).map(({ kind, detail }) => [kind, detail ?? ""]));
    read.set(cell, marks);
  }
  return marks;
}

export function has(marks: Marks, ...words: MarkWord[]): boolean {
  return words.some((word) => marks.has(word));
}

export function isLegal(cell: Cell): boolean {
  return (cell.marks ?? []).some(({ kind }) => kind === "legal");
}
