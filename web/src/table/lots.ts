/** Lots are seen once at a device, however often a page is opened. Knows the storage, no rule. */
import type { Told, View } from "../wire/view";

const keyOf = (table: string) => `kritzel.lots.${table}`;

/** What the story says of the lots, as long as nobody has moved; nothing where none were drawn. */
export function beginning(view: View, entries: readonly Told[]): Told | undefined {
  if (!view.lots.length || view.phase !== "running" || entries.some(({ kind }) => kind === "played")) return undefined;
  return entries.find(({ kind }) => kind === "began");
}

export function drawnBefore(table: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(table)) !== null;
  } catch {
    return false;
  }
}

export function keepDrawn(table: string): void {
  try {
    sessionStorage.setItem(keyOf(table), "1");
  } catch {
    // A device that keeps nothing sees them again.
  }
}
