import { expect, test } from "vitest";
import { play, strokesOf, type Sound } from "./sound";

const ALL: Sound[] = ["roll", "place", "cross", "line", "pop", "flag", "no", "turn", "end"];

test("every sound is short, soft and can be made", () => {
  for (const name of ALL) {
    for (const stroke of strokesOf(name)) {
      expect(stroke.at + stroke.long, name).toBeLessThanOrEqual(0.7);
      expect(stroke.loud, name).toBeGreaterThan(0);
      expect(stroke.loud, name).toBeLessThanOrEqual(0.6);
      expect(Math.min(stroke.from, stroke.to), name).toBeGreaterThan(20);
    }
  }
});

test("a roll rattles for half a second, with any luck", () => {
  for (const luck of [0, 0.5, 0.999]) expect(strokesOf("roll", () => luck).length).toBeGreaterThan(10);
});

test("nothing fails where there is no sound at all", () => {
  for (const name of ALL) expect(() => play(name)).not.toThrow();
});
