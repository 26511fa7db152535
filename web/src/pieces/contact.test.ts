import { expect, test } from "vitest";
import { spelled } from "./contact.svelte";

test("addresses are spelled as people write them", () => {
  expect(spelled("mailto:ana@kritzel.example")).toBe("ana@kritzel.example");
  expect(spelled("https://kritzel.example/ask")).toBe("kritzel.example/ask");
});
