/** Finding clauses by words, ids and tags, and marking what was found. Pure: text in, text out. */
import type { Book, Picture } from "../wire/view";
import type { Chapter, Clause } from "../wire/protocol";

/** A query: words that must all occur, and tags of which one must fit. */
export interface Wish {
  words: string;
  tags: readonly string[];
}

export interface Piece {
  text: string;
  kind: "plain" | "hit" | "clause";
}

const CLAUSE = /\b[A-Z]\d{1,2}\b/g;

/** Letters without case and accents, one for one, so that places in both texts are the same. */
export function plain(text: string): string {
  return [...text].map((letter) => (letter === "ß" ? "s" : letter.normalize("NFD")[0]!.toLowerCase())).join("");
}

/** The words of a wish. */
export function terms(words: string): string[] {
  return plain(words).split(/\s+/).filter(Boolean);
}

export function isEmpty(wish: Wish): boolean {
  return !wish.words.trim() && !wish.tags.length;
}

/** The chapters with what fits of them, those with clauses first. Of prose the paragraphs that have the words. */
export function found(book: Book, wish: Wish): Chapter[] {
  if (isEmpty(wish)) return book.chapters;
  const wanted = terms(wish.words);
  const chapters = book.chapters.map((chapter) => ({
    ...chapter,
    prose: wish.tags.length
      ? ""
      : paragraphs(chapter.prose)
          .filter((paragraph) => says(paragraph, wanted))
          .join("\n\n"),
    clauses: chapter.clauses.filter((clause) => fits(book, clause, wish, wanted)),
  }));
  const [rules, prose] = [
    chapters.filter(({ clauses }) => clauses.length),
    chapters.filter(({ clauses }) => !clauses.length),
  ];
  return [...rules, ...prose.filter((chapter) => chapter.prose)];
}

/** The paragraphs of a chapter's prose. */
export function paragraphs(prose: string): string[] {
  return prose.split("\n\n").filter(Boolean);
}

/** The same wish with its words cut short, for when nothing fits: "halb" then finds "Hälfte". */
export function nearly(wish: Wish): Wish {
  const short = terms(wish.words).map((term) => term.slice(0, Math.max(3, Math.ceil(term.length * 0.7))));
  return { ...wish, words: short.join(" ") };
}

function fits(book: Book, clause: Clause, wish: Wish, wanted: readonly string[]): boolean {
  if (wish.tags.length && !wish.tags.some((tag) => clause.tags.includes(tag))) return false;
  return isNamed(clause, wanted) || says(everything(book, clause), wanted);
}

/** An id alone means that clause, and D1 does not mean D10. */
function isNamed(clause: Clause, wanted: readonly string[]): boolean {
  return wanted.length === 1 && wanted[0] === clause.id.toLowerCase();
}

function everything(book: Book, clause: Clause): string {
  const captions = book.examples
    .filter((example) => clause.examples.includes(example.id))
    .map((example) => example.caption);
  const tags = clause.tags.map((tag) => book.tags[tag] ?? "");
  return [clause.chapter, clause.text, clause.ruling, ...tags, ...captions].join(" ");
}

function says(text: string, wanted: readonly string[]): boolean {
  const searched = plain(text);
  return wanted.length > 0 ? wanted.every((term) => searched.includes(term)) : text !== "";
}

/** How many clauses there are in these chapters. */
export function count(chapters: readonly Chapter[]): number {
  return chapters.reduce((sum, chapter) => sum + chapter.clauses.length, 0);
}

/** The beginning of these chapters: this many clauses, a title with its prose counting as one. All: the same list. */
export function opening(chapters: Chapter[], most: number): Chapter[] {
  const begun: Chapter[] = [];
  for (const chapter of chapters) {
    const left = most - begun.length - count(begun) - 1;
    if (left < 0) return begun;
    begun.push(chapter.clauses.length > left ? { ...chapter, clauses: chapter.clauses.slice(0, left) } : chapter);
    if (begun.at(-1) !== chapter) return begun;
  }
  return chapters;
}

/** The tags of a book that clauses bear, in the order of the list. */
export function tagsOf(book: Book): [string, string][] {
  const used = new Set(book.chapters.flatMap((chapter) => chapter.clauses.flatMap((clause) => clause.tags)));
  return Object.entries(book.tags).filter(([tag]) => used.has(tag));
}

/** Each picture stands once: at the first clause shown that it is about. */
export function pictures(chapters: readonly Chapter[], examples: readonly Picture[]): Map<string, Picture[]> {
  const placed = new Map<string, Picture[]>();
  const shown = chapters.flatMap((chapter) => chapter.clauses);
  for (const example of examples) {
    const home = shown.find((clause) => clause.examples.includes(example.id));
    if (home) placed.set(home.id, [...(placed.get(home.id) ?? []), example]);
  }
  return placed;
}

/** Where the pictures are that a clause shares with an earlier one. */
export function elsewhere(clause: Clause, placed: ReadonlyMap<string, readonly Picture[]>): string[] {
  const there = [...placed].filter(
    ([home, examples]) => home !== clause.id && examples.some(({ id }) => clause.examples.includes(id)),
  );
  return there.map(([home]) => home);
}

/** A text cut into what was found, clauses it cites, and the rest. */
export function pieces(text: string, words: string): Piece[] {
  const marks = [...cited(text), ...hits(text, terms(words))].sort((a, b) => a.at - b.at || b.end - a.end);
  const cut: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    if (mark.at < at) continue;
    if (mark.at > at) cut.push({ text: text.slice(at, mark.at), kind: "plain" });
    cut.push({ text: text.slice(mark.at, mark.end), kind: mark.kind });
    at = mark.end;
  }
  if (at < text.length) cut.push({ text: text.slice(at), kind: "plain" });
  return cut;
}

interface Place {
  at: number;
  end: number;
  kind: "hit" | "clause";
}

function cited(text: string): Place[] {
  return [...text.matchAll(CLAUSE)].map((found) => ({
    at: found.index,
    end: found.index + found[0].length,
    kind: "clause",
  }));
}

function hits(text: string, wanted: readonly string[]): Place[] {
  const searched = plain(text);
  return wanted.flatMap((term) => {
    const places: Place[] = [];
    for (let at = searched.indexOf(term); at >= 0; at = searched.indexOf(term, at + term.length)) {
      places.push({ at, end: at + term.length, kind: "hit" });
    }
    return places;
  });
}
