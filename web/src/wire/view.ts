/**
 * A table as the components see it, put together by `assemble.ts` from a document and the view that was sent.
 * What travels as it is shown (options, results) keeps its generated type.
 */
import type {
  RollEntry,
  ClockView,
  Correction,
  Dice,
  Document,
  ExampleView,
  LessonView,
  LogEntry,
  Option,
  Result,
  Rulebook,
  Seal,
  SeatView as WireSeat,
  Substitute,
  TrySpot,
  View as WireView,
  Welcome,
  Words,
} from "./protocol";
import type { Scene } from "./scene";

/** An entry of the log, in words and with its number; `faces` are drawn after the words. */
export interface Told extends Omit<LogEntry, "kind" | "move" | "words" | "faces"> {
  n: number;
  kind: string;
  words: Words;
  faces?: string[];
}

/** A table as one viewer may see it, whole, in one language. */
export interface View extends Pick<Welcome, "table" | "game" | "sheet" | "you" | "owner" | "grace"> {
  title: Words;
  ranks: Document["ranks"];
  ranks_clause: Document["ranks_clause"];
  phase: WireView["phase"];
  version: number;
  seats: SeatView[];
  waiting: Waiting;
  hands: Hand[];
  entry: RollEntry | null;
  correction: Correction | null;
  dice: Dice;
  seals: Seal[];
  result: Result | null;
  rematch: string;
  begins: string;
  lots: number[];
  /** Whether hints may be taken now. */
  hints: boolean;
  scenes: Scene[];
}

/**
 * Who sits there and how they stand. `done` within a decision of several seats: this one has chosen. `out`: it sits out
 * for now and is not asked. `total`, `lines` and `goal` are those of its score pad. `allows`: hints, as far as it is up
 * to the player there; `hints`: how many were taken so far.
 */
export interface SeatView {
  seat: number;
  name: string;
  kind: WireSeat["kind"];
  bot: string;
  present: boolean;
  replaceable: boolean;
  ready: boolean;
  allows: boolean;
  hints: number;
  deciding: boolean;
  done: boolean;
  out: boolean;
  total: number;
  lines: Line[];
  goal?: Clock | null;
  instead?: Substitute | null;
}

/** One line of the score pad. `at_end`: counted when the game is over; until then `have` are missing. */
export interface Line {
  key: string;
  words: Words;
  clause: string;
  points: number;
  have: number;
  of: number;
  at_end?: boolean;
}

/** How far something has come: `now` of `of` (0: not known), and in words. */
export type Clock = ClockView & { words: Words };

/** What the table waits for, whom for (`seats`), and in words; `purpose` is that of chance. */
export interface Waiting {
  kind: WireView["awaits"];
  words: Words;
  question: Words;
  seats: number[];
  purpose?: string;
  clock?: Clock | null;
  step?: Clock | null;
}

/** What one of your own seats can do now. `undo` is the move that can be taken back, or empty. */
export interface Hand {
  seat: number;
  options: Option[];
  undo: string;
  undo_words: Words | null;
}

// Laid out when it is loaded ------------------------------------------------------------------------------
/** An example of the rulebook. */
export type Picture = ExampleView & { scene: Scene };
export type Book = Omit<Rulebook, "examples"> & { examples: Picture[] };
/** A first game, with what never changes about its sheet. */
export type Course = LessonView & { printed: Document; lang: Scene["lang"] };
/** A table at which a puzzle is tried or a game explored. */
export type Spot = TrySpot & { scenes: Scene[] };
/** An answer about such a table. */
export interface HasSpot {
  spot: TrySpot | null;
}
