import { beforeEach, expect, test } from "vitest";
import { keepLuck, keepPromise, witness } from "./promise";

const TABLE = "table-0123456789";
const view = (phase: "open" | "running" | "over", commit: string, seed = "") => ({
  table: TABLE,
  phase,
  dice: { real: false, scheme: "DICE-1", commit, seed },
});

beforeEach(() => localStorage.clear());

test("the first promise stays, whatever is shown later", () => {
  keepPromise(view("open", "aa"));
  keepPromise(view("running", "bb"));
  expect(witness(TABLE, "aa", [])).toEqual({ promise: true, early: true, luck: null });
  expect(witness(TABLE, "bb", []).promise).toBe(false);
});

test("who comes during the game saw the promise, but not before it; who comes after it saw none", () => {
  keepPromise(view("over", "aa", "5eed"));
  expect(witness(TABLE, "aa", []).promise).toBeNull();
  keepPromise(view("running", "aa"));
  expect(witness(TABLE, "aa", [])).toMatchObject({ promise: true, early: false });
});

test("real dice promise nothing", () => {
  keepPromise(view("open", ""));
  expect(witness(TABLE, "", []).promise).toBeNull();
});

test("one's own luck has to be in the mix", () => {
  keepLuck(TABLE, "cafe");
  expect(witness(TABLE, "aa", ["beef", "cafe"]).luck).toBe(true);
  expect(witness(TABLE, "aa", ["beef"]).luck).toBe(false);
});

test("a spoilt shelf is an empty one", () => {
  localStorage.setItem(`kritzel.commit.${TABLE}`, "{");
  expect(witness(TABLE, "aa", []).promise).toBeNull();
});
