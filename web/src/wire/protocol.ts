// Made by tools/protocol_types.py from src/kritzel/server/wire/protocol.py. Do not edit.

export type Kritzel = FromPage | FromServer;
export type FromPage =
  | Hello
  | Speak
  | Why
  | React
  | Ping
  | Ready
  | Begin
  | Move
  | Undo
  | Roll
  | Correct
  | Consent
  | StandIn
  | Back
  | Fill
  | Stop;
export type FromServer = Table | Update | Ack | Refused | Because | Reacted | Trouble | Pong | Bye;

/**
 * The first message: which table, how much of its story the page has, in which language.
 *
 *     `notation`: programs want the position in the view, too.
 */
export interface Hello {
  t: "hello";
  table: string;
  last_version?: number;
  lang?: "de" | "en";
  notation?: boolean;
}
/**
 * Switch the language.
 */
export interface Speak {
  t: "speak";
  lang: "de" | "en";
}
/**
 * May I? And if not, why not? Changes nothing.
 */
export interface Why {
  t: "why";
  seat: number;
  touched: Touched;
}
/**
 * What a hand touched: a cell, with the die or the end of the line it holds; a die; or a button.
 */
export interface Touched {
  cell?: string;
  die?: number | null;
  start?: string;
  kind?: string;
}
/**
 * A small drawn reaction, for everybody at the table. Kept nowhere; too many are left unheard.
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
 * Ready to begin; `seed` is the page's own luck for the dice (hex).
 */
export interface Ready {
  t: "ready";
  id: string;
  seed: string;
}
/**
 * Before the game: lots are drawn for the seats, or the seat of this number begins. For the owner.
 */
export interface Begin {
  t: "begin";
  id: string;
  who: string;
}
/**
 * One small move. `version` is that of the view it was chosen from.
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
 * What the real dice show, or the card that was drawn.
 */
export interface Roll {
  t: "roll";
  id: string;
  outcome: string;
  version: number;
}
/**
 * With real dice: the last roll was read wrong. Once others have decided on it, they are asked.
 */
export interface Correct {
  t: "correct";
  id: string;
  seat: number;
  version: number;
}
/**
 * What one says when somebody asks to correct a roll.
 */
export interface Consent {
  t: "consent";
  id: string;
  seat: number;
  agree: boolean;
}
/**
 * Let a bot play for this seat: one's own, or that of somebody who has been away for long.
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
 * Put a bot on an open seat; it is called as in this language.
 */
export interface Fill {
  t: "fill";
  id: string;
  seat: number;
  bot: string;
  lang?: "de" | "en";
}
/**
 * Give the game up.
 */
export interface Stop {
  t: "stop";
  id: string;
}
/**
 * Everything: after `hello`, and whenever a change would not do. Entries after `since`.
 */
export interface Table {
  t: "table";
  protocol: number;
  view: View;
  since: number;
  entries: Told[];
}
/**
 * A table as one viewer may see it, whole. `grace`: seconds an absent player's seat is kept for them.
 *
 *     `begins`: before the game, whether lots are drawn for the seats (`lots`) or which seat comes first; empty
 *     where all always play at once. `lots`: where they were drawn, on which seat each seat sat before.
 *     `position`: the table in notation, as whoever holds one seat sees it, else as everybody may; empty for a
 *     page, which did not ask for it.
 */
export interface View {
  table: string;
  game: string;
  sheet: string;
  title: Words;
  phase: "open" | "over" | "running" | "stopped";
  version: number;
  you: number[];
  owner: boolean;
  seats: SeatView[];
  waiting: Waiting;
  hands: Hand[];
  entry: Asked | null;
  correction: Correction | null;
  dice: Dice;
  result: Result | null;
  rematch: string;
  begins: string;
  lots: number[];
  position: string;
  grace: number;
  scenes: Scene[];
}
/**
 * A sentence in both languages.
 */
export interface Words {
  de: string;
  en: string;
}
/**
 * Who sits there and how they stand. `kind`: person, here, bot or open.
 *
 *     `bot` is who plays for the seat now (always for a bot, else while one stands in); where another one moves
 *     in that bot's place, `instead` says so. `done` within a
 *     decision of several seats: this one has chosen. `out`: it sits out for now and is not asked.
 *     `replaceable`: the person has been away for longer than the grace, and the others may let a bot stand in.
 *     `total` is what people have won; lines that are counted `at_end` join it when the game is over. `goal` is
 *     how far the seat has come towards ending the game (areas enclosed), where a seat can do that.
 */
export interface SeatView {
  seat: number;
  name: string;
  kind: string;
  bot: string;
  present: boolean;
  replaceable: boolean;
  ready: boolean;
  deciding: boolean;
  done: boolean;
  out: boolean;
  total: number;
  lines: Line[];
  goal?: Clock | null;
  instead?: Instead | null;
}
/**
 * One line of the score pad. `at_end`: counted when the game is over; until then `have` are missing.
 */
export interface Line {
  key: string;
  words: Words;
  clause: string;
  points: number;
  have: number;
  of: number;
  at_end?: boolean;
}
/**
 * How far something has come: `now` of `of` (0: nobody knows how many), and in words.
 */
export interface Clock {
  now: number;
  of: number;
  words: Words;
}
/**
 * Another bot moves in the place of the seat's: who, why (`warming`, `missing`, `failed`), and in words.
 *
 *     While the seat's own is `warming` up, `done` of `of` things are compiled.
 */
export interface Instead {
  bot: string;
  why: string;
  words: Words;
  done?: number;
  of?: number;
}
/**
 * What the table waits for: `kind` people, ready, chance, decision, over or stopped; in words.
 *
 *     While the game runs `clock` says which pass, round or card it is, and `step` which throw of how many
 *     within it, where there are several.
 */
export interface Waiting {
  kind: string;
  words: Words;
  question: Words;
  seats: number[];
  purpose?: string;
  clock?: Clock | null;
  step?: Clock | null;
}
/**
 * What one of your own seats can do now. `undo` is the move that can be taken back, or empty.
 */
export interface Hand {
  seat: number;
  options: Option[];
  undo: string;
  undo_words: Words | null;
}
/**
 * A legal move as data: its notation, what it means, and what a hand touches to make it.
 */
export interface Option {
  text: string;
  kind: string;
  words: Words;
  cell?: string;
  die?: number | null;
  colours?: string;
  piece?: string;
  start?: string;
  clauses?: string[];
}
/**
 * What people with real dice are asked for: `dice` of these `faces`, or one of these `cards`.
 */
export interface Asked {
  purpose: string;
  words: Words;
  dice: number;
  faces: string[];
  cards: string[];
}
/**
 * The last roll of real dice, which can be corrected: what it was for and what was read (`text`).
 *
 *     `asked` is the seat of whoever asks the others for that, null while nobody does; then `missing` are the
 *     seats of those who have not answered yet.
 */
export interface Correction {
  purpose: string;
  words: Words;
  text: string;
  asked?: number | null;
  missing?: number[];
}
/**
 * Where luck comes from: `real`, or promised by `commit`; `seed` is opened at the end.
 */
export interface Dice {
  real: boolean;
  scheme: string;
  commit: string;
  seed: string;
}
/**
 * How it ended; where somebody played alone `title` is their rank, number `solo_rank` of `solo_ranks`.
 *
 *     `ranks`: all of this sheet, best first, by `ranks_clause`; with company, too. Empty where there are none.
 */
export interface Result {
  reason: string;
  clause: string;
  words: Words;
  ranking: Rank[];
  solo_rank: number;
  solo_ranks: number;
  title: Words | null;
  ranks?: SoloRank[];
  ranks_clause?: string;
}
/**
 * Where a seat ended and what put it there.
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
 * A rank of somebody who plays alone, and the least points it takes; the last rank takes none (null).
 */
export interface SoloRank {
  title: Words;
  least: number | null;
}
/**
 * One seat's sheet, laid out (docs/scene.md): the scene that every picture is drawn from.
 */
export interface Scene {
  pad: string;
  title: string;
  lang: string;
  width: number;
  height: number;
  cells: Cell[];
  strokes: Stroke[];
  tags: Tag[];
  tray: Token[];
  boxes: Box[];
  total: string;
  note: string;
  tray_note: string;
  legend: Key[];
  tray_kind: string;
  tap: string;
}
/**
 * One cell of a sheet; a change sends the cells that changed, whole.
 */
export interface Cell {
  id: string;
  shape: string;
  x: number;
  y: number;
  fill: string;
  number?: number | null;
  icon?: string;
  tint?: string;
  marks?: Mark[];
  label?: string;
  note?: string;
}
/**
 * Something drawn onto a cell (docs/scene.md).
 */
export interface Mark {
  kind: string;
  detail?: string;
}
/**
 * A line over several cells.
 */
export interface Stroke {
  kind: string;
  points: [number, number][];
  closed?: boolean;
}
/**
 * A small text beside the cells.
 */
export interface Tag {
  kind: string;
  x: number;
  y: number;
  text?: string;
  icon?: string;
  state?: string;
  label?: string;
}
/**
 * Something in the tray.
 */
export interface Token {
  kind: string;
  face: string;
  state: string;
}
/**
 * One box of the score strip.
 */
export interface Box {
  key: string;
  icon?: string;
  tint?: string;
  points?: string;
  note?: string;
  state?: string;
  label?: string;
}
/**
 * One word of the legend.
 */
export interface Key {
  kind: string;
  name: string;
  text: string;
}
/**
 * One entry of the table's story. Numbers run from 1 without gaps, for each viewer on their own.
 *
 *     `faces` are the dice or the colours of a card that the words are about: to be drawn after them. With a
 *     `clause` it tells what came to the seat by itself; `yours` is for the seat itself, if it is another.
 *     `bot` made the move in the place of the seat's.
 */
export interface Told {
  n: number;
  kind: string;
  words: Words;
  seat?: number | null;
  text?: string;
  cell?: string;
  clause?: string;
  bot?: string;
  faces?: string[];
  yours?: Words | null;
}
/**
 * What is new since version `since`: entries, and the fields of the view that changed, each whole.
 */
export interface Update {
  t: "update";
  since: number;
  version: number;
  entries?: Told[];
  phase?: string;
  seats?: SeatView[];
  waiting?: Waiting;
  hands?: Hand[];
  entry?: Asked | null;
  correction?: Correction | null;
  dice?: Dice;
  result?: Result | null;
  rematch?: string;
  begins?: string;
  lots?: number[];
  position?: string;
  scenes?: SceneChange[];
}
/**
 * What is new on a seat's sheet: whole fields, but of the cells only those that changed.
 */
export interface SceneChange {
  seat: number;
  cells?: Cell[];
  strokes?: Stroke[];
  tags?: Tag[];
  tray?: Token[];
  boxes?: Box[];
  total?: string;
  note?: string;
  tray_note?: string;
  legend?: Key[];
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
 * The command changed nothing: why, in words, with the clause where a rule forbids it.
 */
export interface Refused {
  t: "refused";
  id: string;
  code: string;
  words: Words;
  clause?: string;
}
/**
 * The answer to `why`: what was touched, and whether that is possible.
 */
export interface Because {
  t: "because";
  seat: number;
  touched: Touched;
  legal: boolean;
  clause?: string;
  words?: Words | null;
}
/**
 * Somebody at the table has reacted, perhaps you yourself.
 */
export interface Reacted {
  t: "reacted";
  seat: number;
  emote: "argh" | "bravo" | "haha" | "hello" | "phew" | "wow";
}
/**
 * A message that could not be understood, or came too fast.
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
 * The last message before the server hangs up.
 */
export interface Bye {
  t: "bye";
  code: string;
  words: Words;
}
