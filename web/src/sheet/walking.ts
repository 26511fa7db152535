/** Which cell a key leads to. Pure: places in, the name of a cell out. */
import type { Cell } from "../wire/scene";
import type { Point } from "./geometry";
import { isLegal } from "./vocabulary";

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Keys by where they lie on the keyboard, not by what is printed on them. */
const HEX_KEYS: Readonly<Record<string, Readonly<Record<string, Point>>>> = {
  pointy: aslant(0.5, 0.87),
  flat: aslant(0.87, 0.5),
  square: {},
};

function aslant(x: number, y: number): Readonly<Record<string, Point>> {
  return { KeyQ: [-x, -y], KeyW: [x, -y], KeyA: [-1, 0], KeyD: [1, 0], KeyZ: [-x, y], KeyX: [x, y] };
}

export interface Pressed {
  key: string;
  code: string;
  ctrlKey?: boolean;
  shiftKey?: boolean;
}

/** The cell the cursor moves to; nothing when the key is not one of ours. */
export function walked(
  cells: readonly Cell[],
  from: string,
  pressed: Pressed,
  bright: ReadonlySet<string> | null,
): string | null {
  const here = cells.find(({ id }) => id === from) ?? cells[0];
  if (!here) return null;
  if (pressed.key === "Home" || pressed.key === "End") return rowEnd(cells, here, pressed);
  if (pressed.key.toLowerCase() === "n") return nextLegal(cells, here, bright, pressed.shiftKey ? -1 : 1);
  const way = ARROWS[pressed.key] ?? HEX_KEYS[here.shape]?.[pressed.code];
  return way ? step(cells, here, way) : null;
}

/** The nearest cell in a direction. Squares keep to their row or column; stays where nothing is. */
function step(cells: readonly Cell[], here: Cell, [wx, wy]: Point): string {
  const strict = here.shape === "square" ? 8 : 1.2;
  let best = here,
    least = Infinity;
  for (const cell of cells) {
    const dx = cell.x - here.x,
      dy = cell.y - here.y;
    const along = dx * wx + dy * wy,
      aside = Math.abs(dx * wy - dy * wx);
    const far = along + strict * aside;
    if (along > 1 && aside <= along * 1.5 && far < least) [best, least] = [cell, far];
  }
  return best.id;
}

/** First or last of the row, with Ctrl of the whole sheet. */
function rowEnd(cells: readonly Cell[], here: Cell, { key, ctrlKey }: Pressed): string {
  const row = reading(ctrlKey ? cells : cells.filter(({ y }) => Math.abs(y - here.y) < 1));
  return (key === "Home" ? row[0] : row[row.length - 1])!.id;
}

function nextLegal(cells: readonly Cell[], here: Cell, bright: ReadonlySet<string> | null, way: number): string {
  const all = reading(cells);
  const start = all.indexOf(here);
  for (let many = 1; many <= all.length; many++) {
    const cell = all[(start + way * many + 2 * all.length) % all.length]!;
    if (isTarget(cell, bright)) return cell.id;
  }
  return here.id;
}

/** Whether a cell can be chosen now: a legal move is about it, and it is among the bright ones. */
export function isTarget(cell: Cell, bright: ReadonlySet<string> | null): boolean {
  return isLegal(cell) && (!bright || bright.has(cell.id));
}

function reading(cells: readonly Cell[]): Cell[] {
  return [...cells].sort((a, b) => Math.round(a.y - b.y) || a.x - b.x);
}
