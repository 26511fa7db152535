/**
 * Where the tag of an area stands on a turned sheet: upright, in one line or two, moved a little so that it covers no
 * cell. Pure.
 */
import type { Tag } from "../wire/protocol";
import { distance, type Place, type Point } from "./geometry";

/** In one line the picture stands before the points; `dx`, `dy`: how far the tag moves, as the eye sees it. */
export interface Placed {
  inLine: boolean;
  dx: number;
  dy: number;
}

/** Half of what the tag covers: its picture above the points, or before them. */
const TWO: Point = [26, 30],
  ONE: Point = [46, 16];
const STEP = 6,
  MOST = 24;

/**
 * `cells` and the tag as the eye sees them. The smallest move that covers no cell; if none does, the one that covers
 * least.
 */
export function placed({ x, y }: Pick<Tag, "x" | "y">, cells: readonly Place[]): Placed {
  const near = cells.filter((cell) => Math.hypot(cell.x - x, cell.y - y) < 130);
  const ways = [false, true].flatMap((inLine) => moves().map(([dx, dy]) => ({ inLine, dx, dy })));
  const costs = ways.map((way) => ({
    way,
    cost: covering(near, [x + way.dx, y + way.dy], way.inLine ? ONE : TWO) * 100 + Math.hypot(way.dx, way.dy),
  }));
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best)).way;
}

function moves(): Point[] {
  const steps = Array.from({ length: (2 * MOST) / STEP + 1 }, (_, at) => at * STEP - MOST);
  return steps.flatMap((dx) => steps.map((dy): Point => [dx, dy])).filter(([dx, dy]) => Math.hypot(dx, dy) <= MOST);
}

/** How many places at the edge and in the middle of a tag lie on cells. */
function covering(cells: readonly Place[], [x, y]: Point, [wide, high]: Point): number {
  const shares = [-1, -0.5, 0, 0.5, 1];
  const spots = shares.flatMap((across) => shares.map((down): Point => [x + across * wide, y + down * high]));
  return spots.filter((spot) => cells.some((cell) => distance(cell, spot) === 0)).length;
}
