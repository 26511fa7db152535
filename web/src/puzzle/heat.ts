/** What ways are worth, on the cells of a sheet and in words. Pure; knows no rule and no game. */
import type { Heat, Warm } from "../sheet/heatCell";
import type { WeighedWays, WeighedWay } from "../wire/protocol";
import type { Cell, Scene } from "../wire/scene";
import { say } from "../words/words.svelte";

/** From which gap on a cell is colder: points, or hundredths of a win. */
const STEPS = { points: [2, 5, 9], win: [2, 5, 9] } as const;

/** A gap as people read it: whole points, as its error owns no more; `≈` where it may be nothing. */
export function gapText({ gap, right }: Pick<WeighedWay, "gap" | "right">): string {
  return right ? "≈" : `−${gapSize(gap)}`;
}

export const gapSize = (gap: number): string => `${Math.max(1, Math.round(gap))}`;

/** A line grows to where it ends; anything else is about all its cells. */
export function cellsOf({ cells }: WeighedWay, scene: Scene): readonly string[] {
  const line = scene.strokes.some(({ kind }) => kind === "line" || kind === "new");
  return line ? cells.slice(-1) : cells;
}

export function heatOf({ ways, unit }: WeighedWays, scene: Scene, yours: number | null): Heat {
  const heat = new Map<string, Warm>();
  const tried = new Set(yours === null ? [] : cellsOf(ways[yours]!, scene));
  ways.forEach((way, nth) => {
    for (const cell of cellsOf(way, scene)) if (!heat.has(cell)) heat.set(cell, warm(way, nth, unit, tried.has(cell)));
  });
  return heat;
}

function warm(way: WeighedWay, nth: number, unit: WeighedWays["unit"], mine: boolean): Warm {
  const best = nth === 0;
  const level = best ? 0 : ((1 + STEPS[unit].filter((step) => way.gap >= step).length) as 1 | 2 | 3 | 4);
  const less = say(unit === "win" ? "puzzle.less.win" : "puzzle.less", { n: gapSize(way.gap) });
  const label = [
    best ? say("puzzle.best") : way.right ? say("puzzle.equal.title") : less,
    ...(mine ? [say("puzzle.mine")] : []),
  ].join(", ");
  return { level, text: best ? "" : gapText(way), mine, label };
}

/** What was right in a try that was not the best: the same cells in another order, or a cell close by. */
export function near(yours: WeighedWay | undefined, best: WeighedWay, scene: Scene): "" | "corner" | "order" {
  if (!yours?.cells.length || !best.cells.length) return "";
  const same = new Set(best.cells);
  if (yours.cells.length > 1 && yours.cells.length === same.size && yours.cells.every((cell) => same.has(cell)))
    return "order";
  const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
  const [one, other] = [cells.get(yours.cells.at(-1)!), cells.get(best.cells.at(-1)!)];
  return one && other && apart(one, other) <= 1.5 * spacing(scene.cells) ? "corner" : "";
}

const apart = (one: Cell, other: Cell) => Math.hypot(one.x - other.x, one.y - other.y);

/** How far the nearest cells are from each other. */
function spacing([first, ...rest]: readonly Cell[]): number {
  return first ? Math.min(...rest.map((cell) => apart(first, cell))) : 0;
}
