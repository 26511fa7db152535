/** Which cell a tap means: fingers are broad, so a tap beside a cell that can be chosen counts for it. */
import type { Cell } from "../wire/scene";
import { distance, type Point } from "./geometry";
import { isTarget } from "./walking";

/** The cell at a place of the sheet; `reach` is how far beside it a tap may be. `meant` is previewed already. */
export function tapped(
  cells: readonly Cell[],
  place: Point,
  reach: number,
  bright: ReadonlySet<string> | null,
  meant = "",
): string | null {
  const near = cells.map((cell) => ({ cell, away: distance(cell, place) })).filter(({ away }) => away <= reach);
  const byDistance = near.sort((a, b) => a.away - b.away);
  const wanted = byDistance.find(({ cell }) => cell.id === meant || isTarget(cell, bright));
  return (wanted ?? byDistance.find(({ away }) => away === 0))?.cell.id ?? null;
}
