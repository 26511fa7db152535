/** What of a hint is shown at each step, and in which words. Pure; knows no rule. */
import type { Hint } from "../wire/protocol";
import { facesOf, type Scene } from "../wire/scene";
import { seenAt, type Turn } from "../sheet/rotation";
import { pick, say, type Key } from "../words/words.svelte";
import { faceName } from "./tray";

/** Where to look, what of the tray to take, which move. */
export type Step = "where" | "tray" | "move";

/** The steps of a hint: a move that is about no cell, or needs nothing of the tray, has fewer. */
export function stepsOf({ verdict, around, cells, faces, move }: Hint): Step[] {
  if (verdict !== "move") return [];
  const where: Step[] = around.length ? ["where"] : [];
  const tray: Step[] = faces && (cells.length || move?.colours) ? ["tray"] : [];
  return [...where, ...tray, "move"];
}

/** The cells that are looped at a step, group by group; a move is previewed instead. */
export function looked({ around }: Hint, step: Step | undefined): readonly (readonly string[])[] {
  return step && step !== "move" && around.length ? [around] : [];
}

/** Where in the tray these faces lie, as far as they can still be used. */
export function looped({ tray }: Scene, faces: string): ReadonlySet<number> {
  const left = facesOf(faces);
  const places = tray.flatMap(({ face, kind, state }, place) => {
    const found = kind === "card" || state === "used" || state === "removed" ? -1 : left.indexOf(face);
    if (found >= 0) left.splice(found, 1);
    return found >= 0 ? [place] : [];
  });
  return new Set(places);
}

const ROWS = ["top", "", "bottom"],
  COLUMNS = ["left", "", "right"];

/** In which part of the sheet cells lie, as it lies before the eyes. */
export function regionOf({ cells }: Scene, ids: readonly string[], turn: Turn): string {
  const all = cells.map(({ id, x, y }) => ({ id, at: seenAt([x, y], turn) }));
  const meant = all.filter(({ id }) => ids.includes(id));
  const third = (axis: 0 | 1): number => {
    const places = all.map(({ at }) => at[axis]);
    const [least, most] = [Math.min(...places), Math.max(...places)];
    const middle = meant.reduce((sum, { at }) => sum + at[axis], 0) / meant.length;
    return Math.min(2, Math.floor((3 * (middle - least)) / (most - least || 1)));
  };
  return `${ROWS[third(1)]}${COLUMNS[third(0)]}` || "middle";
}

/** The sentence of a step; without one, why there is none. */
export function sentenceOf(hint: Hint, step: Step | undefined, scene: Scene, turn: Turn): string {
  if (step === "where") return say("hint.where", { where: whereOf("to", hint, scene, turn) });
  if (step === "tray") return traySentence(hint, scene, turn);
  if (step !== "move") return say(hint.verdict === "only" ? "hint.only" : "hint.even");
  const move = hint.words ? capital(pick(hint.words)) : "";
  return hint.why ? say("hint.why", { move, why: pick(hint.why) }) : say("hint.felt", { move });
}

function traySentence(hint: Hint, scene: Scene, turn: Turn): string {
  const { faces, cells } = hint;
  if (!cells.length) return say("hint.throw", { what: called(faces) });
  const where = whereOf("at", hint, scene, turn);
  return /^\d$/.test(faces)
    ? say("hint.die", { n: Number(faces), where })
    : say("hint.need", { what: called(faces), where });
}

function whereOf(form: "to" | "at", { around }: Hint, scene: Scene, turn: Turn): string {
  const region = regionOf(scene, around, turn);
  return form === "to" ? say(`hint.to.${region}` as Key) : say(`hint.at.${region}` as Key);
}

/** Faces of the tray in words: numbers as they are, colours by name; equal ones once. */
function called(faces: string): string {
  const every = facesOf(faces);
  const names = [...new Set(every)].map((face) => {
    const many = every.filter((other) => other === face).length;
    return many > 1 ? `${many} × ${faceName(face)}` : faceName(face);
  });
  return names.join(", ");
}

/** As a sentence begins; names of cells stay small. */
const capital = (text: string) => (/^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
