import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atWork, inTurn } from "./turns";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one job in a task, in their order", () => {
  const done: string[] = [];
  for (const name of ["sheet", "rest", "more"]) inTurn(() => done.push(name));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["sheet"]);
  vi.runAllTimers();
  expect(done).toEqual(["sheet", "rest", "more"]);
});

test("what was called off is not done, and what comes later is", () => {
  const job = vi.fn(),
    other = vi.fn();
  inTurn(job)();
  vi.runAllTimers();
  inTurn(other);
  vi.runAllTimers();
  expect(job).not.toHaveBeenCalled();
  expect(other).toHaveBeenCalledOnce();
});

test("a job that fails does not stop the others", () => {
  const after = vi.fn();
  inTurn(() => {
    throw new Error("no");
  });
  inTurn(after);
  expect(() => vi.advanceTimersToNextTimer()).toThrow("no");
  vi.runAllTimers();
  expect(after).toHaveBeenCalledOnce();
});

test("it is known whether something waits", () => {
  expect(atWork()).toBe(false);
  inTurn(() => expect(atWork()).toBe(true));
  expect(atWork()).toBe(true);
  vi.runAllTimers();
  expect(atWork()).toBe(false);
});
