import { expect, test } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { filled } from "./words.svelte";

const gaps = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
const sources = Object.values(
  import.meta.glob(["../**/*.svelte", "../**/*.ts", "!../words/**"], { query: "?raw", import: "default", eager: true }),
).join("\n");

test("both languages have the same keys, gaps and forms", () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect([key, gaps(de[key]), de[key].split("|").length]).toEqual([key, gaps(en[key]), en[key].split("|").length]);
    expect(de[key].trim(), key).not.toBe("");
  }
});

test("no text is left that no page says", () => {
  const unused = Object.keys(en).filter((key) => !sources.includes(`"${key}"`) && !dynamic(key));
  expect(unused).toEqual([]);
});

/** Keys that are put together, such as `settings.theme.${theme}`. */
function dynamic(key: string): boolean {
  const stem = key.slice(0, key.lastIndexOf(".") + 1);
  return sources.includes("`" + stem + "${");
}

test("gaps are filled, and one or many is chosen by n", () => {
  expect(filled("{n} move|{n} moves", { n: 1 })).toBe("1 move");
  expect(filled("{n} move|{n} moves", { n: 2 })).toBe("2 moves");
  expect(filled("to {name}", { name: "Mara" })).toBe("to Mara");
});

test("of the dice is promised only what the check can see", () => {
  const said = [de, en]
    .flatMap((words) => Object.entries(words))
    .filter(([key]) => /^(verify|lobby\.sealed)/.test(key));
  const de_boast =
    /auch wir nicht|niemand (kann|konnte) (?!sich (die Würfel|welche) aussuchen)|die Würfel nicht wählen/i;
  const en_boast = /not even we|nobody (can|could) (know|bend|change)|can't choose the dice/i;
  expect(said.filter(([, text]) => de_boast.test(text) || en_boast.test(text))).toEqual([]);
  for (const words of [de, en])
    for (const key of ["verify.limit.how", "verify.good.how"] as const) expect(words[key]).toMatch(/Computer|computer/);
});
