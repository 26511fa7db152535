/** Where cells lie and how far they reach, from the shapes of src/kritzel/scene.py. Knows no component and no game. */
import type { Cell, Scene } from "../wire/scene";
import { CORNERS } from "./shapes";

export type Point = readonly [number, number];

export interface Place {
  shape: string;
  x: number;
  y: number;
}

/** The corners of a cell around its centre, clockwise; `size` shrinks or grows it. */
export function corners({ shape, x, y }: Place, size = 1): Point[] {
  return CORNERS[shape as keyof typeof CORNERS].map(([dx, dy]): Point => [x + dx * size, y + dy * size]);
}

/** Corners as the attribute of a polygon. */
export function polygon(place: Place, size = 1): string {
  return corners(place, size)
    .map(([x, y]) => `${round(x)},${round(y)}`)
    .join(" ");
}

/** Corners as a piece of a path; several make one path. */
export function outline(points: readonly Point[], closed = true): string {
  return "M" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L") + (closed ? "Z" : "");
}

export function around(x: number, y: number, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** How far a point is from the shape of a cell; 0 inside. */
export function distance(cell: Place, [px, py]: Point): number {
  const ring = corners(cell);
  const sides = ring.map((start, at) => side(start, ring[(at + 1) % ring.length]!, [px, py]));
  return sides.every(({ inside }) => inside) ? 0 : Math.min(...sides.map(({ away }) => away));
}

/** Whether a point is on the inner side of an edge (clockwise), and how far it is from that edge. */
function side([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): { inside: boolean; away: number } {
  const dx = bx - ax,
    dy = by - ay,
    wx = px - ax,
    wy = py - ay;
  const share = Math.max(0, Math.min(1, (wx * dx + wy * dy) / (dx * dx + dy * dy)));
  return { inside: dx * wy - dy * wx >= 0, away: Math.hypot(wx - share * dx, wy - share * dy) };
}

/** Cells in reading order, row by row; hexagons beside each other at the same height are a row. */
export function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) {
    const at = Math.round(cell.y);
    rows.set(at, [...(rows.get(at) ?? []), cell]);
  }
  const heights = [...rows.keys()].sort((a, b) => a - b);
  return heights.map((at) => rows.get(at)!.sort((a, b) => a.x - b.x));
}

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

const REACH: Record<string, readonly [number, number]> = {
  row: [26, 26],
  column: [26, 26],
  area: [22, 19],
  place: [34, 34],
  ruler: [10, 10],
  name: [0, 14],
};
const AIR = 3;
/** How wide a letter of a name is, about. */
const LETTER = 12;

/** The corners of what a tag needs. A name ends at its place. */
function reachOf({ kind, x, y, text = "" }: Scene["tags"][number]): Point[] {
  const [wide, high] = REACH[kind] ?? [20, 20];
  const left = kind === "name" ? LETTER * text.length : wide;
  return [
    [x - left, y - high],
    [x + wide, y + high],
  ];
}

/**
 * What a sheet needs on the paper: its cells and all its tags, with a little air. Letters and numbers at its edges may
 * be left out.
 */
export function boundsOf(scene: Scene, ruler = true): Bounds {
  const ring = scene.cells.flatMap((cell) => corners(cell));
  const tags = scene.tags.filter(({ kind }) => ruler || kind !== "ruler").flatMap(reachOf);
  const all = [...ring, ...tags, ...scene.strokes.flatMap((stroke) => stroke.points)];
  return hull(
    all.map(([x]) => x),
    all.map(([, y]) => y),
  );
}

function hull(xs: number[], ys: number[]): Bounds {
  const x = Math.min(...xs) - AIR,
    y = Math.min(...ys) - AIR;
  return { x, y, width: Math.max(...xs) + AIR - x, height: Math.max(...ys) + AIR - y };
}
