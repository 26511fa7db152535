/** What lies in the middle, read off a sheet's tray. Pure; knows kinds of tokens (docs/scene.md), no game. */
import type { Scene } from "../wire/scene";
import { say, type Key } from "../words/words.svelte";

/** Whether tokens of this kind lie each for itself. */
export const liesSingly = (kind: string): boolean => ["single", "pips", "colour"].includes(kind);

/** A face in words: "4", "Red", or "Red 4". */
export function faceName(face: string): string {
  const [, letter = "", pips = ""] = /^([a-z]?)(\d*)$/.exec(face) ?? [];
  return letter ? `${say(`table.colour.${letter}` as Key)} ${pips}`.trim() : face;
}

/** Whether luck comes from a pack of cards here; else from dice. */
export function hasPack(scene: Scene | undefined): boolean {
  return scene?.tray_kind === "card";
}
