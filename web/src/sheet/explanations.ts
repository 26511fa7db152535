/**
 * What a thing on a sheet, in the strip or in the tray means: the first explanation of the game that fits it. Pure;
 * knows no game.
 */
import type { Meaning } from "../wire/protocol";
import type { Cell, Scene } from "../wire/scene";

/** Something the user points at, as its element says (`data-cell`, `data-tag`, `data-box`, `data-token`). */
export interface Asked {
  kind: "cell" | "tag" | "box" | "token";
  name: string;
}
const KINDS = ["cell", "tag", "box", "token"] as const;
export const ASKABLE = KINDS.map((kind) => `[data-${kind}]`).join(", ");

/** What an element stands for. */
export function askedOf(element: HTMLElement | SVGElement): Asked | null {
  const kind = KINDS.find((each) => element.dataset[each] !== undefined);
  return kind ? { kind, name: element.dataset[kind]! } : null;
}

/** The sentence for it, if there is one. */
export function explanation(abouts: readonly Meaning[], scene: Scene, { kind, name }: Asked): Meaning | undefined {
  if (kind !== "cell")
    return abouts.find((about) => about.kind === kind && (about.name === name || about.name === name.split(".")[0]));
  const cell = scene.cells.find(({ id }) => id === name);
  return cell && abouts.find((about) => tells(about, cell));
}

function tells({ kind, name }: Meaning, { marks = [], icon, fill, number }: Cell): boolean {
  if (kind === "mark") return marks.some((mark) => mark.kind === name);
  if (kind === "icon") return icon === name;
  if (kind === "fill") return fill === name;
  return kind === "cell" && (name === "any" || (name === "number" && number != null));
}

/** Whether there is a sign on a cell that the user may not know; a bare number or colour explains itself. */
export function isSign(scene: Scene, name: string): boolean {
  return Boolean(scene.cells.find(({ id }) => id === name)?.icon);
}
