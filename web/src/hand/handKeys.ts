/** The keys that every hand has, at a table and in a first game (DESIGN: accessibility). Knows no rule. */
import { only, unheard } from "./choosing";
import type { Hand } from "./hand.svelte";

export type Does = (hand: Hand) => void;
const KEYS: Record<string, Does> = {
  Escape: (hand) => hand.clear(),
  r: (hand) => (only(hand.options, "again") ? hand.throwAgain() : hand.press("reroll")),
  o: (hand) => hand.press("out"),
  e: (hand) => hand.otherEnd(),
  k: (hand) => keepFocused(hand),
};

/** What a key does to what is chosen. */
export function handKey(event: KeyboardEvent): Does | undefined {
  if (event.ctrlKey) return event.key === "Enter" ? primary : undefined;
  if (/^[1-6]$/.test(event.key)) return (hand) => hand.tapNumber(Number(event.key));
  return KEYS[nameOf(event)];
}

/** Letters count in either case. */
export const nameOf = ({ key }: KeyboardEvent) => (key.length === 1 ? key.toLowerCase() : key);

/** Something else took the key, the user types, or a dialog is open. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return true;
  return (event.target as Element).matches("input, textarea, select, [contenteditable]");
}

export const onControl = (event: KeyboardEvent) => (event.target as Element).closest("a, button, summary") !== null;

/** What the strongest button does: the move in mind, else to throw, else the one thing left to do. */
const primary: Does = (hand) => {
  if (hand.confirm()) return;
  const [other, ...rest] = unheard(hand.options, hand.chosen);
  if (only(hand.options, "again")) hand.throwAgain();
  else if (other && !rest.length && !only(hand.options, "done")) void hand.play(other);
  else hand.press("done");
};

/** Keep or throw the colour die that has the focus. */
function keepFocused(hand: Hand): void {
  const index = document.activeElement?.closest<HTMLElement>("[data-die]")?.dataset["die"];
  if (index !== undefined) hand.tapToken(Number(index));
}
