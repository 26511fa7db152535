/** The keys of the table beside those of the sheet (DESIGN: accessibility). Knows keys and what they touch, no rule. */
import { only, unheard } from "./hand";
import type { Playing } from "./playing.svelte";

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

type Does = (playing: Playing, around: Around) => void;
const KEYS: Record<string, Does> = {
  Backspace: (playing) => playing.undo(),
  Escape: (playing) => playing.clear(),
  r: (playing) => (only(playing.options, "again") ? playing.throwAgain() : playing.press("reroll")),
  o: (playing) => playing.press("out"),
  e: (playing) => playing.otherEnd(),
  k: (playing) => keepFocused(playing),
  n: (_, around) => around.enter(),
  s: (_, around) => around.show("scores"),
  l: (_, around) => around.show("log"),
  p: (_, around) => around.opponents(),
  "?": (playing, around) => why(playing, around),
};

/** A key was pressed somewhere on the page and nothing else took it. */
export function onKey(event: KeyboardEvent, playing: Playing, around: Around): void {
  if (event.defaultPrevented || event.altKey || event.metaKey || busyElsewhere(event)) return;
  const does = chosen(event);
  if (!does) return;
  event.preventDefault();
  does(playing, around);
}

function chosen(event: KeyboardEvent): Does | undefined {
  if (event.key === "Enter") return event.ctrlKey ? primary : onControl(event) ? undefined : confirm;
  if (event.ctrlKey) return undefined;
  const view = viewKey(event);
  if (view) return (_, around) => around.look(view);
  if (event.key.startsWith("Arrow")) return (_, around) => around.enter();
  if (/^[1-6]$/.test(event.key)) return (playing) => playing.tapNumber(Number(event.key));
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

function viewKey({ key, shiftKey }: KeyboardEvent): string {
  if (key === "+" || key === "=") return "+";
  return key === "-" || key === "0" || (shiftKey && key.startsWith("Arrow")) ? key : "";
}

const confirm: Does = (playing) => void playing.confirm();

/** What the strongest button does: the move in mind, else to throw, else the one thing left to do. */
const primary: Does = (playing) => {
  if (playing.confirm()) return;
  const [other, ...rest] = unheard(playing.options, playing.chosen);
  if (only(playing.options, "again")) playing.throwAgain();
  else if (other && !rest.length && !only(playing.options, "done")) void playing.play(other);
  else playing.press("done");
};

function why(playing: Playing, around: Around): void {
  const cell = around.cursor();
  const onSheet = document.activeElement?.closest('[role="grid"]');
  const legal = playing.options.some((option) => option.cell === cell);
  if (!cell || !onSheet) return around.show("keys");
  if (!around.explain(cell) && legal) around.show("keys");
  if (!legal) playing.why(cell);
}

/** Keep or throw the colour die that has the focus. */
function keepFocused(playing: Playing): void {
  const index = document.activeElement?.closest<HTMLElement>("[data-die]")?.dataset["die"];
  if (index !== undefined) playing.tapToken(Number(index));
}

/** Somebody types, or a dialog is open. */
function busyElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  return (
    Boolean(document.querySelector("dialog[open]")) || target.matches("input, textarea, select, [contenteditable]")
  );
}

const onControl = (event: KeyboardEvent) => (event.target as Element).closest("a, button, summary") !== null;
