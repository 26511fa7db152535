/** Where the numerals of a number stand. */
import { round } from "./geometry";
import { DIGITS, NUMERAL } from "./shapes";

export interface Digit {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const NAMES: Readonly<Record<string, string>> = DIGITS;
const { step: STEP, gap, height: HIGH, wide, high } = NUMERAL;

/** The numerals of a text around a centre; signs without a numeral are left out. */
export function digitsOf(text: string, x: number, y: number, height: number): Digit[] {
  const scale = height / HIGH;
  const left = x - digitsWidth(text, height) / 2;
  return [...text].flatMap((sign, at) => {
    const name = NAMES[sign] ?? (/\d/.test(sign) ? sign : "");
    const place = { x: round(left + (at * STEP - 1) * scale), y: round(y - (high / 2) * scale) };
    return name ? [{ name, ...place, width: round(wide * scale), height: round(high * scale) }] : [];
  });
}

/** How wide a number of this height is. */
export function digitsWidth(text: string, height: number): number {
  return ((STEP * text.length - gap) * height) / HIGH;
}
