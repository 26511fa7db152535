/** What the wire has said of a table so far, as compact as it came, and how an update grows it. Pure; has no words. */
import type { Clock, Drawn, Hand, Scored, Update } from "./protocol";

type Path = [string, number[]];

/** What stands on a seat's sheet (`Drawn`): cells by the number of a sign, plates and slots by theirs. */
export interface Stand {
  board: number;
  sets: Record<number, ReadonlySet<number>>;
  tray: string[];
  counts: Record<string, string[]>;
  fates: Record<string, string>;
  total: number;
  paths: Path[];
  numbers: (number | null)[];
  tray_note: NonNullable<Drawn["tray_note"]> | null;
}

/** A seat's score pad: points, have and of, by the number of the line. */
export interface Pad {
  total: number;
  lines: Record<number, readonly [number, number, number]>;
  goal: Clock | null;
}

/** The fields of an update that replace the old ones as a whole. */
type Whole = Required<Omit<Update, "t" | "version" | "ack" | "told" | "scores" | "pictures" | "hands">>;

export interface Known extends Whole {
  version: number;
  pads: readonly Pad[];
  stands: readonly Stand[];
  /** By the number of the seat. */
  hands: readonly Hand[];
}

/** Before anything was said. */
export const NOTHING: Known = {
  version: 0,
  phase: "open",
  seats: [],
  awaits: "people",
  asked: [],
  purpose: "",
  together: false,
  out: [],
  question: null,
  clock: null,
  step: null,
  entry: null,
  correction: null,
  dice: { real: false, scheme: "", commit: "", seed: "", round: 1 },
  seals: [],
  result: null,
  rematch: "",
  begins: "",
  lots: [],
  hints: false,
  position: "",
  pads: [],
  stands: [],
  hands: [],
};
const NO_PAD: Pad = { total: 0, lines: {}, goal: null };
const NO_STAND: Stand = {
  board: 1,
  sets: {},
  tray: [],
  counts: {},
  fates: {},
  total: 0,
  paths: [],
  numbers: [],
  tray_note: null,
};

/** Whether an update continues exactly what is known. */
export function continues(known: Known, update: Update): boolean {
  return update.version - (update.told?.length ?? 0) === known.version;
}

/** All that is known after an update. */
export function grown(known: Known, update: Update): Known {
  const { t, ack, told, scores = [], pictures = [], hands = [], ...fields } = update;
  void [t, ack, told];
  return {
    ...known,
    ...fields,
    pads: bySeat(known.pads, scores, (pad = NO_PAD, change) => counted(pad, change)),
    stands: bySeat(known.stands, pictures, (stand = NO_STAND, change) => redrawn(stand, change)),
    hands: bySeat(known.hands, hands, (_, hand) => hand),
  };
}

/** What belongs to seats, with what is new of some of them. */
function bySeat<Part, Change extends { seat?: number }>(
  parts: readonly Part[],
  changes: readonly Change[],
  grow: (part: Part | undefined, change: Change) => Part,
): readonly Part[] {
  if (!changes.length) return parts;
  const all = [...parts];
  for (const change of changes) all[change.seat ?? 0] = grow(all[change.seat ?? 0], change);
  return all;
}

function counted(pad: Pad, { total = pad.total, lines = [], goal = pad.goal }: Scored): Pad {
  const found = { ...pad.lines };
  for (let at = 0; at < lines.length; at += 4) {
    const [line = 0, points = 0, have = 0, of = 0] = lines.slice(at, at + 4);
    found[line] = [points, have, of];
  }
  return { total, lines: found, goal };
}

function redrawn(stand: Stand, { seat, sets, tray, counts, fates, paths, ...fields }: Drawn): Stand {
  void seat;
  return {
    ...stand,
    ...fields,
    sets: toggled(stand.sets, sets ?? []),
    tray: typeof tray === "string" ? lined(tray) : stand.tray.map(retold(tray ?? {})),
    paths: laid(stand.paths, paths as Path[] | Record<string, number[]> | undefined),
    counts: recounted(stand.counts, counts ?? {}),
    fates: { ...stand.fates, ...fates },
  };
}

/** Cells that are named have become this, or are it no longer; where none is named, none is. */
function toggled(sets: Stand["sets"], changes: NonNullable<Drawn["sets"]>): Stand["sets"] {
  const found = { ...sets };
  for (const [sign = 0, ...cells] of changes) {
    const left = [...(sets[sign] ?? [])].filter((cell) => !cells.includes(cell));
    const came = cells.filter((cell) => !sets[sign]?.has(cell));
    found[sign] = new Set(cells.length ? [...left, ...came] : []);
  }
  return found;
}

/** The tokens of a line, each with its kind: one that names none is of the kind of the one before. */
function lined(line: string): string[] {
  let kind = "";
  return line.split(" ").flatMap((token) => {
    const named = token.lastIndexOf(":") + 1;
    if (named) kind = token.slice(0, named);
    return token ? [named ? token : kind + token] : [];
  });
}

/** Counts by the number of their slot: a change leaves out at its end what the count keeps. */
function recounted(counts: Stand["counts"], changes: Stand["counts"]): Stand["counts"] {
  const found = { ...counts };
  for (const [slot, change] of Object.entries(changes))
    found[slot] = [...change, ...(counts[slot] ?? []).slice(change.length)];
  return found;
}

/** A token of a tray as it is now: a change leaves out what the token keeps, its kind or all but the sign. */
function retold(changes: Record<string, string>): (old: string, place: number) => string {
  return (old, place) => {
    const change = changes[place];
    if (change === undefined || change.includes(":")) return change ?? old;
    return (change.length === 1 ? old.slice(0, -1) : old.slice(0, old.lastIndexOf(":") + 1)) + change;
  };
}

/** Lines: all anew, or by their places the cells of those that changed. */
function laid(paths: Path[], change: Path[] | Record<string, number[]> | undefined): Path[] {
  if (change === undefined) return paths;
  return Array.isArray(change) ? change : paths.map(([kind, cells], place) => [kind, change[place] ?? cells]);
}
