import { describe, expect, test } from "vitest";
import type { Option } from "../wire/protocol";
import type { Scene, Token } from "../wire/scene";
import {
  NOTHING,
  atACrossroads,
  bright,
  ends,
  inMind,
  isEmpty,
  keeping,
  kept,
  only,
  otherEnd,
  pieces,
  preview,
  stillChosen,
  tapCell,
  tapToken,
  throwing,
  unheard,
  touching,
  type Chosen,
} from "./choosing";

const option = (text: string, kind: string, more: Partial<Option> = {}): Option => ({
  text,
  kind,
  words: { de: text, en: text },
  ...more,
});
const take = (die: number, cell: string) => option(`${die}${cell}`, "take", { die, cell });
const onCell = (kind: string, cell: string) => option(`${kind} ${cell}`, kind, { cell });
const cross = (cell: string) => option(cell, "cross", { cell });
const rail = (cell: string, piece: string) => option(`rail ${cell} ${piece}`, "rail", { cell, piece });
const extend = (start: string, cell: string) => option(`${start}-${cell}`, "extend", { start, cell });
const again = (colours: string) => option(`roll ${colours}`, "again", { colours });
const bare = (kind: string) => option(kind, kind);

const die = (face: string, state = "free"): Token => ({ kind: "die", face, state });
const colour = (face: string): Token => ({ kind: "colour", face, state: "free" });
/** What of a sheet a hand looks at: the tray. */
const lying = (...tray: Token[]) => ({ tray }) as unknown as Scene;
const chosen = (more: Partial<Chosen>): Chosen => ({ ...NOTHING, ...more });

describe("kinds that the page has never heard of", () => {
  const options = [onCell("fold", "c4"), onCell("cut", "c4"), onCell("fold", "d4"), bare("skip")];

  test("a move without a cell is a button, one with a cell a tap", () => {
    expect(unheard(options, NOTHING).map((other) => other.text)).toEqual(["skip"]);
    const first = tapCell(options, NOTHING, "d4");
    expect(preview(options, first.chosen)?.kind).toBe("fold");
    expect(tapCell(options, first.chosen, "d4").play?.text).toBe("fold d4");
  });

  test("what else a chosen cell can mean is a button too, and nothing is played before it is clear", () => {
    const { chosen: now, play } = tapCell(options, NOTHING, "c4", true);
    expect([inMind(options, now)?.text, play]).toEqual(["fold c4", undefined]);
    expect(unheard(options, now).map((other) => other.text)).toEqual(["cut c4", "skip"]);
    expect(tapCell(options, NOTHING, "d4", true).play?.text).toBe("fold d4");
  });

  test("what has a button of its own is not offered twice", () => {
    expect(unheard([again("rg"), bare("stop"), cross("c4"), bare("done")], NOTHING)).toEqual([]);
    expect(unheard([bare("reroll"), bare("out")], NOTHING)).toEqual([]);
    expect(unheard([take(3, "d4"), extend("a1", "b2"), extend("c3", "b2")], chosen({ cell: "b2" }))).toEqual([]);
    expect(unheard([bare("stop")], NOTHING).map((other) => other.text)).toEqual(["stop"]);
  });
});

describe("taking a die", () => {
  const options = [take(3, "d4"), take(3, "h8"), take(6, "i8")];
  const sheet = lying(die("2"), die("3"), die("6"));

  test("die first: only its cells stay bright, then a cell is previewed, then played", () => {
    const first = tapToken(options, sheet, NOTHING, 1);
    expect(first).toEqual({ chosen: chosen({ die: 3 }) });
    expect(bright(options, first.chosen)).toEqual(new Set(["d4", "h8"]));
    expect(preview(options, first.chosen)).toBeNull();
    const second = tapCell(options, first.chosen, "h8");
    expect(second.play).toBeUndefined();
    expect(preview(options, second.chosen)).toEqual({ cell: "h8", kind: "take", die: 3, start: "" });
    expect(tapCell(options, second.chosen, "h8").play?.text).toBe("3h8");
  });

  test("cell first: its die is chosen with it", () => {
    const { chosen: now } = tapCell(options, NOTHING, "i8");
    expect(now).toEqual(chosen({ die: 6, cell: "i8" }));
    expect(inMind(options, now)?.text).toBe("6i8");
  });

  test("another cell moves the preview, with another die if need be", () => {
    const now = chosen({ die: 3, cell: "d4" });
    expect(tapCell(options, now, "h8").chosen).toEqual(chosen({ die: 3, cell: "h8" }));
    expect(tapCell(options, now, "i8").chosen).toEqual(chosen({ die: 6, cell: "i8" }));
  });

  test("without previews one tap plays", () => {
    expect(tapCell(options, NOTHING, "i8", true).play?.text).toBe("6i8");
  });

  test("the same die again lets go of it", () => {
    expect(tapToken(options, sheet, chosen({ die: 3, cell: "h8" }), 1).chosen).toEqual(NOTHING);
  });

  test("an impossible cell asks about the cell, with the die in hand", () => {
    const ask = { cell: "b8", die: 3 };
    expect(tapCell(options, chosen({ die: 3 }), "b8")).toEqual({ chosen: chosen({ die: 3 }), ask });
    expect(tapCell(options, NOTHING, "b8").ask).toEqual({ cell: "b8" });
  });

  test("a die that fits nowhere asks about itself", () => {
    expect(tapToken(options, sheet, NOTHING, 0).ask).toEqual({ die: 2 });
  });
});

test("crossroads: re-roll or drop out, and nothing else", () => {
  expect(atACrossroads([bare("reroll"), bare("out")])).toBe(true);
  expect(atACrossroads([take(3, "d4"), bare("out")])).toBe(false);
  expect(only([bare("reroll"), bare("out")], "out")?.text).toBe("out");
});

test.each(["back", "lava", "planet"])("%s: a cell is previewed and then played", (kind) => {
  const options = [onCell(kind, "c5"), onCell(kind, "d5")];
  const first = tapCell(options, NOTHING, "c5");
  expect(first.play).toBeUndefined();
  expect(preview(options, first.chosen)?.kind).toBe(kind);
  expect(tapCell(options, first.chosen, "c5").play?.text).toBe(`${kind} c5`);
  expect(tapCell(options, NOTHING, "a1").ask).toEqual({ cell: "a1" });
});

test("a cell offers its pieces of rail; which one is meant is planned, not previewed", () => {
  const options = [rail("c5", "NS"), rail("c5", "SE"), rail("d5", "EW")];
  expect(pieces(options, chosen({ cell: "c5" })).map((one) => one.piece)).toEqual(["NS", "SE"]);
  expect(inMind(options, chosen({ cell: "d5" }))).toBeNull();
});

describe("throwing again", () => {
  const sheet = lying(..."rrygb".split("").map(colour));
  const options = [bare("stop"), again("rrygb"), again("ygb"), again("ryg"), again("b")];

  test("dice are kept one by one; the others are thrown", () => {
    expect(throwing(options, sheet, NOTHING)?.text).toBe("roll rrygb");
    const one = tapToken(options, sheet, NOTHING, 1);
    const two = tapToken(options, sheet, one.chosen, 0);
    expect(two.chosen.keep).toEqual([0, 1]);
    expect(throwing(options, sheet, two.chosen)?.text).toBe("roll ygb");
    expect(kept(sheet, two.chosen)).toBe("rr");
    expect(tapToken(options, sheet, two.chosen, 1).chosen.keep).toEqual([0]);
  });

  test("all kept: nothing is thrown", () => {
    expect(throwing(options, sheet, chosen({ keep: [0, 1, 2, 3, 4] }))).toBeNull();
  });

  test("what was kept is kept after the next throw", () => {
    const next = lying(..."ryrra".split("").map(colour));
    expect(keeping(next, "rr")).toEqual([0, 2]);
  });

  test("outside of throwing a colour die does nothing", () => {
    expect(tapToken([cross("c4")], sheet, NOTHING, 0)).toEqual({ chosen: NOTHING });
  });
});

test("a cross is pencilled in at once; done is what makes it final", () => {
  const options = [cross("c4"), cross("c5"), bare("done")];
  expect(tapCell(options, NOTHING, "c4").play?.text).toBe("c4");
  expect(tapCell(options, NOTHING, "k9").ask).toEqual({ cell: "k9" });
  expect(only(options, "done")?.text).toBe("done");
});

describe("extending a line", () => {
  const options = [extend("d4", "c4"), extend("d4", "c5"), extend("h2", "c5"), extend("h2", "h3"), bare("done")];

  test("a cell that only one end reaches is drawn at once", () => {
    expect(tapCell(options, NOTHING, "h3").play?.text).toBe("h2-h3");
  });

  test("a cell that both ends reach is previewed; the other end is a key away", () => {
    const first = tapCell(options, NOTHING, "c5");
    expect(first.play).toBeUndefined();
    expect(preview(options, first.chosen)?.start).toBe("d4");
    const other = otherEnd(options, first.chosen);
    expect(preview(options, other)?.start).toBe("h2");
    expect(tapCell(options, other, "c5").play?.text).toBe("h2-c5");
  });

  test("an end chosen before decides", () => {
    expect(ends(options)).toEqual(["d4", "h2"]);
    const one = otherEnd(options, NOTHING);
    expect(bright(options, one)).toEqual(new Set(["c4", "c5"]));
    const two = otherEnd(options, one);
    expect(bright(options, two)).toEqual(new Set(["c5", "h3"]));
    expect(tapCell(options, two, "c5").play?.text).toBe("h2-c5");
    expect(tapCell(options, two, "c4").play?.text).toBe("d4-c4");
  });

  test("an impossible cell asks with the end in hand", () => {
    expect(touching(chosen({ start: "h2" }), "h9")).toEqual({ cell: "h9", start: "h2" });
    expect(touching(NOTHING, "h9")).toEqual({ cell: "h9" });
  });
});

test("what is no longer possible is let go when the options change", () => {
  const options = [take(3, "d4")];
  expect(stillChosen(options, chosen({ die: 3, cell: "d4" }))).toEqual(chosen({ die: 3, cell: "d4" }));
  expect(stillChosen(options, chosen({ die: 3, cell: "h8" }))).toEqual(chosen({ die: 3 }));
  expect(stillChosen(options, chosen({ die: 6, cell: "d4", keep: [1] }))).toEqual(chosen({ cell: "d4" }));
  expect(stillChosen([rail("c5", "NS")], chosen({ cell: "c5" }))).toEqual(chosen({ cell: "c5" }));
  expect(stillChosen([], chosen({ die: 3, cell: "d4", start: "d4" }))).toEqual(NOTHING);
  expect(isEmpty(stillChosen([], chosen({ die: 3 })))).toBe(true);
});

test("moves without a cell that no page has heard of get buttons; those that have one do not", () => {
  const fold = bare("fold");
  expect(unheard([fold, take(3, "d4")])).toEqual([fold]);
  expect(unheard([again("rr"), bare("stop")])).toEqual([]);
  expect(unheard([bare("stop"), cross("a1")])).toEqual([bare("stop")]);
  expect(unheard([bare("reroll"), bare("out")])).toEqual([]);
  expect(unheard([cross("a1"), bare("done")])).toEqual([]);
});
