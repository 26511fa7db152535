import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromPage, FromServer, View } from "./protocol";
import { Live } from "./live.svelte";

/** A socket whose other end is the test. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  said: FromPage[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    Wire.all.push(this);
  }
  send(text: string) {
    this.said.push(JSON.parse(text) as FromPage);
  }
  /** On a dead line nobody answers the goodbye, so `onclose` does not come. */
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

const VIEW = { version: 3, phase: "running" } as View;
const MOVE = { t: "move", seat: 0, move: "done", version: 3 } as const;
const TABLE = { t: "table", view: VIEW, since: 0, entries: [] };
const wire = () => Wire.all.at(-1)!;
let hidden = false;
let live: Live;

function sit(): Live {
  live = new Live("a".repeat(16), "en");
  wire().open();
  wire().tell(TABLE);
  return live;
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
  sit();
  await pass(60_000);
  expect(live.link).toBe("open");
  expect(Wire.all.length).toBe(1);
  expect(wire().count("ping")).toBeGreaterThan(15);
  expect(wire().count("ping")).toBeLessThan(25);
});

test("whoever hears anyway asks nothing", async () => {
  sit();
  for (let n = 0; n < 20; n++) {
    await pass(2000);
    wire().tell({ t: "pong" });
  }
  expect(wire().count("ping")).toBe(0);
});

test("silence is told within five seconds, whenever the line dies", async () => {
  for (const before of [0, 700, 1400, 2100, 2800, 3500]) {
    sit();
    await pass(before);
    await pass(5000, false);
    expect(live.link, `after ${before} ms`).toBe("silent");
    expect(live.away).toBe(true);
    live.close();
  }
});

test("what is said into the silence is kept, and sent once somebody answers", async () => {
  sit();
  await pass(5000, false);
  void live.tell(MOVE);
  expect(live.unsent).toBe(1);
  await pass(3000, false);
  expect(wire().count("move")).toBe(0);
  wire().tell({ t: "pong" });
  expect(live.link).toBe("open");
  expect(wire().count("move")).toBe(1);
});

test("a move that is not answered is a question, too", async () => {
  sit();
  void live.tell(MOVE);
  await pass(2000, false);
  expect(live.link).toBe("silent");
});

test("an answer in time settles it, and the command is said once", async () => {
  sit();
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
  sit();
  await pass(17_000, false);
  expect(Wire.all.length).toBeGreaterThan(1);
  expect(live.link).toBe("lost");
  wire().open();
  wire().tell(TABLE);
  expect(live.link).toBe("open");
  Wire.all[0]!.onclose();
  Wire.all[0]!.tell({ t: "bye", code: "no_table", words: { de: "", en: "" } });
  expect(live.link).toBe("open");
});

test.each(["no_table", "unreadable"])("a table that is never coming back is not asked for again: %s", async (code) => {
  sit();
  wire().tell({ t: "bye", code, words: { de: "", en: "" } });
  wire().onclose();
  await pass(60_000, false);
  expect(live.link).toBe("gone");
  expect(Wire.all.length).toBe(1);
});

test("a page in the background asks nothing and gives nothing up", async () => {
  sit();
  look(true);
  await pass(600_000, false);
  expect(live.link).toBe("open");
  expect(Wire.all.length).toBe(1);
  expect(wire().count("ping")).toBe(0);
});

test("whoever comes back to the page knows soon", async () => {
  sit();
  look(true);
  await pass(60_000, false);
  look(false);
  expect(wire().count("ping")).toBe(1);
  expect(live.link).toBe("open");
  await pass(2000, false);
  expect(live.link).toBe("silent");
});

test("a page too busy to read its post does not call the server silent", async () => {
  sit();
  await pass(3000, false);
  vi.setSystemTime(Date.now() + 1800);
  await pass(100, false);
  wire().tell({ t: "pong" });
  expect(live.link).toBe("open");
});

test("a page that slept does not take its own sleep for silence", async () => {
  sit();
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
  sit();
  dispatchEvent(new Event("offline"));
  expect(live.offline).toBe(true);
  expect(wire().count("ping")).toBe(1);
  wire().tell({ t: "pong" });
  await pass(20_000);
  expect([live.link, Wire.all.length]).toEqual(["open", 1]);
});

test("back in a network it does not wait for the old line", async () => {
  sit();
  dispatchEvent(new Event("offline"));
  await pass(2000, false);
  expect(live.link).toBe("silent");
  dispatchEvent(new Event("online"));
  expect(live.offline).toBe(false);
  expect(Wire.all.length).toBe(2);
});

test("a line that answers is kept when the network comes and goes", async () => {
  sit();
  for (const name of ["offline", "online", "offline", "online"]) {
    dispatchEvent(new Event(name));
    wire().tell({ t: "pong" });
    await pass(1000);
  }
  expect([live.link, Wire.all.length]).toEqual(["open", 1]);
});

test("while the server is down tries become rare", async () => {
  sit();
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

test("a slow first answer is waited for: giving up would only make the crowd larger", async () => {
  live = new Live("a".repeat(16), "en");
  wire().open();
  await pass(30_000, false);
  expect([live.link, Wire.all.length]).toEqual(["connecting", 1]);
  await pass(10_000, false);
  expect(Wire.all.length).toBe(2);
});
