/**
 * A hand at a table that is not played: a puzzle, or a finished game that goes another way. Every small move is said to
 * the server, with all before it; the server keeps nothing. Knows no rule.
 */
import * as choosing from "../hand/choosing";
import { Hand } from "../hand/hand.svelte";
import { play as sound, soundOf } from "../pieces/sound";
import { tell } from "../pieces/toast.svelte";
import { RequestError, why } from "../wire/api";
import type { Spot } from "../wire/view";
import type { WhyAnswer, LogEntry, Option, Touched, TryVerdict, WeighedWays, Words } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { pick, say } from "../words/words.svelte";

const AGAIN_MS = 900;

/** What the server says of the moves so far. */
export interface Answer {
  spot: Spot | null;
  waits: boolean;
  day?: string;
  verdict?: TryVerdict | null;
  weighed?: WeighedWays | null;
  told?: LogEntry[];
  over?: boolean;
}

export class TrialHand extends Hand {
  moves = $state.raw<readonly string[]>([]);
  now = $state.raw<Answer | null>(null);
  /** Something is on its way. */
  busy = $state(true);
  trouble = $state.raw<{ status: number; words: Words } | null>(null);
  #last = $state.raw<Spot | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  spot: Spot | null = $derived.by(() => this.now?.spot ?? this.#last);
  scene: Scene = $derived.by(() => this.spot!.scenes[this.spot!.seat]!);
  verdict: TryVerdict | null = $derived.by(() => this.now?.verdict ?? null);
  waits: boolean = $derived.by(() => this.busy || (this.now?.waits ?? false));
  options: readonly Option[] = $derived.by(() => (this.waits || this.verdict ? [] : (this.spot?.options ?? [])));
  readonly mine = true;
  protected objection = $state("");

  constructor(readonly asks: (moves: readonly string[]) => Promise<Answer>) {
    super();
  }

  /** These moves were made. */
  go(moves: readonly string[]): void {
    clearTimeout(this.#timer);
    this.moves = moves;
    this.busy = true;
    this.deeds += 1;
    this.chosen = choosing.NOTHING;
    void this.#ask(++this.#asked);
  }

  async #ask(nth: number): Promise<void> {
    try {
      const answer = await this.asks(this.moves);
      if (nth !== this.#asked) return;
      [this.trouble, this.now, this.busy] = [null, answer, false];
      if (answer.spot) this.#last = answer.spot;
      if (answer.waits) this.#timer = setTimeout(() => void this.#ask(nth), AGAIN_MS);
      else this.refresh();
    } catch (no) {
      if (nth !== this.#asked) return;
      this.busy = false;
      if (no instanceof RequestError) this.trouble = { status: no.status, words: no.words };
    }
  }

  /** Ask again for the same. */
  retry(): void {
    this.go(this.moves);
  }

  again(): void {
    this.go([]);
  }

  back(): void {
    if (this.moves.length) this.go(this.moves.slice(0, -1));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  // What a hand does --------------------------------------------------------------------------------
  play(option: Option): void {
    sound(soundOf(option.kind) ?? "place");
    this.go([...this.moves, option.text]);
  }

  protected because(touched: Touched): Promise<WhyAnswer | null> {
    const { position, seat } = this.spot!;
    return why(position, seat, touched).catch(() => null);
  }

  protected get silence(): string {
    return say("learn.no");
  }

  protected answer(text: string, clause = ""): void {
    this.objection = text;
    tell({ text, tone: "no", ...(clause && { clause, game: this.spot!.game }) });
  }

  protected isReady(): boolean {
    return this.options.length > 0;
  }
}

/** Moves as a sentence begins. */
export const capital = (words: Words) => pick(words).charAt(0).toUpperCase() + pick(words).slice(1);
