/**
 * Is the other side still there? Counts from what was said last and not answered yet. Knows time, no socket.
 * Only a visible page asks: one in the background costs the server nothing.
 */

/** Time between two looks. */
export const LOOK_MS = 500;
/** Ask after this much silence. */
const ASK_MS = 2500;
/**
 * A server that has not answered after this many looks is silent: 5 seconds at most. Looks, not time: a busy page
 * looks late, and has not read its messages either.
 */
const LOOKS = 4;
/** A connection that stays silent for so long is given up. */
const DEAD_MS = 12_000;
/**
 * The same while a move is not answered: its server may hang, and another one answers. Once until something is heard
 * again, so that a server that is only slow is not stormed.
 */
const URGENT_MS = 3500;
/**
 * The first answer may take longer: after a fall of the server everybody comes back at once, and giving up makes it
 * worse.
 */
const GREETED_MS = 35_000;

export type Finding = "fine" | "ask" | "silent" | "dead";

export class Heartbeat {
  #heard = 0;
  /** When the first thing was said that is not answered yet. */
  #owed: number | null = null;
  #looked = 0;
  #inVain = 0;
  #greeted = false;
  #hurried = false;

  /** A new connection: its first answer is awaited. */
  begin(now: number): void {
    [this.#heard, this.#owed, this.#looked, this.#inVain, this.#greeted] = [now, now, now, 0, false];
  }

  heard(now: number): void {
    [this.#heard, this.#owed, this.#inVain, this.#greeted, this.#hurried] = [now, null, 0, true, false];
  }

  said(now: number): void {
    this.#owed ??= now;
  }

  /** The page became visible, or is in doubt: what was owed before counts from now. */
  afresh(now: number): void {
    if (this.#owed !== null) this.#owed = now;
    [this.#looked, this.#inVain] = [now, 0];
  }

  /** `seen`: the page is visible. `urgent`: a move waits for its answer. */
  look(now: number, seen: boolean, urgent = false): Finding {
    const slept = now - this.#looked > 4 * LOOK_MS;
    this.#looked = now;
    if (slept || !seen) this.afresh(now);
    if (!seen) return "fine";
    return this.#owed === null ? this.#quiet(now) : this.#patience(now - this.#owed, urgent && !this.#hurried);
  }

  #quiet(now: number): Finding {
    return now - this.#heard >= ASK_MS ? "ask" : "fine";
  }

  #patience(waited: number, urgent: boolean): Finding {
    if (waited >= (!this.#greeted ? GREETED_MS : urgent ? URGENT_MS : DEAD_MS)) {
      this.#hurried ||= urgent;
      return "dead";
    }
    return ++this.#inVain >= LOOKS ? "silent" : "fine";
  }
}
