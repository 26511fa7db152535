import { describe, expect, test } from "vitest";
import { assembled, spoken } from "./assemble";
import { continues, grown, NOTHING, type Known } from "./known";
import type { Document, Drawn, Layout, Option, Table, Update, Words } from "./protocol";

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
const TABLE = { table: "t", game: "g", sheet: "g/1", you: [0], owner: true, grace: 60 } as unknown as Table;
const FIRST: Update = {
  ...{ t: "update", version: 2, phase: "running", awaits: "decision", asked: [0], question: 0 },
  seats: [
    { name: "Mara", kind: "person", present: true },
    { name: "Jonas", kind: "person" },
  ],
  clock: { now: 1, of: 3, words: 1 },
  scores: [{ seat: 0, total: 5, lines: [0, 5, 1, 4] }, { seat: 1 }],
  pictures: [
    {
      seat: 0,
      sets: [
        [0, 5],
        [1, 0],
      ],
      tray: "3. 3+ single:6x",
      counts: { 0: ["5", "1 {free}", "won"] },
    },
    { seat: 1, fates: { 0: "won" } },
  ],
  hands: [{ seat: 0, moves: [0, { ...MOVE, text: "4a1" }], undo: 0 }],
};
const known = (...updates: Partial<Update>[]): Known =>
  updates.reduce((before: Known, update) => grown(before, { t: "update", version: 2, ...update }), NOTHING);
const view = (...updates: Partial<Update>[]) => assembled(DOCUMENT, TABLE, known(FIRST, ...updates), "en");

describe("an update", () => {
  test("continues exactly what is known", () => {
    const told = [{ kind: "began" }, { kind: "roll" }];
    expect(continues(NOTHING, { t: "update", version: 2, told })).toBe(true);
    expect(continues(NOTHING, { t: "update", version: 2 })).toBe(false);
    expect(continues(known(FIRST), { t: "update", version: 2 })).toBe(true);
    expect(continues(known(FIRST), { t: "update", version: 4, told: [{ kind: "roll" }] })).toBe(false);
  });
  test("changes what it names and nothing else", () => {
    const before = known(FIRST);
    const after = grown(before, { t: "update", version: 2, pictures: [{ seat: 0, sets: [[1, 0, 5]], total: 7 }] });
    const sets = { 0: new Set([5]), 1: new Set([5]) };
    expect(after.stands[0]).toEqual({ ...before.stands[0], sets, total: 7 });
    expect(after.stands[1]).toBe(before.stands[1]);
    expect(after).toMatchObject({ phase: "running", pads: before.pads, hands: before.hands });
  });
  test("empties a set of which no cell is named", () => {
    const { sets } = known(FIRST, { pictures: [{ seat: 0, sets: [[0]] }] }).stands[0]!;
    expect(sets).toEqual({ 0: new Set(), 1: new Set([0]) });
  });
  test("moves tokens by their places, or lays all anew", () => {
    const tray = (change: Record<string, string> | string) =>
      known(FIRST, { pictures: [{ seat: 0, tray: change }] }).stands[0]?.tray;
    expect(tray({ 1: "x" })).toEqual(["3.", "3x", "single:6x"]);
    expect(tray({ 0: "4.", 2: "5+" })).toEqual(["4.", "3+", "single:5+"]);
    expect(tray({ 0: "single:4.", 2: "." })).toEqual(["single:4.", "3+", "single:6."]);
    expect(tray("")).toEqual([]);
  });
  test("names the kind of a token where it is another than before", () => {
    const tray = known(FIRST, { pictures: [{ tray: "3. single:4+ 5x die:6. 6." }] }).stands[0]?.tray;
    expect(tray).toEqual(["3.", "single:4+", "single:5x", "die:6.", "die:6."]);
  });
  test("leaves out what a count keeps at its end", () => {
    const count = (change: string[]) => known(FIRST, { pictures: [{ counts: { 0: change } }] }).stands[0]?.counts[0];
    expect(count(["6"])).toEqual(["6", "1 {free}", "won"]);
    expect(count(["6", "2"])).toEqual(["6", "2", "won"]);
    expect(count(["", "", "open"])).toEqual(["", "", "open"]);
  });
  test("draws lines anew by their places, or all of them", () => {
    const all: [string, number[]][] = [
      ["line", [0, 5]],
      ["new", []],
    ];
    const change = (paths: NonNullable<Drawn["paths"]>) =>
      view({ pictures: [{ paths: all }] }, { pictures: [{ paths }] }).scenes[0]?.strokes;
    const points = [[0, 0], [300, 0]]; // prettier-ignore
    expect(change({})).toEqual([{ kind: "line", points }]);
    expect(change({ 1: [5] })).toEqual([
      { kind: "line", points },
      { kind: "new", points: [[300, 0]] },
    ]);
    expect(change([])).toEqual([]);
  });
  test("takes back what is null", () => {
    expect(known(FIRST, { clock: null, question: null })).toMatchObject({ clock: null, question: null });
    const scores = [{ seat: 0, goal: { now: 1, of: 6, words: 1 } }];
    expect(known(FIRST, { scores }, { scores: [{ seat: 0, goal: null }] }).pads[0]?.goal).toBeNull();
  });
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
    const german = assembled(DOCUMENT, TABLE, known(FIRST), "de");
    expect(german.scenes[0]?.cells[0]?.label).toBe("Feld a1, Würfel 3");
    expect(german.scenes[1]?.tags[0]).toMatchObject({ state: "won", label: "Reihe, geschafft" });
  });
  test("has a note of its own on the tray where there is one", () => {
    expect(view().scenes[0]?.tray_note).toBe("Dice");
    expect(view({ pictures: [{ seat: 0, tray_note: 2 }] }).scenes[0]?.tray_note).toBe("Roll");
  });
});

describe("what has not changed", () => {
  const before = view();
  const after = (update: Partial<Update>, lang: "de" | "en" = "en") =>
    assembled(DOCUMENT, TABLE, known(FIRST, update), lang, before);
  test("is the same object, up to the whole view", () => expect(after({})).toBe(before));
  test("stays where something else does: of a cell only that cell, its list and its scene are new", () => {
    const { scenes, seats, hands, waiting } = after({ pictures: [{ seat: 0, sets: [[0, 0]] }] });
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
    const { seats, hands } = after({ scores: [{ seat: 0, total: 6 }], hands: [{ seat: 0, moves: [0] }] });
    expect([seats[0]?.total, seats[1]]).toEqual([6, before.seats[1]]);
    expect(seats[1]).toBe(before.seats[1]);
    expect(hands[0]?.options[0]).toBe(before.hands[0]?.options[0]);
  });
  test("is said anew in another language, with hands and seats as they were", () => {
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
    expect(view({ hands: [{ seat: 0 }] }).hands).toEqual([{ seat: 0, options: [], undo: "", undo_words: null }]);
  });
  test("says what it waits for", () => {
    const words = (update: Partial<Update>) => Object.values(view(update).waiting.words);
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
    expect(words({ awaits: "over", result: { words: both("All done.") } as Update["result"] })[1]).toBe("All done.");
  });
});

test("the story is told in words, numbered; moves say themselves", () => {
  const told: NonNullable<Update["told"]> = [[1, 0], [0, 1], { kind: "roll", words: 2, faces: "12" }];
  expect(spoken(DOCUMENT, told, 7)).toEqual([
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
