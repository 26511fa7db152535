/** The keys of the guided game, as at the table (DESIGN: accessibility). */
import { only } from "../table/hand";
import type { Learning } from "./learning.svelte";

type Does = (learning: Learning) => void;
const KEYS: Record<string, Does> = {
  Backspace: (learning) => learning.again(),
  Escape: (learning) => learning.clear(),
  r: (learning) => (only(learning.options, "again") ? learning.throwAgain() : learning.press("reroll")),
  o: (learning) => learning.press("out"),
  e: (learning) => learning.otherEnd(),
  h: (learning) => learning.showMe(),
};

/** A key was pressed and nothing else took it. */
export function onKey(event: KeyboardEvent, learning: Learning, next: () => void, explain: () => void): void {
  const target = event.target as Element;
  if (
    event.defaultPrevented ||
    event.altKey ||
    event.metaKey ||
    document.querySelector("dialog[open]") ||
    target.matches("input")
  )
    return;
  const onSheet = target.closest('[role="grid"]') !== null;
  const does = event.key === "?" && onSheet ? explain : chosen(event, next);
  if (!does) return;
  event.preventDefault();
  does(learning);
}

function chosen(event: KeyboardEvent, next: () => void): Does | undefined {
  if (event.key === "Enter") return enter(event, next);
  if (event.ctrlKey) return undefined;
  if (/^[1-6]$/.test(event.key)) return (learning) => learning.tapNumber(Number(event.key));
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

/** Enter makes the move in mind, or goes on; with Ctrl it says done. */
function enter(event: KeyboardEvent, next: () => void): Does | undefined {
  if (event.ctrlKey)
    return (learning) =>
      learning.confirm() || (only(learning.options, "again") ? learning.throwAgain() : learning.press("done"));
  if ((event.target as Element).closest("a, button, summary")) return undefined;
  return (learning) => void (learning.confirm() || (learning.finished && next()));
}
