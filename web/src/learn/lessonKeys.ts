/** The keys of the guided game, beside those of every hand. */
import { handKey, isTaken, nameOf, onControl } from "../hand/handKeys";
import type { LessonHand } from "./lessonHand.svelte";

type Does = (learning: LessonHand) => void;
const KEYS: Record<string, Does> = {
  Backspace: (learning) => learning.again(),
  h: (learning) => learning.showMe(),
};

/** A key was pressed and nothing else took it. */
export function onKey(event: KeyboardEvent, learning: LessonHand, next: () => void, explain: () => void): void {
  const does = isTaken(event) ? undefined : chosen(event, next, explain);
  if (!does) return;
  event.preventDefault();
  does(learning);
}

/** Enter makes the move in mind, or goes on. */
function chosen(event: KeyboardEvent, next: () => void, explain: () => void): Does | undefined {
  const onSheet = (event.target as Element).closest('[role="grid"]') !== null;
  if (event.key === "?" && onSheet) return explain;
  if (event.key !== "Enter" || event.ctrlKey)
    return handKey(event) ?? (event.ctrlKey ? undefined : KEYS[nameOf(event)]);
  if (onControl(event)) return undefined;
  return (learning) => void (learning.confirm() || (learning.finished && next()));
}
