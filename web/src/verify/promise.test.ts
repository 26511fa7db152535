import { beforeEach, expect, test, vi } from "vitest";
import type { Seal } from "../wire/protocol";
import { elsewhere, keepPromise, sealed, toOpen, witness } from "./promise";
import { namesHashOf, SCHEME, sealOf } from "./scheme";

const TABLE = "table-0123456789";
const dice = (commit: string, round = 1, seed = "") => ({
  real: false,
  scheme: SCHEME,
  commit,
  seed,
  round,
  begins: "lots",
});
const view = (phase: "open" | "running" | "over", commit: string, seed = "") => ({
  table: TABLE,
  phase,
  dice: dice(commit, 1, seed),
});
/** The lobby: promised `aa`, these have sealed. */
const lobby = (round = 1, seals: Seal[] = [], commit = "aa") => ({
  ...{ table: TABLE, phase: "open" as const, you: [1], dice: dice(commit, round), seals },
  seats: NAMES.map((name) => ({ name })),
  waiting: { kind: seals.length ? ("seeds" as const) : ("ready" as const), seats: [], words: NO, question: NO },
});
const NAMES = ["Ana", "Ben"];
const NO = { de: "", en: "" };
const OTHERS = { seat: 0, seal: "50".repeat(32), opened: false };
const opened = (more: object = {}) => ({
  ...{ table: TABLE, scheme: SCHEME, round: 1, commit: "aa", people: [], begins: "lots" },
  ...{ names_hash: namesHashOf(TABLE, 1, "aa", NAMES), ...more },
});

beforeEach(() => localStorage.clear());

test("the first promise stays, also if another one is shown later", () => {
  keepPromise(view("open", "aa"));
  keepPromise(view("running", "bb"));
  expect(witness(opened())).toEqual({ promise: true, early: true, luck: null, seals: null, seats: null });
  expect(witness(opened({ commit: "bb" })).promise).toBe(false);
});

test("who comes during the game saw the promise, but not before it; who comes after it saw none", () => {
  keepPromise(view("over", "aa", "5eed"));
  expect(witness(opened()).promise).toBeNull();
  keepPromise(view("running", "aa"));
  expect(witness(opened())).toMatchObject({ promise: true, early: false });
});

test("real dice promise nothing", () => {
  keepPromise(view("open", ""));
  expect(witness(opened({ commit: "" })).promise).toBeNull();
});

test("another scheme than the promised one is another promise", () => {
  keepPromise(lobby());
  expect(witness(opened()).promise).toBe(true);
  expect(witness(opened({ scheme: "DICE-2" })).promise).toBe(false);
});

test("a spoilt shelf is an empty one", () => {
  localStorage.setItem(`kritzel.dice.${TABLE}`, "{");
  expect(witness(opened()).promise).toBeNull();
  localStorage.setItem(`kritzel.dice.${TABLE}`, "null");
  expect(witness(opened()).promise).toBeNull();
});

// Sealing and opening ----------------------------------------------------------------------------------
const own = (seal: string, seed: string) => ({ chair: 1, seal, seed });
const mine = (seal: string, isOpen = false) => ({ seat: 1, seal, opened: isOpen });

test("a device seals once for a round, and what it opens later is what it sealed", () => {
  const seal = sealed(lobby());
  expect(sealed(lobby())).toBe(seal);
  const seed = toOpen(lobby(1, [OTHERS, mine(seal)]));
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(sealOf(TABLE, 1, "aa", 1, seed)).toBe(seal);
  expect(sealed(lobby(2, [], "bb"))).not.toBe(seal);
});

test("nothing is opened before everybody has sealed, or twice", () => {
  const seal = sealed(lobby());
  expect(toOpen({ ...lobby(1, [mine(seal)]), waiting: { ...lobby().waiting, kind: "ready" } })).toBe("");
  expect(toOpen(lobby(1, [OTHERS, mine(seal, true)]))).toBe("");
  expect(toOpen(lobby(1, [OTHERS]))).toBe("");
  expect(toOpen(lobby(1, [OTHERS, mine("ff".repeat(32))]))).toBe("");
});

test("nothing is opened under another promise or in another round than it was sealed for", () => {
  const seal = sealed(lobby());
  expect(toOpen(lobby(1, [mine(seal)], "bb"))).toBe("");
  expect(toOpen(lobby(2, [mine(seal)]))).toBe("");
});

test("seals that change after this device has seen them are neither opened for nor believed", () => {
  const seal = sealed(lobby());
  const other = { ...OTHERS, seal: "51".repeat(32) };
  const seed = toOpen(lobby(1, [OTHERS, mine(seal)]));
  expect(toOpen(lobby(1, [other, mine(seal)]))).toBe("");
  const about = (first: string) => opened({ people: [{ chair: 0, seal: first, seed: "x" }, own(seal, seed)] });
  expect(witness(about(OTHERS.seal))).toEqual({ promise: true, early: true, luck: true, seals: true, seats: true });
  expect(witness(about(other.seal)).seals).toBe(false);
});

test("one's own luck has to be in the mix, for one's own chair", () => {
  const seal = sealed(lobby());
  const seed = toOpen(lobby(1, [OTHERS, mine(seal)]));
  expect(witness(opened({ people: [own(seal, seed)] })).luck).toBe(true);
  expect(witness(opened({ people: [own(seal, "x")] })).luck).toBe(false);
  expect(witness(opened({ people: [{ ...own(seal, seed), chair: 0 }] })).luck).toBe(false);
  expect(witness(opened()).luck).toBe(false);
});

test("names and chairs that change after this device has seen them are neither opened for nor believed", () => {
  const seal = sealed(lobby());
  const shown = lobby(1, [OTHERS, mine(seal)]);
  expect(toOpen(shown)).not.toBe("");
  expect(toOpen({ ...shown, seats: [{ name: "Ben" }, { name: "Ana" }] })).toBe("");
  expect(toOpen({ ...shown, dice: { ...shown.dice, begins: "0" } })).toBe("");
  expect(witness(opened()).seats).toBe(true);
  expect(witness(opened({ begins: "" })).seats).toBe(false);
  expect(witness(opened({ names_hash: namesHashOf(TABLE, 1, "aa", ["Ben", "Ana"]) })).seats).toBe(false);
});

test("a record of an earlier mixing than the last one seen is none of this game", () => {
  keepPromise(lobby());
  keepPromise(lobby(2, [], "bb"));
  expect(witness(opened()).promise).toBe(false);
  expect(witness(opened({ round: 2, commit: "bb" })).promise).toBe(true);
});

test("a device knows that its seat's luck was sealed elsewhere", () => {
  const theirs = [OTHERS, mine("ff".repeat(32))];
  expect(elsewhere(lobby(1, theirs))).toBe(true);
  expect(elsewhere(lobby(1, [OTHERS]))).toBe(false);
  const seal = sealed(lobby());
  expect(elsewhere(lobby(1, [OTHERS, mine(seal)]))).toBe(false);
  expect(elsewhere(lobby())).toBe(false);
});

test("a device that keeps nothing still opens what it sealed, as long as its page is there", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  const seal = sealed(lobby());
  expect(toOpen(lobby(1, [OTHERS, mine(seal)]))).not.toBe("");
  full.mockRestore();
});
