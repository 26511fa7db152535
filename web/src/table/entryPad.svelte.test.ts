import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import EntryPad from "./EntryPad.svelte";

afterEach(cleanup);
test("faces of two digits are sent apart", async () => {
  const sent: string[] = [];
  const faces = Array.from({ length: 12 }, (_, n) => String(n + 1));
  const asked = { purpose: "roll", words: { de: "Wurf", en: "Roll" }, dice: 2, faces, cards: [] };
  const { container } = render(EntryPad, { asked, onroll: async (text: string) => (sent.push(text), true) });
  const dice = container.querySelectorAll<HTMLElement>("button.die");
  dice[2]!.click();
  dice[11]!.click();
  await Promise.resolve();
  await new Promise((go) => setTimeout(go));
  container.querySelector<HTMLElement>("button.primary")!.click();
  await Promise.resolve();
  expect(sent).toEqual(["3,12"]);
});
