/**
 * Marks made by hand: crosses, loops, strikes and drawn lines, as paths.
 * A seed (the name of the cell) fixes the wobble, so that a mark never changes when it is drawn again.
 */
import { around, round, type Point } from "./geometry";

type Luck = (low: number, high: number) => number;

/** A small generator of its own (mulberry32 over a hash of the seed): the same on every device. */
export function luckOf(seed: string): Luck {
  let state = hash(seed);
  return (low, high) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low);
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

/** Two pencil strokes, and a third, lighter one that goes over the first. */
export function cross(seed: string, x: number, y: number, reach: number): [string, string, string] {
  const luck = luckOf(`cross ${seed}`);
  return [1, -1, 1].map((down) => diagonal(luck, x, y, reach, down)) as [string, string, string];
}

/** A circle drawn around something, a little more than once round. */
export function loop(seed: string, x: number, y: number, wide: number, high: number): string {
  const luck = luckOf(`loop ${seed}`);
  const begin = luck(-2.6, -1.6),
    steps = 14;
  const points: Point[] = [];
  for (let step = 0; step <= steps; step++) {
    const grow = 1 + luck(-0.025, 0.025) + (0.05 * step) / steps;
    const [dx, dy] = around(0, 0, grow, begin + (step * 2.2 * Math.PI) / steps);
    points.push([x + wide * dx, y + high * dy]);
  }
  return smooth(points);
}

/** One line through something that is lost, rising a little. */
export function strike(seed: string, x: number, y: number, wide: number, high: number): string {
  const luck = luckOf(`strike ${seed}`);
  return bow(luck, [x - wide, y + high + luck(-2, 2)], [x + wide, y - high + luck(-2, 2)], 2);
}

/** A ruled line that is not quite straight; the same edge is always the same line. */
export function edge(one: Point, other: Point): string {
  const [start, end] = [one, other].sort((a, b) => a[0] - b[0] || a[1] - b[1]) as [Point, Point];
  return bow(luckOf(`edge ${[...start, ...end].map(Math.round).join(" ")}`), start, end, 0.8);
}

/** A curve through all the points. */
export function smooth(points: readonly Point[], bend = 1 / 6): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(index, points.length - 1))]!;
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let index = 0; index < points.length - 1; index++) {
    const [before, start, end, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const leave: Point = [start[0] + (end[0] - before[0]) * bend, start[1] + (end[1] - before[1]) * bend];
    const arrive: Point = [end[0] - (after[0] - start[0]) * bend, end[1] - (after[1] - start[1]) * bend];
    path += curve(leave, arrive, end);
  }
  return path;
}

/** A drawn line over cells: its corners are cut a little, so that a sharp turn stays a curve. */
export function drawnLine(points: readonly Point[]): string {
  const cut: Point[] = [points[0]!];
  for (let at = 1; at < points.length - 1; at++) {
    cut.push(towards(points[at]!, points[at - 1]!, 0.28), towards(points[at]!, points[at + 1]!, 0.28));
  }
  return smooth([...cut, points[points.length - 1]!], 0.15);
}

/** A small angle, as things lie that were put down by hand. */
export function tilt(seed: string, most: number): number {
  return luckOf(`tilt ${seed}`)(-most, most);
}

function diagonal(luck: Luck, x: number, y: number, reach: number, down: number): string {
  const near = (place: number): number => place + luck(-0.16, 0.16) * reach;
  const start: Point = [near(x - down * reach), near(y - reach)];
  return bow(luck, start, [near(x + down * reach), near(y + reach)], reach * 0.14);
}

function bow(luck: Luck, start: Point, end: Point, wobble: number): string {
  const between = (share: number): Point => {
    const [x, y] = towards(start, end, share);
    return [x + luck(-wobble, wobble), y + luck(-wobble, wobble)];
  };
  return `M${round(start[0])} ${round(start[1])}` + curve(between(0.33), between(0.67), end);
}

function curve(...points: Point[]): string {
  return "C" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join(" ");
}

function towards(start: Point, end: Point, share: number): Point {
  return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
}
