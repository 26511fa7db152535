import { expect, test } from "vitest";
import { placed } from "./tagPlace";

const hex = (x: number, y: number) => ({ shape: "pointy", x, y });

test("a tag with room around it stays, picture above points", () => {
  expect(placed({ x: 0, y: 0, text: "9/4" }, [hex(100, 0), hex(-100, 0)])).toEqual({
    inLine: false,
    dx: 0,
    dy: 0,
    size: 1,
  });
});

test("a tag moves away from a cell", () => {
  const { dx, dy } = placed({ x: 0, y: 0, text: "9/4" }, [hex(50, 0)]);
  expect(dx).toBeLessThan(0);
  expect(dy).toBe(0);
});

test("between two rows a tag stands in one line", () => {
  const rows = [-62, 0, 62].flatMap((x) => [hex(x, -55), hex(x, 55)]);
  expect(placed({ x: 0, y: 0, text: "9/4" }, rows).inLine).toBe(true);
});

test("where there is no room a tag becomes smaller before it covers a cell", () => {
  const lane = [-120, -90, -60, -30, 0, 30, 60, 90, 120].flatMap((y) => [hex(-54, y), hex(54, y)]);
  const { size, inLine } = placed({ x: 0, y: 0, text: "9/4" }, lane);
  expect(size).toBeLessThan(1);
  expect(inLine).toBe(false);
});
