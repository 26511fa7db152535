/** A page that is too old for its server loads itself again, but only once in a row. Knows the storage of the tab. */
const KEY = "kritzel.reloaded";

/** Whether loading again is worth a try: it was not just done. A tab that keeps nothing would never stop. */
export function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY)) return false;
    sessionStorage.setItem(KEY, "1");
    return true;
  } catch {
    return false;
  }
}

/** Page and server understand each other: the next time may be another time. */
export function reloaded(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is kept there.
  }
}
