import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { hush, notes, settle, tell } from "./toast.svelte";

test("an effect that tells something runs once, though the same words were told before", () => {
  let runs = 0;
  tell({ text: "No die fits.", tone: "no" });
  const stop = $effect.root(() => {
    $effect(() => {
      runs += 1;
      tell({ text: "No die fits.", tone: "no" });
    });
  });
  flushSync();
  expect(runs).toBe(1);
  expect(notes.urgent).toBe("No die fits.\u00a0");
  stop();
});

test("what was refused is gone once something went well; news stays", () => {
  tell({ text: "There's no 6 in the pool.", tone: "no" });
  settle();
  expect(notes.shown).toBe(null);
  tell({ text: "Pass it on." });
  settle();
  expect(notes.shown?.text).toBe("Pass it on.");
  hush();
});
