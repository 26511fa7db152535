/** Lots are seen once at a device, however often a page is opened. Knows the storage, no rule. */
import { keep, kept } from "../keeping";
import type { Told, View } from "../wire/view";

const keyOf = (table: string) => `kritzel.lots.${table}`;

/** What the story says of the lots, until the first move; nothing where none were drawn. */
export function beginning(view: View, entries: readonly Told[]): Told | undefined {
  if (!view.lots.length || view.phase !== "running" || entries.some(({ kind }) => kind === "played")) return undefined;
  return entries.find(({ kind }) => kind === "began");
}

export function drawnBefore(table: string): boolean {
  return kept("tab", keyOf(table)) !== null;
}

export function keepDrawn(table: string): void {
  keep("tab", keyOf(table), "1");
}
