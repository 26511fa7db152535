import { beforeEach, expect, test, vi } from "vitest";
import { choose } from "../settings.svelte";
import { anyName, brief, cleanName, ensureName, keepName, keptName, LONGEST, numbered, rememberedName } from "./names";

beforeEach(() => localStorage.clear());

test.each([
  ["  Mara   die #1, ok ", "Mara die 1 ok"],
  ["a\u0000b\u202Ec", "a b c"],
  ["", ""],
  [" , # ", ""],
  ["x".repeat(40), "x".repeat(LONGEST)],
])("%j is cleaned", (name, clean) => {
  expect(cleanName(name)).toBe(clean);
});

test("a made-up name stands ready and stays; an empty one changes nothing", () => {
  expect(keptName()).toBe("");
  const first = rememberedName();
  expect(first).not.toBe("");
  expect(rememberedName()).toBe(first);
  expect(keepName("  ")).toBe(first);
  expect(keepName("Ada")).toBe("Ada");
  expect(keptName()).toBe("Ada");
});

test("made-up names avoid those that are taken", () => {
  for (let turn = 0; turn < 50; turn++) expect(anyName(["Igel"])).not.toBe("Igel");
});

test("made-up names are in the language of the page", () => {
  const some = () => new Set(Array.from({ length: 400 }, () => anyName()));
  choose("lang", "en");
  const english = some();
  choose("lang", "de");
  const german = some();
  for (const name of ["Kauz", "Wiesel", "Igel"]) expect([english.has(name), german.has(name)]).toEqual([false, true]);
});

test("entering keeps the name the server took", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify({ name: "Ada L" }), { status: 201 })),
  );
  expect(await ensureName("Ada  L")).toBe("Ada L");
  expect(keptName()).toBe("Ada L");
  vi.unstubAllGlobals();
});

test("equal names are numbered from the second on, no name is", () => {
  expect(numbered(["Rabe", "", "Fuchs", "Rabe", "", "Rabe"])).toEqual(["Rabe", "", "Fuchs", "Rabe 2", "", "Rabe 3"]);
});

test.each([
  ["Kluger Rabe 2", "bot", ["Rabe", " 2"]],
  ["Wise Owl", "bot", ["Owl", ""]],
  ["Nimmersatt 3", "bot", ["Nimmersatt", " 3"]],
  ["Anna Lena", "person", ["Anna Lena", ""]],
  ["Anna Lena 2", "here", ["Anna Lena", " 2"]],
  ["7", "person", ["7", ""]],
])("where room is short %s (%s) is %j", (name, kind, parts) => {
  expect(brief({ name, kind })).toEqual(parts);
});
