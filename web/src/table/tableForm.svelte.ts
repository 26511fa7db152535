/** The form of a table on this screen: watches the room and the size of the text, and asks `arrange`. Knows no rule. */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Aside } from "../pieces/aside";
import { settings } from "../settings.svelte";
import { boundsOf } from "../sheet/geometry";
import type { Turn } from "../sheet/rotation";
import { RADIUS, SQUARE } from "../sheet/shapes";
import type { RollEntry } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { arrange, LARGE, ratio, type Form, type Paper, type Zones } from "./arrange";
import { widthOf } from "./boxes";
import { atACrossroads, only } from "../hand/choosing";
import type { TableHand } from "./tableHand.svelte";
import { liesSingly } from "./tray";

/** What of the table decides how much room it needs. */
export interface Shown {
  hand: TableHand;
  entering: RollEntry | null;
  choosing: boolean;
  rivals: number;
}

/** The smallest cell that is shown with the whole sheet. */
const FLOOR = 23.5;
/** The edge that holds the pad together. */
const GLUE = 10;
/** The button below real dice that were read wrong. */
const MENDING = 36;
/** Margin and gap beside a sheet, and the narrowest slip. */
const BETWEEN = 16,
  NARROWEST = 300;
/** As high as bars of a browser are. */
const BARS = 60;

export class TableForm {
  /** How high banners and tabs are. */
  more = $state(0);
  #room = $state.raw({ W: innerWidth, H: innerHeight, k: textSize() });
  /** The place of the sheet, once it is known. */
  #place = $state.raw({ width: Infinity, height: Infinity });
  /** The form that was chosen last, and for which room. */
  #before: { form: Form; W: number; H: number; k: number; more: number } | null = null;
  #angle = $state(turnOfDevice());

  /** The paper is measured once for each sheet: marks on it change nothing. */
  #sheet = $derived.by(() => this.shown().hand.scene.title + this.shown().hand.scene.cells.length);
  paper: Paper = $derived.by(() => (void this.#sheet, untrack(() => paperOf(this.shown().hand.scene))));
  zones: Zones = $derived.by(() => zonesOf(this.shown(), this.more));
  form: Form = $derived.by(() => {
    const room = { ...this.#room, more: this.zones.more },
      kept = this.#isNearly(room);
    const form = arrange(
      { ...room, paper: this.paper, zones: this.zones, touch: matchMedia("(pointer: coarse)").matches },
      kept,
    );
    if (!kept) this.#before = { ...room, form };
    else this.#before!.form = form;
    return form;
  });

  /** If cells become too small after all, the sheet goes under its frame. */
  window: boolean = $derived.by(() => this.form.window || this.#cell() < FLOOR);
  large: boolean = $derived.by(() => this.#room.k >= LARGE);
  turn: Turn = $derived.by(() => (this.form.turned ? this.#angle : 0));
  ratio: number = $derived.by(() =>
    this.form.turned ? 1 / ratio(this.paper, false) : ratio(this.paper, this.form.ruler),
  );
  across: number = $derived.by(() => acrossOf(this.paper, this.form));
  /** Lying, slips come from the side of the buttons, so that the own sheet stays in sight. */
  aside: Aside | null = $derived.by(() => {
    if (this.form.form !== "side") return null;
    const rest = this.#room.W - this.#place.width - BETWEEN;
    return { side: settings.left ? "left" : "right", width: Math.max(NARROWEST, rest) };
  });
  /** For which room the table is laid, so that a test can see that it is. */
  room: string = $derived.by(() => `${this.#room.W} ${this.#room.H} ${this.#room.k}`);
  /** The narrowest column beside the sheet, as the style sheet has it: a part of it grows with the text. */
  least: string = $derived.by(() => `calc(${this.zones.side * 0.7}px + ${(this.zones.side * 0.3) / 16}rem)`);

  constructor(private readonly shown: () => Shown) {}

  /** Everything is read when the browser has laid out anyway, before it is seen: asking earlier costs a layout more. */
  readonly watch: Attachment<HTMLElement> = (table) => {
    const measure = (): void => this.#measure(table);
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    observer.observe(table.querySelector(".rem")!);
    const place = new ResizeObserver(([sheet]) => (this.#place = sheet!.contentRect));
    place.observe(table.querySelector("main")!);
    const more = new ResizeObserver(([banners]) => (this.more = banners!.contentRect.height));
    more.observe(table.querySelector(".more")!);
    return () => [observer, place, more].forEach((one) => one.disconnect());
  };

  #measure(table: HTMLElement): void {
    if (this.#isLaid(table)) return;
    this.#angle = turnOfDevice();
    this.#room = roomIn(table);
  }

  /**
   * The form so far, unless there is quite another room: bars that come and go are no reason for another form. Banners
   * are: what was folded for one of them comes back when it leaves.
   */
  #isNearly({ W, H, k, more }: { W: number; H: number; k: number; more: number }): Form | null {
    const before = this.#before;
    const same = before?.W === W && before.k === k && before.more === more;
    return same && Math.abs(before.H - H) < BARS ? before.form : null;
  }

  #isLaid(table: HTMLElement): boolean {
    const { W, H, k } = roomIn(table);
    return this.#room.W === W && this.#room.H === H && this.#room.k === k;
  }

  /** How large a cell is in the place that the sheet has got. */
  #cell(): number {
    const { width, height } = this.#place,
      [aside, above] = this.form.turned ? [GLUE, 0] : [0, GLUE];
    return (this.paper.unit * Math.min(width - aside, (height - above) * this.ratio)) / this.across;
  }
}

/** The room inside of the device's edges. */
function roomIn(table: HTMLElement): { W: number; H: number; k: number } {
  const style = getComputedStyle(table),
    px = (side: string) => parseFloat(style.getPropertyValue(`padding-${side}`));
  return {
    W: table.clientWidth - px("left") - px("right"),
    H: table.clientHeight - px("top") - px("bottom"),
    k: textSize(),
  };
}

function textSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** A sheet stays on the glass as it lay when the device was upright. */
function turnOfDevice(): Turn {
  return screen.orientation?.angle === 270 ? 90 : -90;
}

export function paperOf(scene: Scene): Paper {
  const all = boundsOf(scene),
    bare = boundsOf(scene, false),
    cells = boundsOf({ ...scene, tags: [] });
  const unit = scene.cells[0]?.shape === "square" ? SQUARE : RADIUS * Math.sqrt(3);
  return {
    w: all.width,
    h: all.height,
    rx: all.width - bare.width,
    ry: all.height - bare.height,
    unit,
    mini: cells.width / cells.height,
  };
}

function acrossOf({ w, h, rx, ry }: Paper, { ruler, turned }: Form): number {
  return turned ? h - ry : ruler ? w : w - rx;
}

/** Heights of what stands around the sheet; each belongs to the component that shows it. */
function zonesOf({ hand, entering, choosing, rivals }: Shown, more: number): Zones {
  const { scene, options, mine } = hand;
  const over = hand.view.phase === "over";
  const acts = over ? [48, 30] : !mine || entering ? [0, 0] : actsOf(options);
  const [tray, trayText] = entering ? padOf(entering) : choosing ? [64, 0] : handOf(scene);
  const side = lieSingly(scene) ? 262 : kindOf(scene) === "card" ? 290 : 296;
  const mending = hand.view.correction ? MENDING : 0;
  return {
    hand: tray! + mending,
    handText: trayText!,
    acts: acts[0]!,
    actsText: acts[1]!,
    side,
    strip: widthOf(scene.boxes),
    boxes: scene.boxes.length,
    rivals,
    more,
  };
}

const kindOf = (scene: Scene) => scene.tray[0]?.kind ?? "die";
const lieSingly = (scene: Scene) => liesSingly(kindOf(scene));

function actsOf(options: TableHand["options"]): [number, number] {
  if (atACrossroads(options)) return [96, 80];
  return only(options, "again") ? [46, 70] : [46, 12];
}

function handOf(scene: Scene): [number, number] {
  const kind = kindOf(scene);
  return lieSingly(scene) ? [58, 14] : kind === "die" ? [58, 0] : [90, 10];
}

/** Dice to be tapped in: a sentence, a row of faces and a row of buttons; cards: as many rows as they need. */
function padOf({ dice, cards }: RollEntry): [number, number] {
  return dice ? [148, 40] : [36 + 70 * Math.ceil(new Set(cards).size / 7), 20];
}
