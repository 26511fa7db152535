/** A first game as the server sends it (docs/protocol.md): putting a stand's sheets together. Pure; knows no rule. */
import type { Course } from "../wire/view";
import { merge } from "../wire/merge";
import type { Option, StandView, StepView } from "../wire/protocol";
import { scenesOf, type Scene } from "../wire/scene";

/** The sheets of all seats at a stand: the lesson's own, with what is new in the step and at the stand. */
export function scenesAt(lesson: Course, step: StepView, stand: StandView): Scene[] {
  return scenesOf(lesson.printed, merge(merge(lesson.sheets, step.sheets), stand.sheets), lesson.lang);
}

/** The wanted moves of a stand as options. */
export function wantedAt(stand: StandView): Option[] {
  return stand.options.filter((option) => option.text in stand.wanted);
}

/** Whether there is something to be done in a step, or only to be read. */
export function byHand(step: StepView): boolean {
  return step.stands.some((stand) => Object.keys(stand.wanted).length > 0);
}

export function isEnd(stand: StandView): boolean {
  return !stand.happens && !Object.keys(stand.wanted).length;
}
