/**
 * A scene out of what is printed on a sheet and what stands there now, in one language: the page's side of
 * src/kritzel/layout.py. Pure; knows no game. What is empty is left out, as in the scenes that travel whole.
 */
import type { Lang } from "./api";
import type { Stand } from "./known";
import type { Box, Cell, Layout, Plate, Scene, Slot, Spot, Stroke, Tag, Text, Token, Words } from "./protocol";
import type { Mark } from "./view";

const STATES: Record<string, string> = { ".": "free", "+": "fits", x: "used", "-": "removed", "=": "kept", "!": "now" };
/** Looks of cells that are kept; a sheet has far fewer. */
const MOST = 8192;

const said = (text: Text, lang: Lang): string => text[lang === "de" ? 0 : 1];
const empty = (text: Text): boolean => !text[0] && !text[1];

/** The scene. Cells that look as they did in an earlier one are the same objects. */
export function laidOut(layout: Layout, stand: Stand, lang: Lang, trayNote: Words | null): Scene {
  const { cells, places } = looksOf(layout, lang);
  return {
    pad: layout.pad,
    title: said(layout.title, lang),
    lang,
    width: layout.width,
    height: layout.height,
    cells: cells(stand),
    strokes: [...edges(layout, stand), ...paths(places, stand)],
    tags: tags(layout, stand, lang),
    tray: stand.tray.map((text) => token(text, layout.tray_kind)),
    boxes: layout.slots.map((slot, nth) => box(layout, slot, stand.counts[nth] ?? [], lang)),
    total: String(stand.total),
    note: "",
    tray_note: trayNote?.[lang] ?? said(layout.tray_note, lang),
    legend: [],
    tray_kind: layout.tray_kind,
  };
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

  cells = ({ sets, numbers }: Stand): Cell[] => {
    const within = this.#within(sets);
    return this.layout.cells.map((spot, nth) =>
      this.#cell(nth, spot, within.get(spot.bit) ?? [], numbers.length ? (numbers[nth] ?? null) : spot.number),
    );
  };

  /** By the bit of a cell the signs it bears, in their order. */
  #within(sets: Stand["sets"]): Map<number, number[]> {
    const found = new Map<number, number[]>();
    this.layout.signs.forEach((_, nth) => {
      for (const bit of sets[nth] ?? []) found.set(bit, [...(found.get(bit) ?? []), nth]);
    });
    return found;
  }

  #cell(nth: number, spot: Spot, signs: number[], number: number | null): Cell {
    const key = `${nth} ${signs.join()} ${number}`;
    const seen = this.#seen.get(key);
    if (seen) return seen;
    if (this.#seen.size >= MOST) this.#seen.clear();
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
function edges(layout: Layout, { fates }: Stand): Stroke[] {
  return layout.edges.map(({ kind, points, closed, plate, kinds }) => {
    const fate = kinds.find(([name]) => name === fates[plate]);
    return lean<Stroke>({ kind: fate?.[1] ?? kind, points, closed });
  });
}

function paths(places: Looks["places"], stand: Stand): Stroke[] {
  const drawn = stand.paths.filter(([, cells]) => cells.length);
  return drawn.map(([kind, cells]) => ({ kind, points: cells.map((cell) => places.get(cell)!) }));
}

function tags(layout: Layout, { fates }: Stand, lang: Lang): Tag[] {
  const rulers = layout.rulers.map((plate) => tag(layout, plate, "open", lang));
  return [...rulers, ...layout.plates.map((plate, nth) => tag(layout, plate, fates[nth] ?? "", lang))];
}

function tag(layout: Layout, { kind, x, y, text, icon, label }: Plate, state: string, lang: Lang): Tag {
  const words = [label, layout.fates[state] ?? (["", ""] as Text)].filter((each) => !empty(each));
  const spoken = words.map((each) => said(each, lang)).join(", ");
  return lean<Tag>({ kind, x, y, text: said(text, lang), icon, state, label: spoken });
}

function token(text: string, usual: string): Token {
  const [, kind = usual, face = "", state = ""] = /^(?:(.*?):)?(.*)(.)$/.exec(text) ?? [];
  return { kind, face, state: STATES[state] ?? "free" };
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
