/**
 * A scene: one seat's sheet, laid out in one language, ready to be drawn. Made from what is printed on the sheet
 * (`Layout`) and what stands there now (`SheetView`): the page's side of src/kritzel/layout.py. Pure; knows no game.
 */
import type { Lang } from "./api";
import type { Document, Layout, Plate, SheetView, Slot, Spot, Text } from "./protocol";

/** Something drawn onto a cell (docs/scene.md). */
export interface Mark {
  kind: string;
  detail?: string;
}

/** One cell: what is printed in it, then what is drawn onto it. `label` is for screen readers. */
export interface Cell {
  id: string;
  shape: string;
  x: number;
  y: number;
  fill: string;
  number?: number | null;
  icon?: string;
  tint?: string;
  marks?: Mark[];
  label?: string;
  note?: string;
}

/** A line over several cells; `closed`: the last point leads back to the first. */
export interface Stroke {
  kind: string;
  points: [number, number][];
  closed?: boolean;
}

/** A small text or icon beside the cells. */
export interface Tag {
  kind: string;
  x: number;
  y: number;
  text?: string;
  icon?: string;
  state?: string;
  label?: string;
}

/** A die or card in the tray. */
export interface Token {
  kind: string;
  face: string;
  state: string;
}

/** Faces that were written one after another: a letter with its digit is a coloured die with pips. */
export function facesOf(text: string): string[] {
  return text.match(/[a-z]\d|./g) ?? [];
}

/** A box of the score strip. */
export interface Box {
  key: string;
  icon?: string;
  tint?: string;
  points?: string;
  note?: string;
  state?: string;
  label?: string;
}

export interface Scene {
  pad: string;
  title: string;
  lang: Lang;
  width: number;
  height: number;
  cells: Cell[];
  strokes: Stroke[];
  tags: Tag[];
  tray: Token[];
  boxes: Box[];
  total: string;
  tray_note: string;
  tray_kind: string;
}

/** Looks of cells that are kept; a sheet has far fewer. */
const MAX_LOOKS = 8192;

const said = (text: Text, lang: Lang): string => text[lang === "de" ? 0 : 1];
const empty = (text: Text): boolean => !text[0] && !text[1];

/** What is printed on the boards of a sheet, and its common sentences: a document, or the rulebook's layouts. */
type Printed = Pick<Document, "layouts"> & Partial<Pick<Document, "sentences">>;

/** The scenes of all seats. */
export function scenesOf(printed: Printed, sheets: Record<string, SheetView>, lang: Lang): Scene[] {
  return Object.keys(sheets).map((seat) => sceneOf(printed, sheets[seat]!, lang));
}

/** The scene of a sheet. Cells that look as they did in an earlier one are the same objects. */
export function sceneOf(printed: Printed, sheet: SheetView, lang: Lang): Scene {
  const layout = printed.layouts[sheet.board - 1]!;
  const { cells, places } = looksOf(layout, lang);
  return {
    pad: layout.pad,
    title: said(layout.title, lang),
    lang,
    width: layout.width,
    height: layout.height,
    cells: cells(sheet),
    strokes: [...edges(layout, sheet), ...paths(places, sheet)],
    tags: tags(layout, sheet, lang),
    tray: numbered(sheet.tray).map(token),
    boxes: layout.slots.map((slot, nth) => box(layout, slot, sheet.counts[nth] ?? [], lang)),
    total: String(sheet.total),
    tray_note: trayNote(printed, layout, sheet, lang),
    tray_kind: layout.tray_kind,
  };
}

function trayNote({ sentences }: Printed, layout: Layout, { tray_note: note }: SheetView, lang: Lang): string {
  const words = typeof note === "number" ? sentences?.[note] : note;
  return words?.[lang] ?? said(layout.tray_note, lang);
}

/** The values of a map by number, in their order. */
function numbered<Value>(values: Record<string, Value>): Value[] {
  return Object.keys(values)
    .map(Number)
    .sort((one, other) => one - other)
    .map((number) => values[number]!);
}

/** The numbers of the bits in a mask of hex digits. */
export function bitsOf(mask: string): number[] {
  const bits: number[] = [];
  for (let at = 0; at < mask.length; at++) {
    const digit = parseInt(mask[mask.length - 1 - at]!, 16);
    for (let bit = 0; bit < 4; bit++) if (digit & (1 << bit)) bits.push(4 * at + bit);
  }
  return bits;
}

// Cells ------------------------------------------------------------------------------------------------
/** The cells of a layout. How one looks depends on the sets it is in and on its number alone. */
class Looks {
  readonly places: ReadonlyMap<number, [number, number]>;
  #seen = new Map<string, Cell>();

  constructor(
    readonly layout: Layout,
    readonly lang: Lang,
  ) {
    this.places = new Map(layout.cells.map(({ bit, x, y }) => [bit, [x, y]]));
  }

  cells = ({ sets, numbers = [] }: SheetView): Cell[] => {
    const within = this.#within(sets);
    return this.layout.cells.map((spot, nth) =>
      this.#cell(nth, spot, within.get(spot.bit) ?? [], numbers.length ? (numbers[nth] ?? null) : spot.number),
    );
  };

  /** By the bit of a cell the signs it bears, in their order. */
  #within(sets: SheetView["sets"]): Map<number, number[]> {
    const found = new Map<number, number[]>();
    this.layout.signs.forEach((_, nth) => {
      for (const bit of bitsOf(sets[nth] ?? "")) found.set(bit, [...(found.get(bit) ?? []), nth]);
    });
    return found;
  }

  #cell(nth: number, spot: Spot, signs: number[], number: number | null): Cell {
    const key = `${nth} ${signs.join()} ${number}`;
    const seen = this.#seen.get(key);
    if (seen) return seen;
    if (this.#seen.size >= MAX_LOOKS) this.#seen.clear();
    const made = this.#made(spot, signs, number);
    this.#seen.set(key, made);
    return made;
  }

  #made(spot: Spot, within: number[], number: number | null): Cell {
    const signs = within.map((nth) => this.layout.signs[nth]!);
    const words = [...spot.words, ...signs.map((sign) => sign.words)].filter((text) => !empty(text));
    const marks = [...spot.marks, ...signs.flatMap((sign) => sign.marks)];
    return lean<Cell>({
      id: spot.id,
      shape: spot.shape,
      x: spot.x,
      y: spot.y,
      fill: spot.fill,
      number,
      icon: spot.icons.find(([name]) => signs.some((sign) => sign.name === name))?.[1] ?? spot.icon,
      tint: spot.tint,
      marks: marks.map(([kind, detail = ""]) => mark(kind, detail === "{n}" ? String(number) : detail)),
      label: words.map((text) => said(text, this.lang).replaceAll("{n}", String(number))).join(", "),
      note: spot.note,
    });
  }
}

const looks = new WeakMap<Layout, Record<Lang, Looks>>();

function looksOf(layout: Layout, lang: Lang): Looks {
  const known = looks.get(layout) ?? { de: new Looks(layout, "de"), en: new Looks(layout, "en") };
  looks.set(layout, known);
  return known[lang];
}

const mark = (kind: string, detail: string): Mark => (detail ? { kind, detail } : { kind });

// Around them ------------------------------------------------------------------------------------------
function edges(layout: Layout, { fates }: SheetView): Stroke[] {
  return layout.edges.map(({ kind, points, closed, plate, kinds }) => {
    const fate = kinds.find(([name]) => name === fates[plate]);
    return lean<Stroke>({ kind: fate?.[1] ?? kind, points, closed });
  });
}

function paths(places: Looks["places"], sheet: SheetView): Stroke[] {
  const drawn = numbered(sheet.paths) as [string, number[]][];
  return drawn
    .filter(([, cells]) => cells.length)
    .map(([kind, cells]) => ({ kind, points: cells.map((cell) => places.get(cell)!) }));
}

function tags(layout: Layout, { fates }: SheetView, lang: Lang): Tag[] {
  const rulers = layout.rulers.map((plate) => tag(layout, plate, "open", lang));
  return [...rulers, ...layout.plates.map((plate, nth) => tag(layout, plate, fates[nth] ?? "", lang))];
}

function tag(layout: Layout, { kind, x, y, text, icon, label }: Plate, state: string, lang: Lang): Tag {
  const words = [label, layout.fates[state] ?? (["", ""] as Text)].filter((each) => !empty(each));
  const spoken = words.map((each) => said(each, lang)).join(", ");
  return lean<Tag>({ kind, x, y, text: said(text, lang), icon, state, label: spoken });
}

function token(text: string): Token {
  const [kind = "", state = "", ...face] = text.split(" ");
  return { kind, face: face.join(" "), state };
}

function box(layout: Layout, slot: Slot, [points = "", note = "", state = ""]: string[], lang: Lang): Box {
  const gapless = note.replace(/\{(\w+)\}/g, (gap, name: string) =>
    layout.notes[name] ? said(layout.notes[name], lang) : gap,
  );
  const tint = slot.tints.find(([name]) => name === state)?.[1] ?? slot.tint;
  return lean<Box>({
    key: slot.key,
    icon: slot.icon,
    tint,
    points,
    note: gapless,
    state,
    label: said(slot.label, lang),
  });
}

/** Without what is empty. */
function lean<Part extends object>(part: Part): Part {
  const full = Object.entries(part).filter(([, value]) => value !== "" && value !== null && value !== false);
  return Object.fromEntries(full.filter(([, value]) => !Array.isArray(value) || value.length)) as Part;
}
