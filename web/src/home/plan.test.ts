import { expect, test } from "vitest";
import { gentle } from "../pieces/bots.svelte";
import type { Shelf } from "../wire/protocol";
import {
  asked,
  begins,
  chair,
  duo,
  firstPlan,
  fitted,
  gameOf,
  missing,
  nextBot,
  restored,
  roomy,
  type Plan,
} from "./plan";

const words = (text: string) => ({ de: text, en: text });
const sheets = (slug: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${slug}/${at + 1}`,
    title: words("t"),
    blurb: words("b"),
    icon: "",
    tint: "",
    bots: ["random", "greedy", "skilled", "learned"],
  }));
const look = { about: words(""), minutes: 20, pad: "#C98A00", taught: true };
const shelf: Shelf = {
  games: [
    {
      ...look,
      slug: "dizzle",
      title: words("Dizzle"),
      seats: [1, 2, 3, 4],
      together: false,
      sheets: sheets("dizzle", 8),
    },
    {
      ...look,
      slug: "border",
      title: words("The Border"),
      seats: [2, 3, 4],
      together: false,
      sheets: sheets("border", 1),
    },
  ],
  bots: ["learned", "planner", "skilled", "greedy", "random"].map((name, at) => ({
    name,
    level: 5 - at,
    title: words(name),
    words: words(name),
    usual: name === "skilled",
    outside: false,
    ratings: {},
  })),
};
const kinds = ({ chairs }: Plan) => chairs.map(({ kind }) => kind);

test("the first time it is me and the usual bot on the first sheet", () => {
  const plan = firstPlan(shelf);
  expect(plan.sheet).toBe("dizzle/1");
  expect(asked(plan.chairs, "Ada", () => "Igel")).toEqual([
    { kind: "me", name: "Ada" },
    { kind: "bot", bot: "skilled" },
  ]);
});

test("newcomers meet the second step of each ladder", () => {
  expect(firstPlan(gentle(shelf)).chairs[1]!.bot).toBe("greedy");
  const own = {
    ...shelf.games[1]!,
    sheets: [{ ...shelf.games[1]!.sheets[0]!, bots: ["random", "planner", "learned"] }],
  };
  const both = gentle({ ...shelf, games: [shelf.games[0]!, own] });
  expect(duo(both, "border/1")[1]!.bot).toBe("planner");
});

test("a game that needs two gets a bot, one that seats four lets the fifth go", () => {
  const alone: Plan = { sheet: "border/1", chairs: [chair([], "me")], real: false, begins: "lots" };
  expect(missing(alone, shelf)).toBe(1);
  expect(kinds(fitted(alone, shelf))).toEqual(["me", "bot"]);
  const many = {
    ...alone,
    chairs: [...duo(shelf, "border/1"), ...[3, 4, 5].map((id) => ({ id, kind: "friend" as const, name: "", bot: "" }))],
  };
  expect(kinds(fitted(many, shelf))).toHaveLength(4);
  expect(roomy(fitted(many, shelf), shelf)).toBe(false);
});

test("what was chosen last time comes back", () => {
  const chairs = [...duo(shelf, "dizzle/5"), { id: 3, kind: "here" as const, name: "Jonas", bot: "" }];
  const plan: Plan = { sheet: "dizzle/5", chairs, real: true, begins: "2" };
  expect(restored(JSON.stringify(plan), shelf)).toEqual(plan);
});

test.each([
  "",
  "no json",
  "[]",
  "null",
  '{"sheet":"chess/1","chairs":7}',
  '{"chairs":[{"kind":"king"},{"kind":"me"},{"kind":"me"}]}',
])("a broken memory does no harm: %s", (kept) => {
  const plan = restored(kept, shelf);
  expect(gameOf(shelf, plan.sheet).slug).toBe("dizzle");
  expect(kinds(plan).filter((kind) => kind === "me")).toHaveLength(1);
});

test("a bot that left the shelf is replaced, and a person without a name gets one", () => {
  const kept = JSON.stringify({
    sheet: "dizzle/1",
    chairs: [{ kind: "bot", bot: "gone" }, { kind: "here" }, { kind: "friend" }],
  });
  expect(asked(restored(kept, shelf).chairs, "Ada", () => "Igel")).toEqual([
    { kind: "me", name: "Ada" },
    { kind: "bot", bot: "skilled" },
    { kind: "here", name: "Igel" },
    { kind: "friend" },
  ]);
});

test("chairs have ids of their own", () => {
  const chairs = duo(shelf, "dizzle/1");
  expect(new Set([...chairs, chair(chairs, "bot")].map(({ id }) => id)).size).toBe(3);
});

test("who begins is forgotten with their chair", () => {
  expect([begins("1", 2), begins("2", 2), begins("lots", 2), begins("nobody", 4)]).toEqual([
    "1",
    "lots",
    "lots",
    "lots",
  ]);
  expect(fitted({ sheet: "border/1", chairs: duo(shelf, "border/1"), real: false, begins: "3" }, shelf).begins).toBe(
    "lots",
  );
});

test("three bots are three characters; one that leaves may come back", () => {
  const chairs = duo(shelf, "dizzle/1");
  for (const _ of [1, 2]) chairs.push(chair(chairs, "bot", { bot: nextBot(shelf, "dizzle/1", chairs) }));
  expect(chairs.map(({ bot }) => bot)).toEqual(["", "skilled", "greedy", "learned"]);
  expect(
    nextBot(
      shelf,
      "dizzle/1",
      chairs.filter(({ bot }) => bot !== "skilled"),
    ),
  ).toBe("skilled");
});

test("a bot that is no step of the sheet's ladder makes room for one that is not there yet", () => {
  const kept = JSON.stringify({
    sheet: "dizzle/1",
    chairs: [
      { kind: "bot", bot: "skilled" },
      { kind: "bot", bot: "planner" },
    ],
  });
  expect(restored(kept, shelf).chairs.map(({ bot }) => bot)).toEqual(["", "skilled", "greedy"]);
});
