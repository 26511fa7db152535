// Made by tools/protocol_types.py from src/kritzel/server/wire. Do not edit.

export type Kritzel = FromPage | FromServer | Document | View | Problem | Code | Calls;
export type FromPage =
  | Hello
  | Why
  | React
  | Ping
  | Ready
  | Open
  | Mix
  | Free
  | Begin
  | Move
  | Undo
  | Roll
  | Correct
  | Consent
  | StandIn
  | Back
  | Fill
  | Allow
  | Stop;
export type FromServer = Welcome | Update | Ack | Refusal | WhyAnswer | Reacted | Trouble | Pong | Bye;
/**
 * What stands in a box of the score strip (`scene.Box`).
 *
 * @minItems 3
 * @maxItems 3
 */
export type Count = [string, string, string];
/**
 * A sentence in German and English.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Text = [string, string];
/**
 * Something drawn onto a cell: `cross`, `die` (detail: its number), `rail` (detail: NS), `legal`, ...
 *
 * @minItems 1
 * @maxItems 2
 */
export type Mark = [string] | [string, string];
export type Code =
  | "slow_down"
  | "busy"
  | "banned"
  | "too_late"
  | "stopping"
  | "broken"
  | "no_session"
  | "retry"
  | "origin"
  | "bad_message"
  | "too_large"
  | "bad_name"
  | "invite_void"
  | "unreadable"
  | "no_sheet"
  | "no_table"
  | "no_lessons"
  | "no_puzzle"
  | "bad_table"
  | "unknown_bot"
  | "too_many_tables"
  | "not_owner"
  | "not_seated"
  | "not_open"
  | "not_your_seat"
  | "enough"
  | "not_over"
  | "not_running"
  | "no_hints"
  | "bot_plays"
  | "not_deciding"
  | "stale"
  | "no_advice"
  | "no_review"
  | "no_chance"
  | "no_proof"
  | "no_record"
  | "too_hard"
  | "network";

/**
 * The first message: how many entries of the log the page has already (`last_version`).
 *
 *     `protocol` is the one the page speaks; a page of another version is asked to load itself again. A program
 *     says in `program` which version of the stable part it speaks instead, and gets the position and its legal
 *     moves in notation.
 */
export interface Hello {
  t: "hello";
  protocol?: number;
  last_version?: number;
  program?: number;
}
/**
 * May this `seat` do what its hand `touched`? And if not, why not? Changes nothing.
 */
export interface Why {
  t: "why";
  seat: number;
  touched: Touched;
}
/**
 * What a hand touched: a `cell`, with the `die` or the end of a line (`start`) it holds; a die; a button.
 *
 *     A button is named by the `kind` of its move.
 */
export interface Touched {
  cell?: string;
  die?: number | null;
  start?: string;
  kind?: string;
}
/**
 * A small drawn reaction (`emote`), for everybody at the table. Kept nowhere; too many stay unheard.
 */
export interface React {
  t: "react";
  seat: number;
  emote: "argh" | "bravo" | "haha" | "hello" | "phew" | "wow";
}
/**
 * Are you there?
 */
export interface Ping {
  t: "ping";
}
/**
 * Ready to begin. `seal` binds the page's own luck for the dice in this `round` (docs/dice.md).
 *
 *     At a table with real dice the `seed` itself, for the lots.
 */
export interface Ready {
  t: "ready";
  id: string;
  seed?: string;
  seal?: string;
  round?: number;
}
/**
 * All devices have sealed their seeds (`awaits` is `seeds`): the page opens its own, hex of 32 bytes.
 */
export interface Open {
  t: "open";
  id: string;
  seed: string;
  round: number;
}
/**
 * Mix the dice again, because a device does not open its seal: all seals are void. For players.
 */
export interface Mix {
  t: "mix";
  id: string;
  round: number;
}
/**
 * Before the game: free one's own seat or, for the owner, that of a person who does not come.
 */
export interface Free {
  t: "free";
  id: string;
  seat: number;
}
/**
 * Before the game: who begins. `lots` are drawn, or it is the seat of this number. For the owner.
 */
export interface Begin {
  t: "begin";
  id: string;
  who: string;
}
/**
 * One small move, in notation. `version` is the one it was chosen at.
 */
export interface Move {
  t: "move";
  id: string;
  seat: number;
  move: string;
  version: number;
}
/**
 * Take the last move back; `move` says which one is meant.
 */
export interface Undo {
  t: "undo";
  id: string;
  seat: number;
  move: string;
}
/**
 * With real dice: what they show (`outcome`), in any order, or the card that was drawn.
 *
 *     `version` is the one at which it was asked for.
 */
export interface Roll {
  t: "roll";
  id: string;
  outcome: string;
  version: number;
}
/**
 * With real dice: the last roll was read wrong. If a seat has moved since, the others are asked.
 */
export interface Correct {
  t: "correct";
  id: string;
  seat: number;
  version: number;
}
/**
 * The answer to a player who asks to correct a roll: `agree` or not. One no lets the roll stand.
 */
export interface Consent {
  t: "consent";
  id: string;
  seat: number;
  agree: boolean;
}
/**
 * Let a bot play for this seat: one's own, or that of a person who has been away for long.
 */
export interface StandIn {
  t: "standin";
  id: string;
  seat: number;
  bot: string;
}
/**
 * Play on one's own seat again.
 */
export interface Back {
  t: "back";
  id: string;
  seat: number;
}
/**
 * Put a bot on an open seat; it is called as in this language (`lang`). For the owner.
 */
export interface Fill {
  t: "fill";
  id: string;
  seat: number;
  bot: string;
  lang?: "de" | "en";
}
/**
 * Allow `hints` at this table, or no longer: they may be taken only if all people there allow them.
 */
export interface Allow {
  t: "allow";
  id: string;
  hints: boolean;
}
/**
 * Give the game up: the owner, or any player once a person has been away for long.
 */
export interface Stop {
  t: "stop";
  id: string;
}
/**
 * The table you asked for, after `hello`: which it is, the whole view, and the log.
 *
 *     `document` is the address of what never changes. `you`: your seats; `owner`: whether the table is yours;
 *     `grace`: seconds an absent player's seat is kept for them. `since`: how many entries of the log came
 *     before those in `log`. `ack`: your command of this id is done.
 */
export interface Welcome {
  t: "welcome";
  protocol: number;
  table: string;
  game: string;
  sheet: string;
  document: string;
  you: number[];
  owner: boolean;
  grace: number;
  since: number;
  view: View;
  log?: LogEntry[];
  ack?: string;
}
/**
 * The table as one viewer sees it. `scores`, `sheets` and `hands` are by seat.
 *
 *     `version` counts the entries of the viewer's log. `awaits` says what the table waits for: `people`,
 *     `ready`, `seeds` (that seals are opened), `chance` (what for: `purpose`), `decision`, `over` or `stopped`;
 *     `asked` are the seats that are to act, `together` whether several decide at the same time, `out` which
 *     seats sit out for now. `question` is what they are asked for; with `chance`, what comes. `clock` says
 *     which pass, round or card it is, and `step` which throw within it, where there are several. `seals`, until
 *     the game begins: what the devices have sealed for the dice. `begins`, before the game: whether lots are
 *     drawn for the seats (`lots`) or which seat comes first; empty where all always play at once. `lots`: where
 *     they were drawn, on which seat each seat sat before. `rematch`: the table of the rematch. `hints`: whether
 *     seats may take hints now. `hands`: only the viewer's own seats. `entry` and `correction`: with real dice,
 *     for those who sit there. `position` and `legal`: the table and the legal moves of the viewer's seats in
 *     notation, for programs only.
 */
export interface View {
  version: number;
  phase: "open" | "over" | "running" | "stopped";
  seats: SeatView[];
  awaits: "chance" | "decision" | "over" | "people" | "ready" | "seeds" | "stopped";
  asked: number[];
  purpose: string;
  together: boolean;
  out: number[];
  scores: {
    [k: string]: ScorePad;
  };
  sheets: {
    [k: string]: SheetView;
  };
  hands: {
    [k: string]: Hand;
  };
  dice: Dice;
  seals: Seal[];
  rematch: string;
  begins: string;
  lots: number[];
  hints: boolean;
  question?: number | Words | null;
  clock?: ClockView | null;
  step?: ClockView | null;
  result?: Result | null;
  entry?: RollEntry | null;
  correction?: Correction | null;
  position?: string;
  legal?: {
    [k: string]: string[];
  } | null;
}
/**
 * Who sits on a seat: their `name`, and whether they are `present` and `ready`.
 *
 *     `kind`: a `person` with a device of their own, a person `here` at another's device, a `bot`, or `open`.
 *     `bot` plays for the seat now (always for a bot, else while it stands in); if another bot moves in its
 *     place, `instead` says so. `replaceable`: the person has been away for longer than the grace, and the
 *     others may let a bot stand in. `allows`: they allow hints at the table; `hints`: how many were taken.
 */
export interface SeatView {
  name: string;
  kind: "bot" | "here" | "open" | "person";
  bot?: string;
  present?: boolean;
  replaceable?: boolean;
  ready?: boolean;
  instead?: Substitute | null;
  allows?: boolean;
  hints?: number;
}
/**
 * Another bot moves in the place of the seat's: who, why (`warming`, `missing`, `failed`), and in words.
 *
 *     While the seat's own bot is `warming` up, `done` of `of` things are compiled.
 */
export interface Substitute {
  bot: string;
  why: string;
  words: Words;
  done: number;
  of: number;
}
/**
 * A sentence in both languages, `de` and `en`.
 */
export interface Words {
  de: string;
  en: string;
}
/**
 * A seat's score pad. `lines`: number of the document's line -> points, have, of.
 *
 *     `total` is what is won so far; lines that are counted at the end join it when the game is over. `goal` is
 *     how far the seat has come towards ending the game, where a seat can do that.
 */
export interface ScorePad {
  total: number;
  lines: {
    /**
     * @minItems 3
     * @maxItems 3
     */
    [k: string]: [number, number, number];
  };
  goal?: ClockView | null;
}
/**
 * Progress: `now` of `of` (0 if unknown), and in words.
 */
export interface ClockView {
  now: number;
  of: number;
  words: number | Words;
}
/**
 * What stands on a seat's sheet (`kritzel.layout.Picture`), as maps, so that changes stay small.
 *
 *     `board`: which of the document's layouts, from 1. `sets`: number of the layout's sign -> its cells as a
 *     bit mask in hex; a sign without cells is left out. `tray`: place -> kind, state and face of a die or
 *     card, with a space between. `counts`: number of the slot -> points, note, state. `fates`: number of the
 *     plate -> what became of it. `total`: the points of the strip. `paths`: number -> kind and cells of a
 *     line. `numbers`: of all cells in their order, where they are not printed. `tray_note`: instead of the
 *     printed one.
 */
export interface SheetView {
  board: number;
  total: number;
  sets: {
    [k: string]: string;
  };
  tray: {
    [k: string]: string;
  };
  counts: {
    [k: string]: Count;
  };
  fates: {
    [k: string]: string;
  };
  paths: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [string, number[]];
  };
  numbers?: (number | null)[];
  tray_note?: number | Words | null;
}
/**
 * What one of the viewer's seats can do now: its legal `moves`, and the one it can take back (`undo`).
 */
export interface Hand {
  moves?: (number | Option)[];
  undo?: number | Option | null;
}
/**
 * A move as data: its notation (`text`), what a hand does (`kind`), what it means (`words`).
 *
 *     A hand makes it by touching a `cell`, with the `die` it holds, the `piece` it draws or the end of a line
 *     it comes from (`start`). `colours` are the dice it is about, and `beside` is what is said where they are
 *     drawn. `clauses` say what comes of it. A page that does not know a `kind` plays it by its cell, or as a
 *     button with its words.
 */
export interface Option {
  text: string;
  kind: string;
  words: Words;
  beside?: Words | null;
  cell?: string;
  die?: number | null;
  colours?: string;
  piece?: string;
  start?: string;
  clauses?: string[];
}
/**
 * Where luck comes from: `real` dice, or those of a `scheme` (docs/dice.md).
 *
 *     They are promised by `commit`; `seed` is opened at the end. `round`: how often they were mixed before the
 *     game. `begins`: who is to begin, as it is mixed into them: `lots`, a chair, or empty.
 */
export interface Dice {
  real: boolean;
  scheme: string;
  commit: string;
  seed: string;
  round: number;
  begins: string;
}
/**
 * What the device of a `seat` has sealed for the dice (`seal`), and whether it is `opened` already.
 */
export interface Seal {
  seat: number;
  seal: string;
  opened?: boolean;
}
/**
 * How the game ended: the `reason`, its `clause`, and in `words`; `ranking`, the best first.
 *
 *     `title` is the rank of a solo player, number `solo_rank` of `solo_ranks`; with others both are 0. `fewest`
 *     where the fewest points win.
 */
export interface Result {
  reason: string;
  clause: string;
  words: Words;
  ranking: Rank[];
  solo_rank: number;
  solo_ranks: number;
  title?: Words | null;
  fewest?: boolean;
}
/**
 * Where a seat ended: its `place` (from 1, shared ones equal), and what put it there, in `words`.
 *
 *     `by` is `points`, `shared` or the key of a tie-break.
 */
export interface Rank {
  seat: number;
  name: string;
  place: number;
  points: number;
  by: string;
  words: Words;
}
/**
 * What people with real dice are asked for: a number of `dice` with these `faces`, or one of `cards`.
 *
 *     `purpose` is what luck decides, `words` say it.
 */
export interface RollEntry {
  purpose: string;
  words: Words;
  dice: number;
  faces: string[];
  cards: string[];
}
/**
 * The last roll of real dice, which can be corrected: what it was for and what was read (`text`).
 *
 *     `purpose` is what luck decided, `words` say it. `asked` is the seat that asks the others for it; then
 *     `missing` are the seats that have not answered yet.
 */
export interface Correction {
  purpose: string;
  words: Words;
  text: string;
  asked?: number | null;
  missing?: number[];
}
/**
 * One entry of the table's log. Entries are numbered from 1 without gaps, for each viewer on their own.
 *
 *     A move of the document is told by its `seat` and its number (`move`). All else has `words`: `kind` is
 *     `played`, `undone`, what luck decided, what came without a move, or what people did, perhaps about a
 *     `seat` or a `cell`. `faces` are the dice or the colours of a card that the words are about: a digit,
 *     a letter or both (`r4`) each. With a `clause` it tells what the rules brought to the seat; `yours` is the
 *     sentence for that seat, if it is another. `bot` made the move in the place of the seat's. `text`: in
 *     notation, if that is not the faces.
 */
export interface LogEntry {
  kind?: string;
  seat?: number | null;
  move?: number | null;
  words?: number | Words | null;
  text?: string;
  cell?: string;
  clause?: string;
  bot?: string;
  faces?: string;
  yours?: Words | null;
}
/**
 * What is new: `changes` is a JSON merge patch (RFC 7396) of the view, `log` the newest entries.
 *
 *     The last entry has the number `version` of the view. `ack`: your command of this id is done, and this is
 *     what followed.
 */
export interface Update {
  t: "update";
  changes: {};
  log?: LogEntry[];
  ack?: string;
}
/**
 * The command is written down for good; `version` is where it stands in your story.
 */
export interface Ack {
  t: "ack";
  id: string;
  version: number;
}
/**
 * The command changed nothing: why (`code`), in `words`, with the `clause` where a rule forbids it.
 *
 *     `retry`: nothing is known to be written, send the very same again.
 */
export interface Refusal {
  t: "refused";
  id: string;
  code: string;
  words: Words;
  clause?: string;
}
/**
 * The answer to `why`: what was touched, and whether that is `legal`; if not, in `words`.
 *
 *     With the `clause` where a rule forbids it.
 */
export interface WhyAnswer {
  t: "because";
  seat: number;
  touched: Touched;
  legal: boolean;
  clause?: string;
  words?: Words | null;
}
/**
 * A player at the table has reacted, perhaps you yourself.
 */
export interface Reacted {
  t: "reacted";
  seat: number;
  emote: "argh" | "bravo" | "haha" | "hello" | "phew" | "wow";
}
/**
 * A message could not be understood or came too fast: which of both (`code`), and in `words`.
 */
export interface Trouble {
  t: "trouble";
  code: string;
  words: Words;
}
/**
 * I am.
 */
export interface Pong {
  t: "pong";
}
/**
 * The last message before the server hangs up: why (`code`), and in `words`.
 *
 *     `after`: in how many seconds to come again, where too many come at once; else as soon as one likes.
 */
export interface Bye {
  t: "bye";
  code: string;
  words: Words;
  after?: number;
}
/**
 * All that never changes about a sheet, in both languages. Its address changes with it: cache it.
 *
 *     `layouts`: what is printed on each board (one where all are alike). `moves` are all moves there can be,
 *     `sentences` the common ones: a view names both by their number. `lines` are those of every score pad.
 *     `ranks`: what points are worth to a solo player, best first, by `ranks_clause`; empty if there are none.
 */
export interface Document {
  game: string;
  sheet: string;
  title: Words;
  layouts: Layout[];
  moves: Option[];
  sentences: Words[];
  lines: LineName[];
  ranks: SoloRank[];
  ranks_clause: string;
}
/**
 * All that is printed on a sheet, or on one of its boards. Compared by identity: made once for each.
 *
 *     `rulers` are plates without a fate, `fates` has words for the fates of the others, and `notes` the words
 *     for gaps of a box's note: `{free}`. `tray_kind` is the kind of token of an empty tray.
 */
export interface Layout {
  pad: string;
  title: Text;
  width: number;
  height: number;
  cells: Spot[];
  signs: Sign[];
  fates: {
    [k: string]: Text;
  };
  notes: {
    [k: string]: Text;
  };
  edges: Edge[];
  rulers: Plate[];
  plates: Plate[];
  slots: Slot[];
  legend: Entry[];
  tray_kind: string;
  tray_note: Text;
}
/**
 * A cell as it is printed. `bit` is its place in cell sets, `words` what it is called, part by part.
 *
 *     `icons`: another icon while it is in the set of this name. All else as in `scene.Cell`.
 */
export interface Spot {
  id: string;
  bit: number;
  shape: string;
  x: number;
  y: number;
  fill: string;
  words: Text[];
  number: number | null;
  icon: string;
  tint: string;
  note: string;
  marks: Mark[];
  icons: [string, string][];
}
/**
 * A state of a cell: the marks it then has, and its words; `{n}` is the cell's number.
 *
 *     Cells have their marks in the order of the signs.
 */
export interface Sign {
  name: string;
  marks: Mark[];
  words: Text;
}
/**
 * A printed line. Around a plate, `kinds` has its kind for each fate of the plate.
 */
export interface Edge {
  kind: string;
  points: [number, number][];
  closed: boolean;
  plate: number;
  kinds: [string, string][];
}
/**
 * A small text beside the cells; its fate (`Picture.fates`) is said after its label.
 */
export interface Plate {
  kind: string;
  x: number;
  y: number;
  text: Text;
  icon: string;
  label: Text;
}
/**
 * A box of the score strip, before anything stands in it. `tints`: another tint in this state.
 */
export interface Slot {
  key: string;
  icon: string;
  tint: string;
  label: Text;
  tints: [string, string][];
}
/**
 * A word of the legend. With a `sign`, only while a cell has that sign.
 */
export interface Entry {
  kind: string;
  name: string;
  text: Text;
  sign: string;
}
/**
 * A line of the score pads: its `key`, its name in `words`, the `clause` that counts it.
 *
 *     `at_end`: counted when the game is over; until then `have` of a pad's line are missing.
 */
export interface LineName {
  key: string;
  words: Words;
  clause: string;
  at_end: boolean;
}
/**
 * A rank of a solo player, and the least points it takes; the last rank takes none (null).
 */
export interface SoloRank {
  title: Words;
  least: number | null;
}
/**
 * Why a request was refused: a `code` for programs, `words` for people.
 */
export interface Problem {
  code: string;
  words: Words;
}
export interface Calls {
  "GET /api/session": {
    gaps: {};
    query: {};
    body: null;
    answer: GuestName;
  };
  "POST /api/session": {
    gaps: {};
    query: {};
    body: GuestName;
    answer: GuestName;
  };
  "POST /api/session/device": {
    gaps: {};
    query: {};
    body: null;
    answer: LinkToken;
  };
  "POST /api/session/link": {
    gaps: {};
    query: {};
    body: LinkToken;
    answer: Nothing;
  };
  "DELETE /api/session": {
    gaps: {};
    query: {
      lang?: string;
    };
    body: null;
    answer: Nothing;
  };
  "DELETE /api/session/device": {
    gaps: {};
    query: {};
    body: null;
    answer: Nothing;
  };
  "DELETE /api/session/devices": {
    gaps: {};
    query: {};
    body: null;
    answer: Nothing;
  };
  "GET /api/keeping": {
    gaps: {};
    query: {};
    body: null;
    answer: RetentionDays;
  };
  "GET /api/games": {
    gaps: {};
    query: {};
    body: null;
    answer: Shelf;
  };
  "GET /api/bots": {
    gaps: {};
    query: {};
    body: null;
    answer: CompileProgress;
  };
  "GET /api/documents/{game}/{sheet}/{version}/{rules}/{seats}/{mark}": {
    gaps: {
      game: string;
      sheet: string;
      version: string;
      rules: string;
      seats: string;
      mark: string;
    };
    query: {};
    body: null;
    answer: Document;
  };
  "GET /api/sheets/{game}/{sheet}": {
    gaps: {
      game: string;
      sheet: string;
    };
    query: {};
    body: null;
    answer: BlankSheet;
  };
  "GET /api/pads/{game}/{sheet}/{look}.svg": {
    gaps: {
      game: string;
      sheet: string;
      look: string;
    };
    query: {};
    body: null;
    answer: string;
  };
  "GET /api/symbols/{game}/{sheet}": {
    gaps: {
      game: string;
      sheet: string;
    };
    query: {};
    body: null;
    answer: Meaning[];
  };
  "GET /api/rulebook/{game}/{lang}": {
    gaps: {
      game: string;
      lang: string;
    };
    query: {};
    body: null;
    answer: Rulebook;
  };
  "GET /api/lessons/{game}/{lang}": {
    gaps: {
      game: string;
      lang: string;
    };
    query: {};
    body: null;
    answer: LessonView;
  };
  "POST /api/why": {
    gaps: {};
    query: {};
    body: Ask;
    answer: WhyAnswer;
  };
  "POST /api/puzzles/{day}": {
    gaps: {
      day: string;
    };
    query: {};
    body: Try;
    answer: PuzzleState;
  };
  "GET /api/tables": {
    gaps: {};
    query: {};
    body: null;
    answer: Summary[];
  };
  "POST /api/tables": {
    gaps: {};
    query: {};
    body: NewTable;
    answer: TableCreated;
  };
  "GET /api/tables/{table}": {
    gaps: {
      table: string;
    };
    query: {};
    body: null;
    answer: Welcome;
  };
  "DELETE /api/tables/{table}": {
    gaps: {
      table: string;
    };
    query: {};
    body: null;
    answer: Nothing;
  };
  "DELETE /api/tables/{table}/me": {
    gaps: {
      table: string;
    };
    query: {
      lang?: string;
    };
    body: null;
    answer: Nothing;
  };
  "GET /api/tables/{table}/story": {
    gaps: {
      table: string;
    };
    query: {
      before?: number;
    };
    body: null;
    answer: LogPage;
  };
  "POST /api/tables/{table}/invites": {
    gaps: {
      table: string;
    };
    query: {};
    body: OneSeat;
    answer: LinkToken;
  };
  "POST /api/tables/{table}/join": {
    gaps: {
      table: string;
    };
    query: {};
    body: Join;
    answer: TableRef;
  };
  "POST /api/tables/{table}/rematch": {
    gaps: {
      table: string;
    };
    query: {};
    body: null;
    answer: TableRef;
  };
  "POST /api/tables/{table}/hint": {
    gaps: {
      table: string;
    };
    query: {};
    body: OneSeat;
    answer: Hint;
  };
  "GET /api/tables/{table}/replay": {
    gaps: {
      table: string;
    };
    query: {
      at?: number;
    };
    body: null;
    answer: ReplayStep;
  };
  "GET /api/tables/{table}/timeline": {
    gaps: {
      table: string;
    };
    query: {
      lang?: string;
    };
    body: null;
    answer: Timeline;
  };
  "GET /api/tables/{table}/review": {
    gaps: {
      table: string;
    };
    query: {
      depth?: string;
      known?: string;
    };
    body: null;
    answer: ReviewStatus;
  };
  "POST /api/tables/{table}/try": {
    gaps: {
      table: string;
    };
    query: {};
    body: TryAt;
    answer: PuzzleState;
  };
  "POST /api/tables/{table}/explore": {
    gaps: {
      table: string;
    };
    query: {};
    body: Explore;
    answer: ExplorationView;
  };
  "GET /api/tables/{table}/record": {
    gaps: {
      table: string;
    };
    query: {};
    body: null;
    answer: string;
  };
  "GET /api/tables/{table}/dice": {
    gaps: {
      table: string;
    };
    query: {};
    body: null;
    answer: OpenedDice;
  };
  "POST /api/verify": {
    gaps: {};
    query: {};
    body: string;
    answer: OpenedDice;
  };
  "GET /api/network": {
    gaps: {};
    query: {};
    body: null;
    answer: NetworkStatus;
  };
  "POST /api/network": {
    gaps: {};
    query: {};
    body: Switch;
    answer: NetworkStatus;
  };
  "GET /api/about": {
    gaps: {};
    query: {};
    body: null;
    answer: ServerInfo;
  };
  "GET /healthz": {
    gaps: {};
    query: {};
    body: null;
    answer: Health;
  };
}
/**
 * The `name` of a guest; also the answer to who this device is.
 */
export interface GuestName {
  name: string;
}
/**
 * The secret of a link (`token`) to a seat or another device; also the answer with a new one.
 */
export interface LinkToken {
  token: string;
}
/**
 * It is done; there is nothing to say.
 */
export interface Nothing {}
/**
 * After how many unused days something is deleted; 0: never.
 *
 *     `guests` are those without a table, `devices` what carries a guest, `tables` those without a move.
 */
export interface RetentionDays {
  guests: number;
  devices: number;
  tables: number;
}
/**
 * All games with their sheets, and all bots.
 */
export interface Shelf {
  games: GameInfo[];
  bots: BotInfo[];
}
/**
 * A game: what it is `about`, how many `minutes` it takes, the colour of its `pad`, how many can play.
 *
 *     `seats`: these numbers of them. `together`: all begin at once. `taught`: there is a first game.
 */
export interface GameInfo {
  slug: string;
  title: Words;
  about: Words;
  minutes: number;
  pad: string;
  seats: number[];
  together: boolean;
  taught: boolean;
  sheets: SheetInfo[];
}
/**
 * A sheet: its `name` for requests, `title` and `blurb` for people.
 *
 *     `icon` in its `tint`: what is typical of it. `bots`: who can be chosen there by name, the weakest first.
 */
export interface SheetInfo {
  name: string;
  title: Words;
  blurb: Words;
  icon: string;
  tint: string;
  bots: string[];
}
/**
 * A bot: its `name` for requests, its `title` and a sentence (`words`) for people.
 *
 *     `level`: its place among all; `usual`: the one to begin with; `outside`: from another package, of unknown
 *     strength; `ratings`: by the name of a sheet.
 */
export interface BotInfo {
  name: string;
  level: number;
  title: Words;
  words: Words;
  usual: boolean;
  outside: boolean;
  ratings: {
    [k: string]: number;
  };
}
/**
 * How far compiling for the bots is: `done` of `of` things; who waits for that.
 */
export interface CompileProgress {
  done: number;
  of: number;
  waiting: BotWaiting[];
}
/**
 * A `bot` is not compiled yet for this `game`: until then it is played for by another (`instead`).
 */
export interface BotWaiting {
  bot: string;
  game: string;
  instead: string;
}
/**
 * A sheet before the first move; `document` is the address of what never changes about it.
 */
export interface BlankSheet {
  document: string;
  sheet: SheetView;
}
/**
 * What something on a sheet means, in one sentence (`words`) by a `clause`. The first that fits counts.
 *
 *     `kind` is `mark`, `icon`, `fill`, `cell` (`number`: one with a number; `any`), `tag`, `box` (the key, or
 *     its part before the dot) or `token` (a state in the tray); `name` says which.
 */
export interface Meaning {
  kind: string;
  name: string;
  clause: string;
  words: Words;
}
/**
 * The rules of a game in one language: `chapters` of clauses, names of their `tags`, `examples`.
 *
 *     `layouts`: what is printed on the sheets of the examples. `pad` is the colour of its pad; `taught`:
 *     there is a first game.
 */
export interface Rulebook {
  game: string;
  lang: "de" | "en";
  title: string;
  chapters: Chapter[];
  pad: string;
  taught: boolean;
  tags: {
    [k: string]: string;
  };
  layouts: Layout[];
  examples: ExampleView[];
}
/**
 * A chapter of a rulebook: paragraphs of prose, clauses, or both.
 */
export interface Chapter {
  title: string;
  prose: string;
  clauses: Clause[];
}
/**
 * One rule: its id for citing, what it says, its ruling (or ""), its tags and examples.
 */
export interface Clause {
  id: string;
  game: string;
  chapter: string;
  text: string;
  ruling: string;
  tags: string[];
  examples: string[];
}
/**
 * A worked example of `clauses`: a `position` as the `seat` sees it, and a `move` that is about it.
 *
 *     The `board` of its `sheet` is one of the rulebook's `layouts`. `breaks` is the clause that the move
 *     breaks, `cell` where it is, `words` what it means. Without a move these are empty.
 */
export interface ExampleView {
  id: string;
  clauses: string[];
  position: string;
  seat: number;
  move: string;
  breaks: string;
  caption: string;
  sheet: SheetView;
  cell: string;
  words: Words | null;
}
/**
 * A first game in one language, learned on this `seat`; `names` are by seat.
 *
 *     `document` is the address of what never changes about the sheet, `sheets` are those of all seats at first.
 */
export interface LessonView {
  game: string;
  title: Words;
  sheet: string;
  seat: number;
  names: string[];
  document: string;
  sheets: {
    [k: string]: SheetView;
  };
  steps: StepView[];
}
/**
 * One step in one language: its `text`, a `hint`, `praise` at its end, the `clauses` it is about.
 *
 *     `sheets` is a merge patch of the lesson's sheets. It begins at the first of its `stands`.
 */
export interface StepView {
  id: string;
  clauses: string[];
  text: string;
  hint: string;
  praise: string;
  sheets: {};
  stands: StandView[];
}
/**
 * A table on the way: what is legal, what is wanted. `sheets` is a merge patch of the step's sheets.
 *
 *     `options` are its legal moves. `wanted` leads from moves to the numbers of stands, `happens` is what comes
 *     without one. Where nothing is wanted and nothing happens, the step ends.
 */
export interface StandView {
  position: string;
  sheets: {};
  options: Option[];
  wanted: {
    [k: string]: number;
  };
  happens: StandEvent | null;
}
/**
 * What happens without the learner: its entry (`told`), and the number of the stand after it (`to`).
 */
export interface StandEvent {
  told: LogEntry;
  to: number;
}
/**
 * May this `seat` do what its hand `touched`, in this `position`?
 */
export interface Ask {
  position: string;
  seat: number;
  touched: Touched;
}
/**
 * The small `moves` made so far, none at first; sheets are in this `lang`.
 */
export interface Try {
  moves?: string[];
  lang?: "de" | "en";
}
/**
 * A puzzle after the moves made so far, and once a whole move is made, the verdict.
 *
 *     `day` is that of a puzzle of the day, else empty. `waits`: the verdict is being worked out; ask again.
 */
export interface PuzzleState {
  day: string;
  spot: TrySpot;
  verdict: TryVerdict | null;
  waits: boolean;
}
/**
 * A table at which this `seat` is to move: its `position`, all `sheets`, its legal moves (`options`).
 *
 *     `document` is the address of what never changes about the sheet.
 */
export interface TrySpot {
  game: string;
  sheet: string;
  title: Words;
  position: string;
  seat: number;
  names: string[];
  document: string;
  sheets: {
    [k: string]: SheetView;
  };
  options: Option[];
  clock: Words;
}
/**
 * What came of a try: the `best` way, `equal` to it as far as can be told, or `worse`.
 *
 *     `yours`: which of the ways it was (null: not weighed). `again`: the move of the game itself, for which its
 *     review found a better one; it is always `worse`. `why`, where the rules prove a reason, with its `clause`:
 *     the best way is better than this one; or this one, the best, than the move of the game or the second.
 */
export interface TryVerdict {
  result: "best" | "equal" | "worse";
  again: boolean;
  yours: number | null;
  weighed: WeighedWays;
  why: Words | null;
  clause: string;
}
/**
 * What all ways of a decision are worth, the best first; `whole`: none was left out.
 */
export interface WeighedWays {
  unit: "points" | "win";
  ways: WeighedWay[];
  whole: boolean;
}
/**
 * A whole move: in `words`, the `cells` it touches in order, and the dice thrown again or kept (`faces`).
 *
 *     It is about `gap` behind the best, give or take `se`; `right`: nothing says that it is worse.
 */
export interface WeighedWay {
  words: Words;
  cells: string[];
  faces: string[];
  die: number | null;
  gap: number;
  se: number;
  right: boolean;
}
/**
 * A table in the list of one of its players: `names`, `totals` by seat, who is `deciding`.
 *
 *     `you`: the player's seats. `owner`: whether the table is theirs.
 */
export interface Summary {
  table: string;
  game: string;
  sheet: string;
  title: Words;
  phase: "open" | "over" | "running" | "stopped";
  names: string[];
  totals: number[];
  deciding: number[];
  you: number[];
  owner: boolean;
}
/**
 * A table to be laid on a `sheet` (`GAME/SHEET`), seat by seat; its bots are called as in this `lang`.
 *
 *     `real_dice`: people throw their own and say what they show. `begins`: who sits where is drawn by lot
 *     (`lots`), or the seat of this number comes first. `hints`: you allow them, at your seats; where nothing is
 *     said, if no seat is for a friend.
 */
export interface NewTable {
  sheet: string;
  seats: NewSeat[];
  real_dice?: boolean;
  lang?: "de" | "en";
  begins?: string;
  hints?: boolean | null;
}
/**
 * Who plays on a seat: `kind` is `me`, `here` (at this device), `friend` (by link) or `bot`.
 *
 *     `name` is for somebody here; without one they are called like you. `bot` is a bot's, without one it is
 *     one that does not sit there yet.
 */
export interface NewSeat {
  kind: "bot" | "friend" | "here" | "me";
  name?: string;
  bot?: string;
}
/**
 * The name of a new `table`, and a link for each seat that is for a friend.
 */
export interface TableCreated {
  table: string;
  invites: SeatLink[];
}
/**
 * The secret of the link to a seat (`token`).
 */
export interface SeatLink {
  seat: number;
  token: string;
}
/**
 * Entries of your log from before what you know: those numbered from `since + 1` on.
 */
export interface LogPage {
  since: number;
  log: LogEntry[];
}
/**
 * The `seat` that a new link or a hint is for.
 */
export interface OneSeat {
  seat: number;
}
/**
 * Take the seat of a link, by its `token`; `name` if you have none yet. `hints`: you allow them.
 */
export interface Join {
  token: string;
  name?: string | null;
  hints?: boolean;
}
/**
 * The name of the `table` that it led to.
 */
export interface TableRef {
  table: string;
}
/**
 * Advice for a `seat`, all three steps at once; a page shows them one after the other.
 *
 *     `verdict`: there is a best `move`; or many are as good as equal (`even`), or there is `only` one: then
 *     nothing else follows, and nothing is counted. `around`: a few cells of the sheet, where to look; `cells`:
 *     those of the whole step, in the order in which they are played; `faces`: what of the tray it needs. `move`
 *     is its first small move, `then` are those after it that are about a cell; `words` say the whole step, and
 *     `why` it is better than the next best, where that can be proven. `taken`: how many hints the seat has
 *     taken so far, with this one.
 */
export interface Hint {
  seat: number;
  verdict: "even" | "move" | "only";
  taken: number;
  around: string[];
  cells: string[];
  faces: string;
  move: Option | null;
  then: Option[];
  words: Words | null;
  why: Words | null;
}
/**
 * The table after `at` of its `of` `events` (outcomes and moves in notation).
 *
 *     `table` is as a spectator saw it, with its position and without its log.
 */
export interface ReplayStep {
  at: number;
  of: number;
  events: string[];
  table: Welcome;
}
/**
 * A whole game at a glance: its events (`moments`), where passes or rounds begin (`clocks`).
 *
 *     `totals` are those at the start.
 */
export interface Timeline {
  moments: TimelineEvent[];
  clocks: Stretch[];
  totals: number[];
}
/**
 * One outcome or move: its `kind`, in notation (`text`), in `words`; what it brought (`gains`).
 *
 *     A move has its `seat` and, where there is one, its `cell`; `hinted`: a hint was taken for it.
 */
export interface TimelineEvent {
  kind: string;
  text: string;
  words: string;
  seat?: number | null;
  cell?: string;
  gains?: Gain[];
  hinted?: boolean;
}
/**
 * A line (`key`) of a seat's score pad that changed, by how many `points`.
 */
export interface Gain {
  seat: number;
  key: string;
  points: number;
}
/**
 * A pass or round begins before the event with this number (`at`); `words` say which.
 */
export interface Stretch {
  at: number;
  words: string;
}
/**
 * How far a review is: `done` of `of` parts, and what is known so far: the deepest that there is.
 *
 *     `warming`: the yardstick is being compiled before anything can begin, which takes a while, once.
 *     `deeper`: how much of the deep review is worked out, from 0 to 1, while it waits for an idle machine.
 *     A `review` that the caller knows already is left out.
 */
export interface ReviewStatus {
  done: number;
  of: number;
  review: Reviewed | null;
  warming: boolean;
  deeper: number | null;
}
/**
 * A finished game looked at again; `you` are the seats of the caller.
 *
 *     `moments` are theirs and those of bots. `rollouts`: games played out for each of two moves. `spread`: that
 *     of a game's result, by which luck and moves are measured. `sums`: whether the parts of results are known;
 *     `notes` say why not, and who stands in as the yardstick.
 */
export interface Reviewed {
  unit: "points" | "win";
  depth: "deep" | "quick";
  sums: boolean;
  notes: Words[];
  reference: Words;
  rollouts: number;
  spread: number;
  you: number[];
  seats: ReviewedSeat[];
  curve: ReviewedPoint[];
  luck: ReviewedLuck[];
  moments: ReviewedMoment[];
}
/**
 * One seat: its `sum` in the unit and in `points`. Of its `moves`, `same` were those of the Owl.
 *
 *     `sure`: how many were surely not the best. `explained`: how much of its luck the list accounts for.
 *     `pattern`: a better move that was there again and again, for viewers who may see its moments. `owl`: the
 *     points that the yardstick gets of the same luck, null where that is unknown; `owl_exact`: all of it
 *     was the same. For `hinted` further moves a hint was taken, `stood_in` were made by a bot in somebody's
 *     place: what they brought counts with the others'. `bot_since`: when a bot took over until the end.
 */
export interface ReviewedSeat {
  seat: number;
  sum: ReviewedSum;
  points: ReviewedSum;
  moves: number;
  same: number;
  sure: number;
  explained: number | null;
  pattern: Words | null;
  owl: number | null;
  owl_exact: boolean;
  hinted: number;
  stood_in: number;
  bot_since: Words | null;
}
/**
 * What a `result` is made of: `start`, `luck`, `own` moves and those of the `others` add up to it.
 *
 *     `adjusted` is the result with even luck; `error` that of the moves, and so of luck. `tell_...` is what may
 *     be told of them; null where a sign may still change. `mostly`: what the result is mostly made of,
 *     where luck and own moves cannot both be told.
 */
export interface ReviewedSum {
  result: number;
  start: number | null;
  luck: number | null;
  own: number | null;
  others: number | null;
  adjusted: number | null;
  error: number | null;
  tell_luck: ReviewedFigure | null;
  tell_own: ReviewedFigure | null;
  tell_even: ReviewedFigure | null;
  mostly: "" | "luck" | "open" | "skill";
}
/**
 * A figure as it may be told: `about` how much, and between what; all the same where it is exact.
 */
export interface ReviewedFigure {
  low: number;
  about: number;
  high: number;
}
/**
 * What the game was worth to each seat after `at` events.
 */
export interface ReviewedPoint {
  at: number;
  values: number[];
}
/**
 * A throw or draw, by the number of its event (`at`): what it was worth to each seat.
 *
 *     `odds`: how likely one at least as good, or as bad, was for `seat`. `mark`: -2 to 2, by its own spread.
 */
export interface ReviewedLuck {
  at: number;
  seat: number;
  clock: Words;
  words: Words;
  luck: number[];
  odds: number | null;
  mark: number;
}
/**
 * A move worth a look: the table stood so after `at` events, and the move ended with event `until`.
 *
 *     `better` would have brought `loss` more, give or take `se` (`tell_loss`: as it may be told, null where
 *     it may be nothing); how sure that is says `certainty`. `why` in
 *     words, where the rules prove a reason, with the cells it is `about` and its `clause`, if it is one;
 *     `also`: moves that are almost as good. A `find` surely did better than the
 *     reference player, or than all else that was found. `hinted`: a hint was taken for it.
 *     `dead_end`: the cells that the reason speaks of are where nothing goes on.
 */
export interface ReviewedMoment {
  at: number;
  until: number;
  seat: number;
  clock: Words;
  played: ReviewedChoice;
  better: ReviewedChoice | null;
  also: Words[];
  loss: number;
  se: number;
  certainty: "close" | "likely" | "sure";
  why: Words | null;
  about: string[];
  clause: string;
  find: boolean;
  hinted: boolean;
  dead_end: boolean;
  tell_loss: ReviewedFigure | null;
}
/**
 * A move in `words`, the `cells` it is about, and what the game was worth after it (`value`, if known).
 *
 *     Of its first small move the `kind`, the `die` that it takes, the `faces` that it throws again; `lines`:
 *     from which cell to which, where it draws.
 */
export interface ReviewedChoice {
  words: Words;
  cells: string[];
  value: number | null;
  kind: string;
  die: number | null;
  faces: string[];
  lines: [string, string][];
}
/**
 * The same at a table that has ended, from where it stood after `at` outcomes and moves.
 */
export interface TryAt {
  at: number;
  moves?: string[];
  lang?: "de" | "en";
}
/**
 * What this `seat` does otherwise from `at` on, and whether its `values` are wanted.
 */
export interface Explore {
  at: number;
  seat: number;
  moves?: string[];
  values?: boolean;
  lang?: "de" | "en";
}
/**
 * Where an exploration stands, what happened since the own move (`told`), whether it is `over`.
 *
 *     `waits`: it is being worked out; ask again. Without `values` asked for, `weighed` is null.
 */
export interface ExplorationView {
  waits: boolean;
  spot: TrySpot | null;
  told: LogEntry[];
  over: boolean;
  weighed: WeighedWays | null;
}
/**
 * Everything that is needed to check the dice of a game (docs/dice.md), and whose game it was.
 *
 *     `round`: how often the dice were mixed. `people`: what each device gave, by chair. `begins`: `lots`, the
 *     chair that comes first, or nothing; `order`: the chair of each seat. `names` are by seat, `names_hash`
 *     binds them; `erased`: one of them was erased after the game. `broken` tells where a record stops making
 *     sense; the draws are those before it.
 */
export interface OpenedDice {
  scheme: string;
  table: string;
  round: number;
  commit: string;
  seed: string;
  people: DeviceSeed[];
  begins: string;
  order: number[];
  names_hash: string;
  erased: boolean;
  draws: ProofDraw[];
  game: string;
  title: Words;
  names: string[];
  broken: Broken | null;
}
/**
 * What one device gives to the dice: its `chair`, its `seal`, and the `seed` once that is opened.
 */
export interface DeviceSeed {
  chair: number;
  seal: string;
  seed: string;
}
/**
 * One draw: its `site`, its `purpose` (in `words`), what could come (`event`), what came (`outcome`).
 *
 *     `place`: the pass, round, turn or card it belongs to. `names`: how the faces or kinds are written.
 */
export interface ProofDraw {
  site: number;
  place: number;
  purpose: string;
  words: Words;
  event: RollShape | ColouredShape | DrawShape;
  names: string[];
  outcome: number[];
}
/**
 * This number of `dice` with these `faces` was thrown.
 */
export interface RollShape {
  kind: "roll";
  dice: number;
  faces: number[];
}
/**
 * Dice of these `colours`, a letter each, with these `faces` were thrown; equal colours lie in order.
 */
export interface ColouredShape {
  kind: "coloured";
  colours: string;
  faces: number[];
}
/**
 * A card was drawn; `left`: how many of each kind there were.
 */
export interface DrawShape {
  kind: "draw";
  left: number[];
}
/**
 * The first `line` of a record that cannot be true, and why, in `words`.
 */
export interface Broken {
  line: number;
  words: Words;
}
/**
 * Whether the way in can be switched from here (`possible`), is `open`, and the `address` people open.
 */
export interface NetworkStatus {
  possible: boolean;
  open: boolean;
  address: string;
}
/**
 * Open the way in from the own network, or close it (`open`).
 */
export interface Switch {
  open: boolean;
}
/**
 * What a server says of itself; far from home only its version, and whom to ask (`contact`).
 *
 *     `home` is the folder of its program, `edition` the state of that, `data` its file of tables, `process` its
 *     number on the machine, `bots` those from outside that it was started with.
 */
export interface ServerInfo {
  version: string;
  home: string;
  edition: string;
  data: string;
  address: string;
  process: number;
  bots: string[];
  contact: string;
}
/**
 * Tables can be written.
 */
export interface Health {
  ok: boolean;
}
