import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { check, legible, type Opened } from "./dice";
import { unhex } from "./numbers";
import { promiseOf, sealedKey, sealedLots, sealOf } from "./seals";
// Records that kritzel.server gave out, laid open; tests/server/test_proofs.py checks that they are its own.
import vectors from "./sealed.json";

const GAMES = ["dice-2-dizzle", "dice-2-border", "dice-2-traexx"] as const;
const game = (name: (typeof GAMES)[number] = "dice-2-dizzle") => legible(structuredClone(vectors[name]))!;

test("promise, seals, key and lots are those of the server", () => {
  const { table, round, secret, promise, people, key, lots } = vectors.key;
  const all = people.map(
    ([chair, seal, seed]) => ({ chair, seal, seed }) as { chair: number; seal: string; seed: string },
  );
  expect(promiseOf(table, round, secret)).toBe(promise);
  for (const { chair, seal, seed } of all) expect(sealOf(table, round, promise, chair, seed)).toBe(seal);
  expect(bytesToHex(sealedKey(table, round, unhex(secret), [...all].reverse()))).toBe(key);
  expect(sealedLots(unhex(key), 8)).toEqual(lots);
});

test.each(GAMES)("every draw of %s comes out again", (name) => {
  const verdict = check(game(name));
  expect(verdict).toMatchObject({ kept: true, unsealed: 0, seated: true, lies: 0, proven: true });
  expect(verdict.draws.length).toBeGreaterThan(10);
});

test.each(GAMES)("one changed outcome of %s is found, and only that one", (name) => {
  const opened = game(name);
  const draw = opened.draws[5]!;
  const other =
    draw.event.kind === "roll" ? draw.event.faces : draw.event.left.flatMap((count, kind) => (count ? [kind] : []));
  draw.outcome = [other.find((value) => value !== draw.outcome[0])!, ...draw.outcome.slice(1)];
  const verdict = check(opened);
  expect(verdict).toMatchObject({ kept: true, unsealed: 0, lies: 1, proven: false });
  expect(verdict.draws.findIndex((each) => !each.fair)).toBe(5);
});

const Z = "0".repeat(64);
const swapped = <T>(list: T[]) => [list[1]!, list[0]!, ...list.slice(2)];
test.each<[string, (opened: Opened) => Partial<Opened>]>([
  ["secret", () => ({ seed: Z })],
  ["no secret", () => ({ seed: "zz" })],
  ["promise", () => ({ commit: Z })],
  ["table", () => ({ table: "another-table-00" })],
  ["round", ({ round }) => ({ round: round + 1 })],
  ["scheme downgraded", () => ({ scheme: "DICE-1" })],
  ["scheme unknown", () => ({ scheme: "DICE-3" })],
  ["a seed", ({ players }) => ({ players: [Z, ...players.slice(1)] })],
  ["a seal", ({ seals }) => ({ seals: [Z, ...seals.slice(1)] })],
  ["seeds in another order", ({ players }) => ({ players: swapped(players) })],
  ["people in another order", ({ players, seals }) => ({ players: swapped(players), seals: swapped(seals) })],
  ["chairs in another order", ({ chairs }) => ({ chairs: swapped(chairs) })],
  ["a chair twice", ({ chairs }) => ({ chairs: chairs.map(() => 0) })],
  ["a seal left out", ({ seals }) => ({ seals: seals.slice(1) })],
  ["a seed left out", ({ players }) => ({ players: players.slice(1) })],
  [
    "a person left out",
    ({ chairs, players, seals }) => ({ chairs: chairs.slice(1), players: players.slice(1), seals: seals.slice(1) }),
  ],
  ["lots", ({ lots }) => ({ lots: swapped(lots) })],
  ["draws in another order", ({ draws }) => ({ draws: swapped(draws) })],
  ["a draw left out", ({ draws }) => ({ draws: draws.slice(1) })],
])("a proof with another %s proves nothing", (_, change) => {
  const opened = game();
  expect(opened.lots).toHaveLength(3);
  expect(check({ ...opened, ...change(opened) }).proven).toBe(false);
});

test("where all that is sealed and opened is true, but of other dice, the draws tell", () => {
  const opened = game();
  const [chair, seed] = [opened.chairs[0]!, "f".repeat(64)];
  const seal = sealOf(opened.table, opened.round, opened.commit, chair, seed);
  const other = { players: [seed, ...opened.players.slice(1)], seals: [seal, ...opened.seals.slice(1)] };
  expect(check({ ...opened, ...other })).toMatchObject({ kept: true, unsealed: 0, proven: false });
});
