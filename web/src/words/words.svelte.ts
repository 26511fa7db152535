/** Texts in the language of the page. Components call `say` and `pick`; both follow a switch at once. */
import type { Words } from "../wire/protocol";
import { settings } from "../settings.svelte";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
export type Fill = Record<string, string | number>;

/** A text of the pages. */
export function say(key: Key, fill: Fill = {}): string {
  return filled(settings.lang === "de" ? de[key] : en[key], fill);
}

/** A sentence of the server, which comes in both languages. */
export function pick(words: Words): string {
  return settings.lang === "de" ? words.de : words.en;
}

/** A text of the pages as a sentence in both languages, as the server says them; so may be what stands in its gaps. */
export function both(key: Key, fill: Record<string, Fill[string] | Words> = {}): Words {
  const inside = (lang: "de" | "en") =>
    Object.fromEntries(Object.entries(fill).map(([gap, what]) => [gap, typeof what === "object" ? what[lang] : what]));
  return { de: filled(de[key], inside("de")), en: filled(en[key], inside("en")) };
}

/** A text with its gaps filled; "one|many" is chosen by n. Pure. */
export function filled(text: string, fill: Fill): string {
  const [one = "", many] = text.split("|");
  const chosen = many !== undefined && fill["n"] !== 1 ? many : one;
  return chosen.replace(/\{(\w+)\}/g, (gap, name: string) => signed(fill[name]) ?? gap);
}

/** Numbers below zero with a minus, not with a hyphen. */
function signed(value: Fill[string] | undefined): string | undefined {
  return typeof value === "number" ? String(value).replace("-", "−") : value;
}
