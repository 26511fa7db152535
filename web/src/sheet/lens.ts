/** Where a lens stands and how much it enlarges. Pure; everything in units of the sheet. */
import type { Bounds, Point } from "./geometry";

export interface Lens {
  x: number;
  y: number;
  radius: number;
  larger: number;
}

/** Two and a half cells fit into it, each this many pixels wide. */
const CELLS = 2.5,
  WIDE = 52;
/** So far from the middle of the finger, in pixels: fingers are broad. */
const APART = 30;
/** As much of the lens may lie over what stands above the sheet, in pixels. */
const ABOVE = 44;

/** Above the finger; near the upper edge beside it, towards the middle of the sheet. */
export function lensAt([x, y]: Point, seen: Bounds, scale: number, unit: number): Lens {
  const larger = WIDE / (unit * scale),
    radius = (CELLS * WIDE) / 2 / scale,
    away = radius + APART / scale;
  const least = seen.y + radius - ABOVE / scale;
  if (y - away >= least) return { x: inside(x, seen, radius), y: y - away, radius, larger };
  const side = x < seen.x + seen.width / 2 ? 1 : -1;
  return { x: x + side * away, y: Math.max(y, least), radius, larger };
}

/** Not beyond the edges at the sides. */
function inside(x: number, { x: left, width }: Bounds, radius: number): number {
  return Math.max(left + radius, Math.min(x, left + width - radius));
}
