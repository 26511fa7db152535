/** Real games on every sheet, as tools/wire_examples.py tells them: the page must see what the games draw. */
import { expect, test } from "vitest";
import { assembled, inWords } from "./assemble";
import { PROTOCOL } from "./live.svelte";
import { merge } from "./merge";
import type { Document, Hand, LogEntry, Option, SheetView, View, Welcome } from "./protocol";
import type { Scene } from "./scene";

interface Step {
  changes: Record<string, unknown>;
  de: Scene[];
  en: Scene[];
  moves: NonNullable<Hand["moves"]>;
  options: Option[];
  log: LogEntry[];
  in_words: LogEntry[];
}
interface Examples {
  protocol: number;
  sheets: { name: string; document: Document; steps: Step[] }[];
}
const [text] = Object.values(
  import.meta.glob<string>("../../node_modules/.cache/wire_examples.json", {
    query: "?raw",
    import: "default",
    eager: true,
    exhaustive: true,
  }),
);
if (!text) throw new Error("there are no examples yet: run tools/pages.py check, or tools/wire_examples.py");
const { protocol, sheets } = JSON.parse(text) as Examples;

const TABLE = { table: "t", game: "g", sheet: "g/1", you: [0], owner: true, grace: 60, since: 0 } as unknown as Welcome;
const view = (sheets: Record<string, SheetView>, more: Partial<View> = {}) =>
  ({
    ...{ version: 0, phase: "running", awaits: "decision", asked: [], purpose: "", together: false, out: [] },
    ...{ seats: ["Mara", "Jonas"].map((name) => ({ name, kind: "person" })), scores: {}, hands: {}, sheets },
    ...more,
  }) as unknown as View;

test("page and server speak the same protocol", () => expect(PROTOCOL).toBe(protocol));

test.each(sheets)("$name looks on the page as the game draws it", ({ document, steps }) => {
  let shown: Record<string, SheetView> = {};
  for (const step of steps) {
    shown = merge(shown, step.changes);
    expect(assembled(document, TABLE, view(shown), "de").scenes).toEqual(step.de);
    expect(assembled(document, TABLE, view(shown), "en").scenes).toEqual(step.en);
  }
});

test.each(sheets)("$name: moves are what the game says they are", ({ document, steps }) => {
  for (const { moves, options, log, in_words: expected } of steps) {
    const known = view({}, { hands: { 0: { moves } } });
    expect(assembled(document, TABLE, known, "de").hands[0]?.options).toEqual(options);
    expect(inWords(document, log, 0)).toEqual(inWords(null, expected, 0));
  }
});

test.each(sheets)("$name: a page that comes back draws nothing again", ({ document, steps }) => {
  const shown = steps.reduce<Record<string, SheetView>>((before, { changes }) => merge(before, changes), {});
  const before = assembled(document, TABLE, view(shown), "de");
  expect(assembled(document, TABLE, view(structuredClone(shown)), "de", before)).toBe(before);
});
