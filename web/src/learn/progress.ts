/** How far somebody got with each first game; kept on the device. */
const SHELF = "kritzel.learn";

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** How many steps are done. */
export function stepsDone(game: string): number {
  const done = kept()[game];
  return typeof done === "number" && done > 0 ? Math.floor(done) : 0;
}

/** So many steps are done; going back forgets nothing. */
export function keepDone(game: string, steps: number): void {
  try {
    localStorage.setItem(SHELF, JSON.stringify({ ...kept(), [game]: Math.max(steps, stepsDone(game)) }));
  } catch {
    // A device that keeps nothing still teaches.
  }
}
