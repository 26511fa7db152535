/**
 * A hint as it is looked at: asked for, step by step, put away by any touch of the own hand. Knows no rule; what there
 * is to say comes whole from the server.
 */
import type { Chosen } from "../hand/choosing";
import { tell } from "../pieces/toast.svelte";
import * as api from "../wire/api";
import type { Hint, Option } from "../wire/protocol";
import { pick } from "../words/words.svelte";
import { looked, stepsOf, type Step } from "./hints";
import type { TableHand } from "./tableHand.svelte";

const PATIENCE_MS = 300;

/** What is needed of the hand at the table. */
type HintedHand = Pick<TableHand, "view" | "shown" | "options" | "sent" | "plan" | "chosen" | "clear" | "mean">;

/** What stands on the note; `hint` is missing while it is thought about. */
export interface HintShown {
  hint: Hint | null;
  step: Step | undefined;
  /** Which step it is, of how many. */
  nth: number;
  of: number;
  /** Cells to be looped, and faces of the tray. */
  looked: readonly (readonly string[])[];
  faces: string;
  /** The small moves after the one in the hand, to be previewed with it. */
  then: readonly Option[];
}

/** What was asked; `chosen` is what the hand held then: its next action puts the hint away. */
interface Asked {
  hint: Hint | null;
  nth: number;
  slow: boolean;
  chosen: Chosen;
}

export class HintRequest {
  #asked = $state.raw<Asked | null>(null);

  constructor(private readonly hand: HintedHand) {}

  /** Whether a hint can be asked for: hints are allowed, and the seat in front is to decide. */
  get offered(): boolean {
    const { view, options, sent } = this.hand;
    return view.hints && options.length > 0 && !sent;
  }

  get #now(): Asked | null {
    const asked = this.#asked;
    return asked && this.offered && asked.chosen === this.hand.chosen ? asked : null;
  }

  get isOpen(): boolean {
    return this.#now !== null;
  }

  get note(): HintShown | null {
    const now = this.#now;
    if (!now || !(now.hint || now.slow)) return null;
    const { hint, nth } = now;
    if (!hint) return { hint, step: undefined, nth: 0, of: 0, looked: [], faces: "", then: [] };
    const steps = stepsOf(hint);
    const step = steps[nth];
    const faces = step === "tray" ? hint.faces : "",
      then = step === "move" ? hint.then : [];
    return { hint, step, nth: nth + 1, of: steps.length, looked: looked(hint, step), faces, then };
  }

  /** Ask, then more exactly, then away with it: what the key does. */
  further(): void {
    const { note } = this;
    if (!this.isOpen) void this.ask();
    else if (note && note.nth < note.of) this.more();
    else if (note?.hint) this.close();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else void this.ask();
  }

  async ask(): Promise<void> {
    if (!this.offered) return;
    const { hand } = this;
    if (!hand.plan) hand.clear();
    const asked: Asked = { hint: null, nth: 0, slow: false, chosen: hand.chosen };
    this.#asked = asked;
    const patience = setTimeout(() => this.#asked === asked && (this.#asked = { ...asked, slow: true }), PATIENCE_MS);
    const hint = await this.#advice();
    clearTimeout(patience);
    if (this.#now?.chosen !== asked.chosen) return;
    this.#asked = hint && { ...asked, hint };
    this.#preview();
  }

  more(): void {
    const now = this.#now;
    if (!now?.hint) return;
    this.#asked = { ...now, nth: now.nth + 1 };
    this.#preview();
  }

  close(): void {
    this.#asked = null;
  }

  /** The last step has the move in the hand, to be confirmed as always. */
  #preview(): void {
    const { hint, step } = this.note ?? {};
    if (step !== "move" || !hint?.move || !this.#asked) return;
    this.hand.mean(hint.move);
    this.#asked = { ...this.#asked, chosen: this.hand.chosen };
  }

  async #advice(): Promise<Hint | null> {
    const { view, shown } = this.hand;
    try {
      return await api.hint(view.table, shown);
    } catch (refusal) {
      if (refusal instanceof api.RequestError) tell({ text: pick(refusal.words), tone: "no" });
      return null;
    }
  }
}
