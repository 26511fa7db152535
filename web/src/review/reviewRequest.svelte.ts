/**
 * A review while it is worked out: asks the server how far it is until it is done. The quick one comes without a tap,
 * the thorough one is asked for and can be stopped; what was known before stays until something better is there.
 */
import { ensureName } from "../pieces/names";
import * as api from "../wire/api";
import type { Reviewed, ReviewStatus, Words } from "../wire/protocol";

const ASK_AGAIN_MS = 700;

export class ReviewRequest {
  review = $state.raw<Reviewed | null>(null);
  /** How far the thorough one is, from 0 to 1; null until asked for. */
  thorough = $state<number | null>(null);
  /** Seconds that are left of it, as far as that can be told. */
  left = $state<number | null>(null);
  trouble = $state.raw<Words | null>(null);
  /** Whether it is of use to ask again after trouble: a game that was stopped stays stopped. */
  hopeless = $state(false);
  /** Why it has not begun yet: many are reviewed at once. The page asks again automatically. */
  busy = $state.raw<Words | null>(null);
  /** Whether the yardstick is being compiled before anything can begin. */
  warming = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #entered = false;

  constructor(readonly table: string) {
    void this.#ask("quick");
  }

  get working(): boolean {
    return this.thorough !== null && this.thorough < 1;
  }

  /** Work it out thoroughly. */
  deepen(): void {
    if (this.working) return;
    [this.thorough, this.left, this.#since] = [0, null, performance.now()];
    void this.#ask("deep");
  }

  /** Stop asking: the server stops too. What is known stays. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.working) this.thorough = null;
  }

  /** Try again after something went wrong. */
  again(): void {
    this.trouble = null;
    void this.#ask(this.working ? "deep" : "quick");
  }

  async #ask(depth: api.Depth): Promise<void> {
    try {
      this.#take(await api.review(this.table, depth), depth);
    } catch (refusal) {
      if (refusal instanceof api.RequestError && (await this.#waits(refusal, depth))) return;
      this.trouble = refusal instanceof api.RequestError ? refusal.words : api.UNREACHED;
      this.hopeless = refusal instanceof api.RequestError && refusal.code === "not_over";
      if (depth === "deep") this.thorough = null;
    }
  }

  /** Whether the review comes later without a tap: the queue is full, or this device is not known yet. */
  async #waits(refusal: api.RequestError, depth: api.Depth): Promise<boolean> {
    const unknown = refusal.code === "no_session" && !this.#entered;
    if (unknown) {
      this.#entered = true;
      await ensureName().catch(() => {});
    }
    if (refusal.code === "busy") this.busy = refusal.words;
    const waits = unknown || refusal.code === "busy";
    if (waits) this.#timer = setTimeout(() => void this.#ask(depth), unknown ? 0 : 1000 * Math.max(1, refusal.after));
    return waits;
  }

  #take({ done, of, review, warming }: ReviewStatus, depth: api.Depth): void {
    [this.warming, this.busy] = [warming ?? false, null];
    const share = of ? done / of : 0;
    if (depth === "deep" && this.thorough === null) return;
    if (depth === "deep") [this.thorough, this.left] = [share, this.#secondsLeft(share)];
    if (review && (done === of || (depth === "quick" && !this.review))) this.review = review;
    if (done < of || !review) this.#timer = setTimeout(() => void this.#ask(depth), ASK_AGAIN_MS);
  }

  #secondsLeft(share: number): number | null {
    const spent = (performance.now() - this.#since) / 1000;
    return share > 0.04 ? Math.max(1, Math.round((spent * (1 - share)) / share)) : null;
  }
}
