/** Real games on every sheet, as tools/wire_examples.py tells them: the page must see what the games draw. */
import { expect, test } from "vitest";
import { assembled, spoken } from "./assemble";
import { grown, NOTHING, type Known } from "./known";
import { PROTOCOL } from "./live.svelte";
import type { Document, Drawn, Hand, Option, Scene, Sitting, Spoken, Table, Update } from "./protocol";

interface Step {
  pictures: Drawn[];
  de: Scene[];
  en: Scene[];
  moves: NonNullable<Hand["moves"]>;
  options: Option[];
  told: NonNullable<Update["told"]>;
  spoken: Spoken[];
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

const TABLE = { table: "t", game: "g", sheet: "g/1", you: [0], owner: true, grace: 60, since: 0 } as unknown as Table;
const SEATS: Sitting[] = ["Mara", "Jonas"].map((name) => ({ name, kind: "person" }));

test("page and server speak the same protocol", () => expect(PROTOCOL).toBe(protocol));

test.each(sheets)("$name looks on the page as the game draws it", ({ document, steps }) => {
  let known: Known = { ...NOTHING, seats: SEATS };
  for (const step of steps) {
    known = grown(known, { t: "update", version: 0, pictures: step.pictures });
    expect(assembled(document, TABLE, known, "de").scenes).toEqual(step.de);
    expect(assembled(document, TABLE, known, "en").scenes).toEqual(step.en);
  }
});

test.each(sheets)("$name: moves are what the game says they are", ({ document, steps }) => {
  for (const { moves, options, told, spoken: expected } of steps) {
    const known = grown(NOTHING, { t: "update", version: 0, hands: [{ seat: 0, moves }] });
    expect(assembled(document, TABLE, known, "de").hands[0]?.options).toEqual(options);
    expect(spoken(document, told, 0)).toEqual(expected);
  }
});

test.each(sheets)("$name: whoever comes back draws nothing again", ({ document, steps }) => {
  const known = steps.reduce((before, { pictures }) => grown(before, { t: "update", version: 0, pictures }), {
    ...NOTHING,
    seats: SEATS,
  } as Known);
  const view = assembled(document, TABLE, known, "de");
  expect(assembled(document, TABLE, structuredClone(known), "de", view)).toBe(view);
});
