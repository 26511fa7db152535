/**
 * The replay line: where passes begin, where it is worth stopping, what is worth a picture. Pure: knows the timeline,
 * no rule.
 */
import type { Timeline } from "../wire/protocol";

/** Something worth a picture: after `at` events, the line of the pad it is about, its points. */
export interface Highlight {
  at: number;
  key: string;
  points: number;
}

/** The totals of all seats after each event, the start first. */
export function totals(line: Timeline): number[][] {
  const all = [line.totals];
  for (const { gains = [] } of line.moments) {
    const now = [...all[all.length - 1]!];
    for (const { seat, points } of gains) now[seat] = (now[seat] ?? 0) + points;
    all.push(now);
  }
  return all;
}

/** Where playing pauses: after each outcome, and after each run of moves of one seat. */
export function stops({ moments }: Timeline): number[] {
  const found = [0];
  moments.forEach((moment, nth) => {
    if (moment.seat == null || moments[nth + 1]?.seat !== moment.seat) found.push(nth + 1);
  });
  return found;
}

/** The stop after or before a place; the ends stay. */
export function stopFrom(all: readonly number[], at: number, by: 1 | -1): number {
  const found = by > 0 ? all.find((stop) => stop > at) : all.findLast((stop) => stop < at);
  return found ?? (by > 0 ? all[all.length - 1]! : 0);
}

/** The pass or round a place is in. */
export function clockAt({ clocks }: Timeline, at: number): string {
  return (clocks.findLast((clock) => clock.at < at) ?? clocks[0])?.words ?? "";
}

/** The greatest moments of a seat, far enough apart to be drawn (`apart` events), in their order. */
export function highlights({ moments }: Timeline, seat: number, most: number, apart: number): Highlight[] {
  const all = moments.flatMap(({ gains = [] }, nth) =>
    gains.filter((gain) => gain.seat === seat).map(({ key, points }) => ({ at: nth + 1, key, points })),
  );
  all.sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.at - other.at);
  const chosen: Highlight[] = [];
  for (const each of all) {
    if (chosen.length < most && chosen.every(({ at }) => Math.abs(at - each.at) >= apart)) chosen.push(each);
  }
  return chosen.sort((one, other) => one.at - other.at);
}

/** From 0 for the lowest total anybody ever had to 1 for the highest. */
export function heights(all: readonly number[][]): (total: number) => number {
  const flat = all.flat();
  const low = Math.min(...flat),
    high = Math.max(...flat, low + 1);
  return (total) => (total - low) / (high - low);
}

/** The totals of a seat as a line: x from 0 to 1 over the game, y as `heights` has it; only corners. */
export function race(all: readonly number[][], seat: number): { x: number; y: number }[] {
  const high = heights(all);
  const last = Math.max(1, all.length - 1);
  const kept = all
    .map((now, at) => ({ at, value: now[seat] ?? 0 }))
    .filter(
      ({ value }, nth, list) =>
        nth === 0 || nth === list.length - 1 || value !== list[nth - 1]!.value || value !== list[nth + 1]!.value,
    );
  return kept.map(({ at, value }) => ({ x: at / last, y: high(value) }));
}
