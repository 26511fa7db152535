/**
 * The socket of one table: keeps the view fresh, reconnects, and sends every command exactly once.
 * A command is kept on the device until it is answered, so that not even a reload loses it. Knows no rule.
 */
import { forget, keepData, keptData } from "../keeping";
import { both } from "../words/words.svelte";
import * as api from "./api";
import type { Lang } from "./api";
import { assembled, inWords } from "./assemble";
import { Heartbeat, LOOK_MS } from "./heartbeat";
import { merge } from "./merge";
import type {
  Ack,
  WhyAnswer,
  Bye,
  Document,
  FromPage,
  FromServer,
  Reacted,
  Refusal,
  Touched,
  Trouble,
  Update,
  View as Known,
  Welcome,
  Words,
} from "./protocol";
import { mayReload, reloaded } from "./reload";
import type { Told, View } from "./view";

/** What this page speaks; a server that speaks another brings another page along. */
export const PROTOCOL = 1;

export type Command = Extract<FromPage, { id: string }>;
/** A command as a page gives it; the id is chosen here. */
export type Wish = Command extends infer C ? (C extends Command ? Omit<C, "id"> : never) : never;
/**
 * `silent`: the socket stands, but no answer comes; what is said meanwhile waits, as when it is lost. `gone`: there is
 * no such table. `old`: this page is too old for the server, and loading it again has not helped.
 */
export type Link = "connecting" | "open" | "silent" | "lost" | "gone" | "old";
export type Emote = Reacted["emote"];

const RESEND_MS = 2500;
const SLOWEST_MS = 8000;

export class Live {
  view = $state.raw<View | null>(null);
  entries = $state.raw<Told[]>([]);
  link = $state<Link>("connecting");
  /** Something has happened since the page is here. */
  grown = $state(false);
  /** How many entries were told while the page was away; 0 once it has been seen. */
  missed = $state(0);
  /** The last message that is for a person: a refusal that no caller waits for, trouble, or goodbye. */
  notice = $state.raw<Refusal | Trouble | Bye | null>(null);
  /** The last reaction at the table; each is an object of its own. */
  reacted = $state.raw<Reacted | null>(null);
  /** Commands that are not answered yet. */
  unsent = $state(0);
  /**
   * Whether this device says that it has no network. The server may be reached all the same: it can run on the device.
   */
  offline = $state(!navigator.onLine);
  /** The server does not answer at the moment. */
  away: boolean = $derived(this.link === "lost" || this.link === "silent");
  /** How many entries came before those that are here. */
  since: number = $derived((this.entries[0]?.n ?? (this.view?.version ?? 0) + 1) - 1);

  #document: Document | null = null;
  #about: Welcome | null = null;
  #known: Known | null = null;
  /** What is said while the document of the table is on its way. */
  #queue: FromServer[] | null = null;
  #socket: WebSocket | null = null;
  #tries = 0;
  /** Milliseconds the server wants to be left alone for; 0: it said nothing about it. */
  #asked = 0;
  #kept: Command[];
  #waiting = new Map<string, (answer: Ack | Refusal) => void>();
  #questions: { seat: number; touched: Touched; tell: (answer: WhyAnswer) => void }[] = [];
  #heart = new Heartbeat();
  #beat: ReturnType<typeof setInterval>;
  #resent = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(
    readonly table: string,
    public lang: Lang,
  ) {
    this.#kept = loadKept(table);
    this.unsent = this.#kept.length;
    this.#beat = setInterval(() => this.#tick(), LOOK_MS);
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#seen);
    this.#connect();
  }

  /** Say something that changes the table. Answered once it is written down for good, or refused. */
  tell(wish: Wish): Promise<Ack | Refusal> {
    const command = { ...wish, id: newId() } as Command;
    this.#keep([...this.#kept, command]);
    this.#resent = Date.now();
    this.#say(command);
    return new Promise((resolve) => this.#waiting.set(command.id, resolve));
  }

  /** Why can this not be done? Changes nothing. Nothing is answered while the server is away. */
  why(seat: number, touched: Touched): Promise<WhyAnswer> {
    this.#say({ t: "why", seat, touched });
    return new Promise((tell) => this.#questions.push({ seat, touched, tell }));
  }

  /** A small reaction for everybody at the table; kept nowhere, and never sent again. */
  react(seat: number, emote: Emote): void {
    this.#say({ t: "react", seat, emote });
  }

  /** The same table in another language. */
  speak(lang: Lang): void {
    if (lang === this.lang) return;
    this.lang = lang;
    this.#show();
  }

  /** More of the story, from before what is here. */
  async earlier(): Promise<void> {
    const before = this.since;
    const { since, log } = await api.story(this.table, before);
    if (this.since !== before || !this.#document) return;
    this.entries = [...inWords(this.#document, log, since), ...this.entries];
  }

  close(): void {
    this.#over = true;
    this.#queue = null;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.#socket = socket;
    this.#heart.begin(Date.now());
    socket.onopen = () => this.#greet();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  #greet(): void {
    this.#say({ t: "hello", protocol: PROTOCOL, last_version: this.#known?.version ?? 0 });
  }

  #lost(): void {
    this.#socket = this.#queue = null;
    if (this.#over || this.link === "gone") return;
    this.link = this.view ? "lost" : "connecting";
    const pause = this.#asked || Math.min(SLOWEST_MS, 250 * 2 ** this.#tries++);
    this.#asked = 0;
    const wait = pause * (0.7 + Math.random() * 0.6);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** Give a socket up without waiting for its goodbye: on a dead line none comes for a long time. */
  #drop(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  /** The network or the person is back: do not wait for the next try. */
  #hurry(): void {
    if (this.#socket || this.#over || this.link === "gone" || document.hidden) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Ask whether anybody is there, now. */
  #doubt(): void {
    this.#heart.afresh(Date.now());
    this.#say({ t: "ping" });
  }

  #offline = (): void => {
    this.offline = true;
    this.#doubt();
  };

  /** The old line is rarely worth waiting for where the network was away; one that still answers is kept. */
  #online = (): void => {
    this.offline = false;
    if (this.link === "silent") this.#drop();
    this.#doubt();
    this.#hurry();
  };

  #seen = (): void => {
    if (document.hidden) return;
    this.#doubt();
    this.#hurry();
  };

  #hear(message: FromServer): void {
    this.#heart.heard(Date.now());
    if (this.link === "silent") this.#answers();
    if (this.#queue && message.t !== "welcome") this.#queue.push(message);
    else this.#read(message);
  }

  #read(message: FromServer): void {
    switch (message.t) {
      case "welcome":
        return this.#open(message);
      case "update":
        return this.#grow(message);
      case "ack":
      case "refused":
        return this.#answered(message);
      case "because":
        return this.#explain(message);
      case "reacted":
        this.reacted = message;
        return;
      case "trouble":
        this.notice = message;
        return;
      case "bye":
        return this.#farewell(message);
      case "pong":
        return;
    }
  }

  /** A table is shown once its document is here; messages that arrive meanwhile are read after that. */
  #open(table: Welcome): void {
    if (table.protocol !== PROTOCOL) return this.#outdated(both("app.outdated"));
    const queue: FromServer[] = (this.#queue = []);
    api.document(table.document).then(
      (document) => this.#queue === queue && this.#take(table, document, queue),
      () => this.#queue === queue && this.#drop(),
    );
  }

  #take(table: Welcome, document: Document, queue: FromServer[]): void {
    const [back, before] = [this.link === "lost", this.#known?.version ?? 0];
    [this.#about, this.#document, this.#queue] = [table, document, null];
    this.#known = table.view;
    this.entries = joined(this.entries, inWords(document, table.log ?? [], table.since), table.since);
    this.#show();
    this.link = "open";
    this.#tries = 0;
    reloaded();
    if (back) this.missed = Math.max(0, this.#known.version - before);
    this.#sayKept();
    if (table.ack) this.#answered({ t: "ack", id: table.ack, version: table.view.version });
    queue.forEach((message) => this.#read(message));
  }

  #show(): void {
    if (!this.#document || !this.#about || !this.#known) return;
    this.view = assembled(this.#document, this.#about, this.#known, this.lang, this.view);
  }

  /** The server answers again. */
  #answers(): void {
    this.link = "open";
    this.#sayKept();
  }

  #grow(update: Update): void {
    if (!this.#document || !this.#known) return this.#socket?.close();
    const [known, log] = [merge(this.#known, update.changes), update.log ?? []];
    const since = this.#known.version;
    if (known.version - log.length !== since) return this.#socket?.close();
    this.#known = known;
    this.grown = true;
    if (log.length) this.entries = [...this.entries, ...inWords(this.#document, log, since)];
    this.#show();
    if (update.ack) this.#answered({ t: "ack", id: update.ack, version: known.version });
  }

  #answered(answer: Ack | Refusal): void {
    if (answer.t === "refused" && answer.code === "retry") return;
    this.#keep(this.#kept.filter((command) => command.id !== answer.id));
    const tell = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (tell) tell(answer);
    else if (answer.t === "refused") this.notice = answer;
  }

  #explain(answer: WhyAnswer): void {
    const at = this.#questions.findIndex(
      (asked) => asked.seat === answer.seat && sameTouch(asked.touched, answer.touched),
    );
    if (at >= 0) this.#questions.splice(at, 1)[0]?.tell(answer);
  }

  #farewell(message: Bye): void {
    if (message.code === "reload") return this.#outdated(message.words);
    this.notice = message;
    this.#asked = (message.after ?? 0) * 1000;
    if (["no_table", "unreadable", "banned"].includes(message.code)) this.link = "gone";
  }

  /** The server is another one now: its page is fetched, once. Commands that are not answered stay on the device. */
  #outdated(words: Words): void {
    this.close();
    if (mayReload()) return location.reload();
    this.notice = { t: "bye", code: "reload", words };
    this.link = "old";
  }

  #keep(commands: Command[]): void {
    this.#kept = commands;
    this.unsent = commands.length;
    saveKept(this.table, commands);
  }

  #tick(): void {
    if (!this.#socket) return;
    const found = this.#heart.look(Date.now(), !document.hidden, this.unsent > 0);
    if (found === "dead") return this.#drop();
    if (found === "silent" && this.link === "open") this.link = "silent";
    if (found === "ask") this.#say({ t: "ping" });
    if (Date.now() - this.#resent >= RESEND_MS) this.#sayKept();
  }

  #sayKept(): void {
    this.#resent = Date.now();
    for (const command of this.#kept) this.#say(command);
  }

  #say(message: FromPage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (message.t !== "hello" && this.link !== "open") return;
    this.#heart.said(Date.now());
    this.#socket.send(JSON.stringify(message));
  }
}

/** The story with what is new after `since`; what was known before a gap is forgotten. */
function joined(old: Told[], fresh: Told[], since: number): Told[] {
  const before = old.filter((entry) => entry.n <= since);
  return before.length && before.at(-1)!.n !== since ? fresh : [...before, ...fresh];
}

/** 64 random bits: no two commands of a table have the same. */
export function newId(): string {
  return hex(8);
}

/** Random bytes as hex digits: the page's own luck. */
export function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** Whether an answer is about what was asked; what is left out has its default. */
function sameTouch(one: Touched, other: Touched): boolean {
  return (["cell", "die", "start", "kind"] as const).every((part) => (one[part] || null) === (other[part] || null));
}

const shelfOf = (table: string) => `kritzel.unsent.${table}`;

function loadKept(table: string): Command[] {
  return (keptData("tab", shelfOf(table)) ?? []) as Command[];
}

function saveKept(table: string, commands: Command[]): void {
  if (commands.length) keepData("tab", shelfOf(table), commands);
  else forget("tab", shelfOf(table));
}
