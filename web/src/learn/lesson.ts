/**
 * A first game as the server sends it (docs/protocol.md): fetching it, and putting a stand's sheets together. Knows no
 * rule.
 */
import type { Option, Scene, SceneChange, Told, Update, View, Words } from "../wire/protocol";
import { Refusal, type Lang } from "../wire/api";
import { merged } from "../wire/merge";

/**
 * A table on the way through a step. `wanted` and `happens` lead to numbers of stands; the step ends where neither
 * does.
 */
export interface Stand {
  position: string;
  scenes: SceneChange[];
  options: Option[];
  wanted: Record<string, number>;
  happens: { told: Told; to: number } | null;
}
export interface Step {
  id: string;
  clauses: string[];
  text: string;
  hint: string;
  praise: string;
  scenes: SceneChange[];
  stands: Stand[];
}
export interface Lesson {
  game: string;
  sheet: string;
  seat: number;
  names: string[];
  scenes: Scene[];
  steps: Step[];
}
export interface Reason {
  legal: boolean;
  clause: string;
  words: Words | null;
}

/** The first game of a game. Raises Refusal. */
export async function load(game: string, lang: Lang): Promise<Lesson> {
  const reply = await fetch(`/api/lessons/${encodeURIComponent(game)}/${lang}`).catch(() => null);
  if (!reply?.ok) throw new Refusal(reply?.status ?? 0, reply ? "no_table" : "offline", { de: "", en: "" });
  return (await reply.json()) as Lesson;
}

/** Why a move is impossible; null where the server cannot be asked. */
export async function why(position: string, seat: number, move: string): Promise<Reason | null> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ position, seat, move });
  const reply = await fetch("/api/why", { method: "POST", headers, body }).catch(() => null);
  return reply?.ok ? ((await reply.json()) as Reason) : null;
}

/** The sheets of all seats at a stand: the lesson's own, with what is new in the step and at the stand. */
export function scenesAt(lesson: Lesson, step: Step, stand: Stand): Scene[] {
  return changed(changed(lesson.scenes, step.scenes), stand.scenes);
}

function changed(scenes: Scene[], changes: SceneChange[]): Scene[] {
  return merged({ scenes } as View, { scenes: changes } as Update).scenes;
}

/** The wanted moves of a stand as options. */
export function wantedAt(stand: Stand): Option[] {
  return stand.options.filter((option) => option.text in stand.wanted);
}

/** Whether there is something to be done in a step, or only to be read. */
export function byHand(step: Step): boolean {
  return step.stands.some((stand) => Object.keys(stand.wanted).length > 0);
}

export function isEnd(stand: Stand): boolean {
  return !stand.happens && !Object.keys(stand.wanted).length;
}
