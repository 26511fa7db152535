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

type Does = (hand: TableHand, around: Around) => void;
const KEYS: Record<string, Does> = {
  Backspace: (hand) => hand.undo(),
  h: (hand) => hand.hintRequest.further(),
  n: (_, around) => around.enter(),
  s: (_, around) => around.show("scores"),
  l: (_, around) => around.show("log"),
  p: (_, around) => around.opponents(),
  "?": (hand, around) => why(hand, around),
};

/** A key was pressed somewhere on the page and nothing else took it. */
export function onKey(event: KeyboardEvent, hand: TableHand, around: Around): void {
  const does = isTaken(event) ? undefined : chosen(event);
  if (!does) return;
  event.preventDefault();
  does(hand, around);
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

const confirm: Does = (hand) => void hand.confirm();

function why(hand: TableHand, around: Around): void {
  const cell = around.cursor();
  const onSheet = document.activeElement?.closest('[role="grid"]');
  const legal = hand.options.some((option) => option.cell === cell);
  if (!cell || !onSheet) return around.show("keys");
  if (!around.explain(cell) && legal) around.show("keys");
  if (!legal) hand.why(cell);
}
