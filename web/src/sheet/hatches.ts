/**
 * The hatches by name: tile, angle and path. Colour = shape = hatch, the same in every game. They are put into the
 * page once, as soon as something needs them.
 */
import { mount } from "svelte";
import Hatches from "./Hatches.svelte";

export interface Hatch {
  name: string;
  width: number;
  height: number;
  turn: number;
  path: string;
}

export const HATCHES: readonly Hatch[] = [
  { name: "r", width: 7, height: 7, turn: 45, path: "M0 3.5h7" },
  { name: "o", width: 8, height: 8, turn: -45, path: "M0 4h8" },
  { name: "y", width: 12, height: 12, turn: 0, path: "M6 6v.01" },
  { name: "g", width: 9, height: 9, turn: 0, path: "M0 4.5h9M4.5 0v9" },
  { name: "b", width: 14, height: 9, turn: 0, path: "M0 4.5q3.5-3.5 7 0t7 0" },
  { name: "v", width: 7, height: 7, turn: 0, path: "M3.5 0v7" },
  { name: "a", width: 7, height: 7, turn: 0, path: "M0 3.5h7" },
  { name: "lock", width: 8, height: 8, turn: 45, path: "M0 4h8" },
  { name: "boom", width: 6, height: 6, turn: -35, path: "M0 3h6" },
  { name: "legal", width: 60, height: 10, turn: -14, path: "M0 5h60" },
];

export function needHatches(): void {
  if (!document.getElementById("hatches")) mount(Hatches, { target: document.body, props: { hatches: HATCHES } });
}
