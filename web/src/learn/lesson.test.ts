import { beforeEach, expect, test, vi } from "vitest";
import type { Course } from "../wire/view";
import type { Document, Option, SheetView, StandView, StepView } from "../wire/protocol";
import { byHand, isEnd, scenesAt, wantedAt } from "./lesson";
import { LessonHand } from "./lessonHand.svelte";
import { keepDone, stepsDone } from "./progress";

const words = { de: "legen", en: "place" };
const take = (die: number, cell: string): Option => ({ text: `${die}${cell}`, kind: "take", words, cell, die });
const spot = (id: string, bit: number, number: number) => ({
  ...{ id, bit, shape: "square", x: 0, y: 0, fill: "plain", number, icon: "", tint: "", note: "" },
  ...{ words: [], marks: [], icons: [] },
});
const LAYOUT = {
  ...{ pad: "#C98A00", title: ["", ""], width: 60, height: 60, edges: [], rulers: [], plates: [], slots: [] },
  cells: [spot("a1", 0, 3), spot("b1", 1, 5)],
  signs: [{ name: "die", marks: [["die", "{n}"]], words: ["", ""] }],
  ...{ fates: {}, notes: {}, legend: [], tray_kind: "die", tray_note: ["", ""] },
};
const printed = { layouts: [LAYOUT], sentences: [], moves: [] } as unknown as Document;
const sheet: SheetView = {
  ...{ board: 1, total: 0, sets: {}, counts: {}, fates: {}, paths: {} },
  tray: { 0: "die fits 3", 1: "die fits 5" },
};
const stand = (more: Partial<StandView>): StandView => ({
  position: "p",
  sheets: {},
  options: [],
  wanted: {},
  happens: null,
  ...more,
});
const step = (id: string, stands: StandView[]): StepView => ({
  id,
  clauses: ["D5"],
  text: "t",
  hint: "h",
  praise: "p",
  sheets: {},
  stands,
});
const roll = { kind: "roll", words, text: "35" };

function lesson(): Course {
  const first = step("one", [
    stand({ happens: { told: roll, to: 1 } }),
    stand({ options: [take(3, "a1"), take(5, "b1")], wanted: { "5b1": 2 } }),
    stand({ sheets: { 0: { total: 5, sets: { 0: "2" } } } }),
  ]);
  return {
    game: "dizzle",
    title: { de: "Dizzle", en: "Dizzle" },
    sheet: "dizzle/2",
    seat: 0,
    names: ["", "Mara"],
    ...{ document: "/doc", printed, lang: "de", sheets: { 0: sheet, 1: sheet } },
    steps: [first, step("two", [stand({})])],
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify({ legal: false, clause: "D8", words: { de: "nein", en: "no" } }))),
  );
});

function begun(): LessonHand {
  const hand = new LessonHand(lesson());
  hand.go(0);
  vi.advanceTimersByTime(3000);
  return hand;
}

test("a stand is the lesson's sheets with what is new", () => {
  const one = lesson();
  const [own, other] = scenesAt(one, one.steps[0]!, one.steps[0]!.stands[2]!);
  expect([own!.total, own!.cells[1]!.marks?.[0]?.kind, other!.total]).toEqual(["5", "die", "0"]);
  expect(wantedAt(one.steps[0]!.stands[1]!).map(({ text }) => text)).toEqual(["5b1"]);
  expect([byHand(one.steps[0]!), byHand(one.steps[1]!), isEnd(one.steps[1]!.stands[0]!)]).toEqual([true, false, true]);
});

test("what happens without a tap takes a moment", () => {
  const hand = new LessonHand(lesson());
  hand.go(0);
  expect([hand.stand, hand.told?.kind, hand.options.length]).toEqual([0, "roll", 0]);
  vi.advanceTimersByTime(3000);
  expect([hand.stand, hand.told]).toEqual([1, null]);
});

test("a tap while something happens hurries it and does nothing else", () => {
  const hand = new LessonHand(lesson());
  hand.go(0);
  hand.tapCell("b1");
  expect([hand.stand, hand.told, hand.move]).toEqual([1, null, null]);
});

test("die first or cell first, then once more: the step is done and remembered", () => {
  for (const dieFirst of [true, false]) {
    const hand = begun();
    if (dieFirst) hand.tapToken(1);
    hand.tapCell("b1");
    expect(hand.move?.text).toBe("5b1");
    expect(hand.confirm()).toBe(true);
    expect([hand.finished, hand.praised, hand.done, stepsDone("dizzle")]).toEqual([true, true, 1, 1]);
  }
});

test("another legal move is kindly put off, and only the wanted cell is bright", () => {
  const hand = begun();
  expect([...hand.bright!]).toEqual(["b1"]);
  hand.tapCell("a1");
  expect([hand.stand, hand.misses, hand.remark?.clause, hand.move]).toEqual([1, 1, "", null]);
  hand.tapToken(0);
  expect(hand.remark?.text).toContain("5");
});

test("an impossible tap says why, with its clause; an answer that comes late is dropped", async () => {
  const hand = begun();
  hand.tapCell("z9");
  expect([...hand.refused]).toEqual(["z9"]);
  await vi.advanceTimersByTimeAsync(50);
  expect(hand.remark).toMatchObject({ clause: "D8" });
  hand.tapCell("z9");
  hand.go(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(hand.remark).toBe(null);
});

test("show me prepares the move up to the last tap", () => {
  const hand = begun();
  hand.showMe();
  expect([hand.move?.text, hand.hint]).toEqual(["5b1", "b1"]);
});

test("going back forgets nothing", () => {
  keepDone("traexx", 4);
  keepDone("traexx", 2);
  expect(stepsDone("traexx")).toBe(4);
  localStorage.setItem("kritzel.learn", "{");
  expect(stepsDone("traexx")).toBe(0);
});
