import { expect, test } from "vitest";
import type { Cell, Scene } from "../wire/scene";
import type { SeatView, Told } from "../wire/view";
import { cameToMe, lastCell, lines, mistyped, news, picked, rolled, sinceRoll, thrown } from "./story";

const words = (text: string) => ({ de: text, en: text });
const played = (n: number, seat: number, text: string, cell = ""): Told => ({
  n,
  kind: "played",
  words: words(text),
  seat,
  text,
  cell,
});
const undone = (n: number, seat: number, text: string): Told => ({ n, kind: "undone", words: words(text), seat, text });
const chance = (n: number, kind: string, text: string): Told => ({
  n,
  kind,
  words: words("Roll"),
  text,
  faces: [...text],
});
const seat = (number: number, name: string) => ({ seat: number, name }) as SeatView;
const cell = (id: string, ...marks: string[]): Cell => ({
  id,
  shape: "square",
  x: 0,
  y: 0,
  fill: "plain",
  marks: marks.map((kind) => ({ kind })),
});
const scene = (cells: Cell[], tray = "", kind = "colour"): Scene =>
  ({ cells, tray: [...tray].map((face) => ({ kind, face, state: "free" })) }) as unknown as Scene;
const PEOPLE = [seat(0, "Mara"), seat(1, "Jonas")];

test("the last cell of a seat forgets what was taken back", () => {
  const story = [played(1, 0, "3d4", "d4"), played(2, 1, "5e5", "e5"), played(3, 0, "2d5", "d5"), undone(4, 0, "2d5")];
  expect(lastCell(story, 0)).toEqual(new Set(["d4"]));
  expect(lastCell(story, 1)).toEqual(new Set(["e5"]));
  expect(lastCell([], 1)).toEqual(new Set());
});

test("with a roll that is corrected go the moves made on it, and no others", () => {
  const story = [
    chance(1, "roll", "112"),
    played(2, 0, "1a1", "a1"),
    chance(3, "reroll", "355"),
    played(4, 0, "3d4", "d4"),
    played(5, 1, "5e5", "e5"),
  ];
  expect(sinceRoll(story).map(({ n }) => n)).toEqual([4, 5]);
  const corrected: Told[] = [...story, { n: 6, kind: "takenup", words: words("corrects the roll"), seat: 0 }];
  expect(lastCell(corrected, 0)).toEqual(new Set(["a1"]));
  expect(lastCell(corrected, 1)).toEqual(new Set());
  expect(sinceRoll(corrected).map(({ n }) => n)).toEqual([2]);
  expect(sinceRoll([])).toEqual([]);
});

test("the story is told newest first, dice apart from what they were for", () => {
  const told = lines([chance(1, "roll", "112"), played(2, 1, "1a1")], PEOPLE);
  expect(told.map(({ who, words, roll }) => [who, words.en, roll])).toEqual([
    ["Jonas", "1a1", ""],
    ["", "Roll:", "112"],
  ]);
});

test("news are what others did and what chance brought", () => {
  const story = [chance(1, "roll", "112"), played(2, 0, "1a1"), played(3, 1, "1b1")];
  expect(news(story, PEOPLE, [0]).map(({ n }) => n)).toEqual([1, 3]);
});

test("those who sit down are named by the sentence itself", () => {
  const sat: Told = { n: 1, kind: "sat", words: words("Jonas sits down."), seat: 1 };
  expect(lines([sat], PEOPLE)[0]?.who).toBe("");
});

test("rolls are spoken face by face", () => {
  expect(rolled("1225")).toBe("1, 2, 2, 5");
  expect(rolled("rg")).toMatch(/^(Red, Green|Rot, Grün)$/);
});

test("only the dice that were thrown roll", () => {
  const tray = scene([], "rrygb");
  expect(thrown(tray, chance(1, "throw", "rb"))).toEqual(new Set([1, 4]));
  expect(thrown(scene([], "12266", "single"), chance(1, "roll", "26"))).toEqual(new Set([2, 4]));
  expect(thrown(scene([], "12266", "die"), chance(1, "roll", "12266"))).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(thrown(tray, null)).toEqual(new Set());
  const gone = scene([], "1226", "die");
  gone.tray[1] = { ...gone.tray[1]!, state: "removed" };
  expect(thrown(gone, chance(1, "remove", "25"))).toEqual(new Set());
  expect(thrown(gone, chance(1, "reroll", "126"))).toEqual(new Set([0, 2, 3]));
});

test("what came without a move is told to whom it came, with its clause", () => {
  const bomb = (n: number, seat: number): Told => ({
    n,
    kind: "exploded",
    words: words(`boom ${seat}`),
    seat,
    cell: "a1",
    clause: "D20",
  });
  const story = [played(1, 0, "1a1"), bomb(2, 1), bomb(3, 0)];
  const came = (you: number[], seats = PEOPLE) =>
    cameToMe(story, { you, seats }).map(({ who, words, clause }) => [who, words.en, clause]);
  expect(came([0])).toEqual([["", "boom 0", "D20"]]);
  expect(came([0, 1])).toEqual([
    ["Jonas", "boom 1", "D20"],
    ["Mara", "boom 0", "D20"],
  ]);
  expect(came([])).toEqual([]);
  const yours = cameToMe([{ ...bomb(1, 0), yours: words("yours") }], { you: [0], seats: PEOPLE });
  expect(yours.map(({ words }) => words.en)).toEqual(["yours"]);
  expect(came([1], [PEOPLE[0]!, { ...PEOPLE[1]!, bot: "greedy" }])).toEqual([]);
});

test("what is chosen and not settled is counted", () => {
  expect(picked(scene([cell("a1", "pick"), cell("b1", "cross")]))).toBe(1);
});

test("a solo player knows who it was", () => {
  expect(lines([played(1, 0, "3d4")], [seat(0, "Mara")])[0]!.who).toBe("");
});

test("a roll that is corrected is there to be put right, until it is typed in again", () => {
  const taken: Told = { n: 3, kind: "takenup", words: words("corrects the roll"), seat: 0 };
  const story = [chance(1, "roll", "112"), played(2, 0, "1a1"), taken];
  expect(mistyped(story)).toEqual(["1", "1", "2"]);
  expect(mistyped([...story, chance(4, "roll", "122")])).toEqual([]);
  expect(mistyped([])).toEqual([]);
});
