/** The score pad of everybody side by side: one row per line, with the icon of the score strip. Pure. */
import type { Words } from "../wire/protocol";
import type { Box, Scene } from "../wire/scene";
import type { Line, SeatView } from "../wire/view";

export interface PadRow {
  key: string;
  /** The box of the score strip that stands for it, if there is one. */
  box: Box | null;
  words: Words;
  clause: string;
  lines: Line[];
}

/** The lines of all seats, in the order of the pad; `order` is the order of the columns. */
export function padRows(seats: readonly SeatView[], order: readonly number[], scene: Scene | undefined): PadRow[] {
  const columns = order.map((seat) => seats[seat]!);
  return (columns[0]?.lines ?? []).map((first, at) => ({
    key: first.key,
    box: boxOf(scene, first.key),
    words: first.words,
    clause: first.clause,
    lines: columns.map(({ lines }) => lines[at]!),
  }));
}

/** The box of a line; of several (`puzzles.a`, `puzzles.b`) the first. */
export function boxOf(scene: Scene | undefined, key: string): Box | null {
  const boxes = scene?.boxes ?? [];
  return boxes.find((box) => box.key === key) ?? boxes.find((box) => box.key.startsWith(`${key}.`)) ?? null;
}

/** What a line is called: the box knows it better (the name of a land), unless it is only one of several. */
export function nameOf({ key, box, words }: PadRow, lang: "de" | "en"): string {
  return box && box.key === key && box.label ? box.label : words[lang];
}
