import { beforeEach, expect, test } from "vitest";
import type { Line, SeatView, View } from "../wire/view";
import { say } from "../words/words.svelte";
import { choose } from "../settings.svelte";
import { hasFinished, heldAgainst } from "./bests";
import { ranked } from "./ranks";
import { asker, harder, nextSheet, seatsAgain } from "./rematch";
import { boxOf, nameOf, padRows } from "./scoreRows";
import type { Rank, Shelf, Timeline } from "../wire/protocol";
import type { Box, Scene } from "../wire/scene";
import { clockAt, highlights, race, stopFrom, stops, totals } from "./timeline";
import { myself, ranking, verdict, type Said } from "./verdict";

const both = (text: string) => ({ de: text, en: text });
const line = (key: string, points: number): Line => ({ key, words: both(key), clause: "D26", points, have: 1, of: 2 });
function seat(at: number, name: string, total: number, kind: SeatView["kind"] = "person", bot = ""): SeatView {
  return {
    seat: at,
    name,
    kind,
    bot,
    present: true,
    replaceable: false,
    ready: true,
    allows: false,
    hints: 0,
    deciding: false,
    done: false,
    out: false,
    total,
    lines: [line("gems", total)],
  };
}
const rank = (at: number, name: string, place: number, points: number, by = "points"): Rank => ({
  seat: at,
  name,
  place,
  points,
  by,
  words: both(`by ${by}`),
});
function view(seats: SeatView[], places: Rank[], you: number[], more: Partial<View> = {}): View {
  const result = {
    reason: "last_round",
    clause: "D25",
    words: both("over"),
    ranking: places,
    solo_rank: 0,
    solo_ranks: 0,
    title: null,
  };
  return {
    table: "t",
    game: "dizzle",
    sheet: "dizzle/1",
    phase: "over",
    seats,
    you,
    result,
    ...more,
  } as unknown as View;
}
const spoken = (said: Said) => say(said.key, said.fill);
const told = (of: View) => {
  choose("lang", "en");
  const { title, aside } = verdict(of, "en");
  return [spoken(title), spoken(aside)];
};

const DUEL = [seat(0, "Igel", 57), seat(1, "Mara", 60)];

test("a seat wins, by a number of points", () => {
  const places = [rank(1, "Mara", 1, 60), rank(0, "Igel", 2, 57)];
  expect(told(view(DUEL, places, [0]))).toEqual(["Mara wins!", "3 points ahead of you"]);
  expect(told(view(DUEL, places, [1]))).toEqual(["You win!", "3 points ahead of Igel"]);
  expect(told(view(DUEL, places, []))).toEqual(["Mara wins!", "3 points ahead of Igel"]);
  expect(told(view(DUEL, places, [0, 1]))).toEqual(["Mara wins!", "3 points ahead of Igel"]);
  expect(told(view(DUEL, [rank(1, "Mara", 1, 58), rank(0, "Igel", 2, 57)], [0]))[1]).toBe("1 point ahead of you");
});

test("equal points: the tie-break is told, by the one it lifts", () => {
  const tied = view(DUEL, [rank(1, "Mara", 1, 57, "crosses"), rank(0, "Igel", 2, 57, "crosses")], [0]);
  expect(told(tied)).toEqual(["Mara wins!", "57 points each, won by crosses"]);
  expect(ranking(tied).map(({ by }) => by?.by ?? null)).toEqual(["crosses", null]);
});

test("a shared win has several winners, and none is left out", () => {
  const places = [
    rank(0, "Igel", 1, 57, "shared"),
    rank(1, "Mara", 1, 57, "shared"),
    rank(2, "Jonas", 1, 57, "shared"),
  ];
  const company = [...DUEL, seat(2, "Jonas", 57)];
  expect(told(view(company, places, [0]))).toEqual(["You share the win with Mara and Jonas!", "57 points each"]);
  expect(told(view(company, places, []))[0]).toBe("Igel, Mara, and Jonas win together!");
  expect(ranking(view(company, places, [])).every(({ by }) => by?.by === "shared")).toBe(true);
});

test("alone there is a title, and stopped games have no winner", () => {
  const solo = view([seat(0, "Igel", 50)], [rank(0, "Igel", 1, 50)], [0]);
  Object.assign(solo.result!, { title: both("Margin doodle"), solo_rank: 5, solo_ranks: 7 });
  expect(told(solo)).toEqual(["Rank 5 of 7: Margin doodle", "50 points"]);
  const stopped = view(DUEL, [], [0], { phase: "stopped", result: null });
  expect(verdict(stopped, "en").kind).toBe("stopped");
  expect(ranking(stopped).map((row) => [row.seat, row.place])).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

test("a person with several seats is not `you`", () => {
  expect(myself(view(DUEL, [], [1]))).toBe(1);
  expect(myself(view(DUEL, [], [0, 1]))).toBe(-1);
  expect(myself(view(DUEL, [], []))).toBe(-1);
});

const RANKS = {
  ranks: [
    { title: both("Gold"), least: 81 },
    { title: both("Steady"), least: 61 },
    { title: both("Eraser"), least: null },
  ],
  ranks_clause: "D34",
};

test("points have a rank, and the next one is some points away", () => {
  expect(ranked(RANKS, 60)).toEqual({
    rank: 3,
    of: 3,
    title: both("Eraser"),
    next: { rank: 2, title: both("Steady"), missing: 1 },
    clause: "D34",
  });
  expect(ranked(RANKS, 61)).toMatchObject({ rank: 2, next: { rank: 1, missing: 20 } });
  expect(ranked(RANKS, 81)).toMatchObject({ rank: 1, next: null });
  expect(ranked(RANKS, -60)).toMatchObject({ rank: 3, next: { missing: 121 } });
  expect(ranked({ ranks: [], ranks_clause: "" }, 5)).toBe(null);
});

beforeEach(() => localStorage.clear());
const solo = (table: string, points: number, more: Partial<View> = {}) =>
  view([seat(0, "Igel", points)], [], [0], { table, ...more });

test("the best on a sheet is kept on the device, once for each table", () => {
  expect(heldAgainst(solo("a", 40))).toEqual({ points: 40, before: null, best: true });
  expect(heldAgainst(solo("b", 35))).toEqual({ points: 35, before: 40, best: false });
  expect(heldAgainst(solo("c", 52))).toEqual({ points: 52, before: 40, best: true });
  expect(heldAgainst(solo("c", 52))).toEqual({ points: 52, before: 40, best: true });
  expect(heldAgainst(solo("d", 52))).toEqual({ points: 52, before: 52, best: false });
  expect(heldAgainst(solo("e", 1, { sheet: "dizzle/2" }))?.before).toBe(null);
  expect(heldAgainst(view(DUEL, [], [0], { table: "f" }))?.before).toBe(null);
});

test("no best is kept: who watches, who shares the device, who let a bot play, what was stopped", () => {
  const others = [
    view(DUEL, [], []),
    view(DUEL, [], [0, 1]),
    view([seat(0, "Igel", 9, "person", "greedy")], [], [0]),
    solo("a", 9, { phase: "stopped" }),
  ];
  expect(others.map(heldAgainst)).toEqual([null, null, null, null]);
  expect(localStorage.getItem("kritzel.bests")).toBe(null);
});

test("after an own game has ended, the player is no newcomer", () => {
  expect(hasFinished()).toBe(false);
  heldAgainst(solo("a", 40));
  expect(hasFinished()).toBe(true);
});

test("what cannot be read is begun again, and only a limited number of sheets is kept", () => {
  localStorage.setItem("kritzel.bests", "{");
  expect(heldAgainst(solo("a", 40))?.before).toBe(null);
  for (let n = 0; n < 80; n++) heldAgainst(solo("b", n, { sheet: `own/${n}` }));
  const { version, sheets } = JSON.parse(localStorage.getItem("kritzel.bests")!) as { version: number; sheets: object };
  expect([version, Object.keys(sheets).length]).toEqual([1, 60]);
  expect(heldAgainst(solo("c", 1, { sheet: "own/79" }))?.before).toBe(79);
});

test("the pads lie side by side in the order of the ranking", () => {
  const boxes: Box[] = [
    { key: "gems", icon: "gem3", label: "Shiny" },
    { key: "puzzles.a", icon: "puzA", label: "Puzzle a" },
  ];
  const scene = { boxes } as unknown as Scene;
  const [row] = padRows(DUEL, [1, 0], scene);
  expect(row!.lines.map(({ points }) => points)).toEqual([60, 57]);
  expect(nameOf(row!, "en")).toBe("Shiny");
  expect(boxOf(scene, "puzzles")?.icon).toBe("puzA");
  expect(nameOf({ ...row!, key: "puzzles", box: boxOf(scene, "puzzles"), words: both("Puzzles") }, "en")).toBe(
    "Puzzles",
  );
  expect(boxOf(scene, "flags")).toBeNull();
});

const LINE: Timeline = {
  totals: [0, 0],
  clocks: [
    { at: 0, words: "pass 1" },
    { at: 4, words: "pass 2" },
  ],
  moments: [
    { kind: "roll", text: "12", words: "Roll" },
    { kind: "played", text: "1a1", words: "place", seat: 0, gains: [{ seat: 0, key: "gems", points: 2 }] },
    { kind: "played", text: "2a2", words: "place", seat: 0 },
    {
      kind: "played",
      text: "out",
      words: "drop out",
      seat: 1,
      gains: [
        { seat: 0, key: "flags", points: 6 },
        { seat: 1, key: "bombs", points: -3 },
      ],
    },
    { kind: "roll", text: "34", words: "Roll" },
  ],
};

test("totals add up, and the race runs from the lowest to the highest", () => {
  expect(totals(LINE)).toEqual([
    [0, 0],
    [0, 0],
    [2, 0],
    [2, 0],
    [8, -3],
    [8, -3],
  ]);
  const own = race(totals(LINE), 0);
  expect(own[0]).toEqual({ x: 0, y: 3 / 11 });
  expect(own.at(-1)).toEqual({ x: 1, y: 1 });
  expect(race([[0]], 0)).toEqual([{ x: 0, y: 0 }]);
});

test("playing stops after luck and after a turn, and stays at the ends", () => {
  const all = stops(LINE);
  expect(all).toEqual([0, 1, 3, 4, 5]);
  expect([stopFrom(all, 1, 1), stopFrom(all, 2, -1), stopFrom(all, 5, 1), stopFrom(all, 0, -1)]).toEqual([3, 1, 5, 0]);
});

test("the clock is that of the last event", () => {
  expect([1, 4, 5].map((at) => clockAt(LINE, at))).toEqual(["pass 1", "pass 1", "pass 2"]);
});

test("great moments are few, far apart and in order", () => {
  expect(highlights(LINE, 0, 5, 1)).toEqual([
    { at: 2, key: "gems", points: 2 },
    { at: 4, key: "flags", points: 6 },
  ]);
  expect(highlights(LINE, 0, 5, 3)).toEqual([{ at: 4, key: "flags", points: 6 }]);
  expect(highlights(LINE, 1, 5, 1)[0]).toMatchObject({ key: "bombs", points: -3 });
});

test("the next sheet, with the same company", () => {
  const shelf = { games: [{ sheets: [{ name: "dizzle/1" }, { name: "dizzle/2" }] }] } as unknown as Shelf;
  expect(nextSheet(shelf, "dizzle/1")?.name).toBe("dizzle/2");
  expect(nextSheet(shelf, "dizzle/2")).toBeNull();
  expect(nextSheet(shelf, "other/1")).toBeNull();
  const seats = [
    seat(0, "Oma", 1, "here"),
    seat(1, "Igel", 1),
    seat(2, "Mara", 1),
    seat(3, "Greedy", 1, "bot", "greedy"),
  ];
  const company = view(seats, [], [0, 1]);
  expect(seatsAgain(company)).toEqual([
    { kind: "here", name: "Oma" },
    { kind: "me", name: "Igel" },
    { kind: "friend" },
    { kind: "bot", bot: "greedy" },
  ]);
  expect(asker(company)).toBe("Mara");
  expect(asker(view(DUEL, [], []))).toBe("");
});

test("who wins against bots is offered one level more", () => {
  const bots = ["random", "casual", "greedy"].map((name) => ({ name, outside: false }));
  const names = bots.map(({ name }) => name);
  const shelf = { games: [{ sheets: [{ name: "dizzle/1", bots: names }] }], bots } as unknown as Shelf;
  const company = (bot: string) => [seat(0, "Mara", 60), seat(1, "Bot", 57, "bot", bot)];
  const won = [rank(0, "Mara", 1, 60), rank(1, "Bot", 2, 57)];
  const up = harder(view(company("casual"), won, [0]), shelf);
  expect(up?.bot.name).toBe("greedy");
  expect(up?.seats.map(({ kind, bot }) => [kind, bot])).toEqual([
    ["me", undefined],
    ["bot", "greedy"],
  ]);
  expect(harder(view(company("greedy"), won, [0]), shelf)).toBeNull();
  expect(harder(view(company("casual"), [rank(1, "Bot", 1, 60), rank(0, "Mara", 2, 57)], [0]), shelf)).toBeNull();
  expect(harder(view(DUEL, [rank(1, "Mara", 1, 60), rank(0, "Igel", 2, 57)], [1]), shelf)).toBeNull();
  expect(harder(view([seat(0, "Mara", 60)], [rank(0, "Mara", 1, 60)], [0]), shelf)).toBeNull();
});
