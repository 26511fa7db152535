/** Where the numerals of a number stand. */
import { round } from "./geometry";

export interface Digit {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const NAMES: Readonly<Record<string, string>> = { "-": "minus", "−": "minus", "+": "plus", "/": "slash" };
const STEP = 12.2;

/** The numerals of a text around a centre; signs without a numeral are left out. */
export function digitsOf(text: string, x: number, y: number, height: number): Digit[] {
  const scale = height / 14;
  const left = x - digitsWidth(text, height) / 2;
  return [...text].flatMap((sign, at) => {
    const name = NAMES[sign] ?? (/\d/.test(sign) ? sign : "");
    const place = { x: round(left + (at * STEP - 1) * scale), y: round(y - 8 * scale) };
    return name ? [{ name, ...place, width: round(12 * scale), height: round(16 * scale) }] : [];
  });
}

/** How wide a number of this height is. */
export function digitsWidth(text: string, height: number): number {
  return ((STEP * text.length - 2.2) * height) / 14;
}
