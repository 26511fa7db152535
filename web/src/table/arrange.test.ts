import { describe, expect, test } from "vitest";
import { arrange, type Given, type Paper, type Zones } from "./arrange";

const PAPERS: Record<string, Paper> = {
  dizzle: { w: 684, h: 680, rx: 24, ry: 23, unit: 60, mini: 1 },
  border: { w: 672, h: 933.13, rx: 0, ry: 23, unit: 62.35, mini: 0.738 },
  traexx: { w: 593.18, h: 510, rx: 26, ry: 0, unit: 62.35, mini: 1.11 },
};
const ZONES: Record<string, Zones> = {
  dizzle: { hand: 58, handText: 0, acts: 46, actsText: 12, side: 296, strip: 210, boxes: 7, rivals: 3, more: 0 },
  border: { hand: 58, handText: 14, acts: 46, actsText: 70, side: 262, strip: 279, boxes: 9, rivals: 3, more: 0 },
  traexx: { hand: 90, handText: 10, acts: 46, actsText: 12, side: 290, strip: 245, boxes: 10, rivals: 3, more: 0 },
};
const table = (game: string, W: number, H: number, more: Partial<Zones> = {}, given: Partial<Given> = {}): Given => ({
  W,
  H,
  k: 1,
  paper: PAPERS[game]!,
  zones: { ...ZONES[game]!, ...more },
  touch: true,
  ...given,
});

/** The form in words, as the design has it. */
function told(given: Given): string {
  const form = arrange(given);
  if (form.window) return "window";
  const words = [
    form.form,
    form.turned && "turned",
    form.big && "big",
    form.vast && "vast",
    form.strip === "thin" && "thin",
    form.rivals === "cards" && form.form === "side" && "cards",
    form.strip === "slip" && form.form === "side" && "slip",
  ];
  return words.filter(Boolean).join(" ");
}

/** Width, height, then the form and the smallest cell of each game, as in the design. */
const DRAWN: [number, number, string, number, string, number, string, number][] = [
  [320, 568, "upright thin", 27.4, "rail thin", 24.3, "upright thin", 33],
  [360, 640, "upright", 31.9, "rail", 27.8, "upright", 38.7],
  [375, 667, "upright", 33, "rail", 28.6, "upright", 39.9],
  [390, 664, "upright", 33.3, "rail thin", 30, "upright", 41.2],
  [412, 732, "upright", 36.4, "rail", 32.1, "upright", 44],
  [360, 740, "upright", 32, "upright thin", 32.2, "upright", 38.7],
  [390, 844, "upright", 34.4, "upright", 35.1, "upright", 41.6],
  [568, 320, "window", 0, "window", 0, "side thin", 28.6],
  [667, 375, "side", 32.1, "side turned", 25.6, "side", 39.5],
  [740, 360, "side", 30.9, "side turned", 30.6, "side thin", 41.4],
  [844, 390, "side", 33.6, "side turned", 35.1, "side", 45],
  [640, 400, "side", 29.6, "side", 25.9, "side", 36.5],
  [768, 1024, "upright big", 57.4, "rail big", 49.7, "upright big", 77.8],
  [820, 1180, "upright big", 69.5, "rail big", 54.3, "upright big", 83.3],
  [1024, 768, "side cards slip", 59.5, "side cards", 48.5, "side cards", 71.4],
  [1280, 800, "desk", 57.6, "desk", 47.1, "desk", 69.1],
  [1920, 1080, "desk vast", 86.8, "desk vast", 65.8, "desk vast", 111.5],
];

describe.each(DRAWN)("at %i x %i", (W, H, ...rest) => {
  test.each(["dizzle", "border", "traexx"])("%s", (game) => {
    const at = Object.keys(PAPERS).indexOf(game) * 2;
    expect(told(table(game, W, H))).toBe(rest[at]);
    if (rest[at + 1]) expect(Math.abs(arrange(table(game, W, H)).cell - (rest[at + 1] as number))).toBeLessThan(4);
  });
});
