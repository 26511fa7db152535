import { expect, test } from "vitest";
import type { Book, Picture } from "../wire/view";
import type { Clause } from "../wire/protocol";
import { count, elsewhere, found, nearly, opening, pictures, pieces, plain, tagsOf, terms } from "./search";

const clause = (id: string, text: string, tags: string[], examples: string[] = [], ruling = ""): Clause => ({
  id,
  game: "dizzle",
  chapter: "Legen",
  text,
  ruling,
  tags,
  examples,
});
const example = (id: string, clauses: string[]): Picture => ({
  id,
  clauses,
  position: "",
  seat: 0,
  caption: "Die Mitte ist leer.",
  sheet: {} as Picture["sheet"],
  scene: {} as Picture["scene"],
  move: "",
  breaks: "",
  cell: "",
  words: null,
});

const BOOK: Book = {
  layouts: [],
  pad: "#C98A00",
  taught: true,
  game: "dizzle",
  lang: "de",
  title: "Dizzle",
  tags: { setup: "Aufbau", placing: "Setzen", solo: "allein" },
  examples: [example("chain", ["D1", "D10"])],
  chapters: [
    { title: "So spielt es sich", prose: "Würfel und ein Bleistift.\n\nViel Spaß.", clauses: [] },
    {
      title: "Legen",
      prose: "",
      clauses: [
        clause("D1", "Der Würfel liegt neben einem Kreuz, siehe D10.", ["placing"], ["chain"]),
        clause("D10", "Passt ein Würfel, nimmst du ihn.", ["placing", "setup"], ["chain"], "Außer am Schluss."),
      ],
    },
  ],
};
const ids = (words: string, tags: string[] = []) =>
  found(BOOK, { words, tags }).flatMap(({ clauses }) => clauses.map(({ id }) => id));

test("without a wish everything stands there", () => {
  expect(found(BOOK, { words: " ", tags: [] })).toBe(BOOK.chapters);
  expect(count(BOOK.chapters)).toBe(2);
});

test("a book opens clause by clause, in the order in which it is read, and ends as itself", () => {
  const begun = (most: number) =>
    opening(BOOK.chapters, most).map(({ title, clauses }) => [title, ...clauses.map(({ id }) => id)]);
  expect(begun(0)).toEqual([]);
  expect(begun(1)).toEqual([["So spielt es sich"]]);
  expect(begun(2)).toEqual([["So spielt es sich"], ["Legen"]]);
  expect(begun(3)).toEqual([["So spielt es sich"], ["Legen", "D1"]]);
  expect(opening(BOOK.chapters, 4)).toBe(BOOK.chapters);
  expect(opening(BOOK.chapters, Infinity)).toBe(BOOK.chapters);
});

test("an id means that clause and no longer one", () => {
  expect(ids("D1")).toEqual(["D1"]);
  expect(ids("d10")).toEqual(["D1", "D10"]);
});

test("all words must occur, in text, ruling, tags, chapter or captions, without case and accents", () => {
  expect(ids("wurfel KREUZ")).toEqual(["D1"]);
  expect(ids("außer")).toEqual(["D10"]);
  expect(ids("setzen")).toEqual(["D1", "D10"]);
  expect(ids("mitte leer")).toEqual(["D1", "D10"]);
  expect(ids("rakete")).toEqual([]);
});

test("words cut short find their relatives", () => {
  expect(nearly({ words: "Kreuze halb D9", tags: ["setup"] })).toEqual({ words: "kreuz hal d9", tags: ["setup"] });
  expect(found(BOOK, nearly({ words: "Kreuzchen", tags: [] })).length).toBe(0);
  expect(found(BOOK, nearly({ words: "Kreuze", tags: [] })).length).toBe(1);
});

test("prose is found by its words, but not by tags", () => {
  expect(found(BOOK, { words: "spass", tags: [] })).toEqual([]);
  expect(found(BOOK, { words: "spaß", tags: [] })[0]?.prose).toBe("Viel Spaß.");
  expect(found(BOOK, { words: "würfel", tags: [] }).map(({ title }) => title)).toEqual(["Legen", "So spielt es sich"]);
  expect(found(BOOK, { words: "", tags: ["setup"] }).map(({ prose }) => prose)).toEqual([""]);
});

test("one of the tags must fit", () => {
  expect(ids("", ["setup"])).toEqual(["D10"]);
  expect(ids("", ["setup", "placing"])).toEqual(["D1", "D10"]);
  expect(ids("kreuz", ["setup"])).toEqual([]);
  expect(tagsOf(BOOK)).toEqual([
    ["setup", "Aufbau"],
    ["placing", "Setzen"],
  ]);
});

test("a picture stands once, and the other clause says where", () => {
  const placed = pictures(BOOK.chapters, BOOK.examples);
  expect([...placed.keys()]).toEqual(["D1"]);
  expect(elsewhere(BOOK.chapters[1]!.clauses[1]!, placed)).toEqual(["D1"]);
  expect(elsewhere(BOOK.chapters[1]!.clauses[0]!, placed)).toEqual([]);
});

test("a text is cut into hits, clauses and the rest, and nothing is lost", () => {
  const cut = pieces("Der Würfel liegt, siehe D10.", "würfel d1");
  expect(cut.map(({ kind }) => kind)).toEqual(["plain", "hit", "plain", "clause", "plain"]);
  expect(cut.map(({ text }) => text).join("")).toBe("Der Würfel liegt, siehe D10.");
  expect(pieces("", "x")).toEqual([]);
});

test("letters stay one for one", () => {
  expect(plain("Größe Übermut").length).toBe("Größe Übermut".length);
  expect(terms("  Zwei  Wörter ")).toEqual(["zwei", "worter"]);
});
