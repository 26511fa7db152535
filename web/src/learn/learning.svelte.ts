/**
 * Somebody walks through a first game: taps in, sheets, kind words and ticks out. Knows no rule: what is legal, wanted
 * or happening comes with the lesson, and why something is impossible is asked of the server.
 */
import type { Option, Scene, Told, Touched } from "../wire/protocol";
import { play as sound, soundOf } from "../pieces/sound";
import { pick, say } from "../words/words.svelte";
import * as hand from "../table/hand";
import { why, type Lesson, type Stand, type Step } from "../wire/api";
import { byHand, isEnd, scenesAt, wantedAt } from "./lesson";
import { keepDone, stepsDone } from "./progress";

const REFUSED_MS = 1200;
const REMARK_MS = 9000;
const HAPPENS_MS = { roll: 1150, other: 950 };

/** What the coach adds to the text: an answer to something that was tried. */
export interface Remark {
  text: string;
  clause: string;
  n: number;
}

export class Learning {
  at = $state(0);
  stand = $state(0);
  chosen = $state.raw<hand.Chosen>(hand.NOTHING);
  refused = $state("");
  remark = $state.raw<Remark | null>(null);
  misses = $state(0);
  /** Whether the coach points at what is wanted. */
  shown = $state(false);
  /** What happens by itself just now. */
  told = $state.raw<Told | null>(null);
  done = $state(0);

  step: Step = $derived.by(() => this.lesson.steps[this.at]!);
  now: Stand = $derived.by(() => this.step.stands[this.stand]!);
  scenes: Scene[] = $derived.by(() => scenesAt(this.lesson, this.step, this.now));
  scene: Scene = $derived.by(() => this.scenes[this.lesson.seat]!);
  options: readonly Option[] = $derived.by(() => (this.now.happens || isEnd(this.now) ? [] : this.now.options));
  wanted: readonly Option[] = $derived.by(() => wantedAt(this.now));
  move: Option | null = $derived.by(() => hand.inMind(this.options, this.chosen));
  preview = $derived.by(() => hand.preview(this.options, this.chosen));
  /** The step is done: everything wanted has been made. */
  finished: boolean = $derived.by(() => isEnd(this.now));
  /** There was something to do, and it is done. */
  praised: boolean = $derived.by(() => this.finished && byHand(this.step));
  bright: ReadonlySet<string> = $derived.by(() => this.#bright());
  hint: string = $derived.by(() => (this.shown ? (this.wanted.find((option) => option.cell)?.cell ?? "") : ""));

  #count = 0;
  #kept = "";
  #going: ReturnType<typeof setTimeout> | undefined;
  #refusing: ReturnType<typeof setTimeout> | undefined;
  #hushing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly lesson: Lesson,
    readonly calm = false,
  ) {
    this.done = Math.min(stepsDone(lesson.game), lesson.steps.length);
  }

  // Going -------------------------------------------------------------------------------------------
  /** To the first stand of a step. */
  go(at: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(at, this.lesson.steps.length - 1));
    this.#kept = "";
    this.#fresh();
    this.#stand(0);
  }

  /** Nothing more happens by itself. */
  stop(): void {
    clearTimeout(this.#going);
    clearTimeout(this.#refusing);
    clearTimeout(this.#hushing);
  }

  again(): void {
    this.go(this.at);
  }

  #fresh(): void {
    this.remark = null;
    this.shown = false;
    this.misses = 0;
    this.refused = "";
  }

  #stand(to: number): void {
    this.stand = to;
    this.told = null;
    this.chosen = hand.only(this.options, "again")
      ? { ...hand.NOTHING, keep: hand.keeping(this.scene, this.#kept) }
      : hand.NOTHING;
    if (this.finished) return this.#tick();
    const happens = this.now.happens;
    if (happens) this.#soon(happens.told, happens.to);
  }

  /** What happens by itself takes a moment, so that it can be followed. */
  #soon(told: Told, to: number): void {
    const chance = told.kind !== "played";
    const wait = chance ? HAPPENS_MS.roll : HAPPENS_MS.other;
    this.told = { ...told, n: ++this.#count };
    if (chance) sound("roll");
    this.#going = setTimeout(() => this.#stand(to), this.calm ? wait / 2 : wait);
  }

  /** Whoever taps while something happens need not wait for it. */
  hurry(): void {
    clearTimeout(this.#going);
    if (this.now.happens) this.#stand(this.now.happens.to);
  }

  #tick(): void {
    this.done = Math.max(this.done, this.at + 1);
    keepDone(this.lesson.game, this.at + 1);
    if (this.praised) sound("flag");
  }

  // Touching ----------------------------------------------------------------------------------------
  tapCell(cell: string): void {
    if (this.now.happens) return this.hurry();
    if (this.finished) return;
    this.#take(hand.tapCell(this.options, this.chosen, cell));
  }

  tapToken(index: number): void {
    if (this.now.happens) return this.hurry();
    if (this.finished) return;
    const tap = hand.tapToken(this.options, this.scene, this.chosen, index);
    this.#take(tap);
    const die = this.wanted.find((option) => option.die)?.die;
    if (tap.chosen.die !== null && die && tap.chosen.die !== die) this.#say(say("learn.other.die", { n: die }));
  }

  tapNumber(number: number): void {
    const again = hand.only(this.options, "again");
    const index = again ? number - 1 : this.scene.tray.findIndex((token) => token.face === String(number));
    if (index >= 0 && index < this.scene.tray.length) this.tapToken(index);
  }

  drop(face: number, cell: string): void {
    this.chosen = { ...hand.NOTHING, die: face };
    this.tapCell(cell);
  }

  press(kind: string): void {
    const option = hand.only(this.options, kind);
    if (option) this.play(option);
    else void this.#ask({ kind });
  }

  throwAgain(): void {
    const option = hand.throwing(this.options, this.scene, this.chosen);
    if (option) this.play(option);
    else this.press("stop");
  }

  otherEnd(): void {
    if (hand.ends(this.options).length > 1) this.chosen = hand.otherEnd(this.options, this.chosen);
  }

  confirm(): boolean {
    const move = this.move;
    if (move) this.play(move);
    return move !== null;
  }

  clear(): void {
    this.chosen = { ...hand.NOTHING, keep: this.chosen.keep };
  }

  /** A legal move: the wanted one goes on, another is kindly put off. */
  play(option: Option): void {
    const to = this.now.wanted[option.text];
    if (to === undefined) return this.#other(option);
    this.#kept = option.kind === "again" ? hand.kept(this.scene, this.chosen) : "";
    sound(soundOf(option.kind) ?? "place");
    this.#fresh();
    this.#stand(to);
  }

  /** The coach does it as far as a hand would before the last tap. */
  showMe(): void {
    this.shown = true;
    this.remark = null;
    const option = this.wanted[0];
    if (!option) return;
    if (option.kind === "again") this.chosen = { ...hand.NOTHING, keep: this.#keeping(option) };
    else if (option.die || option.kind === "back")
      this.chosen = { ...hand.NOTHING, die: option.die ?? null, cell: option.cell ?? "" };
    else this.chosen = hand.NOTHING;
  }

  // Details -----------------------------------------------------------------------------------------
  #take(tap: hand.Tap): void {
    this.chosen = tap.chosen;
    if (tap.play) return this.play(tap.play);
    if (tap.ask) return void this.#ask(tap.ask);
    const meant = hand.inMind(this.options, tap.chosen);
    if (meant && !(meant.text in this.now.wanted)) this.#other(meant);
  }

  /** Only what is wanted is bright, and of that what goes with the die in hand. */
  #bright(): ReadonlySet<string> {
    if (!this.wanted.length) return new Set();
    const cells = new Set(this.wanted.flatMap((option) => (option.cell ? [option.cell] : [])));
    const fits = hand.bright(this.options, this.chosen);
    return fits
      ? new Set([...fits].filter((cell) => this.chosen.die !== this.wanted[0]?.die || cells.has(cell)))
      : cells;
  }

  /** The dice that stay when the wanted ones are thrown. */
  #keeping(option: Option): number[] {
    const thrown = [...(option.colours ?? "")];
    return this.scene.tray.flatMap((token, index) => {
      const found = thrown.indexOf(token.face);
      if (found < 0) return [index];
      thrown.splice(found, 1);
      return [];
    });
  }

  #other(option: Option): void {
    this.clear();
    this.misses += 1;
    this.#say(say("learn.other", { move: pick(option.words) }));
  }

  async #ask(touched: Touched): Promise<void> {
    const [at, stand] = [this.at, this.stand];
    sound("no");
    this.misses += 1;
    this.refused = touched.cell ?? "";
    clearTimeout(this.#refusing);
    this.#refusing = setTimeout(() => (this.refused = ""), REFUSED_MS);
    const reason = await why(this.now.position, this.lesson.seat, touched).catch(() => null);
    if (this.at !== at || this.stand !== stand) return;
    if (reason?.words && !reason.legal) this.#say(pick(reason.words), reason.clause);
    else this.#say(say("learn.no"));
  }

  #say(text: string, clause = ""): void {
    this.remark = { text, clause, n: ++this.#count };
    clearTimeout(this.#hushing);
    this.#hushing = setTimeout(() => (this.remark = null), REMARK_MS);
  }
}
