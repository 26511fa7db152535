/**
 * The keys at a table: when a turn begins, or when what had the focus is gone, they are where the next thing happens.
 * Knows no rule.
 */
import { untrack } from "svelte";
import { isLost, lead, mayLead } from "../pieces/focus";
import { inTurn } from "../pieces/turns";
import type { Option } from "../wire/protocol";
import type { TableHand } from "./tableHand.svelte";

/** What is needed of the sheet in front. */
interface FocusableSheet {
  focus: (cell?: string) => void;
  nextLegal: () => void;
}
type MovingHand = Pick<TableHand, "options" | "sent" | "shown">;

/** Parts of the table that are about the move: focus elsewhere, at the scores or a rival, stays there. */
const HAND = '[role="grid"], [data-testid="actions"], [data-testid="tray"], [data-testid="entry"]';

/** Follow a table as long as the component lives. `asked`: people with real dice are to tell a roll. */
export function leadKeys(
  hand: MovingHand,
  sheet: () => FocusableSheet | undefined,
  cursor: () => string,
  asked: () => boolean,
): void {
  let before = "";
  $effect(() => {
    const { options, sent, shown } = hand;
    void sheet(); // it may come later than the turn
    const now = asked() ? "entry" : options.length && !sent ? `move ${shown}` : "";
    const came = now !== "" && now !== before;
    if (!sent) before = now;
    const focused = document.activeElement;
    const moved = () => document.activeElement !== focused; // by a key, while this waited for its turn
    if (now) untrack(() => void inTurn(() => put(options, came && !moved(), sheet(), cursor())));
  });
}

function put(options: readonly Option[], came: boolean, sheet: FocusableSheet | undefined, cursor: string): void {
  const here = document.activeElement?.closest(HAND);
  if (!mayLead() || !(isLost() || (came && here))) return;
  if (!options.length) return void lead(document.querySelector<HTMLElement>('[data-testid="entry"] button'));
  if (!options.some((option) => option.cell)) return void lead(strongest());
  if (options.some((option) => option.cell === cursor)) sheet?.focus(cursor);
  else sheet?.nextLegal();
}

/** The button that most people will want. */
function strongest(): HTMLElement | null {
  const bar = document.querySelector('[data-testid="actions"]');
  return (
    bar?.querySelector<HTMLElement>(".primary") ??
    bar?.querySelector<HTMLElement>("button:not([aria-disabled=true])") ??
    null
  );
}
