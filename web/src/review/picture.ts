/**
 * The picture to share, as text of an SVG: wordmark, game, verdict, one sentence, points, and the pencil of even luck
 * or the sum. A picture has no styles of the page, so every colour is written out. Pure.
 */
import { digitsOf, digitsWidth } from "../sheet/digits";
import { element, escaped } from "../sheet/markup";
import type { Hop } from "./sum";

export interface Told {
  about: string;
  verdict: string;
  sentence: string;
  seats: readonly { seat: number; name: string; points: number }[];
  pencil: { title: string; pieces: readonly { seat: number; name: string; share: number }[] } | null;
  sum: readonly { part: Hop["part"] | "result"; words: string; text: string }[] | null;
  /** The colour of the game's pad. */
  pad: string;
}

/** What of the page is in the picture: colours by their names, the paths of symbols. */
export interface Pens {
  colour: (name: string) => string;
  paths: (symbol: string) => readonly string[];
  font: string;
  /** How wide a text of this size is. */
  wide: (text: string, size: number, bold: boolean) => number;
}

export type Shape = "wide" | "square";
export const SIZES = { wide: { width: 1200, height: 630 }, square: { width: 1080, height: 1080 } } as const;

/** Where the blocks stand: the baselines of words, the middles of points and of what is below; and how large all is. */
const PLACES = {
  wide: { about: 110, verdict: 206, sentence: 270, seats: 394, foot: 512, grow: 1 },
  square: { about: 146, verdict: 310, sentence: 404, seats: 610, foot: 856, grow: 1.3 },
} as const;
const EDGE = 36;
const MARGIN = 48;

export function drawn(told: Told, shape: Shape, pens: Pens): string {
  const { width, height } = SIZES[shape];
  const at = PLACES[shape];
  const left = EDGE + MARGIN;
  const room = width - 2 * left;
  const page = new Drawing(pens, left, room, at.grow);
  const below = told.pencil ? page.pencil(told.pencil, at.foot) : told.sum ? page.sum(told.sum, at.foot) : "";
  const middle = below ? at.seats : (at.seats + at.foot) / 2;
  const inside = [
    page.paper(width, height, told.pad),
    page.wordmark(width - left - 190, at.about - 54),
    page.words(told.about, at.about, { size: 30 * at.grow, room: room - 230, colour: "text2" }),
    page.marked(told.verdict, at.verdict),
    page.lines(told.sentence, at.sentence),
    page.seats(told.seats, middle),
    below,
  ];
  const box = { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height };
  return element("svg", { ...box, "font-family": pens.font }, inside.join(""));
}

interface Look {
  size: number;
  room: number;
  colour: string;
  x?: number;
  bold?: boolean;
}

/** As much of a text as there is room for, the last letter a `…` where some are missing. */
export function cut(text: string, fits: (part: string) => boolean): string {
  const letters = [...text];
  let left = letters.length;
  const shown = () => (left === letters.length ? text : `${letters.slice(0, left).join("")}…`);
  while (left > 1 && !fits(shown())) left -= 1;
  return shown();
}

/** A text in two lines at most. */
export function wrapped(text: string, fits: (part: string) => boolean): string[] {
  if (fits(text)) return [text];
  const words = text.split(" ");
  let first = words.length - 1;
  while (first > 1 && !fits(words.slice(0, first).join(" "))) first -= 1;
  return [words.slice(0, first), words.slice(first)].map((line) => cut(line.join(" "), fits)).filter(Boolean);
}

class Drawing {
  constructor(
    readonly pens: Pens,
    readonly left: number,
    readonly room: number,
    readonly grow: number,
  ) {}

  paper(width: number, height: number, pad: string): string {
    const { colour } = this.pens;
    const sheet = { x: EDGE, width: width - 2 * EDGE };
    return [
      element("rect", { width, height, fill: colour("desk") }),
      element("rect", { ...sheet, y: EDGE, height: height - 2 * EDGE, rx: 10, fill: colour("paper") }),
      element("rect", { ...sheet, y: EDGE, height: 12, fill: pad || colour("pad") }),
    ].join("");
  }

  wordmark(x: number, y: number): string {
    const [name = "", line = ""] = this.pens.paths("wordmark");
    const pen = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    const strokes = [
      element("path", { d: name, stroke: this.pens.colour("ink"), "stroke-width": 4.6 }),
      element("path", { d: line, stroke: this.pens.colour("mark"), "stroke-width": 5 }),
    ];
    return element("g", { ...pen, transform: `translate(${x} ${y}) scale(1.25)` }, strokes.join(""));
  }

  words(text: string, y: number, { size, room, colour, x = this.left, bold = false }: Look): string {
    const look = { x, y, "font-size": size, fill: this.pens.colour(colour), "font-weight": bold ? 800 : 500 };
    return element("text", look, escaped(cut(text, (part) => this.pens.wide(part, size, bold) <= room)));
  }

  /** The verdict on marker, as large as there is room for. */
  marked(text: string, y: number): string {
    const size = Math.min(62 * this.grow, Math.max(34, (60 * this.room) / this.pens.wide(text, 60, true)));
    const wide = Math.min(this.room, this.pens.wide(text, size, true)) + 24;
    const [x, top, low] = [this.left - 14, y - size * 0.92, y + size * 0.3];
    const marker = `M${x} ${top + 4}L${x + wide} ${top - 3}L${x + wide + 8} ${low - 4}L${x + 5} ${low + 3}Z`;
    const words = this.words(text, y, { size, room: this.room, colour: "legaltx", bold: true });
    return element("path", { d: marker, fill: this.pens.colour("legal") }) + words;
  }

  lines(text: string, y: number): string {
    const size = 33 * this.grow;
    const lines = wrapped(text, (part) => this.pens.wide(part, size, false) <= this.room);
    const look = { size, room: this.room, colour: "text" };
    return lines.map((line, nth) => this.words(line, y + 1.27 * size * nth, look)).join("");
  }

  /** Everybody with their pen and their points, side by side. */
  seats(all: Told["seats"], y: number): string {
    const wide = this.room / all.length;
    const each = all.map(({ seat, name, points }, nth) => {
      const x = this.left + nth * wide;
      const pen = this.pens.colour(`p${(seat % 4) + 1}`);
      const flag = element("path", { d: `M${x} ${y - 52}h18v24l-9 -7l-9 7Z`, fill: pen });
      const look = { size: 30 * this.grow, room: wide - 44, colour: "text", x: x + 28, bold: true };
      const called = this.words(name, y - 30, look);
      return flag + called + this.number(`${points}`, x, y - 10 + 32 * this.grow, 64 * this.grow, pen);
    });
    return each.join("");
  }

  /** Who wins with even luck for all, in the colours of the pens. */
  pencil({ title, pieces }: NonNullable<Told["pencil"]>, y: number): string {
    const { colour } = this.pens;
    const [high, tip, end] = [62, 46, 44];
    const line = { stroke: colour("text"), "stroke-width": 2.5, "stroke-linejoin": "round" };
    const body = this.room - end - tip;
    let x = this.left + end;
    const drawn = pieces.map(({ seat, name, share }) => {
      const wide = (body * share) / 100;
      const box = element("rect", { x, y, width: wide, height: high, fill: colour(`p${(seat % 4) + 1}`), ...line });
      const look = { size: 25, room: wide - 20, colour: "inkon", x: x + 12, bold: true };
      const named = wide > 110 ? this.words(name, y + 27, look) : "";
      const said = wide > 70 ? this.words(`${share} %`, y + (named ? 53 : 40), { ...look, room: 999 }) : "";
      x += wide;
      return box + named + said;
    });
    const right = this.left + end + body;
    return [
      this.words(title, y - 16, { size: 26, room: this.room, colour: "text2" }),
      element("rect", { x: this.left, y, width: end, height: high, rx: 10, fill: colour("redf"), ...line }),
      element("rect", { x: this.left + 24, y, width: 20, height: high, fill: colour("line"), ...line }),
      ...drawn,
      element("path", { d: `M${right} ${y}l${tip} ${high / 2}l${-tip} ${high / 2}Z`, fill: colour("brownf"), ...line }),
      element("path", {
        d: `M${right + 30} ${y + 20}L${right + tip} ${y + 31}L${right + 30} ${y + 42}Z`,
        fill: colour("text"),
      }),
    ].join("");
  }

  /** What the result is made of, from left to right. */
  sum(rows: NonNullable<Told["sum"]>, y: number): string {
    const wide = this.room / rows.length;
    const tones = { start: "text", luck: "teal", others: "text2", both: "text", own: "p1", result: "p1" };
    const each = rows.map(({ part, words, text }, nth) => {
      const x = this.left + nth * wide;
      const equals = part === "result" ? this.words("=", y + 44, { ...EQUALS, x: x - 44 }) : "";
      const label = this.words(words, y - 16, { size: 25, room: wide - 12, colour: "text2", x });
      return equals + label + this.number(text, x, y + 32, 46, this.pens.colour(tones[part]));
    });
    return each.join("");
  }

  /** A number in our own numerals, from the left. */
  number(text: string, x: number, y: number, high: number, stroke: string): string {
    const digits = digitsOf(text, x + digitsWidth(text, high) / 2, y, high).map(({ name, x: at, y: top, width }) => {
      const scale = width / 12;
      const paths = this.pens.paths(`n-${name}`).map((d) => element("path", { d }));
      return element("g", { transform: `translate(${at + scale} ${top + scale}) scale(${scale})` }, paths.join(""));
    });
    const pen = { fill: "none", stroke, "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round" };
    return element("g", pen, digits.join(""));
  }
}

const EQUALS = { size: 40, room: 99, colour: "text2" };
