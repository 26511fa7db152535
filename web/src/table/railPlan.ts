/**
 * Rails on paper before they are drawn: which piece lies on which cell. Pure: knows squares, pieces that join two of
 * their edges, and the options of the hand; no rule. What is not chosen yet is proposed so that ends meet where they
 * can.
 */
import { SQUARE } from "../sheet/shapes";
import type { Option } from "../wire/protocol";
import type { Cell, Scene } from "../wire/scene";

/** The piece that is meant for each cell. */
export type Plan = ReadonlyMap<string, string>;

/** An edge of a cell: up, down, right, left. */
type Edge = "N" | "S" | "E" | "W";
const EDGES: readonly Edge[] = ["N", "S", "E", "W"];
const ACROSS: Record<Edge, Edge> = { N: "S", S: "N", E: "W", W: "E" };
const STEP: Record<Edge, readonly [number, number]> = {
  N: [0, -SQUARE],
  S: [0, SQUARE],
  E: [SQUARE, 0],
  W: [-SQUARE, 0],
};
/** Where nothing is near. */
const PLAIN = "EW";

/** The cells that wait for a piece, in the order of the sheet. */
export function waiting(options: readonly Option[]): string[] {
  return [...new Set(options.flatMap(({ kind, cell }) => (kind === "rail" && cell ? [cell] : [])))];
}

/**
 * Pieces for all waiting cells: first the ends that lie there are taken up, then neighbours are joined; the rest goes
 * straight on.
 */
export function proposed(scene: Scene, options: readonly Option[]): Plan {
  const cells = waiting(options);
  const joined = new Map(cells.map((cell) => [cell, [] as Edge[]]));
  const near = neighbours(scene);
  for (const cell of cells)
    joined.get(cell)!.push(...EDGES.filter((edge) => pointsAt(near(cell, edge), ACROSS[edge])).slice(0, 2));
  for (const cell of cells) for (const edge of EDGES) join(joined, cell, edge, near(cell, edge)?.id ?? "");
  return new Map(cells.map((cell) => [cell, through(joined.get(cell)!)]));
}

/** What was chosen stays, as far as its cell still waits; what is missing is proposed. */
export function renewed(plan: Plan, scene: Scene, options: readonly Option[]): Plan {
  return new Map([...proposed(scene, options)].map(([cell, piece]) => [cell, plan.get(cell) ?? piece]));
}

/** A finger has gone over these cells: the rails follow it. Its ends meet what lies there, or go straight on. */
export function followed(plan: Plan, scene: Scene, path: readonly string[]): Plan {
  const near = neighbours(scene);
  const next = new Map(plan);
  path.forEach((cell, at) => {
    if (!plan.has(cell)) return;
    const edges = EDGES.filter((edge) => [path[at - 1], path[at + 1]].includes(near(cell, edge)?.id ?? "-"));
    const meets = EDGES.find((edge) => !edges.includes(edge) && pointsAt(near(cell, edge), ACROSS[edge]));
    if (edges.length) next.set(cell, through(edges.length === 1 && meets ? [...edges, meets] : edges));
  });
  return next;
}

/** The next of the pieces that are possible there. */
export function turned(plan: Plan, options: readonly Option[], cell: string): Plan {
  const pieces = options
    .filter((option) => option.kind === "rail" && option.cell === cell)
    .map((option) => option.piece!);
  return new Map(plan).set(cell, pieces[(pieces.indexOf(plan.get(cell) ?? "") + 1) % pieces.length]!);
}

/** The cell after this one. */
export function after(plan: Plan, cell: string): string {
  const cells = [...plan.keys()];
  return cells[(cells.indexOf(cell) + 1) % cells.length] ?? "";
}

export function same(one: Plan, other: Plan): boolean {
  return one.size === other.size && [...one].every(([cell, piece]) => other.get(cell) === piece);
}

// Details -------------------------------------------------------------------------------------------
function neighbours({ cells }: Scene): (cell: string, edge: Edge) => Cell | undefined {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const byPlace = new Map(cells.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  return (cell, edge) => {
    const from = byId.get(cell);
    return from && byPlace.get(`${from.x + STEP[edge][0]} ${from.y + STEP[edge][1]}`);
  };
}

/** Whether a piece that lies on a cell ends at this edge of it. */
function pointsAt(cell: Cell | undefined, edge: Edge): boolean {
  return (
    cell?.marks?.some(({ kind, detail = "" }) => (kind === "rail" || kind === "printed") && detail.includes(edge)) ??
    false
  );
}

function join(joined: Map<string, Edge[]>, cell: string, edge: Edge, other: string): void {
  const [here, there] = [joined.get(cell)!, joined.get(other)];
  if (!there || here.length > 1 || there.length > 1 || here.includes(edge)) return;
  here.push(edge);
  there.push(ACROSS[edge]);
}

/** The piece through two edges; through one it goes straight on. */
function through(edges: readonly Edge[]): string {
  const [one, other] = edges;
  if (!one) return PLAIN;
  return EDGES.filter((edge) => edge === one || edge === (other ?? ACROSS[one])).join("");
}
