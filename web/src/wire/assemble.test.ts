import { describe, expect, test } from "vitest";
import { assembled, inWords } from "./assemble";
import { merge } from "./merge";
import type { Document, Layout, LogEntry, Option, View as Known, Welcome, Words } from "./protocol";
import { bitsOf } from "./scene";

const both = (text: string): Words => ({ de: `${text} de`, en: text });
const spot = (id: string, bit: number) => ({
  ...{ id, bit, shape: "square", x: 60 * bit, y: 0, fill: "plain", number: 3, icon: "", tint: "", note: "" },
  ...{ words: [[`Feld ${id}`, `cell ${id}`]], marks: [], icons: [["crossed", "tick"]] },
});
const LAYOUT = {
  ...{ pad: "#123456", title: ["Titel", "Title"], width: 100, height: 50, edges: [], rulers: [], legend: [] },
  cells: [spot("a1", 0), spot("a2", 5)],
  signs: [
    { name: "crossed", marks: [["cross", ""]], words: ["gekreuzt", "crossed"] },
    { name: "die", marks: [["die", "{n}"]], words: ["Würfel {n}", "die {n}"] },
  ],
  plates: [{ kind: "row", x: 1, y: 2, text: ["5", "5"], icon: "", label: ["Reihe", "Row"] }],
  fates: { won: ["geschafft", "won"] },
  slots: [{ key: "row", icon: "row", tint: "", label: ["Reihen", "Rows"], tints: [["won", "green"]] }],
  notes: { free: ["frei", "free"] },
  ...{ tray_kind: "die", tray_note: ["Würfel", "Dice"] },
} as unknown as Layout;
const MOVE: Option = { text: "3a1", kind: "take", words: both("3 to a1"), cell: "a1", die: 3 };
const AGAIN: Option = {
  ...{ text: "again rg", kind: "again", colours: "rg" },
  ...{ words: both("throw again: red, green"), beside: both("throw again") },
};
const DOCUMENT: Document = {
  ...{ game: "g", sheet: "g/1", title: both("Sheet"), layouts: [LAYOUT], moves: [MOVE, AGAIN] },
  sentences: [both("Pick a die."), both("Round 1"), both("Roll")],
  lines: [{ key: "row", words: both("Rows"), clause: "D1", at_end: false }],
  ...{ ranks: [], ranks_clause: "" },
};
const TABLE = { table: "t", game: "g", sheet: "g/1", you: [0], owner: true, grace: 60 } as unknown as Welcome;
const BLANK = { board: 1, total: 0, sets: {}, tray: {}, counts: {}, fates: {}, paths: {} };
const FIRST = {
  ...{ version: 2, phase: "running", awaits: "decision", asked: [0], question: 0, purpose: "", together: false },
  ...{ out: [], seals: [], rematch: "", begins: "", lots: [], hints: false },
  seats: [
    { name: "Mara", kind: "person", present: true },
    { name: "Jonas", kind: "person" },
  ],
  clock: { now: 1, of: 3, words: 1 },
  scores: { 0: { total: 5, lines: { 0: [5, 1, 4] } }, 1: { total: 0, lines: { 0: [0, 0, 0] } } },
  sheets: {
    0: {
      ...BLANK,
      sets: { 0: "20", 1: "1" },
      tray: { 0: "die free 3", 1: "die fits 3", 2: "single used 6" },
      counts: { 0: ["5", "1 {free}", "won"] },
    },
    1: { ...BLANK, fates: { 0: "won" } },
  },
  hands: { 0: { moves: [0, { ...MOVE, text: "4a1" }], undo: 0 } },
} as unknown as Known;
const known = (...changes: object[]): Known => changes.reduce<Known>((before, patch) => merge(before, patch), FIRST);
const view = (...changes: object[]) => assembled(DOCUMENT, TABLE, known(...changes), "en");

describe("a merge patch", () => {
  test.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("of RFC 7396: %j with %j is %j", (target, patch, expected) => expect(merge(target, patch)).toEqual(expected));
  test("leaves alone what it does not name", () => {
    const after = known({ sheets: { 0: { sets: { 1: null }, total: 7 } } });
    expect(after.sheets[0]).toEqual({ ...FIRST.sheets[0], sets: { 0: "20" }, total: 7 });
    expect(after.sheets[1]).toBe(FIRST.sheets[1]);
    expect(after.scores).toBe(FIRST.scores);
  });
});

test("a mask in hex is the bits of cells", () => {
  expect(bitsOf("")).toEqual([]);
  expect(bitsOf("21")).toEqual([0, 5]);
  expect(bitsOf("8000000000000001")).toEqual([0, 63]);
});

describe("a sheet", () => {
  test("shows what stands there, in the language of the page", () => {
    const { cells, tray, boxes, tags } = view().scenes[0]!;
    expect(cells[0]).toMatchObject({ number: 3, marks: [{ kind: "die", detail: "3" }], label: "cell a1, die 3" });
    expect(cells[1]).toMatchObject({ icon: "tick", marks: [{ kind: "cross" }], label: "cell a2, crossed" });
    expect(tray.map(({ kind, face, state }) => `${kind} ${face} ${state}`)).toEqual([
      "die 3 free",
      "die 3 fits",
      "single 6 used",
    ]);
    expect(boxes[0]).toMatchObject({ points: "5", note: "1 free", tint: "green", label: "Rows" });
    expect(tags[0]).not.toHaveProperty("state");
    const german = assembled(DOCUMENT, TABLE, FIRST, "de");
    expect(german.scenes[0]?.cells[0]?.label).toBe("Feld a1, Würfel 3");
    expect(german.scenes[1]?.tags[0]).toMatchObject({ state: "won", label: "Reihe, geschafft" });
  });
  test("has a note of its own on the tray where there is one", () => {
    expect(view().scenes[0]?.tray_note).toBe("Dice");
    expect(view({ sheets: { 0: { tray_note: 2 } } }).scenes[0]?.tray_note).toBe("Roll");
  });
  test("has lines from cell to cell", () => {
    const paths = { 0: ["line", [0, 5]], 1: ["new", []], 10: ["new", [5]], 9: ["old", [0]] };
    expect(view({ sheets: { 0: { paths } } }).scenes[0]?.strokes).toEqual([
      { kind: "line", points: [[0, 0], [300, 0]] }, // prettier-ignore
      { kind: "old", points: [[0, 0]] },
      { kind: "new", points: [[300, 0]] },
    ]);
  });
});

describe("what has not changed", () => {
  const before = view();
  const after = (changes: object, lang: "de" | "en" = "en") => assembled(DOCUMENT, TABLE, known(changes), lang, before);
  test("is the same object, up to the whole view", () => expect(after({})).toBe(before));
  test("stays where something else does: of a cell only that cell, its list and its scene are new", () => {
    const { scenes, seats, hands, waiting } = after({ sheets: { 0: { sets: { 0: "21" } } } });
    expect(scenes[0]?.cells[1]).toBe(before.scenes[0]?.cells[1]);
    expect(scenes[0]?.cells[0]).not.toBe(before.scenes[0]?.cells[0]);
    expect([scenes[0]?.tray, scenes[0]?.boxes]).toEqual([before.scenes[0]?.tray, before.scenes[0]?.boxes]);
    expect(scenes[0]?.tray).toBe(before.scenes[0]?.tray);
    expect(scenes[1]).toBe(before.scenes[1]);
    for (const [now, then] of [
      [seats, before.seats],
      [hands, before.hands],
      [waiting, before.waiting],
    ])
      expect(now).toBe(then);
  });
  test("of seats and hands stays one by one", () => {
    const { seats, hands } = after({ scores: { 0: { total: 6 } }, hands: { 0: { moves: [0] } } });
    expect([seats[0]?.total, seats[1]]).toEqual([6, before.seats[1]]);
    expect(seats[1]).toBe(before.seats[1]);
    expect(hands[0]?.options[0]).toBe(before.hands[0]?.options[0]);
  });
  test("is said again in another language, with hands and seats as they were", () => {
    const german = after({}, "de");
    expect(german.scenes[0]?.title).toBe("Titel");
    expect(german.seats).toBe(before.seats);
  });
});

describe("the table", () => {
  test("has seats with their points, and who decides", () => {
    const [mara, jonas] = view().seats;
    expect(mara).toMatchObject({ seat: 0, name: "Mara", total: 5, deciding: true, done: false, present: true });
    expect(mara?.lines).toEqual([{ ...DOCUMENT.lines[0], points: 5, have: 1, of: 4 }]);
    expect(jonas).toMatchObject({ deciding: false, done: false, out: false, total: 0 });
    expect(jonas?.lines[0]).toMatchObject({ points: 0, have: 0, of: 0 });
    const [, other] = view({ together: true, out: [1] }).seats;
    expect(other).toMatchObject({ done: true, out: true });
  });
  test("has a hand for each of your seats", () => {
    expect(view().hands).toEqual([
      { seat: 0, options: [MOVE, { ...MOVE, text: "4a1" }], undo: "3a1", undo_words: MOVE.words },
    ]);
    expect(view({ hands: { 0: { moves: [], undo: null } } }).hands).toEqual([
      { seat: 0, options: [], undo: "", undo_words: null },
    ]);
  });
  test("says what it waits for", () => {
    const words = (update: object) => Object.values(view(update).waiting.words);
    expect(view().waiting).toMatchObject({
      seats: [0],
      question: both("Pick a die."),
      clock: { words: both("Round 1") },
    });
    expect(words({})).toEqual(["Mara ist dran.", "Mara's turn."]);
    expect(words({ asked: [0, 1] })[1]).toBe("Everyone chooses. Still at it: Mara, Jonas.");
    expect(words({ awaits: "people", asked: [1] })).toEqual(["1 Platz ist noch frei.", "1 seat is still free."]);
    expect(words({ awaits: "ready", asked: [1] })[0]).toBe("Gleich geht es los. Warten auf Jonas.");
    expect(words({ awaits: "chance", asked: [], question: 2 })).toEqual(["Jetzt kommt: Roll de.", "Next: Roll."]);
    expect(words({ awaits: "stopped", phase: "stopped", asked: [] })[1]).toBe("The game was stopped.");
    expect(words({ awaits: "over", result: { words: both("All done.") } })[1]).toBe("All done.");
  });
});

test("the log is told in words, numbered; moves say themselves", () => {
  const log: LogEntry[] = [
    { seat: 1, move: 0 },
    { seat: 0, move: 1 },
    { kind: "roll", words: 2, faces: "12" },
  ];
  expect(inWords(DOCUMENT, log, 7)).toEqual([
    { n: 8, kind: "played", seat: 1, text: "3a1", cell: "a1", words: MOVE.words },
    {
      n: 9,
      kind: "played",
      seat: 0,
      text: "again rg",
      faces: ["r", "g"],
      words: both("throw again"),
    },
    { n: 10, kind: "roll", words: both("Roll"), faces: ["1", "2"], text: "12" },
  ]);
});
