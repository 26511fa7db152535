/** What the paper of a square cell looks like, by its marks. */
import type { Cell } from "../wire/protocol";
import { has, type Marks } from "./vocabulary";

export interface Ground {
  paper: string;
  hatch: string;
}

/** `faded`: a legal move is about the cell, but not with what the hand holds now. */
export function groundOf(cell: Cell, marks: Marks, faded = false): Ground {
  if (has(marks, "exploded")) return { paper: "special", hatch: "boom" };
  if (has(marks, "lava")) return { paper: "flow", hatch: "" };
  if (has(marks, "legal") && faded) return { paper: "pale", hatch: "" };
  if (has(marks, "legal")) return { paper: "legal", hatch: "legal" };
  if (has(marks, "locked")) return { paper: "lock", hatch: "lock" };
  if (has(marks, "open")) return { paper: "open", hatch: "" };
  return { paper: cell.fill === "special" ? "special" : "plain", hatch: "" };
}

/** How strong the printed number is: it fades under what was drawn over it. */
export function toneOf(marks: Marks, faded = false): string {
  if (has(marks, "cross", "start", "rail", "lava")) return "dim";
  if (has(marks, "legal") && !faded) return "onlegal";
  return has(marks, "locked") ? "shut" : has(marks, "full") ? "own" : "plain";
}
