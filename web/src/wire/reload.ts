/** A page that is too old for its server loads itself again, but only once in a row. Knows the storage of the tab. */
import { forget, keep, kept } from "../keeping";

const KEY = "kritzel.reloaded";

/** Whether loading again is worth a try: it was not just done. A tab that keeps nothing would never stop. */
export function mayReload(): boolean {
  return !kept("tab", KEY) && keep("tab", KEY, "1");
}

/** Page and server understand each other: the next time may be another time. */
export function reloaded(): void {
  forget("tab", KEY);
}
