import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings.svelte";
import type { WhyAnswer, Option, Touched } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { NOTHING } from "./choosing";
import { Hand } from "./hand.svelte";

const option = (text: string, kind: string, more: Partial<Option> = {}): Option => ({
  text,
  kind,
  words: { de: text, en: text },
  ...more,
});
const take = (die: number, cell: string) => option(`${die}${cell}`, "take", { die, cell });
const again = (colours: string) => option(`roll ${colours}`, "again", { colours });
const NO: WhyAnswer = {
  t: "because",
  seat: 0,
  touched: {},
  legal: false,
  clause: "D8",
  words: { de: "nein", en: "no" },
};

/** A hand whose touches, moves and answers are written down. */
class Tried extends Hand {
  options = $state.raw<readonly Option[]>([]);
  scene = $state.raw(lying(""));
  mine = true;
  protected objection = $state("");
  played: string[] = [];
  asked: Touched[] = [];
  said: string[] = [];
  reason: Promise<WhyAnswer | null> = Promise.resolve(NO);

  play(option: Option): void {
    this.deeds += 1;
    this.chosen = NOTHING;
    this.played.push(option.text);
  }
  protected because(touched: Touched): Promise<WhyAnswer | null> {
    this.asked.push(touched);
    return this.reason;
  }
  protected answer(text: string, clause = ""): void {
    this.objection = text;
    this.said.push(clause ? `${text} ${clause}` : text);
  }
  protected isReady(): boolean {
    return true;
  }
  protected get silence(): string {
    return "...";
  }

  /** The table as it is now: what lies in the tray, and what can be done. */
  sees(faces: string, ...options: Option[]): this {
    [this.scene, this.options] = [lying(faces), options];
    this.refresh();
    return this;
  }
}

function lying(faces: string): Scene {
  const kind = /\d/.test(faces) ? "die" : "colour";
  const cells = ["b1", "c3", "z9"].map((id) => ({ id }));
  return { cells, tray: [...faces].map((face) => ({ kind, face, state: "free" })) } as unknown as Scene;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => (settings.lang = "en"));

test("dice that were kept stay kept after a throw, and are forgotten with the last one", () => {
  const hand = new Tried().sees("rrgyb", option("stop", "stop"), again("gyb"));
  hand.tapToken(0);
  hand.tapToken(1);
  hand.throwAgain();
  expect(hand.played).toEqual(["roll gyb"]);
  hand.sees("rrgyb").sees("arroy", option("stop", "stop"), again("aoy"));
  expect(hand.chosen.keep).toEqual([1, 2]);
  hand.throwAgain();
  hand.sees("rrgga", option("c4", "cross", { cell: "c4" }), option("done", "done"));
  hand.sees("rrgyb", option("stop", "stop"), again("gyb"));
  expect(hand.chosen.keep).toEqual([]);
});

test("a number key means the die that shows it, or the nth that can be thrown", () => {
  const hand = new Tried().sees("356", take(5, "b1"));
  hand.tapNumber(5);
  expect(hand.chosen.die).toBe(5);
  hand.tapNumber(2);
  expect(hand.said).toEqual(["There's no 2 in the pool."]);
  hand.sees("rgy", again("gy"), again("rgy"));
  hand.tapNumber(3);
  expect(hand.chosen.keep).toEqual([2]);
});

test("what is impossible is asked by what was touched", async () => {
  const hand = new Tried().sees("356", take(5, "b1"));
  hand.tapToken(1);
  hand.tapCell("z9");
  expect([hand.asked, [...hand.refused]]).toEqual([[{ cell: "z9", die: 5 }], ["z9"]]);
  hand.press("reroll");
  hand.why("c3");
  await settled();
  expect(hand.asked.slice(1)).toEqual([{ kind: "reroll" }, { cell: "c3", die: 5 }]);
  expect(hand.said).toEqual(["no D8", "no D8", "no D8"]);
});

test("the cells that a refusal names are pointed at, as long as it can be read", async () => {
  vi.useFakeTimers();
  const hand = new Tried().sees("", option("c3", "cross", { cell: "c3" }));
  const missing = "Still missing: b1, c3, k9. B3 is full.";
  hand.reason = Promise.resolve({ ...NO, words: { de: missing, en: missing } });
  hand.tapCell("z9");
  expect([...hand.refused]).toEqual(["z9"]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([...hand.refused]).toEqual(["b1", "c3"]);
  vi.useRealTimers();
});

test("a die that fits nowhere is told in our words, with the clause of the game", async () => {
  const hand = new Tried().sees("356", take(5, "b1"));
  hand.tapToken(0);
  await settled();
  expect([hand.asked, hand.said]).toEqual([[{ die: 3 }], ["The 3 doesn't fit anywhere right now. D8"]]);
});

test("an answer that comes after a move is dropped; an error says that no answer came", async () => {
  const hand = new Tried().sees("356", take(5, "b1"));
  hand.tapCell("z9");
  hand.tapCell("b1");
  expect(hand.confirm()).toBe(true);
  await settled();
  expect([hand.played, hand.said]).toEqual([["5b1"], []]);
  hand.reason = Promise.resolve(null);
  hand.tapCell("z9");
  await settled();
  expect(hand.said).toEqual(["..."]);
});

test("the other end grows where there is one", () => {
  const line = (start: string, cell: string) => option(`${start}-${cell}`, "extend", { start, cell });
  const hand = new Tried().sees("", line("a1", "b1"), line("c3", "b1"));
  hand.otherEnd();
  hand.otherEnd();
  expect(hand.chosen.start).toBe("c3");
  hand.sees("", line("a1", "b1")).otherEnd();
  expect(hand.said).toEqual(["Only one end can grow now."]);
  hand.sees("356", take(5, "b1")).otherEnd();
  expect(hand.said).toHaveLength(1);
});
