/** A sheet laid by a quarter turn: cells turn with the paper, signs and numbers stand upright. One for each sheet. */
import { getContext, setContext } from "svelte";
import type { Bounds, Point } from "./geometry";

/** How a sheet lies: as printed, its top edge at the left, or its top edge at the right. */
export type Turn = 0 | -90 | 90;

const LYING = Symbol("lying");

/** Everything below asks this how the sheet lies. */
export function layDown(turn: () => Turn): void {
  setContext(LYING, turn);
}

/** The transform that lets something at a place of the sheet stand upright. Asked where a component is made. */
export function uprighter(): (x: number, y: number) => string | undefined {
  const turn = getContext<(() => Turn) | undefined>(LYING);
  return (x, y) => (turn?.() ? `rotate(${-turn()} ${x} ${y})` : undefined);
}

/** What a turned sheet needs on the desk. */
export function turnedBounds(bounds: Bounds, turn: Turn): Bounds {
  return turn ? { x: 0, y: 0, width: bounds.height, height: bounds.width } : bounds;
}

/** Lays the paper into those bounds. */
export function turnedPaper({ x, y, width, height }: Bounds, turn: Turn): string | undefined {
  if (!turn) return undefined;
  return turn === -90 ? `matrix(0 -1 1 0 ${-y} ${x + width})` : `matrix(0 1 -1 0 ${y + height} ${-x})`;
}

/** Where a place of the sheet lies in those bounds. */
export function laidAt([x, y]: Point, bounds: Bounds, turn: Turn): Point {
  if (!turn) return [x, y];
  return turn === -90 ? [y - bounds.y, bounds.x + bounds.width - x] : [bounds.y + bounds.height - y, x - bounds.x];
}

/** Where the eye sees a place of the sheet, up to the origin. */
export function seenAt([x, y]: Point, turn: Turn): Point {
  if (!turn) return [x, y];
  return turn === -90 ? [y, -x] : [-y, x];
}
