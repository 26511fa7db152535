/**
 * A review while it is worked out: asks the server how far it is until the deepest one is there. The server works the
 * thorough one out by itself while the machine is idle, and at once while it is asked for. What was known before stays
 * until something better is there.
 */
import { ensureName } from "../pieces/names";
import * as api from "../wire/api";
import type { Reviewed, ReviewStatus, Words } from "../wire/protocol";

const ASK_AGAIN_MS = 700;
const LOOK_AGAIN_MS = 4000;

export class ReviewRequest {
  review = $state.raw<Reviewed | null>(null);
  /** How far the first one is, from 0 to 1; null as long as that is not known. */
  share = $state<number | null>(null);
  /** How far the thorough one is, from 0 to 1; null where it is there or does not come. */
  thorough = $state<number | null>(null);
  /** Whether it is worked out at once, not only while the machine is idle. */
  urgent = $state(false);
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
  /** Where the thorough one was when it was first heard of, and when. */
  #pace: { share: number; at: number } | null = null;
  #entered = false;

  constructor(readonly table: string) {
    void this.#ask();
  }

  /** Work the thorough one out at once. */
  hurry(): void {
    clearTimeout(this.#timer);
    [this.urgent, this.thorough] = [true, this.thorough ?? 0];
    this.#pace = null;
    void this.#ask();
  }

  /** Stop asking. What is known stays. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Try again after something went wrong. */
  again(): void {
    this.trouble = null;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await api.review(this.table, this.urgent ? "deep" : "quick", this.review?.depth));
    } catch (refusal) {
      if (refusal instanceof api.RequestError && (await this.#waits(refusal))) return;
      this.trouble = refusal instanceof api.RequestError ? refusal.words : api.UNREACHED;
      this.hopeless = refusal instanceof api.RequestError && refusal.code === "not_over";
      [this.urgent, this.thorough] = [false, null];
    }
  }

  /** Whether the review comes later without a tap: the queue is full, or this device is not known yet. */
  async #waits(refusal: api.RequestError): Promise<boolean> {
    const unknown = refusal.code === "no_session" && !this.#entered;
    if (unknown) {
      this.#entered = true;
      await ensureName().catch(() => {});
    }
    if (refusal.code === "busy") this.busy = refusal.words;
    const waits = unknown || refusal.code === "busy";
    if (waits) this.#askIn(unknown ? 0 : 1000 * Math.max(1, refusal.after));
    return waits;
  }

  #take({ done, of, review, warming, deeper }: ReviewStatus): void {
    [this.warming, this.busy] = [warming ?? false, null];
    this.share = of ? done / of : null;
    if (review && (done === of || !this.review)) this.review = review;
    if (this.review?.depth === "deep") [this.urgent, this.thorough, this.left] = [false, null, null];
    else this.#deepens(deeper ?? null);
    if (!this.review || this.urgent) this.#askIn(ASK_AGAIN_MS);
    else if (this.thorough !== null) this.#askIn(LOOK_AGAIN_MS);
  }

  #deepens(share: number | null): void {
    this.thorough = share ?? (this.urgent ? 0 : null);
    if (share === null) return;
    const now = performance.now();
    this.#pace ??= { share, at: now };
    const [gone, spent] = [share - this.#pace.share, (now - this.#pace.at) / 1000];
    this.left = gone > 0.04 ? Math.max(1, Math.round((spent * (1 - share)) / gone)) : null;
  }

  #askIn(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }
}
