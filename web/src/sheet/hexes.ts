/** Hexagons as text of an SVG: colour, hatch and shape below any line, numbers and the line's own marks above it. */
import type { Cell } from "../wire/scene";
import { polygon } from "./geometry";
import { disc, element, number, sign, type Pen } from "./markup";
import { DISC, ENDS, GROUNDS, HALF, HEXAGONS, SIGN, SMALL_SIGN } from "./shapes";
import { has, marksOf, type Marks } from "./vocabulary";

/** A cell from the paper up; its cross is a component. */
export function hexUnder(cell: Cell, pen: Pen): string {
  const marks = marksOf(cell),
    size = GROUNDS[cell.shape as keyof typeof GROUNDS];
  const edge = cell.shape === "flat" ? "bh" : "hx";
  if (cell.fill === "white") return hexagon(cell, size, { class: `${edge} cw` });
  const hatch = hexagon(cell, size * HEXAGONS.hatch, { fill: `url(#hatch-${cell.fill})` });
  return hexagon(cell, size, { class: `${edge} c${cell.fill}` }) + hatch + veil(cell, marks) + shape(cell, marks, pen);
}

/** Where one may go, the number, and where the line begins and ends. `faded`: not with what the hand holds now. */
export function hexOver(cell: Cell, faded: boolean, pen: Pen): string {
  const marks = marksOf(cell);
  return way(cell, marks, faded) + (cell.number == null ? "" : numbered(cell, marks, pen)) + ends(cell, marks);
}

function veil(cell: Cell, marks: Marks): string {
  if (!has(marks, "line", "cross")) return "";
  return hexagon(cell, HEXAGONS.veil, { class: has(marks, "line") ? "veil" : "veil2" });
}

function shape(cell: Cell, marks: Marks, pen: Pen): string {
  if (has(marks, "line") || cell.number != null) return "";
  return sign(pen, cell.fill, cell.x, cell.y + SIGN[0], SIGN[1], has(marks, "cross", "start"));
}

function way(cell: Cell, marks: Marks, faded: boolean): string {
  const legal = inner(cell, "lg1") + inner(cell, "lg2");
  const pick = has(marks, "pick") && has(marks, "cross") ? inner(cell, "pick") : "";
  if (has(marks, "legal")) return element("g", { opacity: faded ? 0.25 : undefined }, legal) + pick;
  return (has(marks, "open") ? inner(cell, "op2") : "") + pick;
}

function numbered(cell: Cell, marks: Marks, pen: Pen): string {
  const { x } = cell,
    y = cell.y - (has(marks, "line") ? 0 : DISC.lift);
  const mine = has(marks, "full", "half", "pick", "line"),
    half = has(marks, "half");
  const look = has(marks, "pick") ? "newdisc" : mine ? "mydisc" : "disc";
  const below = has(marks, "line") || cell.fill === "white" ? "" : smallSign(cell, pen);
  const digits = number(pen, String(cell.number), x, y, DISC.digits, mine ? "own" : "n");
  return below + disc(look, x, y, DISC.radius) + (half ? halfDisc(x, y) : "") + digits + (half ? halfBadge(x, y) : "");
}

function smallSign({ fill, x, y }: Cell, pen: Pen): string {
  return sign(pen, fill, x, y + SMALL_SIGN[0], SMALL_SIGN[1]);
}

function halfDisc(x: number, y: number): string {
  const r = DISC.radius;
  return element("path", { class: "halfdisc", d: `M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0Z` });
}

function halfBadge(x: number, y: number): string {
  const text = { class: "bold mid", x: x + HALF.x, y: y + HALF.y + HALF.text, "font-size": 17 };
  return disc("badge", x + HALF.x, y + HALF.y, HALF.radius) + element("text", text, "½");
}

function ends({ x, y, number }: Cell, marks: Marks): string {
  const bare = number == null;
  const ring = has(marks, "end") && !bare ? disc("ends", x, y, ENDS.ring) : "";
  const rest = has(marks, "rest") ? disc("rest", x, y, bare ? ENDS.bare_ring : ENDS.ring) : "";
  if (has(marks, "origin")) return ring + rest + origin(x, y);
  const knob = has(marks, "end") ? ENDS.end : has(marks, "rest") ? ENDS.rest : 0;
  return ring + rest + (bare && knob ? disc("knob", x, y, knob) : "");
}

function origin(x: number, y: number): string {
  const side = ENDS.origin,
    transform = `rotate(45 ${x} ${y})`;
  const place = { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: ENDS.round, transform };
  return element("rect", { class: "knob", ...place });
}

function inner(cell: Cell, look: keyof typeof HEXAGONS): string {
  return hexagon(cell, HEXAGONS[look], { class: look });
}

function hexagon(cell: Cell, size: number, more: Readonly<Record<string, string>>): string {
  return element("polygon", { points: polygon(cell, size), ...more });
}
