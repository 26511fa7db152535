/**
 * What is printed on a sheet, as text of an SVG: hundreds of parts that never move are parsed at once, where a
 * component each would cost a phone half a second. Only the game's own words get in here, and they are escaped.
 */
import { digitsOf } from "./digits";
import type { Turn } from "./rotation";

/** How the sheet lies, and whether colours are told by letters. */
export interface Pen {
  turn: Turn;
  letters: boolean;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element; what is undefined or empty is left out. */
export function element(name: string, attributes: Attributes, inside = ""): string {
  let said = "";
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === "number") said += ` ${key}="${value}"`;
    else if (value) said += ` ${key}="${escaped(value)}"`;
  }
  return `<${name}${said}>${inside}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!) : text;
}

/** An icon around a centre. */
export function icon(pen: Pen, name: string, tint: string, x: number, y: number, size: number, faded = false): string {
  const place = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  const look = `tint-${tint || "text"}${faded ? " faded" : ""}`;
  return element("use", { class: look, href: `#i-${name}`, ...place, transform: upright(pen, x, y) });
}

/** A number in our own one-stroke numerals around a centre. */
export function number(pen: Pen, text: string, x: number, y: number, height: number, tone: string): string {
  const digits = digitsOf(text, x, y, height).map(({ name, ...place }) =>
    element("use", { href: `#i-n-${name}`, ...place }),
  );
  return element("g", { class: tone, transform: upright(pen, x, y) }, digits.join(""));
}

/** The shape that stands for a colour, or its letter. */
export function sign(pen: Pen, colour: string, x: number, y: number, size: number, faded = false): string {
  if (!pen.letters) return icon(pen, `sh_${colour}`, `g_${colour}`, x, y, size, faded);
  const look = `letter tint-g_${colour}${faded ? " faded" : ""}`;
  const place = { x, y: y + size * 0.34, "font-size": size * 0.95, transform: upright(pen, x, y) };
  return element("text", { class: look, ...place }, escaped(colour.toUpperCase()));
}

export function disc(look: string, cx: number, cy: number, r: number): string {
  return element("circle", { class: look, cx, cy, r });
}

/** Signs and numbers stand upright on a sheet that is turned. */
function upright({ turn }: Pen, x: number, y: number): string | undefined {
  return turn ? `rotate(${-turn} ${x} ${y})` : undefined;
}
