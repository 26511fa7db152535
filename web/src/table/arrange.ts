/**
 * Which form the table takes: the visible room, the size of the text and what is to be shown in, the form out. Pure;
 * knows no game. The style sheet makes sure that nothing covers anything; if this errs, the sheet is a little smaller.
 */

/**
 * The paper of a sheet in the units of its scene: with the ruler at its edges, and how much of that the ruler takes.
 */
export interface Paper {
  w: number;
  h: number;
  rx: number;
  ry: number;
  /** The inner diameter of a cell. */
  unit: number;
  /** Width by height of a small sheet. */
  mini: number;
}

/** What stands around the sheet, in pixels at normal text. `...Text`: how much of it grows with the text. */
export interface Zones {
  hand: number;
  handText: number;
  acts: number;
  actsText: number;
  /** The narrowest column that holds hand and buttons. */
  side: number;
  /** The width that all boxes of the score need beside one another, and how many they are. */
  strip: number;
  boxes: number;
  rivals: number;
  /** Banners and tabs, as high as they are. */
  more: number;
}

export interface Given {
  W: number;
  H: number;
  /** The size of the text: 2 is 200 %. */
  k: number;
  paper: Paper;
  zones: Zones;
  /** Fingers, so that the device may be turned. */
  touch: boolean;
}

export interface Form {
  form: "upright" | "rail" | "side" | "desk";
  rivals: "none" | "names" | "minis" | "cards";
  strip: "none" | "thin" | "full" | "slip";
  /**
   * A tablet upright; a lying one or a small desk; a large screen; a lying phone with a narrow column; the sheet by a
   * quarter turn.
   */
  big: boolean;
  roomy: boolean;
  vast: boolean;
  slim: boolean;
  turned: boolean;
  /** Letters and numbers at the edges of the sheet. */
  ruler: boolean;
  /** The expected diameter of a cell. */
  cell: number;
  /** Not even the smallest cell fits: the sheet is moved under its frame. */
  window: boolean;
}

interface Candidate extends Omit<Form, "window"> {
  /** What it shows beside the sheet, in points. */
  info: number;
  width: number;
}
type Choice<Kind extends string> = readonly [kind: Kind, height: number, info: number];

const PLAIN = { big: false, roomy: false, vast: false, slim: false, turned: false, ruler: false } as const;
/** No cell is drawn larger; under the last a sheet is not shown whole. */
const MOST = 124;
const FLOOR = 23.5;
/**
 * A form is kept while it is worth nearly as much as the best one, so that bars which come and go do not make the table
 * jump.
 */
const PATIENCE = 8;
/** From this size of text on words wrap and a narrow strip becomes the sum. */
export const LARGE = 1.4;

export function arrange(given: Given, now: Form | null = null): Form {
  const all = [...upright(given), ...rail(given), ...side(given), ...desk(given)].filter(({ width }) => width > 0);
  const best = all.reduce<Candidate | null>(
    (first, next) => (first && worth(first) >= worth(next) ? first : next),
    null,
  );
  if (!best) return lastResort(given);
  const kept = now && all.find((one) => isSame(one, now));
  const { info: _, width: __, ...chosen } = kept && worth(kept) >= worth(best) - PATIENCE ? kept : best;
  return { ...chosen, window: chosen.cell < FLOOR };
}

/** As much as possible to see, on cells that a finger can hit: 56 pixels are plenty, under 28 every pixel hurts. */
function worth({ cell, info }: Candidate): number {
  const plenty = cell > 56 ? 35 * Math.log2(Math.min(cell, 84) / 56) : 0;
  return 100 * Math.log2(Math.min(cell, 56) / 28) * (cell < 28 ? 3 : 1) + plenty + info;
}

function isSame(one: Candidate, now: Form): boolean {
  const names = ["form", "rivals", "strip", "big", "roomy", "slim", "turned"] as const;
  return names.every((name) => one[name] === now[name]);
}

function lastResort({ W, H }: Given): Form {
  return { ...PLAIN, form: W > H ? "side" : "upright", rivals: "names", strip: "none", cell: 0, window: true };
}

/** Something `base` high of which `text` grows with the text. */
const grown = (k: number, base: number, text: number) => base + text * (k - 1);

export const ratio = ({ w, h, rx, ry }: Paper, ruler: boolean) => (ruler ? w / h : (w - rx) / (h - ry));

/** How wide a cell is on a sheet of this width. */
function cellOf({ w, h, rx, ry, unit }: Paper, width: number, ruler: boolean, turned = false): number {
  const across = turned ? h - ry : ruler ? w : w - rx;
  return Math.min(MOST, (unit * width) / across);
}

/** How the others can be shown in a row of this width. */
function rivalsIn(width: number, { k, zones: { rivals } }: Given): Choice<"none" | "names" | "minis">[] {
  if (!rivals) return [["none", 0, 30]];
  const names: Choice<"names"> = ["names", grown(k, 28, 40), 12];
  return width / rivals >= 40 + 50 * k ? [["minis", grown(k, 48, 40), 30], names] : [names];
}

/** How the score can be shown in a strip of this width; `lines` boxes stand one below the other. */
function stripsIn(width: number, { k, zones: { strip } }: Given, lines = 1): Choice<"full" | "thin" | "none">[] {
  const none: Choice<"none"> = ["none", 0, 0];
  if ((width - 54 * k) * lines < strip * k * (k > 1 ? 1.1 : 1)) return [none];
  return [["full", grown(k, 55, 24), 14], ["thin", grown(k, 37, 20), 10], none];
}

/** With the strip folded the sum stands beside the others, who need the room for their small sheets. */
function isCrowded(strip: string, rivals: string, width: number, { k, zones }: Given): boolean {
  return strip === "none" && rivals === "minis" && width - 62 * k < zones.rivals * (40 + 50 * k);
}

interface Edges {
  big: boolean;
  m: number;
  g: number;
  width: number;
  fixed: number;
}

/** Margin, gap and what always stands above and below the sheet, where it is upright. */
function edges({ W, k, zones }: Given): Edges {
  const big = W >= 680 * Math.max(1, k * 0.7);
  const [m, g] = big ? [14, 10] : W < 375 ? [4, 4] : [6, 5];
  const hand = grown(k, zones.hand, zones.handText),
    acts = grown(k, zones.acts, zones.actsText);
  const below = big ? Math.max(zones.hand + 22, zones.acts ? 112 : 0, zones.acts) : hand + acts;
  return { big, m, g, width: W - 2 * m, fixed: grown(k, big ? 52 : 44, 20) + below + m + 4 * g + zones.more };
}

const stands = ({ W, H, paper }: Given) => W < H * (isTall(paper) ? 0.95 : 1.05);
export const isTall = (paper: Paper) => ratio(paper, false) < 0.85;

/** One below the other: head, rivals, sheet, strip, hand, last moves, buttons. */
function upright(given: Given): Candidate[] {
  const { H, k, paper } = given;
  if (!stands(given)) return [];
  const { big, m: _, g, width, fixed } = edges(given);
  const all: Candidate[] = [];
  for (const [rivals, high, seen] of rivalsIn(width, given)) {
    for (const [strip, deep, told] of stripsIn(width, given)) {
      if (isCrowded(strip, rivals, width, given)) continue;
      for (const lines of [2, 0]) {
        const around =
          fixed +
          high +
          (big ? 10 + (rivals === "minis" ? 26 : 0) : 0) +
          (strip === "none" && rivals !== "none" ? 0 : deep + g) +
          lines * 20 * k;
        const wide = Math.min(width, (H - around - 10) * ratio(paper, big));
        all.push({
          ...PLAIN,
          form: "upright",
          rivals,
          strip,
          big,
          ruler: big,
          width: wide,
          cell: cellOf(paper, wide, big),
          info: seen + told + lines * 3,
        });
      }
    }
  }
  return all;
}

/** A tall sheet leaves a band beside it, where the others stand one below the other. */
function rail(given: Given): Candidate[] {
  const { W, H, k, paper, zones } = given;
  if (!stands(given) || !isTall(paper) || !zones.rivals) return [];
  const { big, m: _, g, width, fixed } = edges(given);
  const band = big ? Math.min(240, Math.max(176, W * 0.24)) : (W < 375 ? 44 : 50) * k;
  return stripsIn(width + 54 * k, given).map(([strip, deep, told]) => {
    const rest = H - fixed - (deep ? deep + g : 0) + g;
    const minis = rest >= 44 * k + zones.rivals * (big ? 120 : band / paper.mini + 6 + 36 * k);
    const wide = Math.min(width - g - band, (rest - 10) * ratio(paper, big));
    const info = (minis ? 29 : 14) + told + (big ? 8 : 0);
    return {
      ...PLAIN,
      form: "rail",
      rivals: minis ? "minis" : "names",
      strip,
      big,
      ruler: big,
      width: wide,
      cell: cellOf(paper, wide, big),
      info,
    };
  });
}

/** The sheet takes the whole height; everything else stands beside it. */
function side(given: Given): Candidate[] {
  const { W, H, paper, touch } = given;
  if (W <= H * 0.88) return [];
  const turns = isTall(paper) && H < 480 && touch ? [false, true] : [false];
  return turns.flatMap((turned) => beside(given, turned));
}

function beside(given: Given, turned: boolean): Candidate[] {
  const { W, H, k, paper, zones } = given;
  const roomy = H >= 600 * k,
    m = roomy ? 16 : 6,
    g = roomy ? 12 : 6,
    room = H - 2 * m;
  const least = grown(k, roomy ? Math.max(301, zones.side) : zones.side, zones.side * 0.3);
  const across = W - 2 * m - (turned ? 20 : roomy ? 18 : 10) - least;
  const width = Math.min(across, turned ? room / ratio(paper, false) : (room - 10) * ratio(paper, roomy));
  const column = W - 2 * m - g - width,
    slim = !roomy && column < 332 * k;
  const below = roomy
    ? zones.hand + 20 + Math.max(112, zones.acts)
    : grown(k, zones.hand, zones.handText) + grown(k, zones.acts, zones.actsText);
  const fixed = grown(k, 44, 20) + below + 5 * g + zones.more;
  const all: Candidate[] = [];
  for (const [rivals, high, seen] of rivalsBeside(given, column, roomy)) {
    for (const [strip, deep, told] of stripsBeside(given, column, roomy, slim)) {
      const left = room - fixed - high - deep;
      if (left < 0 || isCrowded(strip, rivals, column, given)) continue;
      const info = seen + told + (left > 40 * k ? 6 : 0) - (turned ? 6 : 0);
      all.push({
        ...PLAIN,
        form: "side",
        rivals,
        strip,
        roomy,
        slim,
        turned,
        ruler: roomy,
        width,
        cell: cellOf(paper, width, roomy, turned),
        info,
      });
    }
  }
  return all;
}

function rivalsBeside(given: Given, column: number, roomy: boolean): Choice<Form["rivals"]>[] {
  const { paper, zones } = given;
  const row = rivalsIn(column, given);
  if (!roomy || !zones.rivals) return row;
  return [["cards", Math.min(column / zones.rivals, 190) / paper.mini + 26, 38], ...row];
}

function stripsBeside(given: Given, column: number, roomy: boolean, slim: boolean): Choice<Form["strip"]>[] {
  const { k, paper, zones } = given;
  const lines = roomy ? 1 : isTall(paper) ? 3 : slim && zones.boxes > 8 ? 2 : 1;
  const strips: Choice<Form["strip"]>[] = k >= LARGE && !roomy ? [["none", 0, 0]] : stripsIn(column, given, lines);
  return roomy ? [["slip", (zones.boxes * 1.95 + 2.5) * 16 * k, 20], ...strips] : strips;
}

/** A large screen: rivals, sheet, and the hand with the slip. */
function desk({ W, H, k, paper, zones }: Given): Candidate[] {
  if (W < 1000 * k || H < 600 * k || W <= H) return [];
  const column = Math.min(480, Math.max(326, W * 0.24)),
    others = Math.min(320, Math.max(198, W * 0.16));
  const width = Math.min(W - 92 - column - others, (H - 90 - zones.more) * ratio(paper, true));
  const vast = W >= 1600 && H >= 900;
  return [
    {
      ...PLAIN,
      form: "desk",
      rivals: zones.rivals ? "cards" : "none",
      strip: "slip",
      vast,
      ruler: true,
      width,
      cell: cellOf(paper, width, true),
      info: 76,
    },
  ];
}
