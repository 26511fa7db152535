/** The yellow note that says one thing at a time, and what is only spoken. Knows no page and no rule. */
import { untrack } from "svelte";

export interface Note {
  text: string;
  /** The clause it rests on, and the game whose rulebook has it. */
  clause?: string;
  game?: string;
  /** `no`: something was refused; `news`: something happened; `good`: something went well. */
  tone?: "no" | "news" | "good";
}

interface Shown extends Note {
  /** Counts up, so that the same note told twice is seen twice. */
  n: number;
}

export const notes = $state({ shown: null as Shown | null, polite: "", urgent: "" });

const STAYS_MS = 5000;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Show a note. It goes after a while, or when the next one comes. */
export function tell(note: Note): void {
  notes.shown = { ...note, n: ++count };
  announce(note.text, note.tone === "no");
  rest();
}

/** Take the note away. */
export function hush(): void {
  clearTimeout(timer);
  notes.shown = null;
}

/** Something went well: what was refused before is no news any more. Other notes stay. */
export function settle(): void {
  if (untrack(() => notes.shown?.tone) === "no") hush();
}

/** Keep the note while it is read or about to be tapped. */
export function hold(): void {
  clearTimeout(timer);
}

/** The note may go after a while. */
export function rest(): void {
  clearTimeout(timer);
  timer = setTimeout(hush, STAYS_MS);
}

/**
 * Say something to those who listen. The same words twice are spoken twice. An effect that says something does not wait
 * for it.
 */
export function announce(text: string, urgent = false): void {
  const where = urgent ? "urgent" : "polite";
  const said = untrack(() => notes[where]);
  notes[where] = said === text ? `${text}\u00a0` : text;
}
