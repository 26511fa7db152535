import { expect, it } from "vitest";
import { spokenOf } from "../sheet/again";
import type { ReviewedChoice, ReviewedMoment } from "../wire/protocol";
import { againOf } from "./moments";

const choice = (...cells: string[]) => ({ cells, kind: "take", die: 3, lines: [] }) as unknown as ReviewedChoice;
const moment = { played: choice("e4"), better: choice("b3"), about: ["b2", "b4"] } as ReviewedMoment;

it("tells readers of a cell whose move it was, and rings the cells that the reason speaks of", () => {
  const again = againOf(moment, { played: "du", better: "besser" }, { played: "dein Zug", better: "besser" });
  expect(spokenOf(again, "e4")).toBe("dein Zug");
  expect(spokenOf(again, "b3")).toBe("besser");
  expect(spokenOf(again, "b2")).toBe("");
  expect([...again.about!]).toEqual(["b2", "b4"]);
});
