/** The part of a sheet that a moment is about: about four by four cells around what was played and what was better. */
import type { Scene } from "../wire/scene";
import { boundsOf, type Bounds } from "../sheet/geometry";

const SIDE = 248;

/** A square with these cells in the middle, inside the sheet where that can be. */
export function cropOf(scene: Scene, cells: ReadonlySet<string>): Bounds {
  const sheet = boundsOf(scene);
  const meant = scene.cells.filter(({ id }) => cells.has(id));
  if (!meant.length)
    return square(sheet, sheet.x + sheet.width / 2, sheet.y + sheet.height / 2, Math.max(sheet.width, sheet.height));
  const xs = meant.map(({ x }) => x),
    ys = meant.map(({ y }) => y);
  const reach = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 90;
  const side = Math.min(Math.max(SIDE, reach), Math.max(sheet.width, sheet.height));
  return square(sheet, mean(xs), mean(ys), side);
}

function mean(all: number[]): number {
  return (Math.min(...all) + Math.max(...all)) / 2;
}

function square(sheet: Bounds, x: number, y: number, side: number): Bounds {
  return {
    x: within(x - side / 2, sheet.x, sheet.x + sheet.width - side),
    y: within(y - side / 2, sheet.y, sheet.y + sheet.height - side),
    width: side,
    height: side,
  };
}

/** A sheet smaller than the square lies in its middle. */
function within(at: number, low: number, high: number): number {
  return high < low ? (low + high) / 2 : Math.min(high, Math.max(low, at));
}
