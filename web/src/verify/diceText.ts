/** Dice and cards in words, for those who listen. */
import { settings } from "../settings.svelte";
import { facesOf } from "../wire/scene";
import { say, type Key } from "../words/words.svelte";

const COLOURS = "roygbva";

/** `2`, `3`: "2 and 3"; `r`, `g`: "red and green"; `rry`: "red, red and yellow". */
export function spoken(names: readonly string[]): string {
  const parts = names
    .flatMap(facesOf)
    .map(([first = "", pips = ""]) =>
      COLOURS.includes(first) ? `${say(`verify.colour.${first}` as Key)} ${pips}`.trim() : first,
    );
  return new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(parts);
}

/** The outcome of a chance event as it stands in a record, part by part: a card is one thing, dice are several. */
export function partsOf(card: boolean, text: string): string[] {
  return card ? [text] : facesOf(text);
}
