import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import type { BotInfo, Shelf } from "../wire/protocol";
import { say } from "../words/words.svelte";
import { another, beats, botsOn, called, ladder, levels, step } from "./bots.svelte";

const words = (text: string) => ({ de: text, en: text });
const bot = (name: string, level: number, rating: number): BotInfo => ({
  name,
  level,
  title: words(`The ${name}`),
  words: words(""),
  usual: name === "skilled",
  outside: false,
  ratings: { "dizzle/1": rating },
});
const STEPS = [
  bot("random", 1, 400),
  bot("casual", 2, 1000),
  bot("greedy", 3, 1200),
  bot("skilled", 4, 1391),
  bot("learned", 6, 1600),
  bot("master", 7, 1750),
];
const PLANNER = bot("planner", 5, 1500);
const sheet = (name: string, bots: string[]) => ({
  name,
  title: words(name),
  blurb: words(""),
  icon: "",
  tint: "",
  bots,
});
const SHELF: Shelf = {
  games: [
    {
      slug: "dizzle",
      title: words("Dizzle"),
      about: words(""),
      minutes: 25,
      pad: "#C98A00",
      taught: true,
      seats: [1, 2],
      together: false,
      sheets: [
        sheet(
          "dizzle/1",
          STEPS.map(({ name }) => name),
        ),
        sheet("dizzle/own", ["random", "greedy", "planner", "gone"]),
      ],
    },
  ],
  bots: [PLANNER, ...STEPS.toReversed()],
};

test("bots are called as people call them; one that is gone by its name", () => {
  expect(called(STEPS, "greedy")).toBe("The greedy");
  expect(called(STEPS, "planner")).toBe("Planner");
});

test("the ladder of a sheet is as the server says, and knows only bots that are there", () => {
  expect(ladder(SHELF, "dizzle/1")).toEqual(STEPS);
  expect(ladder(SHELF, "dizzle/own").map(({ name }) => name)).toEqual(["random", "greedy", "planner"]);
  expect(ladder(SHELF, "chess/1")).toEqual([]);
});

test("a bot from outside is no step: its strength is not known, and it sits down only when it is chosen", () => {
  const bee: BotInfo = { ...bot("bee", 0, 0), outside: true, ratings: {} };
  const all = [...STEPS, bee];
  expect(levels(all)).toEqual(STEPS);
  expect(step(all, bee)).toBe("from outside");
  expect(step(all, STEPS[0]!)).toBe(step(STEPS, STEPS[0]!));
  expect(another([STEPS[0]!, bee], [])).toBe(STEPS[0]!.name);
});

test("three bots are three characters, around the usual one", () => {
  const there: string[] = [];
  for (let many = 0; many < 7; many++) there.push(another(STEPS, there));
  expect(there).toEqual(["skilled", "greedy", "learned", "casual", "master", "random", "skilled"]);
});

test("where the usual one has no place, the best one is", () => {
  const plain = ladder(SHELF, "dizzle/own");
  expect(another(plain, [])).toBe("planner");
  expect(another(plain, ["planner"])).toBe("greedy");
  expect(another([], [])).toBe("random");
});

test("a bot says which step it is, and how often it beats the one below", () => {
  expect(step(STEPS, STEPS[3]!)).toBe(say("bot.step", { n: 4, of: 6 }));
  expect(beats(STEPS, STEPS[3]!, "dizzle/1")).toBe(say("bot.beats", { n: 8, below: 3 }));
  expect(beats(STEPS, STEPS[1]!, "dizzle/1")).toBe(say("bot.beats.all", { below: 1 }));
  expect(beats(STEPS, STEPS[0]!, "dizzle/1")).toBe("");
  expect(beats(STEPS, STEPS[3]!, "dizzle/9")).toBe("");
});

test("who waits for the bots of a sheet sees them once the server has answered", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(SHELF)));
  const seen: number[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(botsOn("dizzle/1").length));
  });
  flushSync();
  await vi.waitFor(() => (flushSync(), expect(seen).toEqual([0, 6])));
  stop();
  vi.unstubAllGlobals();
});
