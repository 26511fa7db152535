/** A rulebook as the server sends it (docs/protocol.md), and fetching one. Knows no component. */
import type { Scene, Words } from "../wire/protocol";
import { Refusal, type Lang } from "../wire/api";

export interface Clause {
  id: string;
  game: string;
  chapter: string;
  text: string;
  ruling: string;
  tags: string[];
  examples: string[];
}
export interface Chapter {
  title: string;
  prose: string;
  clauses: Clause[];
}
/** A worked example. `breaks` is the clause its move breaks, `cell` where the move is about; both may be empty. */
export interface Example {
  id: string;
  clauses: string[];
  caption: string;
  scene: Scene;
  move: string;
  breaks: string;
  cell: string;
  words: Words | null;
}
export interface Book {
  game: string;
  lang: Lang;
  title: string;
  chapters: Chapter[];
  tags: Record<string, string>;
  examples: Example[];
}

export const GAMES: readonly [string, string][] = [
  ["dizzle", "Dizzle"],
  ["border", "The Border"],
  ["traexx", "Träxx"],
];

/** The rulebook of a game. Raises Refusal. */
export async function load(game: string, lang: Lang): Promise<Book> {
  const reply = await fetch(`/api/rulebook/${encodeURIComponent(game)}/${lang}`).catch(() => null);
  if (!reply?.ok) throw new Refusal(reply?.status ?? 0, reply ? "no_table" : "offline", { de: "", en: "" });
  return (await reply.json()) as Book;
}

/** Whether a game is one of ours. */
export function isGame(game: string): boolean {
  return GAMES.some(([slug]) => slug === game);
}
