/** Requests to the server (docs/protocol.md). Knows addresses and answers, no component. */
import type {
  Because,
  Document,
  Option,
  Scene,
  SceneChange,
  Spoken,
  Table,
  Told,
  Touched,
  Update,
  Words,
} from "./protocol";

export type Lang = "de" | "en";
/** What something on a sheet means; where several fit, the first counts (docs/protocol.md). */
export interface About {
  kind: string;
  name: string;
  clause: string;
  words: Words;
}
/** `bots`: who can be chosen on this sheet, by name, the weakest first. `icon` in its `tint`: what is typical of it. */
export interface SheetInfo {
  name: string;
  title: Words;
  blurb: Words;
  icon: string;
  tint: string;
  bots: string[];
}
/** `pad`: the colour of its pad. `taught`: whether there is a first game. */
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
/** `outside`: none of ours, so nobody knows how strong it is. */
export interface BotInfo {
  name: string;
  level: number;
  title: Words;
  words: Words;
  usual: boolean;
  outside?: boolean;
  ratings: Record<string, number>;
}
export interface Shelf {
  games: GameInfo[];
  bots: BotInfo[];
}
/** How far the bots are with compiling, and who is played for meanwhile. */
export interface Warming {
  done: number;
  of: number;
  waiting: { bot: string; game: string; instead: string }[];
}
export type SeatKind = "me" | "here" | "friend" | "bot";
export interface NewSeat {
  kind: SeatKind;
  name?: string;
  bot?: string;
}
export interface Invite {
  seat: number;
  token: string;
}
export interface Summary {
  table: string;
  game: string;
  sheet: string;
  title: Words;
  phase: NonNullable<Update["phase"]>;
  names: string[];
  totals: number[];
  deciding: number[];
  you: number[];
  owner: boolean;
}
export interface Replayed {
  at: number;
  of: number;
  events: string[];
  view: Table;
}
export interface Gain {
  seat: number;
  key: string;
  points: number;
}
export interface Moment {
  kind: string;
  text: string;
  words: string;
  seat?: number | null;
  cell?: string;
  gains?: Gain[];
}
export interface Clock {
  at: number;
  words: string;
}
export interface Timeline {
  moments: Moment[];
  clocks: Clock[];
  totals: number[];
}
export interface Clause {
  id: string;
  game: string;
  chapter: string;
  text: string;
  ruling: string;
  tags: string[];
  examples: string[];
}
export interface Chapter {
  title: string;
  prose: string;
  clauses: Clause[];
}
/** A worked example. `breaks` is the clause its move breaks, `cell` where the move is about; both may be empty. */
export interface Example {
  id: string;
  clauses: string[];
  caption: string;
  scene: Scene;
  move: string;
  breaks: string;
  cell: string;
  words: Words | null;
}
export interface Book {
  game: string;
  lang: Lang;
  title: string;
  pad: string;
  taught: boolean;
  chapters: Chapter[];
  tags: Record<string, string>;
  examples: Example[];
}
/**
 * A table on the way through a step of a first game. `wanted` and `happens` lead to numbers of stands; the step ends
 * where neither does.
 */
export interface Stand {
  position: string;
  scenes: SceneChange[];
  options: Option[];
  wanted: Record<string, number>;
  happens: { told: Spoken; to: number } | null;
}
export interface Step {
  id: string;
  clauses: string[];
  text: string;
  hint: string;
  praise: string;
  scenes: SceneChange[];
  stands: Stand[];
}
export interface Lesson {
  game: string;
  title: Words;
  sheet: string;
  seat: number;
  names: string[];
  scenes: Scene[];
  steps: Step[];
}

/** The server said no, or could not be reached (code `offline`). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly words: Words,
  ) {
    super(code);
  }
}
const UNREACHED: Words = {
  de: "Der Server ist gerade nicht zu erreichen.",
  en: "The server can't be reached right now.",
};

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  const type = typeof body === "string" ? "text/plain" : "application/json";
  if (body !== undefined) init.headers = { "content-type": type };
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  const reply = await fetch(path, init).catch(() => {
    throw new Refusal(0, "offline", UNREACHED);
  });
  const answer: unknown = await reply.json().catch(() => ({}));
  if (reply.ok) return answer as T;
  const { code = "failed", words = UNREACHED } = answer as { code?: string; words?: Words };
  throw new Refusal(reply.status, code, words);
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);

// Guests
export const whoami = () => get<{ name: string }>("/api/session");
export const enter = (name: string) => post<{ name: string }>("/api/session", { name });
export const deviceLink = () => post<{ token: string }>("/api/session/device");
export const followLink = (token: string) => post<object>("/api/session/link", { token });

// The shelf
export const shelf = () => get<Shelf>("/api/games");
export const warming = () => get<Warming>("/api/bots");
export const blankSheet = (name: string, lang: Lang) => get<Scene>(`/api/sheets/${name}/${lang}`);
export const symbols = (name: string) => get<About[]>(`/api/symbols/${name}`);

export const rulebook = (game: string, lang: Lang) => get<Book>(`/api/rulebook/${encodeURIComponent(game)}/${lang}`);
export const lesson = (game: string, lang: Lang) => get<Lesson>(`/api/lessons/${encodeURIComponent(game)}/${lang}`);
/** Why what was touched is impossible in a position. */
export const why = (position: string, seat: number, touched: Touched) =>
  post<Because>("/api/why", { position, seat, touched });

/** The address of a sheet as a picture, half played. */
export const padPicture = (name: string, look: "light" | "dark") => `/api/pads/${name}/${look}.svg`;

// The own network
export interface Way {
  possible: boolean;
  open: boolean;
  address: string;
}
export const network = () => get<Way>("/api/network");
export const switchNetwork = (open: boolean) => post<Way>("/api/network", { open });

// Tables
export const myTables = () => get<Summary[]>("/api/tables");
/** Bots are called as in this language. `begins`: `lots`, or the number of the seat that comes first. */
export const layTable = (sheet: string, seats: NewSeat[], lang: Lang, real_dice = false, begins = "lots") =>
  post<{ table: string; invites: Invite[] }>("/api/tables", { sheet, seats, real_dice, lang, begins });
export const deleteTable = (table: string) => ask<object>("DELETE", `/api/tables/${table}`);
export const newInvite = (table: string, seat: number) =>
  post<{ token: string }>(`/api/tables/${table}/invites`, { seat });
export const join = (table: string, token: string, name?: string) =>
  post<{ table: string }>(`/api/tables/${table}/join`, name ? { token, name } : { token });
export const rematch = (table: string) => post<{ table: string }>(`/api/tables/${table}/rematch`);

/** Entries of a table's story from before what is known; `since` are those before them. */
export const story = (table: string, before: number) =>
  get<{ since: number; told: Told[] }>(`/api/tables/${table}/story?before=${before}`);

const documents = new Map<string, Promise<Document>>();

/** What never changes of a sheet. What an address leads to stays the same, so it is asked once. */
export function document(address: string): Promise<Document> {
  const known = documents.get(address);
  if (known) return known;
  const asked = get<Document>(address);
  asked.catch(() => documents.delete(address));
  documents.set(address, asked);
  return asked;
}

// After the end
export const replay = (table: string, at: number, lang: Lang) =>
  get<Replayed>(`/api/tables/${table}/replay?at=${at}&lang=${lang}`);
export const timeline = (table: string, lang: Lang) => get<Timeline>(`/api/tables/${table}/timeline?lang=${lang}`);
export const recordAddress = (table: string) => `/api/tables/${table}/record`;
/** The dice of a table, and of a record that somebody kept; `verify/dice.ts` says whether the answer makes sense. */
export const proof = (table: string) => get<unknown>(`/api/tables/${table}/dice`);
export const openRecord = (text: string) => post<unknown>("/api/verify", text);
