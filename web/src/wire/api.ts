/**
 * Requests to the server: the only place that sends any. What each of them takes and answers is written down once, in
 * the server (`Calls`, docs/protocol.md). Knows addresses, no component.
 */
import { sceneOf, scenesOf, type Scene } from "./scene";
import type { Calls, Code, Document, Explore, NewSeat, Problem, Reviewed, Rulebook, Touched, Words } from "./protocol";
import type { Book, Course, HasSpot } from "./view";

export type Lang = Rulebook["lang"];
export type Depth = Reviewed["depth"];
type Call = keyof Calls;
/** What stands in the address of a request: its gaps, and what may follow behind `?`. */
type Where<K extends Call> = Calls[K]["gaps"] & Calls[K]["query"];
type Body<K extends Call> = Calls[K]["body"] extends null ? [] : [Calls[K]["body"]];

/** The server said no (why: one of its codes), answered nonsense (`failed`) or could not be reached (`offline`). */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: Code | "offline" | "failed",
    readonly words: Words,
    /** In how many seconds to ask again, where the server says so. */
    readonly after = 0,
  ) {
    super(code);
  }
}
export const UNREACHED: Words = {
  de: "Der Server ist gerade nicht zu erreichen.",
  en: "The server can't be reached right now.",
};
const NO_COOKIES: Words = {
  de: "Dieser Browser nimmt keine Cookies an. Kritzel erkennt dich daran am Tisch: Bitte erlaube sie für diese Seite.",
  en: "This browser takes no cookies. Kritzel knows you at the table by one: please allow them for this page.",
};

/** Where a request goes: gaps filled, the rest behind `?`. */
function address<K extends Call>(call: K, where: Where<K>): string {
  const left = new Map(Object.entries(where as Record<string, string | number>));
  const path = call.replace(/^\w+ /, "").replace(/{(\w+)}/g, (_, gap: string) => {
    const filled = encodeURIComponent(left.get(gap)!);
    left.delete(gap);
    return filled;
  });
  return left.size ? `${path}?${[...left].map(([name, value]) => `${name}=${value}`).join("&")}` : path;
}

const ask = <K extends Call>(call: K, where: Where<K>, ...body: Body<K>) => send(call, address(call, where), ...body);

async function send<K extends Call>(call: K, path: string, ...[body]: Body<K>): Promise<Calls[K]["answer"]> {
  const method = call.split(" ")[0]!;
  const init: RequestInit = { method, credentials: "same-origin" };
  const plain = typeof body === "string";
  if (method === "POST") {
    init.headers = { "content-type": plain ? "text/plain" : "application/json" };
    init.body = plain ? body : JSON.stringify(body ?? {});
  }
  const reply = await fetch(path, init).catch(() => {
    throw new RequestError(0, "offline", UNREACHED);
  });
  const answer: unknown = await reply.json().catch(() => ({}));
  if (reply.ok) return answer as Calls[K]["answer"];
  const { code, words = UNREACHED } = answer as Partial<Problem>;
  const unknown = code === "no_session" && !navigator.cookieEnabled;
  const after = Number(reply.headers.get("retry-after") ?? 0);
  throw new RequestError(reply.status, (code as Code | undefined) ?? "failed", unknown ? NO_COOKIES : words, after);
}

/** A sheet is called by its game and its own name, with a slash between them. */
function sheetOf(name: string) {
  const [game = "", sheet = ""] = name.split("/");
  return { game, sheet };
}

// Guests
export const whoami = () => ask("GET /api/session", {});
export const enter = (name: string) => ask("POST /api/session", {}, { name });
export const deviceLink = () => ask("POST /api/session/device", {});
export const followLink = (token: string) => ask("POST /api/session/link", {}, { token });
/** For how many days unused things are kept. */
export const keeping = () => ask("GET /api/keeping", {});
/** Be forgotten: to others one is "somebody" in this language from then on. */
export const leave = (lang: Lang) => ask("DELETE /api/session", { lang });
export const leaveDevice = () => ask("DELETE /api/session/device", {});
export const leaveOthers = () => ask("DELETE /api/session/devices", {});

// The shelf
export const shelf = () => ask("GET /api/games", {});
export const warming = () => ask("GET /api/bots", {});
/** A sheet before the first move. */
export async function blankSheet(name: string, lang: Lang): Promise<Scene> {
  const blank = await ask("GET /api/sheets/{game}/{sheet}", sheetOf(name));
  return sceneOf(await document(blank.document), blank.sheet, lang);
}
export const symbols = (name: string) => ask("GET /api/symbols/{game}/{sheet}", sheetOf(name));
/** A rulebook whose examples are laid out. */
export async function rulebook(game: string, lang: Lang): Promise<Book> {
  const book = await ask("GET /api/rulebook/{game}/{lang}", { game, lang });
  const examples = book.examples.map((example) => ({ ...example, scene: sceneOf(book, example.sheet, lang) }));
  return { ...book, examples };
}
/** A first game, with what never changes about its sheet. */
export async function lesson(game: string, lang: Lang): Promise<Course> {
  const found = await ask("GET /api/lessons/{game}/{lang}", { game, lang });
  return { ...found, printed: await document(found.document), lang };
}
/** Why what was touched is impossible in a position. */
export const why = (position: string, seat: number, touched: Touched) =>
  ask("POST /api/why", {}, { position, seat, touched });

/** The address of a sheet as a picture, half played. */
export const padPicture = (name: string, look: "light" | "dark") =>
  address("GET /api/pads/{game}/{sheet}/{look}.svg", { ...sheetOf(name), look });

// The server
export const about = () => ask("GET /api/about", {});

// The own network
export const network = () => ask("GET /api/network", {});
export const switchNetwork = (open: boolean) => ask("POST /api/network", {}, { open });

// Tables
export const myTables = () => ask("GET /api/tables", {});
/** Bots are called as in this language. `begins`: `lots`, or the number of the seat that comes first. */
export const layTable = (sheet: string, seats: NewSeat[], lang: Lang, real_dice = false, begins = "lots") =>
  ask("POST /api/tables", {}, { sheet, seats, real_dice, lang, begins });
export const deleteTable = (table: string) => ask("DELETE /api/tables/{table}", { table });
export const leaveTable = (table: string, lang: Lang) => ask("DELETE /api/tables/{table}/me", { table, lang });
export const newInvite = (table: string, seat: number) => ask("POST /api/tables/{table}/invites", { table }, { seat });
export const join = (table: string, token: string, name: string, hints: boolean) =>
  ask("POST /api/tables/{table}/join", { table }, { token, name, hints });
export const rematch = (table: string) => ask("POST /api/tables/{table}/rematch", { table });

/** Advice for a seat that is to decide; it counts once for a decision. */
export const hint = (table: string, seat: number) => ask("POST /api/tables/{table}/hint", { table }, { seat });

/** Entries of a table's story from before what is known; `since` are those before them. */
export const story = (table: string, before: number) => ask("GET /api/tables/{table}/story", { table, before });

const documents = new Map<string, Promise<Document>>();

/** What never changes of a sheet. What an address leads to stays the same, so it is asked once. */
export function document(found: string): Promise<Document> {
  const known = documents.get(found);
  if (known) return known;
  const asked = send("GET /api/documents/{game}/{sheet}/{version}/{rules}/{seats}/{mark}", found);
  asked.catch(() => documents.delete(found));
  documents.set(found, asked);
  return asked;
}

// After the end
export const replay = (table: string, at: number) => ask("GET /api/tables/{table}/replay", { table, at });
export const timeline = (table: string, lang: Lang) => ask("GET /api/tables/{table}/timeline", { table, lang });
/** A review as far as it is worked out; asking on keeps it going. One that is `known` is not sent again. */
export const review = (table: string, depth: Depth, known: Depth | "" = "") =>
  ask("GET /api/tables/{table}/review", { table, depth, known });
/** A move of a finished game made again, and the puzzle of a day: after these small moves. */
export const tryMoment = async (table: string, at: number, moves: string[], lang: Lang) =>
  laidOut(await ask("POST /api/tables/{table}/try", { table }, { at, moves, lang }), lang);
export const puzzle = async (day: string, moves: string[], lang: Lang) =>
  laidOut(await ask("POST /api/puzzles/{day}", { day }, { moves, lang }), lang);
/** A finished game played on in another way. */
export const explore = async (table: string, wish: Explore, lang: Lang) =>
  laidOut(await ask("POST /api/tables/{table}/explore", { table }, wish), lang);

/** An answer whose table is laid out. */
async function laidOut<Answer extends HasSpot>(answer: Answer, lang: Lang) {
  const { spot } = answer;
  const scenes = spot && scenesOf(await document(spot.document), spot.sheets, lang);
  return { ...answer, spot: spot && { ...spot, scenes: scenes! } };
}
export const recordAddress = (table: string) => address("GET /api/tables/{table}/record", { table });
/** The dice of a table, and of a record that a player kept; `verify/dice.ts` says whether the answer makes sense. */
export const proof = (table: string) => ask("GET /api/tables/{table}/dice", { table });
export const openRecord = (text: string) => ask("POST /api/verify", {}, text);
