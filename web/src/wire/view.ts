/**
 * A table as the components see it, put together by `assemble.ts` from a sheet's document and what the wire said.
 * Words only. What travels as it is shown (scenes, options, results) keeps its generated type.
 */
import type {
  Asked,
  Cell,
  Clock as ToldClock,
  Correction,
  Dice,
  Document,
  Instead,
  Option,
  Result,
  Scene,
  Seal,
  Sitting,
  Spoken,
  Table,
  Update,
  Words,
} from "./protocol";

/** An entry of the story, in words. */
export type Told = Spoken;
/** Something drawn onto a cell (docs/scene.md). */
export type Mark = NonNullable<Cell["marks"]>[number];

/** A table as one viewer may see it, whole, in one language. */
export interface View extends Pick<Table, "table" | "game" | "sheet" | "you" | "owner" | "grace"> {
  title: Words;
  ranks: Document["ranks"];
  ranks_clause: Document["ranks_clause"];
  phase: NonNullable<Update["phase"]>;
  version: number;
  seats: SeatView[];
  waiting: Waiting;
  hands: Hand[];
  entry: Asked | null;
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
 * to whoever sits there; `hints`: how many were taken so far.
 */
export interface SeatView {
  seat: number;
  name: string;
  kind: Sitting["kind"];
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
  instead?: Instead | null;
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

/** How far something has come: `now` of `of` (0: nobody knows how many), and in words. */
export type Clock = ToldClock & { words: Words };

/** What the table waits for, whom for (`seats`), and in words; `purpose` is that of chance. */
export interface Waiting {
  kind: NonNullable<Update["awaits"]>;
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
