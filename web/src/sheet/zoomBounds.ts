/** What of a sheet is seen after two fingers spread or one finger moves. Pure. */
import type { Bounds, Point } from "./geometry";

/** The middle of the fingers as shares of the seen width and height, and how far apart they are. */
export interface Grip {
  x: number;
  y: number;
  spread: number;
}

const MOST = 4;

/** The place under the fingers stays under them; nothing beside the sheet is shown. */
export function gripped(whole: Bounds, seen: Bounds, from: Grip, to: Grip): Bounds {
  const zoom = clamped((whole.width / seen.width) * (to.spread / from.spread), 1, MOST);
  const width = whole.width / zoom,
    height = whole.height / zoom;
  const x = seen.x + from.x * seen.width - to.x * width;
  const y = seen.y + from.y * seen.height - to.y * height;
  return within(whole, { x, y, width, height });
}

/** So much of the sheet is seen that a place lies well inside; nothing moves if it does already. */
export function brought(whole: Bounds, seen: Bounds, [x, y]: Point): Bounds {
  const near = (at: number, from: number, span: number) => clamped(from, at - span * 0.85, at - span * 0.15);
  return within(whole, { ...seen, x: near(x, seen.x, seen.width), y: near(y, seen.y, seen.height) });
}

function within(whole: Bounds, seen: Bounds): Bounds {
  return {
    ...seen,
    x: clamped(seen.x, whole.x, whole.x + whole.width - seen.width),
    y: clamped(seen.y, whole.y, whole.y + whole.height - seen.height),
  };
}

function clamped(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
