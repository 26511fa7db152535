/** The keys of the table, beside those of the sheet and of every hand. Knows keys and what they touch, no rule. */
import { handKey, isTaken, nameOf, onControl } from "../hand/handKeys";
import type { TableHand } from "./tableHand.svelte";

export interface Around {
  /** The cell the keys are at, if the sheet has the focus. */
  cursor: () => string;
  /** Onto the sheet, to the next cell that can be chosen. */
  enter: () => void;
  /** Zoom or move the sheet: + - 0 or an arrow. */
  look: (key: string) => void;
  /** Say what a cell is, where it is; whether there was something to say. */
  explain: (cell: string) => boolean;
  show: (what: "keys" | "log" | "scores") => void;
  opponents: () => void;
}

type Does = (playing: TableHand, around: Around) => void;
const KEYS: Record<string, Does> = {
  Backspace: (playing) => playing.undo(),
  h: (playing) => playing.hinting.further(),
  n: (_, around) => around.enter(),
  s: (_, around) => around.show("scores"),
  l: (_, around) => around.show("log"),
  p: (_, around) => around.opponents(),
  "?": (playing, around) => why(playing, around),
};

/** A key was pressed somewhere on the page and nothing else took it. */
export function onKey(event: KeyboardEvent, playing: TableHand, around: Around): void {
  const does = isTaken(event) ? undefined : chosen(event);
  if (!does) return;
  event.preventDefault();
  does(playing, around);
}

function chosen(event: KeyboardEvent): Does | undefined {
  if (event.ctrlKey) return handKey(event);
  if (event.key === "Enter") return onControl(event) ? undefined : confirm;
  const view = viewKey(event);
  if (view) return (_, around) => around.look(view);
  if (event.key.startsWith("Arrow")) return (_, around) => around.enter();
  return handKey(event) ?? KEYS[nameOf(event)];
}

function viewKey({ key, shiftKey }: KeyboardEvent): string {
  if (key === "+" || key === "=") return "+";
  return key === "-" || key === "0" || (shiftKey && key.startsWith("Arrow")) ? key : "";
}

const confirm: Does = (playing) => void playing.confirm();

function why(playing: TableHand, around: Around): void {
  const cell = around.cursor();
  const onSheet = document.activeElement?.closest('[role="grid"]');
  const legal = playing.options.some((option) => option.cell === cell);
  if (!cell || !onSheet) return around.show("keys");
  if (!around.explain(cell) && legal) around.show("keys");
  if (!legal) playing.why(cell);
}
