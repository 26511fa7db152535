/**
 * What a page does for the dice before the game, mostly automatically: it is ready with sealed luck, and opens it once
 * all have sealed. Only when the dice are mixed again is a person asked: it never happens unseen.
 */
import { elsewhere, sealed, toOpen } from "../verify/promise";
import { hex, type Live } from "../wire/live.svelte";
import type { View } from "../wire/view";

/** After so long it is said what is waited for; with everybody there it takes a blink. */
const PATIENCE_MS = 4000;

export class Readiness {
  /** A device has not opened its luck for a while. */
  slow = $state(false);
  /** The luck of this page's own seat was sealed somewhere else. */
  elsewhere: boolean = $derived.by(() => elsewhere(this.view()));
  /** The dice are mixed again, and this page's person has not agreed to that yet. */
  asked: boolean = $derived.by(() => this.#waits && this.view().dice.round > 1);

  /** Rounds of mixing for which this page has said something. */
  #said = 0;
  #opened = 0;
  #waits = $derived.by(() => {
    const { you, seats } = this.view();
    return you.length > 0 && !you.some((seat) => seats[seat]?.ready);
  });

  constructor(
    readonly live: () => Live,
    readonly view: () => View,
  ) {
    $effect(() => {
      if (this.#waits && !this.asked && this.live().link === "open") this.join();
    });
    $effect(() => this.#open());
    $effect(() => {
      this.slow = false;
      if (this.view().waiting.kind !== "seeds") return;
      const timer = setTimeout(() => (this.slow = true), PATIENCE_MS);
      return () => clearTimeout(timer);
    });
  }

  /** Be ready, with luck of this device's own: sealed, or openly for the lots where the dice are real. */
  join(): void {
    const view = this.view();
    const { real, round } = view.dice;
    if (this.#said === round) return;
    this.#said = round;
    void this.live().tell(real ? { t: "ready", seed: hex(16) } : { t: "ready", seal: sealed(view), round });
  }

  /** Mix the dice again: some device does not open. */
  mix(): void {
    void this.live().tell({ t: "mix", round: this.view().dice.round });
  }

  #open(): void {
    const { round } = this.view().dice;
    const seed = this.#opened === round ? "" : toOpen(this.view());
    if (!seed) return;
    this.#opened = round;
    void this.live().tell({ t: "open", seed, round });
  }
}
