/**
 * A hand that walks through a first game: taps in, sheets, kind words and ticks out. Knows no rule: what is legal,
 * wanted or happening comes with the lesson.
 */
import * as choosing from "../hand/choosing";
import { Hand } from "../hand/hand.svelte";
import type { Told } from "../wire/view";
import { play as sound, soundOf } from "../pieces/sound";
import { pick, say } from "../words/words.svelte";
import { why } from "../wire/api";
import type { Course } from "../wire/view";
import { inWords } from "../wire/assemble";
import type { WhyAnswer, LogEntry, Option, StandView, StepView, Touched } from "../wire/protocol";
import { facesOf, type Scene } from "../wire/scene";
import { byHand, isEnd, scenesAt, wantedAt } from "./lesson";
import { keepDone, stepsDone } from "./progress";

const REMARK_MS = 9000;
const HAPPENS_MS = { roll: 1150, other: 950 };

/** What the coach adds to the text: an answer to something that was tried. */
export interface Remark {
  text: string;
  clause: string;
  n: number;
}

export class LessonHand extends Hand {
  at = $state(0);
  stand = $state(0);
  readonly mine = true;
  remark = $state.raw<Remark | null>(null);
  misses = $state(0);
  /** Whether the coach points at what is wanted. */
  shown = $state(false);
  /** What happens without a tap just now. */
  told = $state.raw<Told | null>(null);
  done = $state(0);

  step: StepView = $derived.by(() => this.lesson.steps[this.at]!);
  now: StandView = $derived.by(() => this.step.stands[this.stand]!);
  scenes: Scene[] = $derived.by(() => scenesAt(this.lesson, this.step, this.now));
  scene: Scene = $derived.by(() => this.scenes[this.lesson.seat]!);
  options: readonly Option[] = $derived.by(() => (this.now.happens || isEnd(this.now) ? [] : this.now.options));
  wanted: readonly Option[] = $derived.by(() => wantedAt(this.now));
  protected objection: string = $derived.by(() => this.remark?.text ?? "");
  /** The step is done: everything wanted has been made. */
  finished: boolean = $derived.by(() => isEnd(this.now));
  /** There was something to do, and it is done. */
  praised: boolean = $derived.by(() => this.finished && byHand(this.step));
  hint: string = $derived.by(() => (this.shown ? (this.wanted.find((option) => option.cell)?.cell ?? "") : ""));

  #count = 0;
  #going: ReturnType<typeof setTimeout> | undefined;
  #hushing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly lesson: Course,
    readonly calm = false,
  ) {
    super();
    this.done = Math.min(stepsDone(lesson.game), lesson.steps.length);
  }

  // Going -------------------------------------------------------------------------------------------
  /** To the first stand of a step. */
  go(at: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(at, this.lesson.steps.length - 1));
    this.kept = "";
    this.#fresh();
    this.#stand(0);
  }

  /** Nothing more happens without a tap. */
  stop(): void {
    clearTimeout(this.#going);
    clearTimeout(this.#hushing);
  }

  again(): void {
    this.go(this.at);
  }

  #fresh(): void {
    this.remark = null;
    this.shown = false;
    this.misses = 0;
    this.no = "";
  }

  #stand(to: number): void {
    this.stand = to;
    this.deeds += 1;
    this.told = null;
    this.chosen = choosing.NOTHING;
    this.refresh();
    if (this.finished) return this.#tick();
    const happens = this.now.happens;
    if (happens) this.#soon(happens.told, happens.to);
  }

  /** What happens without a tap takes a moment, so that it can be followed. */
  #soon(entry: LogEntry, to: number): void {
    const [told] = inWords(this.lesson.printed, [entry], this.#count++);
    const chance = told!.kind !== "played";
    const wait = chance ? HAPPENS_MS.roll : HAPPENS_MS.other;
    this.told = told!;
    if (chance) sound("roll");
    this.#going = setTimeout(() => this.#stand(to), this.calm ? wait / 2 : wait);
  }

  /** A tap ends the wait for what happens. */
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
  override tapToken(index: number): void {
    super.tapToken(index);
    const die = this.wanted.find((option) => option.die)?.die;
    if (this.chosen.die !== null && die && this.chosen.die !== die) this.answer(say("learn.other.die", { n: die }));
  }

  /** A legal move: the wanted one goes on, another is kindly put off. */
  play(option: Option): void {
    const to = this.now.wanted[option.text];
    if (to === undefined) return this.#other(option);
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
    if (option.kind === "again") this.chosen = { ...choosing.NOTHING, keep: this.#keeping(option) };
    else if (option.die || option.kind === "back")
      this.chosen = { ...choosing.NOTHING, die: option.die ?? null, cell: option.cell ?? "" };
    else this.chosen = choosing.NOTHING;
  }

  // Details -----------------------------------------------------------------------------------------
  protected override take(tap: choosing.Tap): void {
    super.take(tap);
    const meant = tap.play || tap.ask ? null : choosing.inMind(this.options, tap.chosen);
    if (meant && !(meant.text in this.now.wanted)) this.#other(meant);
  }

  /** Only what is wanted is bright, and of that what goes with the die in hand. */
  protected override lit(): ReadonlySet<string> {
    if (!this.wanted.length) return new Set();
    const cells = new Set(this.wanted.flatMap((option) => (option.cell ? [option.cell] : [])));
    const fits = super.lit();
    return fits
      ? new Set([...fits].filter((cell) => this.chosen.die !== this.wanted[0]?.die || cells.has(cell)))
      : cells;
  }

  /** The dice that stay when the wanted ones are thrown. */
  #keeping(option: Option): number[] {
    const thrown = facesOf(option.colours ?? "");
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
    this.answer(say("learn.other", { move: pick(option.words) }));
  }

  /** A touch ends the wait for what happens. */
  protected isReady(): boolean {
    if (!this.now.happens) return !this.finished;
    this.hurry();
    return false;
  }

  protected get silence(): string {
    return say("learn.no");
  }

  protected override ask(touched: Touched): Promise<void> {
    this.misses += 1;
    return super.ask(touched);
  }

  protected because(touched: Touched): Promise<WhyAnswer | null> {
    return why(this.now.position, this.lesson.seat, touched).catch(() => null);
  }

  protected answer(text: string, clause = ""): void {
    this.remark = { text, clause, n: ++this.#count };
    clearTimeout(this.#hushing);
    this.#hushing = setTimeout(() => (this.remark = null), REMARK_MS);
  }
}
