/** Square cells as text of an SVG: their paper and print, and what lies above the marks. Marks are components. */
import type { Cell } from "../wire/scene";
import { element, icon, number, sign, type Pen } from "./markup";
import { BURST, COLOURS, INSETS, NOTE, PRINTS, RAILS, SQUARE, START_RING } from "./shapes";
import { has, marksOf, type Marks } from "./vocabulary";

/**
 * `faded`: a legal move is about the cell, but not with what the hand holds now. `meant`: what a preview would put on
 * it; a die hides the print, anything else dims it.
 */
export interface Look {
  faded: boolean;
  meant: "" | "die" | "mark";
}

/** Ground, print and everything that never moves. */
export function squareUnder(cell: Cell, look: Look, pen: Pen): string {
  const marks = marksOf(cell);
  const bright = has(marks, "legal") && !look.faded && !isColoured(cell) && !has(marks, "exploded", "lava");
  const drawn = ground(cell, marks, look.faded) + printed(cell, marks, look, pen);
  return (bright ? element("g", { class: "onpaper" }, drawn) : drawn) + settled(cell, marks, pen);
}

/** Above the marks: what is picked just now, and the small number in the corner. */
export function squareOver(cell: Cell, pen: Pen): string {
  const pick = has(marksOf(cell), "pick") ? inset(cell, "pick") : "";
  if (!cell.note) return pick;
  const x = cell.x + NOTE.x,
    y = cell.y + NOTE.y,
    { width, height } = NOTE;
  const pill = { class: "tag", x: x - width / 2, y: y - height / 2, width, height, rx: NOTE.round };
  return pick + element("rect", pill) + number(pen, cell.note, x, y, NOTE.digits, "ontag");
}

function ground(cell: Cell, marks: Marks, faded: boolean): string {
  if (has(marks, "exploded")) return paper(cell, "special") + hatch(cell, "boom");
  if (has(marks, "lava")) return paper(cell, "plain") + paper(cell, "flow");
  if (isColoured(cell)) return coloured(cell, marks, faded);
  if (has(marks, "legal") && faded) return paper(cell, "plain") + paper(cell, "legal", { opacity: 0.2 });
  if (has(marks, "legal")) return paper(cell, "legal") + hatch(cell, "legal") + inset(cell, "lgl");
  const dots = has(marks, "open") ? inset(cell, "opn") : "";
  if (has(marks, "locked")) return paper(cell, "lock") + hatch(cell, "lock") + dots;
  return paper(cell, has(marks, "open") ? "open" : cell.fill === "special" ? "special" : "plain") + dots;
}

const isColoured = ({ fill }: Cell): boolean => (COLOURS as readonly string[]).includes(fill);

/** Colour and hatch stay under every mark: legal and open are frames, as on hexagons. */
function coloured(cell: Cell, marks: Marks, faded: boolean): string {
  const veil = has(marks, "locked") ? paper(cell, "veil") : has(marks, "cross", "start") ? paper(cell, "veil2") : "";
  const drawn = paper(cell, `c${cell.fill}`) + hatch(cell, cell.fill) + veil;
  const lock = has(marks, "locked") ? hatch(cell, "lock") : "";
  const legal = element("g", { opacity: faded ? 0.25 : undefined }, inset(cell, "lg1") + inset(cell, "lg2"));
  return drawn + lock + (has(marks, "legal") ? legal : has(marks, "open") ? inset(cell, "op2") : "");
}

function printed(cell: Cell, marks: Marks, { faded, meant }: Look, pen: Pen): string {
  if (meant === "die" || has(marks, "die", "exploded")) return "";
  const tone = meant === "mark" ? "dim" : toneOf(cell, marks, faded);
  if (isColoured(cell) && !cell.icon) return signed(cell, tone, pen);
  const small = cell.icon && cell.number != null;
  const [dx, dy, size] = small ? PRINTS.small_icon : PRINTS.icon;
  const [nx, ny, high] = small ? PRINTS.small_number : PRINTS.number;
  const symbol = cell.icon ? icon(pen, cell.icon, cell.tint ?? "", cell.x + dx, cell.y + dy, size, tone === "dim") : "";
  return symbol + (cell.number == null ? "" : number(pen, String(cell.number), cell.x + nx, cell.y + ny, high, tone));
}

/** The shape of the colour, below the number if there is one. */
function signed(cell: Cell, tone: string, pen: Pen): string {
  const [dx, dy, size] = cell.number == null ? PRINTS.icon : PRINTS.signed_icon;
  const shape = sign(pen, cell.fill, cell.x + dx, cell.y + dy, size, tone === "dim");
  const [nx, ny, high] = PRINTS.signed_number;
  return shape + (cell.number == null ? "" : number(pen, String(cell.number), cell.x + nx, cell.y + ny, high, tone));
}

/** How strong the printed number is: it fades under what was drawn over it. */
function toneOf(cell: Cell, marks: Marks, faded: boolean): string {
  if (has(marks, "cross", "start", "rail", "lava")) return "dim";
  if (isColoured(cell)) return has(marks, "full") ? "own" : "n";
  if (has(marks, "legal") && !faded) return "onlegal";
  return has(marks, "locked") ? "shut" : has(marks, "full") ? "own" : "n";
}

/** Marks that were there from the start or come all at once. */
function settled(cell: Cell, marks: Marks, pen: Pen): string {
  const burst = has(marks, "exploded") ? icon({ ...pen, turn: 0 }, "boom", "burst", cell.x, cell.y, BURST) : "";
  const ring = { class: "ring0", cx: cell.x, cy: cell.y, r: START_RING };
  return burst + track(cell, marks.get("printed")) + (has(marks, "start") ? element("circle", ring) : "");
}

function track(cell: Cell, piece: string | undefined): string {
  const { rails, ties, turn } = RAILS[piece as keyof typeof RAILS] ?? {};
  if (!rails) return "";
  const drawn = element("path", { class: "ptie", d: ties }) + element("path", { class: "prail", d: rails });
  return element("g", { transform: `translate(${cell.x} ${cell.y}) rotate(${turn})` }, drawn);
}

function paper(cell: Cell, look: string, more: Readonly<Record<string, string | number>> = {}): string {
  const half = SQUARE / 2;
  return element("rect", { class: look, x: cell.x - half, y: cell.y - half, width: SQUARE, height: SQUARE, ...more });
}

function hatch(cell: Cell, name: string): string {
  return paper(cell, "", { fill: `url(#hatch-${name})` });
}

function inset(cell: Cell, look: keyof typeof INSETS): string {
  const [by, rx] = INSETS[look],
    side = SQUARE - 2 * by;
  return element("rect", { class: look, x: cell.x - side / 2, y: cell.y - side / 2, width: side, height: side, rx });
}
