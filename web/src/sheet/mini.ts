/** A sheet as a handful of paths, one for each kind of mark: cheap enough for a table full of them. */
import type { Cell, Scene } from "../wire/scene";
import { corners, outline, type Point } from "./geometry";
import { drawnLine } from "./hand";
import { COLOURS } from "./shapes";
import { has, marksOf } from "./vocabulary";

export interface Layer {
  kind: string;
  d: string;
  fill?: string;
}

export interface MiniIcon {
  id: string;
  name: string;
  tint: string;
  x: number;
  y: number;
}

/** The symbols that still lie bare. */
export function miniIcons(cells: readonly Cell[]): MiniIcon[] {
  const covered = marked("cross", "start", "die", "exploded", "lava", "rail");
  return cells
    .filter((cell) => cell.icon && !covered(cell))
    .map(({ id, icon, tint, x, y }) => ({ id, name: icon ?? "", tint: tint || "text", x, y }));
}

export function miniLayers(scene: Scene): Layer[] {
  const flat = scene.cells[0]?.shape !== "square";
  return [...lands(scene), ...(flat ? hexes(scene.cells) : squares(scene.cells)), ...lines(scene)].filter(({ d }) => d);
}

function lands(scene: Scene): Layer[] {
  const won = scene.strokes.filter(({ kind }) => kind === "enclosed");
  return [{ kind: "enclosed", d: won.map((stroke) => outline(stroke.points)).join("") }];
}

function squares(cells: readonly Cell[]): Layer[] {
  const coloured = COLOURS.map((fill) => ({ kind: "colour", fill, d: shapes(cells, (cell) => cell.fill === fill) }));
  return [
    { kind: "ground", d: shapes(cells, () => true) },
    { kind: "special", d: shapes(cells, (cell) => cell.fill === "special") },
    ...coloured,
    { kind: "printed", d: rails(cells, "printed") },
    { kind: "lost", d: shapes(cells, marked("exploded"), 0.94) },
    { kind: "lava", d: shapes(cells, marked("lava"), 0.94) },
    { kind: "blocks", d: shapes(cells, marked("cross", "start", "full"), 0.84) },
    { kind: "crosses", d: crosses(cells) },
    { kind: "rail", d: rails(cells, "rail") },
    { kind: "dice", d: shapes(cells, marked("die", "pick"), 0.7) },
  ];
}

function hexes(cells: readonly Cell[]): Layer[] {
  const fills = [...new Set(cells.map(({ fill }) => fill))];
  const plain = fills.map((fill) => ({
    kind: cells[0]?.shape === "flat" ? "faint" : "colour",
    fill: fill === "white" ? "w" : fill,
    d: shapes(cells, (cell) => cell.fill === fill),
  }));
  return [
    ...plain,
    { kind: "blocks", d: shapes(cells, marked("cross", "start"), 0.86) },
    { kind: "crosses", d: crosses(cells) },
  ];
}

function lines(scene: Scene): Layer[] {
  const drawn = scene.strokes.filter(({ kind, points }) => (kind === "line" || kind === "new") && points.length > 1);
  const d = drawn.map((stroke) => drawnLine(stroke.points)).join("");
  const edges = scene.strokes.filter(({ kind }) => kind === "area").map((stroke) => outline(stroke.points));
  const knobs = scene.cells.filter(marked("end", "rest", "origin")).map((cell) => disc(cell, 11));
  return [
    { kind: "areas", d: edges.join("") },
    { kind: "line", d },
    { kind: "knobs", d: knobs.join("") },
  ];
}

function shapes(cells: readonly Cell[], which: (cell: Cell) => boolean, size = 1): string {
  return cells
    .filter(which)
    .map((cell) => outline(corners(cell, size)))
    .join("");
}

function marked(...words: Parameters<typeof has>[1][]): (cell: Cell) => boolean {
  return (cell) => has(marksOf(cell), ...words);
}

function crosses(cells: readonly Cell[]): string {
  return cells
    .filter(marked("cross", "start"))
    .map(({ x, y }) => `M${x - 18} ${y - 18}l36 36m0-36l-36 36`)
    .join("");
}

const ENDS: Readonly<Record<string, Point>> = { N: [0, -30], S: [0, 30], E: [30, 0], W: [-30, 0] };

function rails(cells: readonly Cell[], word: "rail" | "printed"): string {
  return cells
    .filter(marked(word))
    .map((cell) => {
      const [from, to] = [...(marksOf(cell).get(word) ?? "")].map((end) => ENDS[end] ?? [0, 0]);
      return from && to
        ? `M${cell.x + from[0]} ${cell.y + from[1]}Q${cell.x} ${cell.y} ${cell.x + to[0]} ${cell.y + to[1]}`
        : "";
    })
    .join("");
}

function disc({ x, y }: Cell, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}
