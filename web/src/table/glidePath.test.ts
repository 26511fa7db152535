import { expect, test } from "vitest";
import { glided } from "./glidePath";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test("what lies where it lay does not move", () => {
  expect(glided(box(6, 60, 300, 400), box(6, 60, 300, 400), 0)).toBe("");
});

test("a paper begins where it was, as large as it was", () => {
  expect(glided(box(0, 100, 300, 400), box(100, 0, 150, 200), 0)).toBe("translate(-25px, 200px) rotate(0deg) scale(2)");
});

test("a paper that is turned begins as it lay", () => {
  expect(glided(box(0, 0, 300, 400), box(0, 0, 400, 300), 90)).toBe("translate(-50px, 50px) rotate(90deg) scale(1)");
});

test("a paper that was never seen comes from nowhere", () => {
  expect(glided(box(0, 0, 300, 400), box(0, 0, 0, 0), 0)).toBe("");
});
