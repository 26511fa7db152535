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
  asked.mockResolvedValue({ done: 0, of: 4, review: null, warming: false, deeper: null });
  const request = new ReviewRequest("table");
  await vi.advanceTimersByTimeAsync(0);
  expect([request.busy, request.trouble]).toEqual([WORDS, null]);
  await vi.advanceTimersByTimeAsync(4900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect([asked.mock.calls.length, request.busy]).toEqual([2, null]);
  expect(request.share).toBe(0);
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

const answer = (depth: "quick" | "deep", deeper: number | null) =>
  ({ done: 1, of: 1, review: { depth }, warming: false, deeper }) as never;

test("the thorough one comes without a tap, and what is known is not sent again", async () => {
  const asked = vi.spyOn(api, "review");
  asked.mockResolvedValueOnce(answer("quick", 0));
  asked.mockResolvedValueOnce({ done: 1, of: 1, review: null, warming: false, deeper: 0.5 });
  asked.mockResolvedValue(answer("deep", null));
  const request = new ReviewRequest("table");
  await vi.advanceTimersByTimeAsync(0);
  expect([request.review?.depth, request.thorough]).toEqual(["quick", 0]);
  await vi.advanceTimersByTimeAsync(4000);
  expect([request.review?.depth, request.thorough, request.left]).toEqual(["quick", 0.5, 4]);
  await vi.advanceTimersByTimeAsync(4000);
  expect([request.review?.depth, request.thorough]).toEqual(["deep", null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls).toEqual([
    ["table", "quick", undefined],
    ["table", "quick", "quick"],
    ["table", "quick", "quick"],
  ]);
});

test("who wants the thorough one at once asks for it", async () => {
  const asked = vi.spyOn(api, "review").mockResolvedValue(answer("quick", 0));
  const request = new ReviewRequest("table");
  await vi.advanceTimersByTimeAsync(0);
  asked.mockResolvedValue(answer("deep", null));
  request.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked.mock.calls[1], request.review?.depth, request.urgent]).toEqual([
    ["table", "deep", "quick"],
    "deep",
    false,
  ]);
});
