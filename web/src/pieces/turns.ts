/** Heavy things one after the other, each in a task of its own: between them the page answers touches. */
const waiting = new Set<() => void>();
let going = false;
/** By then at the latest. */
const CALM_MS = 10_000;

/** Do this soon, after what was asked before. What is returned calls it off. */
export function inTurn(job: () => void): () => void {
  waiting.add(job);
  if (!going) next();
  return () => void waiting.delete(job);
}

/** Whether something is under way or waits for its turn, as while a page is put together. */
export const atWork = (): boolean => going;

/** Do this once the page has nothing else to do. What is returned calls it off. */
export function whenCalm(job: () => unknown): () => void {
  if (!("requestIdleCallback" in globalThis)) return inTurn(() => void job());
  const waits = requestIdleCallback(() => void job(), { timeout: CALM_MS });
  return () => cancelIdleCallback(waits);
}

function next(): void {
  going = waiting.size > 0;
  if (going) setTimeout(first);
}

function first(): void {
  for (const job of waiting) {
    waiting.delete(job);
    try {
      job();
    } finally {
      next();
    }
    return;
  }
  going = false;
}
