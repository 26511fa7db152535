import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "./api";
import type { Document, FromPage, FromServer } from "./protocol";
import { Live, PROTOCOL } from "./live.svelte";

/** A socket whose other end is the test. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  said: FromPage[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  send(text: string) {
    this.said.push(JSON.parse(text) as FromPage);
  }
  /** On a dead line no answer comes to the goodbye, so `onclose` does not come. */
  close() {
    this.readyState = 2;
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  tell(message: object) {
    this.onmessage({ data: JSON.stringify(message as FromServer) });
  }
  count(kind: string) {
    return this.said.filter(({ t }) => t === kind).length;
  }
}

const words = { de: "", en: "" };
const DOCUMENT = { title: words, layouts: [], moves: [], lines: [], sentences: [words] } as unknown as Document;
const MOVE = { t: "move", seat: 0, move: "done", version: 3 } as const;
const entries = (count: number) => Array.from({ length: count }, () => ({ kind: "roll", words: 0 }));
const VIEW = {
  ...{ phase: "running", awaits: "decision", asked: [], out: [], seats: [], scores: {}, sheets: {}, hands: {} },
};
const table = (version: number, since = 0) => ({
  ...{ t: "welcome", protocol: PROTOCOL, table: "a".repeat(16), document: "/doc", you: [0], since },
  view: { ...VIEW, version },
  log: entries(version - since),
});
const TABLE = table(3);
const wire = () => Wire.all.at(-1)!;
const numbers = () => live.entries.map(({ n }) => n);
let hidden = false;
let live: Live;

async function sit(): Promise<Live> {
  live = new Live("a".repeat(16), "en");
  await greeted(TABLE);
  return live;
}

/** The server answers the hello. */
async function greeted(message: object): Promise<void> {
  wire().open();
  wire().tell(message);
  await vi.advanceTimersByTimeAsync(0);
}

/** Time passes; the server answers every ping as long as it is `there`. */
async function pass(ms: number, there = true) {
  for (let gone = 0; gone < ms; gone += 100) {
    const before = wire().count("ping");
    await vi.advanceTimersByTimeAsync(100);
    if (there && wire().count("ping") > before) wire().tell({ t: "pong" });
  }
}

function look(away: boolean) {
  hidden = away;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.spyOn(api, "document").mockImplementation(() => Promise.resolve(DOCUMENT));
  [Wire.all, hidden] = [[], false];
  sessionStorage.clear();
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a table where nothing happens stays open, with one question every few seconds", async () => {
  await sit();
  await pass(60_000);
  expect(live.link).toBe("open");
  expect(Wire.all.length).toBe(1);
  expect(wire().count("ping")).toBeGreaterThan(15);
  expect(wire().count("ping")).toBeLessThan(25);
});

test("a page that hears anyway asks nothing", async () => {
  await sit();
  for (let n = 0; n < 20; n++) {
    await pass(2000);
    wire().tell({ t: "pong" });
  }
  expect(wire().count("ping")).toBe(0);
});

test("silence is told within five seconds, whenever the line dies", async () => {
  for (const before of [0, 700, 1400, 2100, 2800, 3500]) {
    await sit();
    await pass(before);
    await pass(5000, false);
    expect(live.link, `after ${before} ms`).toBe("silent");
    expect(live.away).toBe(true);
    live.close();
  }
});

test("what is said into the silence is kept, and sent once the server answers", async () => {
  await sit();
  await pass(5000, false);
  void live.tell(MOVE);
  expect(live.unsent).toBe(1);
  await pass(500, false);
  expect(wire().count("move")).toBe(0);
  wire().tell({ t: "pong" });
  expect(live.link).toBe("open");
  expect(wire().count("move")).toBe(1);
});

test("a move that is not answered is a question, too", async () => {
  await sit();
  void live.tell(MOVE);
  await pass(2000, false);
  expect(live.link).toBe("silent");
});

test("a move that stays unanswered is sent again over another connection, soon but only once", async () => {
  await sit();
  void live.tell(MOVE);
  await pass(4500, false);
  expect(Wire.all.length).toBe(2);
  await greeted(TABLE);
  expect(wire().count("move")).toBe(1);
  wire().tell({ t: "pong" });
  await pass(7000, false);
  expect(Wire.all.length, "something was heard in between").toBe(3);
  live.close();
  sessionStorage.clear();
  await sit();
  await pass(9000, false);
  expect(Wire.all.length, "nothing waits for an answer").toBe(4);
});

test("an answer in time settles it, and the command is said once", async () => {
  await sit();
  const answer = live.tell(MOVE);
  await pass(600, false);
  const [, said] = wire().said as { id: string }[];
  wire().tell({ t: "ack", id: said!.id, version: 4 });
  await expect(answer).resolves.toMatchObject({ t: "ack" });
  await pass(5000);
  expect(wire().count("move")).toBe(1);
  expect(live.unsent).toBe(0);
});

test("a line that stays silent is given up without waiting for its goodbye", async () => {
  await sit();
  await pass(17_000, false);
  expect(Wire.all.length).toBeGreaterThan(1);
  expect(live.link).toBe("lost");
  await greeted(TABLE);
  expect(live.link).toBe("open");
  Wire.all[0]!.onclose();
  Wire.all[0]!.tell({ t: "bye", code: "no_table", words: { de: "", en: "" } });
  expect(live.link).toBe("open");
});

test.each(["no_table", "unreadable", "banned"])(
  "a table that is never coming back is not asked for again: %s",
  async (code) => {
    await sit();
    wire().tell({ t: "bye", code, words: { de: "", en: "" } });
    wire().onclose();
    await pass(60_000, false);
    expect(live.link).toBe("gone");
    expect(Wire.all.length).toBe(1);
  },
);

test("a page in the background asks nothing and gives nothing up", async () => {
  await sit();
  look(true);
  await pass(600_000, false);
  expect(live.link).toBe("open");
  expect(Wire.all.length).toBe(1);
  expect(wire().count("ping")).toBe(0);
});

test("a page that becomes visible knows soon", async () => {
  await sit();
  look(true);
  await pass(60_000, false);
  look(false);
  expect(wire().count("ping")).toBe(1);
  expect(live.link).toBe("open");
  await pass(2000, false);
  expect(live.link).toBe("silent");
});

test("a page too busy to read its post does not call the server silent", async () => {
  await sit();
  await pass(3000, false);
  vi.setSystemTime(Date.now() + 1800);
  await pass(100, false);
  wire().tell({ t: "pong" });
  expect(live.link).toBe("open");
});

test("a page that slept does not take its own sleep for silence", async () => {
  await sit();
  await pass(3000, false);
  expect(wire().count("ping")).toBe(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(1000, false);
  expect(live.link).toBe("open");
  wire().tell({ t: "pong" });
  await pass(1000);
  expect(Wire.all.length).toBe(1);
});

test("without network the page says so and asks at once; a server on this device still answers", async () => {
  await sit();
  dispatchEvent(new Event("offline"));
  expect(live.offline).toBe(true);
  expect(wire().count("ping")).toBe(1);
  wire().tell({ t: "pong" });
  await pass(20_000);
  expect([live.link, Wire.all.length]).toEqual(["open", 1]);
});

test("back in a network it does not wait for the old line", async () => {
  await sit();
  dispatchEvent(new Event("offline"));
  await pass(2000, false);
  expect(live.link).toBe("silent");
  dispatchEvent(new Event("online"));
  expect(live.offline).toBe(false);
  expect(Wire.all.length).toBe(2);
});

test("a line that answers is kept when the network comes and goes", async () => {
  await sit();
  for (const name of ["offline", "online", "offline", "online"]) {
    dispatchEvent(new Event(name));
    wire().tell({ t: "pong" });
    await pass(1000);
  }
  expect([live.link, Wire.all.length]).toEqual(["open", 1]);
});

test("while the server is down tries become rare", async () => {
  await sit();
  wire().onclose();
  for (let second = 0; second < 120; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    if (wire().readyState === 0) {
      wire().readyState = 3;
      wire().onclose();
    }
  }
  expect(Wire.all.length).toBeGreaterThan(10);
  expect(Wire.all.length).toBeLessThan(32);
});

test("a page that is told when to come again comes then, and not before; later after the usual time", async () => {
  live = new Live("a".repeat(16), "en");
  wire().open();
  wire().tell({ t: "bye", code: "busy", words: { de: "", en: "" }, after: 20 });
  wire().onclose();
  await vi.advanceTimersByTimeAsync(13_900);
  expect(Wire.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(12_200);
  expect(Wire.all.length).toBe(2);
  wire().onclose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.all.length).toBe(3);
});

test("a slow first answer is waited for: giving up would only make the crowd larger", async () => {
  live = new Live("a".repeat(16), "en");
  wire().open();
  await pass(30_000, false);
  expect([live.link, Wire.all.length]).toEqual(["connecting", 1]);
  await pass(10_000, false);
  expect(Wire.all.length).toBe(2);
});

test("hello says which protocol, and how much of the story is here", async () => {
  await sit();
  expect(wire().said[0]).toEqual({ t: "hello", protocol: PROTOCOL, last_version: 0 });
  expect(wire().url).toMatch(/^ws:\/\/[^/]+\/api\/tables\/a{16}\/live$/);
  wire().onclose();
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  expect(wire().said[0]).toMatchObject({ last_version: 3 });
});

test("what is said while the document is on its way is heard after it", async () => {
  let bring: (found: Document) => void = () => {};
  vi.mocked(api.document).mockReturnValueOnce(new Promise((resolve) => (bring = resolve)));
  live = new Live("a".repeat(16), "en");
  await greeted(TABLE);
  wire().tell({ t: "update", changes: { version: 4 }, log: entries(1) });
  expect([live.view, live.link]).toEqual([null, "connecting"]);
  bring(DOCUMENT);
  await vi.advanceTimersByTimeAsync(0);
  expect([live.view?.version, numbers()]).toEqual([4, [1, 2, 3, 4]]);
});

test("without its document a table is asked for again", async () => {
  vi.mocked(api.document).mockRejectedValueOnce(new Error("offline"));
  live = new Live("a".repeat(16), "en");
  await greeted(TABLE);
  expect(live.view).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.all.length).toBe(2);
  await greeted(TABLE);
  expect(live.link).toBe("open");
});

test("an update may bring the acknowledgement; its sender sees the table it led to", async () => {
  await sit();
  const seen = live.tell(MOVE).then((answer) => [answer, live.view?.version]);
  const { id } = wire().said.at(-1) as { id: string };
  wire().tell({ t: "update", changes: { version: 4 }, ack: id, log: entries(1) });
  expect(await seen).toEqual([{ t: "ack", id, version: 4 }, 4]);
  expect(live.unsent).toBe(0);
});

test("an update that does not follow on what is here leads to a new hello", async () => {
  await sit();
  wire().tell({ t: "update", changes: { version: 5 }, log: entries(1) });
  expect([live.view?.version, wire().readyState]).toEqual([3, 2]);
});

test("of a long story the newest is here, and what was known before a gap is forgotten", async () => {
  await sit();
  wire().onclose();
  await vi.advanceTimersByTimeAsync(1000);
  await greeted(table(5, 3));
  expect([numbers(), live.missed, live.since]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
  wire().onclose();
  await vi.advanceTimersByTimeAsync(1000);
  await greeted(table(20, 18));
  expect([numbers(), live.missed, live.since]).toEqual([[19, 20], 15, 18]);
  vi.spyOn(api, "story").mockResolvedValue({ since: 16, log: entries(2) });
  await live.earlier();
  expect(api.story).toHaveBeenCalledWith("a".repeat(16), 18);
  expect(numbers()).toEqual([17, 18, 19, 20]);
});

test("another language needs no server", async () => {
  await sit();
  const said = wire().said.length;
  live.speak("de");
  expect([live.lang, wire().said.length]).toEqual(["de", said]);
});

test.each([
  ["a goodbye that says so", { t: "bye", code: "reload", words }],
  ["a table of another protocol", { ...TABLE, protocol: PROTOCOL + 1 }],
])("a page too old for the server loads itself again, once: %s", async (_, message) => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  live = new Live("a".repeat(16), "en");
  await greeted(message);
  expect([reload.mock.calls.length, live.link]).toEqual([1, "connecting"]);
  live = new Live("a".repeat(16), "en");
  await greeted(message);
  expect([reload.mock.calls.length, live.link, live.notice?.t]).toEqual([1, "old", "bye"]);
  await pass(60_000, false);
  expect(Wire.all.length).toBe(2);
  live = new Live("a".repeat(16), "en");
  await greeted(TABLE);
  live = new Live("a".repeat(16), "en");
  await greeted(message);
  expect(reload).toHaveBeenCalledTimes(2);
});
