/** Tables in words: what they are called and who plays. */
import type { Shelf, Summary } from "../wire/protocol";
import { settings } from "../settings.svelte";
import { pick, say } from "../words/words.svelte";
import { others } from "./mine";

/** The game, and its sheet where there are several. */
export function titled({ game, sheet, title }: Pick<Summary, "game" | "sheet" | "title">, shelf: Shelf): string {
  const known = shelf.games.find(({ slug }) => slug === game);
  if (!known) return pick(title);
  return known.sheets.length > 1 ? `${pick(known.title)} ${sheet.split("/")[1] ?? ""}` : pick(known.title);
}

/** Who a table is played with; empty while no one has come. */
export function company(table: Summary): string {
  const names = others(table);
  if (names.length) return say("home.with", { names: joined(names, settings.lang) });
  return table.names.length === 1 ? say("home.alone") : "";
}

/** "Mara", "Mara and Jonas", "Mara, Jonas and Ada". */
export function joined(names: readonly string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}
