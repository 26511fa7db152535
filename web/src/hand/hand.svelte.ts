/**
 * A hand over a sheet, at a table and in a first game: what is chosen, what is seen of it, what a touch does. Knows no
 * rule: what is impossible is asked of the server and said in its words.
 */
import { play as sound } from "../pieces/sound";
import type { Preview } from "../sheet/preview";
import type { WhyAnswer, Option, Touched } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { pick, say } from "../words/words.svelte";
import * as choosing from "./choosing";

const REFUSED_MS = 1200;

export abstract class Hand {
  chosen = $state.raw<choosing.Chosen>(choosing.NOTHING);
  /** The cell that has just said no. */
  protected no = $state("");

  /** The sheet in front, and what can be done on it. */
  abstract readonly scene: Scene;
  abstract readonly options: readonly Option[];
  /** Whether the sheet in front is one's own. */
  abstract readonly mine: boolean;
  /** What was said against the last touch, while it can be read. */
  protected abstract readonly objection: string;

  move: Option | null = $derived.by(() => choosing.inMind(this.options, this.chosen));
  preview: Preview | null = $derived.by(() => this.previewed());
  /** The cells that go with what is chosen; null if all that are legal do. */
  bright: ReadonlySet<string> | null = $derived.by(() => this.lit());

  /** The cells that a refusal is about: the one that was touched, and those that it names. */
  refused: ReadonlySet<string> = $derived.by(
    () => new Set([...(this.no ? [this.no] : []), ...choosing.named(this.scene, this.objection)]),
  );

  /** The colours of the dice that are kept, while the others are thrown. */
  protected kept = "";
  /** How much was done or taken back: an answer from before comes too late. */
  protected deeds = 0;
  #refusing: ReturnType<typeof setTimeout> | undefined;

  // What tables and lessons do in their own way -----------------------------------------------------
  abstract play(option: Option): void | Promise<void>;
  /** Why something cannot be done; null if the server does not answer. */
  protected abstract because(touched: Touched): Promise<WhyAnswer | null>;
  /** The message if the server does not answer. */
  protected abstract get silence(): string;
  /** Show a message about a touch. */
  protected abstract answer(text: string, clause?: string): void;
  /** Whether the hand may touch something now. What comes too early may be done `later`. */
  protected abstract isReady(later?: () => void): boolean;

  /** Whether a move that is plain is played at once, without a preview. */
  protected get isQuick(): boolean {
    return false;
  }

  protected previewed(): Preview | null {
    return choosing.preview(this.options, this.chosen);
  }

  protected lit(): ReadonlySet<string> | null {
    return choosing.bright(this.options, this.chosen);
  }

  // Touching ----------------------------------------------------------------------------------------
  tapCell(cell: string): void {
    if (this.isReady(() => this.tapCell(cell)))
      this.take(choosing.tapCell(this.options, this.chosen, cell, this.isQuick));
  }

  tapToken(index: number): void {
    if (this.isReady()) this.take(choosing.tapToken(this.options, this.scene, this.chosen, index));
  }

  /** A number key: the die of that number, or the nth of the dice that can be thrown again. */
  tapNumber(number: number): void {
    const again = choosing.only(this.options, "again");
    const index = again ? number - 1 : this.scene.tray.findIndex((token) => token.face === String(number));
    if (index >= 0 && index < this.scene.tray.length) this.tapToken(index);
    else if (this.mine) this.answer(say("table.die.none", { n: number }));
  }

  /** A die let go of at a place of the page: chosen and placed in one go, then previewed as always. */
  drop(face: number, x: number, y: number): void {
    const cell = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]")?.dataset["cell"];
    if (!cell) return;
    this.chosen = { ...choosing.NOTHING, die: face };
    this.tapCell(cell);
  }

  otherEnd(): void {
    const ends = choosing.ends(this.options);
    if (ends.length > 1) this.chosen = choosing.otherEnd(this.options, this.chosen);
    else if (ends.length) this.answer(say("table.end.one"));
  }

  /** Have a move in mind, to be seen and confirmed as if it had been tapped. */
  mean(option: Option): void {
    this.chosen = choosing.meaning(this.scene, option);
  }

  clear(): void {
    this.chosen = { ...choosing.NOTHING, keep: this.chosen.keep };
  }

  /** Options have changed: what is no longer possible is let go, what was kept of the dice stays kept. */
  refresh(): void {
    const still = choosing.stillChosen(this.options, this.chosen);
    const thrown = choosing.only(this.options, "again") && !still.keep.length;
    this.chosen = thrown ? { ...still, keep: choosing.keeping(this.scene, this.kept) } : still;
    if (this.options.length) this.kept = "";
  }

  protected take(tap: choosing.Tap): void {
    this.chosen = tap.chosen;
    if (tap.play) void this.play(tap.play);
    else if (tap.ask) void this.ask(tap.ask);
  }

  // Doing -------------------------------------------------------------------------------------------
  /** Play what is in mind, if anything is. */
  confirm(): boolean {
    const { move } = this;
    if (move) void this.play(move);
    return move !== null;
  }

  /** A button: the move if it is possible, else why it is not. */
  press(kind: string): void {
    const option = choosing.only(this.options, kind);
    if (option) void this.play(option);
    else void this.ask({ kind });
  }

  throwAgain(): void {
    const option = choosing.throwing(this.options, this.scene, this.chosen);
    if (!option) return this.press("stop");
    this.kept = choosing.kept(this.scene, this.chosen);
    void this.play(option);
  }

  // Why not -----------------------------------------------------------------------------------------
  /** Why can this cell not be touched? */
  why(cell: string): void {
    void this.ask(choosing.touching(this.chosen, cell));
  }

  protected async ask(touched: Touched): Promise<void> {
    this.refuse(touched.cell ?? "");
    const { deeds } = this;
    const because = await this.because(touched);
    if (deeds === this.deeds) this.#explain(touched, because);
  }

  /** A die that fits nowhere is told in our words, with the clause of the game. */
  #explain({ cell, die }: Touched, because: WhyAnswer | null): void {
    if (die && !cell && this.options.length) this.answer(say("table.die.nofit", { n: die }), because?.clause);
    else if (!because) this.answer(this.silence);
    else if (because.words && !because.legal) this.answer(pick(because.words), because.clause);
  }

  protected refuse(cell: string): void {
    sound("no");
    this.no = cell;
    clearTimeout(this.#refusing);
    this.#refusing = setTimeout(() => (this.no = ""), REFUSED_MS);
  }
}
