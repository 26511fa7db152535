/** The shelf as every page knows it: which games there are, their looks, the bots. Asked for once. */
import { shelf } from "../wire/api";
import type { GameInfo, Shelf } from "../wire/protocol";

let known = $state.raw<Shelf>({ games: [], bots: [] });
let asked: Promise<void> | null = null;

/** What lies there; nothing until the server has answered. */
export function theShelf(): Shelf {
  asked ??= shelf().then(
    (found) => void (known = found),
    () => void (asked = null),
  );
  return known;
}

/** A game by its slug, as soon as it is known. */
export function gameOf(slug: string): GameInfo | undefined {
  return theShelf().games.find((game) => game.slug === slug);
}
