/**
 * What the first page adds to the games of the shelf so that they are told apart at a glance. Games it has never heard
 * of do without.
 */
import type { Key } from "../words/words.svelte";

export interface Look {
  minutes: number;
  about: Key;
}

export const GAMES: Record<string, Look> = {
  dizzle: { minutes: 25, about: "home.about.dizzle" },
  border: { minutes: 20, about: "home.about.border" },
  traexx: { minutes: 15, about: "home.about.traexx" },
};

/** What is typical of a sheet: an icon and its tint. */
export const SHEETS: Record<string, readonly [icon: string, tint: string]> = {
  "dizzle/1": ["gem3", "red"],
  "dizzle/2": ["keyc", "blue"],
  "dizzle/3": ["rocket", "red"],
  "dizzle/4": ["planet", "violet"],
  "dizzle/5": ["locks", "green"],
  "dizzle/6": ["area", "text"],
  "dizzle/7": ["volcano", "red"],
  "dizzle/8": ["rails", "teal"],
};
