import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { check, legible, named, type OpenedDice } from "./dice";
import { drawn, keyOf, lotsOf, namesHashOf, promiseOf, sealOf, unhex } from "./scheme";
// Records that kritzel.server gave out, laid open; tests/server/test_proofs.py checks that they are its own.
import vectors from "./vectors.json";

const GAMES = ["dice-dizzle", "dice-border", "dice-traexx"] as const;
const game = (name: (typeof GAMES)[number] = "dice-dizzle") => legible(structuredClone(vectors[name]))!;
const KEY = unhex(vectors.key.key);
const dice = (number: number) => ({ kind: "roll" as const, dice: number, faces: [1, 2, 3, 4, 5, 6] });

test("promise, seals, names, key and lots are those of the server", () => {
  const { table, round, secret, promise, begins, names, names_hash, people, key, lots } = vectors.key;
  expect(promiseOf(table, round, secret)).toBe(promise);
  for (const { chair, seal, seed } of people) expect(sealOf(table, round, promise, chair, seed)).toBe(seal);
  expect(namesHashOf(table, round, promise, names)).toBe(names_hash);
  const mixed = { table, round, seed: secret, begins, names_hash, people: [...people].reverse() };
  expect(bytesToHex(keyOf(mixed))).toBe(key);
  expect(lotsOf(KEY, 8)).toEqual(lots);
});

test.each(GAMES)("every draw of %s comes out again", (name) => {
  const verdict = check(game(name));
  expect(verdict).toMatchObject({ kept: true, unsealed: 0, seated: true, named: true, lies: 0, proven: true });
  expect(verdict.draws.length).toBeGreaterThan(10);
});

test.each(GAMES)("one changed outcome of %s is found, and only that one", (name) => {
  const opened = game(name);
  const draw = opened.draws[5]!;
  const other =
    draw.event.kind === "draw" ? draw.event.left.flatMap((count, kind) => (count ? [kind] : [])) : draw.event.faces;
  draw.outcome = [other.find((value) => value !== draw.outcome[0])!, ...draw.outcome.slice(1)];
  const verdict = check(opened);
  expect(verdict).toMatchObject({ kept: true, unsealed: 0, lies: 1, proven: false });
  expect(verdict.draws.findIndex((each) => !each.fair)).toBe(5);
});

const Z = "0".repeat(64);
const swapped = <T>(list: T[]) => [list[1]!, list[0]!, ...list.slice(2)];
const first = (people: OpenedDice["people"], change: object) => [{ ...people[0]!, ...change }, ...people.slice(1)];
test.each<[string, (opened: OpenedDice) => Partial<OpenedDice>]>([
  ["secret", () => ({ seed: Z })],
  ["no secret", () => ({ seed: "zz" })],
  ["promise", () => ({ commit: Z })],
  ["table", () => ({ table: "another-table-00" })],
  ["round", ({ round }) => ({ round: round + 1 })],
  ["scheme", () => ({ scheme: "DICE-2" })],
  ["a seed", ({ people }) => ({ people: first(people, { seed: Z }) })],
  ["a seal", ({ people }) => ({ people: first(people, { seal: Z }) })],
  ["a chair", ({ people }) => ({ people: first(people, { chair: 7 }) })],
  ["a chair twice", ({ people }) => ({ people: [...people, people[0]!] })],
  ["a person left out", ({ people }) => ({ people: people.slice(1) })],
  ["order", ({ order }) => ({ order: swapped(order) })],
  ["order and names", ({ order, names }) => ({ order: swapped(order), names: swapped(names) })],
  ["no order", () => ({ order: [] })],
  ["no lots", () => ({ begins: "", order: [0, 1, 2] })],
  ["a seat begins", () => ({ begins: "1", order: [1, 2, 0] })],
  ["names", ({ names }) => ({ names: swapped(names) })],
  ["hash of names", () => ({ names_hash: Z })],
  ["hash of names, erased", () => ({ names_hash: Z, erased: true })],
  ["no lots, erased", () => ({ begins: "", order: [0, 1, 2], erased: true })],
  ["draws in another order", ({ draws }) => ({ draws: swapped(draws) })],
  ["places", ({ draws }) => ({ draws: draws.map((draw) => ({ ...draw, place: 1 })) })],
])("a proof with another %s proves nothing", (_, change) => {
  const opened = game();
  expect(opened).toMatchObject({ begins: "lots", erased: false });
  expect(check({ ...opened, ...change(opened) }).proven).toBe(false);
});

test("where a name was erased the dice are proven, and names are not", () => {
  const names = ["Somebody", ...game().names.slice(1)];
  expect(check({ ...game(), names })).toMatchObject({ named: false, proven: false });
  expect(check({ ...game(), names, erased: true })).toMatchObject({ named: null, proven: true });
});

test("where all that is sealed and opened is true, but of other dice, the draws tell", () => {
  const opened = game();
  const [chair, seed] = [opened.people[0]!.chair, "f".repeat(64)];
  const seal = sealOf(opened.table, opened.round, opened.commit, chair, seed);
  const people = first(opened.people, { seal, seed });
  expect(check({ ...opened, people })).toMatchObject({ kept: true, unsealed: 0, proven: false });
});

test("a record that makes no sense is not proven, even if its dice are true", () => {
  const broken = { line: 7, words: { de: "x", en: "x" } };
  expect(check({ ...game("dice-traexx"), broken })).toMatchObject({ lies: 0, proven: false });
});

test("unfair numbers are thrown away", () => {
  const pack = drawn(KEY, 1, "card", 0, { kind: "draw", left: [0, 2 ** 31, 1] });
  expect([1, 2]).toContain(pack[0]);
  const faces = Array.from({ length: 600 }, (_, place) => drawn(KEY, place, "roll", 0, dice(5))).flat();
  for (const face of [1, 2, 3, 4, 5, 6])
    expect(Math.abs(faces.filter((each) => each === face).length - 500)).toBeLessThan(90);
});

test("fewer dice are contained in more", () => {
  for (let place = 1; place < 20; place++) {
    const more = drawn(KEY, place, "throw", 1, dice(5));
    for (const face of drawn(KEY, place, "throw", 1, dice(3))) {
      expect(more).toContain(face);
      more.splice(more.indexOf(face), 1);
    }
  }
});

test("outcomes have names", () => {
  const [roll] = game("dice-border").draws;
  expect(named(roll!, roll!.outcome).join("")).toMatch(/^[roygbv]+$/);
  const [card] = game("dice-traexx").draws;
  expect(named(card!, card!.outcome)[0]).toMatch(/^[roygba]{2,}$/);
  expect(named(card!, [99])).toEqual(["?"]);
});

test("what cannot be checked is not even tried", () => {
  expect(legible(game())).not.toBeNull();
  for (const wrong of [null, {}, 3, "x", { ...game(), draws: {} }, { ...game(), seed: 1 }, { ...game(), order: "0 1" }])
    expect(legible(wrong)).toBeNull();
  const endless = game("dice-traexx");
  endless.draws[0]!.event = { kind: "draw", left: [0, 0] };
  expect(legible(endless)).toBeNull();
});

test("hex goes there and back, and nothing else passes", () => {
  expect(bytesToHex(unhex("00ff10ab"))).toBe("00ff10ab");
  for (const wrong of ["0", "0g", "AB", " 00"]) expect(unhex(wrong)).toHaveLength(0);
});

test("coloured dice are drawn as the server does, equal ones in order, and named by colour and number", () => {
  const event = { kind: "coloured" as const, colours: "wwr", faces: [1, 2, 3, 4, 5, 6] };
  const throws = [0, 1, 2].map((nth) => drawn(KEY, 1, "roll", nth, event));
  expect(throws).toEqual([
    [5, 5, 5],
    [1, 3, 5],
    [3, 6, 5],
  ]);
  const opened = { ...game(), draws: [{ ...game().draws[0]!, event, names: [], outcome: throws[0]! }] };
  expect(legible(opened)).toBe(opened);
  expect(named(opened.draws[0]!, throws[0]!)).toEqual(["5", "5", "r5"]);
});
