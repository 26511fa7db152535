/** The sum of a review: whole points that add up, and hops on a ruler. Pure: knows numbers, no rule and no word. */
import type { Reviewed, ReviewedSum } from "../wire/protocol";

/** A part of the sum and where its hop begins and ends. */
export interface Hop {
  part: "start" | "luck" | "others" | "own" | "both";
  value: number;
  from: number;
  to: number;
}

type Known = Record<Exclude<Hop["part"], "both"> | "result", number>;

/** The parts as whole numbers that still add up (largest remainder); null where they are not known. */
export function whole(parts: ReviewedSum): Known | null {
  const { start, luck, own, others, result } = parts;
  if (start === null || luck === null || own === null || others === null) return null;
  const exact: Omit<Known, "result"> = { start, luck, others, own };
  const rounded = Object.fromEntries(Object.entries(exact).map(([part, value]) => [part, Math.floor(value)]));
  let left = Math.round(result) - Object.values(rounded).reduce((one, other) => one + other, 0);
  const byRest = Object.entries(exact).sort(([, one], [, other]) => rest(other) - rest(one));
  for (const [part] of byRest) if (left-- > 0) rounded[part]! += 1;
  return { ...(rounded as Omit<Known, "result">), result: Math.round(result) };
}

const rest = (value: number): number => value - Math.floor(value);

/**
 * The hops in their order, from the start to the result; alone there are no others, unless there was help. `joined`:
 * luck and own moves cannot be told apart, and are one hop.
 */
export function hops(known: Known, company: boolean, joined = false): Hop[] {
  const values: Record<Hop["part"], number> = { ...known, both: known.luck + known.own };
  const parts: Hop["part"][] = joined ? ["both"] : ["luck", "own"];
  if (company || known.others) parts.splice(1, 0, "others");
  let at = known.start;
  const after = parts.map((part) => ({ part, value: values[part], from: at, to: (at += values[part]) }));
  return [{ part: "start", value: known.start, from: known.start, to: known.start }, ...after];
}

/** The seats whose moves lost least, in whole points as they are shown; none where a sum is missing, or alone. */
export function bestAtTheTable({ seats }: Pick<Reviewed, "seats">): number[] {
  const own = seats.map(({ points }) => whole(points)?.own);
  if (seats.length < 2 || own.includes(undefined)) return [];
  const most = Math.max(...own.map((value) => value!));
  const best = seats.filter((_, nth) => own[nth] === most).map(({ seat }) => seat);
  return best.length < seats.length ? best : [];
}

export interface Ruler {
  /** Where a number lies, in pixels. */
  x: (value: number) => number;
  ticks: { at: number; named: boolean }[];
}

const AIR = 4;
const EDGE = 8;

/** A ruler of this width for all stations, with ticks that leave room for their numbers. */
export function ruler(all: readonly Hop[], width: number): Ruler {
  const stations = all.flatMap(({ from, to }) => [from, to]);
  const low = Math.min(...stations) - AIR,
    high = Math.max(...stations) + AIR;
  const scale = (width - 2 * EDGE) / (high - low);
  const step = [5, 10, 20, 50, 100].find((each) => each * scale >= 14) ?? 100;
  const ticks: Ruler["ticks"] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    ticks.push({ at, named: at % (2 * step) === 0 });
  }
  return { x: (value) => EDGE + (value - low) * scale, ticks };
}

/** The shares of a win with even luck, in whole hundredths that add up to 100; null where they are not known. */
export function evenShares(adjusted: readonly (number | null)[]): number[] | null {
  if (adjusted.some((value) => value === null)) return null;
  const positive = adjusted.map((value) => Math.max(1, value ?? 0));
  const total = positive.reduce((one, other) => one + other, 0);
  const exact = positive.map((value) => (100 * value) / total);
  const floors = exact.map(Math.floor);
  let left = 100 - floors.reduce((one, other) => one + other, 0);
  const order = exact.map((_, nth) => nth).sort((one, other) => rest(exact[other]!) - rest(exact[one]!));
  for (const nth of order) if (left-- > 0) floors[nth]! += 1;
  return floors;
}

/** How many dots a stroke of luck is worth: one for each `each`, four at most. */
export function dots(luck: number, each: number): number {
  return Math.min(4, Math.floor(Math.abs(luck) / each + 0.25));
}
