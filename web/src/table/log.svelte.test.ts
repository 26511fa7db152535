import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { choose } from "../settings.svelte";
import type { Live } from "../wire/live.svelte";
import type { Told, View } from "../wire/view";
import LogDialog from "./LogDialog.svelte";

const entry = (n: number): Told => ({ n, kind: "played", seat: 0, words: { de: `Zug ${n}`, en: `move ${n}` } });
const view = { seats: [{ seat: 0, name: "Mara" }] } as View;
afterEach(cleanup);

/** A story of which the page has the entries after `since`; what is older comes ten at a time. */
class Telling {
  entries: Told[] = $state.raw([]);
  since = $state(0);
  constructor(since: number, version: number) {
    this.since = since;
    this.entries = Array.from({ length: version - since }, (_, nth) => entry(since + nth + 1));
  }
  earlier() {
    const older = Array.from({ length: 10 }, (_, nth) => entry(this.since - 9 + nth));
    [this.entries, this.since] = [[...older, ...this.entries], this.since - 10];
    return Promise.resolve();
  }
}
const show = (live: Telling) => render(LogDialog, { live: live as unknown as Live, view, open: true });
const earlier = () => screen.queryByRole("button", { name: "Earlier", hidden: true });
const told = () => screen.getAllByRole("listitem", { hidden: true }).map((line) => line.textContent?.trim());

test("what is older than the page knows is brought when it is asked for", async () => {
  choose("lang", "en");
  show(new Telling(10, 12));
  expect(told()).toEqual(["move 12", "move 11"]);
  await fireEvent.click(earlier()!);
  expect(told()).toHaveLength(12);
  expect(told().at(-1)).toBe("move 1");
  expect(earlier()).toBeNull();
});

test("of a long story that is here, too, only so much is shown at once", async () => {
  show(new Telling(0, 250));
  expect(told()).toHaveLength(200);
  await fireEvent.click(earlier()!);
  expect(told()).toHaveLength(250);
  expect(earlier()).toBeNull();
});
