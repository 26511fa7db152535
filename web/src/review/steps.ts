/** The keys of a replay, wherever the focus is on the page: a step, a pass, the ends, play. */
import type { Replay } from "../end/replay.svelte";
import { roundFrom } from "./curve";

const STEPS: Record<string, (replay: Replay, starts: number[]) => void> = {
  ArrowLeft: (replay) => void replay.step(-1),
  ArrowRight: (replay) => void replay.step(1),
  PageUp: (replay, starts) => void replay.seek(roundFrom(starts, replay.at, -1, replay.of)),
  PageDown: (replay, starts) => void replay.seek(roundFrom(starts, replay.at, 1, replay.of)),
  Home: (replay) => void replay.seek(0),
  End: (replay) => void replay.seek(replay.of),
};

/** Whether a key was meant for the replay; then it has done it. */
export function stepped(replay: Replay | null, { key, target }: KeyboardEvent): boolean {
  if (!replay?.line) return false;
  if (key === " " && !(target as HTMLElement).closest("button, a")) {
    replay.toggle();
    return true;
  }
  const step = STEPS[key];
  if (!step) return false;
  replay.pause();
  step(
    replay,
    replay.line.clocks.map(({ at }) => at),
  );
  return true;
}
