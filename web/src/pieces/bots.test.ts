import { expect, test } from "vitest";
import type { BotInfo } from "../wire/api";
import { say } from "../words/words.svelte";
import { byLevel, called, strength } from "./bots.svelte";

const bot = (name: string, level: number, title: string): BotInfo => ({ name, level, title: { de: title, en: title }, words: { de: "", en: "" }, usual: false, ratings: { "dizzle/1": 1000 + level } });
const BOTS = [bot("planner", 3, "Sly Fox"), bot("random", 1, "Doodle")];

test("bots are called as people call them; one that is gone by its name", () => {
  expect(called(BOTS, "planner")).toBe("Sly Fox");
  expect(called(BOTS, "master")).toBe("Master");
});

test("the weakest comes first", () => {
  expect(byLevel(BOTS).map(({ name }) => name)).toEqual(["random", "planner"]);
});

test("a bot is rated on sheets where that was measured", () => {
  expect(strength(BOTS[0]!, "dizzle/1")).toBe(say("bot.rating", { n: 1003 }));
  expect(strength(BOTS[0]!, "dizzle/2")).toBe("");
});
