/** The keys of puzzles and explorations, beside those of every hand. */
import { handKey, isTaken, nameOf, onControl } from "../hand/handKeys";
import type { TrialHand } from "./trialHand.svelte";

/** A key was pressed and nothing else took it; `does` are those of the page. */
export function onKey(event: KeyboardEvent, hand: TrialHand, does: Record<string, () => void>): void {
  if (isTaken(event) || !hand.spot) return;
  const own = event.ctrlKey ? undefined : does[nameOf(event)];
  const idle = event.key !== "Escape" || !hand.chosen.cell;
  if (own && idle) own();
  else if (event.key === "Enter" && !event.ctrlKey) {
    if (onControl(event) || !hand.confirm()) return;
  } else {
    const act = handKey(event);
    if (!act) return;
    act(hand);
  }
  event.preventDefault();
}
