/** The ruled lines around all square cells, each once, as one path. */
import type { Cell } from "../wire/protocol";
import { corners, type Point } from "./geometry";
import { edge } from "./hand";

export function gridLines(cells: readonly Cell[]): string {
  const edges = new Map<string, [Point, Point]>();
  for (const cell of cells.filter(({ shape }) => shape === "square")) {
    const ring = corners(cell);
    ring.forEach((start, at) => {
      const pair: [Point, Point] = [start, ring[(at + 1) % 4]!];
      edges.set(pair.map(String).sort().join(" "), pair);
    });
  }
  return [...edges.values()].map(([start, end]) => edge(start, end)).join("");
}
