/** How far the user got with each first game; kept on the device. */
import { keepData, keptData } from "../keeping";

const SHELF = "kritzel.learn";

function all(): Record<string, unknown> {
  return (keptData("device", SHELF) ?? {}) as Record<string, unknown>;
}

/** How many steps are done. */
export function stepsDone(game: string): number {
  const done = all()[game];
  return typeof done === "number" && done > 0 ? Math.floor(done) : 0;
}

/** This many steps are done; going back forgets nothing. */
export function keepDone(game: string, steps: number): void {
  keepData("device", SHELF, { ...all(), [game]: Math.max(steps, stepsDone(game)) });
}
