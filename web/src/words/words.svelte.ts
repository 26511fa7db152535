/**
 * Texts in the language of the page. Components call `say` and `pick`; both follow a switch. Nobody needs both
 * languages at once, so each is a file of its own, fetched before anything is said in it.
 */
import { choose, settings } from "../settings.svelte";
import type { Lang } from "../wire/api";
import type { Words } from "../wire/protocol";
import type { en } from "./en";

export type Key = keyof typeof en;
export type Fill = Record<string, string | number>;
type Texts = Record<Key, string>;

const FILES: Record<Lang, () => Promise<Texts>> = {
  de: async () => (await import("./de")).de,
  en: async () => (await import("./en")).en,
};
const learned: Partial<Record<Lang, Texts>> = {};

/** Have the texts of a language here. */
export async function learn(lang: Lang): Promise<void> {
  learned[lang] ??= await FILES[lang]();
}

/** Say everything in this language from now on. */
export async function speak(lang: Lang): Promise<void> {
  await learn(lang);
  choose("lang", lang);
}

/** In a language that is not here yet, what another one says. */
function textIn(lang: Lang, key: Key): string {
  return (learned[lang] ?? learned.en ?? learned.de)?.[key] ?? key;
}

/** A text of the pages. */
export function say(key: Key, fill: Fill = {}): string {
  return filled(textIn(settings.lang, key), fill);
}

/** A sentence of the server, which comes in both languages. */
export function pick(words: Words): string {
  return settings.lang === "de" ? words.de : words.en;
}

/** A text of the pages as a sentence in both languages, as the server says them; so may be what stands in its gaps. */
export function both(key: Key, fill: Record<string, Fill[string] | Words> = {}): Words {
  const inside = (lang: "de" | "en") =>
    Object.fromEntries(Object.entries(fill).map(([gap, what]) => [gap, typeof what === "object" ? what[lang] : what]));
  return { de: filled(textIn("de", key), inside("de")), en: filled(textIn("en", key), inside("en")) };
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
