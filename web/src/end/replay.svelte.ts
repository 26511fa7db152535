/**
 * A finished game step by step: fetches how the table stood after `at` events, keeps what it has seen, and has the
 * neighbours ready before they are asked for. Knows addresses, no rule and no component.
 */
import type { Lang } from "../wire/api";
import type { Timeline } from "../wire/protocol";
import * as api from "../wire/api";
import { assembled } from "../wire/assemble";
import type { View } from "../wire/view";
import { stopFrom, stops } from "./timeline";

const KEPT = 60;
/** More events than any game has: its end. */
const LAST = 999_999;
const PACE_MS = 900;

export class Replay {
  line = $state.raw<Timeline | null>(null);
  /** After how many events; what is shown follows as soon as it is there. */
  at = $state(0);
  shown = $state.raw<View>();
  playing = $state(false);
  failed = $state(false);

  #views = new Map<number, Promise<View>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly lang: Lang,
    final: View,
  ) {
    this.shown = final;
    void this.load();
  }

  /** A replay without a table at hand: how it stood at the end is asked for first. */
  static async open(table: string, lang: Lang): Promise<{ replay: Replay; view: View }> {
    const view = await stood(table, LAST, lang);
    return { replay: new Replay(table, lang, view), view };
  }

  get of(): number {
    return this.line?.moments.length ?? 0;
  }

  /** The whole line; the replay begins at its end, where the table is. */
  async load(): Promise<void> {
    this.failed = false;
    try {
      this.line = await api.timeline(this.table, this.lang);
      this.at = this.of;
    } catch {
      this.failed = true;
    }
  }

  /** Go to a place. A later call before it is there wins. */
  async seek(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.of, at));
    const wanted = this.at;
    try {
      const view = await this.viewAt(wanted);
      if (this.at === wanted) this.shown = view;
      if (this.at === wanted) this.#prepare(wanted);
    } catch {
      if (this.at === wanted) this.#stumble();
    }
  }

  /** To the next or the last place where something had happened. */
  step(by: 1 | -1): Promise<void> {
    return this.line ? this.seek(stopFrom(stops(this.line), this.at, by)) : Promise.resolve();
  }

  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at >= this.of) void this.seek(0);
    this.#next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The next step is taken once the last one is seen: a slow network slows the replay and skips nothing. */
  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.step(1);
      if (this.at >= this.of) this.pause();
      else if (this.playing) this.#next();
    }, PACE_MS);
  }

  /** How the table stood after `at` events, without going there. */
  viewAt(at: number): Promise<View> {
    const known = this.#views.get(at);
    if (known) return known;
    const asked = stood(this.table, at, this.lang);
    asked.catch(() => this.#views.delete(at));
    this.#views.set(at, asked);
    if (this.#views.size > KEPT) this.#views.delete(this.#views.keys().next().value!);
    return asked;
  }

  #prepare(at: number): void {
    if (!this.line) return;
    const all = stops(this.line);
    for (const near of new Set([at + 1, at - 1, stopFrom(all, at, 1), stopFrom(all, at, -1)])) {
      if (near >= 0 && near <= this.of) void this.viewAt(near).catch(() => undefined);
    }
  }

  #stumble(): void {
    this.failed = true;
    this.pause();
  }
}

/** How a table stood after `at` events, as a spectator saw it. */
async function stood(table: string, at: number, lang: Lang): Promise<View> {
  const { table: stood } = await api.replay(table, at);
  return assembled(await api.document(stood.document), stood, stood.view, lang);
}
