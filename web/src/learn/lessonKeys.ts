/** The keys of the guided game, beside those of every hand. */
import { handKey, isTaken, nameOf, onControl } from "../hand/handKeys";
import type { LessonHand } from "./lessonHand.svelte";

type Does = (hand: LessonHand) => void;
const KEYS: Record<string, Does> = {
  Backspace: (hand) => hand.again(),
  h: (hand) => hand.showMe(),
};

/** A key was pressed and nothing else took it. */
export function onKey(event: KeyboardEvent, hand: LessonHand, next: () => void, explain: () => void): void {
  const does = isTaken(event) ? undefined : chosen(event, next, explain);
  if (!does) return;
  event.preventDefault();
  does(hand);
}

/** Enter makes the move in mind, or goes on. */
function chosen(event: KeyboardEvent, next: () => void, explain: () => void): Does | undefined {
  const onSheet = (event.target as Element).closest('[role="grid"]') !== null;
  if (event.key === "?" && onSheet) return explain;
  if (event.key !== "Enter" || event.ctrlKey)
    return handKey(event) ?? (event.ctrlKey ? undefined : KEYS[nameOf(event)]);
  if (onControl(event)) return undefined;
  return (hand) => void (hand.confirm() || (hand.finished && next()));
}
