/**
 * The nickname of this device. No account: a name is enough, and a made-up one stands ready so that one tap starts a
 * game.
 */
import { forget, keep, kept } from "../keeping";
import { settings } from "../settings.svelte";
import * as api from "../wire/api";

const SHELF = "kritzel.name";
export const LONGEST = 24;
const ANIMALS: Record<api.Lang, string> = {
  de: "Igel Dachs Fuchs Otter Biber Luchs Elster Amsel Spatz Möwe Kauz Marder Hase Reh Wiesel Specht",
  en: "Hedgehog Badger Fox Otter Beaver Lynx Magpie Robin Sparrow Gull Heron Marten Hare Deer Weasel Finch",
};
const PEOPLE = "Mara Jonas Ada Emil Ida Juri Lena Milo Nora Oskar Pia Theo";

/** One of the made-up names in the language of the page; one that is not among `taken`. */
export function anyName(taken: readonly string[] = []): string {
  const names = `${ANIMALS[settings.lang]} ${PEOPLE}`.split(" ");
  const free = names.filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? names[0]!;
}

/** Equal names get a number from the second on, as at the table. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return name && before ? `${name} ${before + 1}` : name;
  });
}

/**
 * A name for narrow places, and apart from it the number that must never be cut: of "Kluger Rabe 2" only the "Rabe".
 * People keep their whole name.
 */
export function brief({ name, kind }: { name: string; kind: string }): [string, string] {
  const [, words = name, number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return [kind === "bot" ? words.slice(words.lastIndexOf(" ") + 1) : words, number];
}

/** A name as the server takes it: one line, no comma, no #, 24 characters at most. */
export function cleanName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[,#\p{C}]/gu, " ")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
  return [...plain].slice(0, LONGEST).join("").trim();
}

/** The name that is kept on this device, or "" the first time. */
export function keptName(): string {
  return cleanName(kept("device", SHELF) ?? "");
}

/** Forget the names on this device. */
export function forgetName(): void {
  forget("device", SHELF);
}

/** Keep a name; an empty one leaves the old one. */
export function keepName(name: string): string {
  const clean = cleanName(name) || rememberedName();
  keep("device", SHELF, clean);
  return clean;
}

/** The kept name; the first time a made-up one, which is kept from then on. */
export function rememberedName(): string {
  return keptName() || keepName(anyName());
}

/**
 * Become a guest of this name, or take this name as the guest one is. Without a name: the remembered one. Raises
 * RequestError.
 */
export async function ensureName(name: string = rememberedName()): Promise<string> {
  const known = await api.enter(keepName(name));
  return keepName(known.name);
}
