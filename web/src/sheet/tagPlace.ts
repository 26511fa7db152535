/**
 * Where the tag of an area stands on a turned sheet: upright, in one line or two, moved and if need be shrunk a little
 * so that it covers no cell. Pure.
 */
import type { Tag } from "../wire/scene";
import { digitsWidth } from "./digits";
import { distance, type Place, type Point } from "./geometry";
import { RADIUS } from "./shapes";

/**
 * In one line the picture stands before the points; `dx`, `dy`: how far the tag moves, as the eye sees it; `size`: how
 * large it stays.
 */
export interface Placed {
  inLine: boolean;
  dx: number;
  dy: number;
  size: number;
}

/** What is drawn of a tag, around its middle: left, top, right, bottom. */
type Box = readonly [number, number, number, number];

export const HEIGHT = 19;
const PICTURE = 32;
const STEP = 3,
  MOST = 36,
  SIZES = [1, 0.9, 0.8, 0.7];
/** So far the ink stays away from cells. */
const APART = 2;
const SHARES = [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1];

/**
 * `cells` and the tag as the eye sees them. The largest tag that covers no cell, moved as little as possible; if every
 * place covers one, what covers least.
 */
export function placed({ x, y, text = "" }: Pick<Tag, "x" | "y" | "text">, cells: readonly Place[]): Placed {
  const near = cells.filter((cell) => Math.hypot(cell.x - x, cell.y - y) < 150);
  let best = { covers: Infinity, way: { inLine: false, dx: 0, dy: 0, size: 1 } };
  for (const size of SIZES) {
    for (const [dx, dy] of MOVES) {
      for (const inLine of [false, true]) {
        const covers = covering(near, [x + dx, y + dy], boxesOf(text, inLine), size, best.covers);
        if (covers < best.covers) best = { covers, way: { inLine, dx, dy, size } };
        if (!best.covers) return best.way;
      }
    }
  }
  return best.way;
}

/** Where a tag may go, the nearest first. */
const STEPS = Array.from({ length: (2 * MOST) / STEP + 1 }, (_, at) => at * STEP - MOST);
const MOVES = STEPS.flatMap((dx) => STEPS.map((dy): Point => [dx, dy]))
  .filter(([dx, dy]) => Math.hypot(dx, dy) <= MOST)
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

/** The widths of points, stroke and points for later ones. */
export function widths(text: string): [number, number, number] {
  const [first = "", later = ""] = text.split("/");
  return [digitsWidth(first, HEIGHT), digitsWidth("/", HEIGHT), digitsWidth(later, HEIGHT)];
}

/** Where the points begin and how high they stand, and where the picture stands. */
export function drawnAt(text: string, inLine: boolean): { left: number; y: number; picture: Point } {
  const wide = widths(text).reduce((sum, part) => sum + part),
    left = -wide / 2 + (inLine ? 18 : 0);
  return inLine ? { left, y: 0, picture: [left - 34, -16] } : { left, y: 13, picture: [-16, -31] };
}

function boxesOf(text: string, inLine: boolean): Box[] {
  const { left, y, picture } = drawnAt(text, inLine);
  const wide = widths(text).reduce((sum, part) => sum + part),
    half = HEIGHT / 2 + 1;
  return [
    [picture[0], picture[1], picture[0] + PICTURE, picture[1] + PICTURE],
    [left - 1, y - half, left + wide + 1, y + half],
  ];
}

/** How many places of a tag lie on cells; not counted beyond what is too many already. */
function covering(cells: readonly Place[], [x, y]: Point, boxes: readonly Box[], size: number, enough: number): number {
  let many = 0;
  for (const [left, top, right, bottom] of boxes) {
    for (const across of SHARES) {
      for (const down of SHARES) {
        const spot: Point = [x + size * (left + (right - left) * across), y + size * (top + (bottom - top) * down)];
        if (cells.some((cell) => isOn(cell, spot)) && ++many >= enough) return many;
      }
    }
  }
  return many;
}

function isOn(cell: Place, [x, y]: Point): boolean {
  return Math.hypot(cell.x - x, cell.y - y) < RADIUS + APART && distance(cell, [x, y]) < APART;
}
