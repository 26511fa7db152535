import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { check, drawn, keyOf, legible, named, promise, type Opened } from "./dice";
import { unhex } from "./numbers";
// Games that kritzel.server.table.dice rolled; tests/server/test_proofs.py checks that they are its own.
import vectors from "./vectors.json";

const GAMES = ["dizzle/1", "border/1", "traexx/1"] as const;
const game = (name: (typeof GAMES)[number]) => legible(structuredClone(vectors[name]))!;

test("promise and key are those of the server", () => {
  const { table, seed, players, commit, key } = vectors.key;
  expect(promise(table, unhex(seed))).toBe(commit);
  expect(bytesToHex(keyOf(table, unhex(seed), players))).toBe(key);
});

test.each(GAMES)("every draw of %s comes out again", (name) => {
  const verdict = check(game(name));
  expect(verdict).toMatchObject({ kept: true, lies: 0, proven: true });
  expect(verdict.draws.length).toBeGreaterThan(10);
});

test.each(GAMES)("one changed outcome of %s is found, and only that one", (name) => {
  const opened = game(name);
  const draw = opened.draws[5]!;
  const other =
    draw.event.kind === "roll" ? draw.event.faces : draw.event.left.flatMap((count, kind) => (count ? [kind] : []));
  draw.outcome = [other.find((value) => value !== draw.outcome[0])!, ...draw.outcome.slice(1)];
  const verdict = check(opened);
  expect(verdict).toMatchObject({ kept: true, lies: 1, proven: false });
  expect(verdict.draws.findIndex((each) => !each.fair)).toBe(5);
});

test("another seed, table, promise, person or scheme proves nothing", () => {
  const changes: Partial<Opened>[] = [
    { seed: "0".repeat(64) },
    { table: "another-table-00" },
    { commit: "0".repeat(64) },
    { scheme: "DICE-0" },
    { scheme: "DICE-2" },
    { seed: "zz" },
  ];
  for (const change of changes)
    expect(check({ ...game("border/1"), ...change })).toMatchObject({ kept: false, proven: false });
  const { lies, kept } = check({ ...game("border/1"), players: ["0".repeat(32)] });
  expect(kept).toBe(true);
  expect(lies).toBeGreaterThan(5);
});

test("a record that makes no sense is not proven, even if its dice are true", () => {
  const broken = { line: 7, words: { de: "x", en: "x" } };
  expect(check({ ...game("traexx/1"), broken })).toMatchObject({ lies: 0, proven: false });
});

test("unfair numbers are thrown away", () => {
  const key = unhex(vectors.key.key);
  const pack = drawn(key, 1, "card", { kind: "draw", left: [0, 2 ** 31, 1] });
  expect([1, 2]).toContain(pack[0]);
  const faces = Array.from({ length: 600 }, (_, site) =>
    drawn(key, site, "roll", { kind: "roll", dice: 5, faces: [1, 2, 3, 4, 5, 6] }),
  ).flat();
  for (const face of [1, 2, 3, 4, 5, 6])
    expect(Math.abs(faces.filter((each) => each === face).length - 500)).toBeLessThan(90);
});

test("outcomes have names", () => {
  const [roll] = game("border/1").draws;
  expect(named(roll!, roll!.outcome).join("")).toMatch(/^[roygbv]+$/);
  const [card] = game("traexx/1").draws;
  expect(named(card!, card!.outcome)[0]).toMatch(/^[roygba]{2,}$/);
  expect(named(card!, [99])).toEqual(["?"]);
});

test("what cannot be checked is not even tried", () => {
  expect(legible(game("dizzle/1"))).not.toBeNull();
  for (const wrong of [null, {}, 3, "x", { ...game("dizzle/1"), draws: {} }, { ...game("dizzle/1"), seed: 1 }])
    expect(legible(wrong)).toBeNull();
  const endless = game("traexx/1");
  endless.draws[0]!.event = { kind: "draw", left: [0, 0] };
  expect(legible(endless)).toBeNull();
});

test("hex goes there and back, and nothing else passes", () => {
  expect(bytesToHex(unhex("00ff10ab"))).toBe("00ff10ab");
  for (const wrong of ["0", "0g", "AB", " 00"]) expect(unhex(wrong)).toHaveLength(0);
});
