import { cleanup, render } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import InView from "./InView.svelte";

let come: (seen: boolean) => void = () => {};
let left = 0;

class Watching {
  constructor(tell: (found: { isIntersecting: boolean }[]) => void) {
    come = (isIntersecting) => flushSync(() => tell([{ isIntersecting }]));
  }
  observe() {}
  disconnect() {
    left++;
  }
}

const picture = createRawSnippet(() => ({ render: () => "<p>picture</p>" }));
const shown = () => render(InView, { width: 300, height: 200, children: picture });

beforeEach(() => {
  left = 0;
  vi.stubGlobal("IntersectionObserver", Watching);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("far away only the place is kept", () => {
  const { container, queryByText } = shown();
  come(false);
  expect(queryByText("picture")).toBeNull();
  expect(container.querySelector("div[style]")?.getAttribute("style")).toContain("300 / 200");
});

test("it is drawn when it comes near, and stays", () => {
  vi.useFakeTimers();
  const { queryByText } = shown();
  come(true);
  flushSync(() => vi.runAllTimers());
  vi.useRealTimers();
  expect(queryByText("picture")).not.toBeNull();
  expect(left).toBe(1);
});

test("on paper everything is drawn", () => {
  const { queryByText } = shown();
  dispatchEvent(new Event("beforeprint"));
  expect(queryByText("picture")).not.toBeNull();
});
