/** The ruled lines around all square cells, each once, as one path. */
import type { Cell } from "../wire/scene";
import { corners, type Point } from "./geometry";
import { edge } from "./hand";

export function gridLines(cells: readonly Cell[]): string {
  const edges = new Map<string, [Point, Point]>();
  for (const cell of cells.filter(({ shape }) => shape === "square")) {
    const [a, b, c, d] = corners(cell) as [Point, Point, Point, Point];
    for (const [start, end] of [
      [a, b],
      [b, c],
      [d, c],
      [a, d],
    ] as const)
      edges.set(`${start} ${end}`, [start, end]);
  }
  return [...edges.values()].map(([start, end]) => edge(start, end)).join("");
}
