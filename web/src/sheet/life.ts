/** Whether marks that appear now are drawn before the eyes or simply stand there. One for each sheet. */
import { getContext, setContext } from "svelte";

const LIFE = Symbol("life");
/** Marks that appear within this time came with the same move. */
const TOGETHER = 40;
const APART = 90;
const LATEST = 900;

export class Life {
  #laid = false;
  #last = -Infinity;
  #born = 0;

  constructor(private readonly still: () => boolean) {}

  /** From now on, what appears is new. */
  lay(): void {
    this.#laid = true;
  }

  get lively(): boolean {
    return this.#laid && !this.still();
  }

  /** How long a mark waits, in milliseconds: one hand draws one mark after the other. */
  wait(now = performance.now()): number {
    this.#born = now - this.#last > TOGETHER ? 0 : this.#born + 1;
    this.#last = now;
    return Math.min(this.#born * APART, LATEST);
  }
}

export function giveLife(life: Life): void {
  setContext(LIFE, life);
}

/** Asked once, when a mark is made: those that came with the sheet are never animated. */
export function isLively(): boolean {
  return getContext<Life | undefined>(LIFE)?.lively ?? false;
}

/** How long a mark that is made now waits for those before it. */
export function waits(): number {
  const life = getContext<Life | undefined>(LIFE);
  return life?.lively ? life.wait() : 0;
}
