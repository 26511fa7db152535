import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as api from "../wire/api";
import { ReviewRequest } from "./reviewRequest.svelte";

const WORDS = { de: "Viele", en: "Many" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a busy server is told of in its words, and asked again when it said", async () => {
  const asked = vi.spyOn(api, "review");
  asked.mockRejectedValueOnce(new api.RequestError(503, "busy", WORDS, 5));
  asked.mockResolvedValue({ done: 0, of: 4, review: null, warming: false });
  const request = new ReviewRequest("table");
  await vi.advanceTimersByTimeAsync(0);
  expect([request.busy, request.trouble]).toEqual([WORDS, null]);
  await vi.advanceTimersByTimeAsync(4900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect([asked.mock.calls.length, request.busy]).toEqual([2, null]);
  request.stop();
});

test("an unknown device becomes a guest, once", async () => {
  const asked = vi.spyOn(api, "review").mockRejectedValue(new api.RequestError(401, "no_session", WORDS));
  const entered = vi.spyOn(api, "enter").mockResolvedValue({ name: "Ana" } as never);
  const request = new ReviewRequest("table");
  await vi.advanceTimersByTimeAsync(100);
  expect([asked.mock.calls.length, entered.mock.calls.length]).toEqual([2, 1]);
  expect(request.trouble).toEqual(WORDS);
});
