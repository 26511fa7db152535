/** The sheet as it stands in a page: every word of docs/scene.md leaves a trace, and only new marks move. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Cell, Scene, Stroke, Tag } from "../wire/scene";
import type { Mark } from "../wire/scene";
import Tray from "../table/Tray.svelte";
import { NOTHING } from "../hand/choosing";
import MiniSheet from "./MiniSheet.svelte";
import Sheet from "./Sheet.svelte";
import { FILLS, MARKS, PIECES, SHAPES, STROKES, TAG_STATES, TAGS } from "./shapes";
import type { MarkWord } from "./vocabulary";

type Shown = ReturnType<typeof mount>;
let shown: Shown[] = [];
afterEach(() => {
  shown.forEach((one) => void unmount(one));
  shown = [];
  document.body.replaceChildren();
});

function cell(marks: Mark[] = [], more: Partial<Cell> = {}): Cell {
  return { id: "a1", shape: "square", x: 30, y: 30, fill: "plain", number: 3, label: "a1, 3", marks, ...more };
}

function scene(cells: Cell[], strokes: Stroke[] = [], tags: Tag[] = []): Scene {
  const rest = { tray: [], boxes: [], total: "", note: "", tray_note: "", legend: [], tray_kind: "die" };
  return { pad: "#C98A00", title: "T", lang: "en", width: 600, height: 600, cells, strokes, tags, ...rest };
}

/** A sheet with everything that comes in its turn. */
function drawn(props: Record<string, unknown> & { scene: Scene }): HTMLElement {
  return mounted({ label: "sheet", ...props });
}

function mounted(props: { scene: Scene; label: string }): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  shown.push(mount(Sheet, { target, props }));
  flushSync();
  vi.runAllTimers();
  vi.useRealTimers();
  flushSync();
  return target;
}

/** What is drawn, without what differs between two sheets anyway. */
function trace(one: Scene): string {
  return drawn({ scene: one }).innerHTML.replaceAll(/id="[^"]*"/g, "");
}

const ON_HEXES: readonly MarkWord[] = ["line", "end", "rest", "origin", "full", "half"];
const DETAIL: Partial<Record<MarkWord, string>> = { die: "4", rail: "NS", printed: "EW" };

describe("every word leaves a trace", () => {
  it.each(MARKS)("mark %s", (kind) => {
    const shape = ON_HEXES.includes(kind) ? "pointy" : "square";
    const more = { shape, fill: shape === "pointy" ? "r" : "plain" };
    const bare = kind === "end" || kind === "rest" || kind === "origin" ? { ...more, number: null } : more;
    expect(trace(scene([cell([{ kind, detail: DETAIL[kind] ?? "" }], bare)]))).not.toBe(trace(scene([cell([], bare)])));
  });
  it.each(PIECES)("piece %s", (detail) => {
    expect(trace(scene([cell([{ kind: "rail", detail }])]))).toContain("rails");
  });
  it.each(SHAPES.flatMap((shape) => FILLS.map((fill) => [shape, fill] as const)))("%s %s", (shape, fill) => {
    expect(trace(scene([cell([], { shape, fill })]))).toContain("<g");
  });
  it.each(STROKES)("stroke %s", (kind) => {
    const points = [
      [0, 0],
      [60, 0],
      [60, 60],
    ] as unknown as Stroke["points"];
    expect(trace(scene([cell()], [{ kind, points, closed: true }]))).toContain(
      `class="${kind === "segment" ? "seg" : kind}`,
    );
  });
  it.each(TAGS)("tag %s", (kind) => {
    const tag = {
      kind,
      x: 90,
      y: 30,
      text: kind === "place" ? "9/4" : "7",
      icon: "m_sun",
      state: "open",
      label: "seven",
    };
    expect(trace(scene([cell()], [], [tag]))).toContain('aria-label="seven"');
  });
  it.each(TAG_STATES.filter((state) => state !== "open"))("state %s", (state) => {
    const kind = state === "won" || state === "lost" ? "row" : "place";
    const tag = (other: string): Tag => ({ kind, x: 90, y: 30, text: "9/4", icon: "m_sun", state: other });
    expect(trace(scene([cell()], [], [tag(state)]))).not.toBe(trace(scene([cell()], [], [tag("open")])));
  });
});

describe("a sheet in use", () => {
  const two = [cell([{ kind: "legal" }]), cell([], { id: "b1", x: 90, label: "b1, 3" })];
  it("is a picture without a hand, a grid with one", () => {
    expect(
      drawn({ scene: scene(two) })
        .querySelector("[role=img]")
        ?.getAttribute("aria-label"),
    ).toBe("sheet");
    const grid = drawn({ scene: scene(two), onpick: () => {} });
    expect(grid.querySelector("[role=grid]")?.getAttribute("aria-label")).toBe("sheet");
    expect([...grid.querySelectorAll("[role=gridcell]")].map((one) => one.getAttribute("tabindex"))).toEqual([
      "0",
      "-1",
    ]);
  });
  it("says which cell was chosen with the keys", () => {
    const onpick = vi.fn();
    const grid = drawn({ scene: scene(two), onpick }).querySelector("[role=grid]")!;
    for (const key of ["ArrowRight", "Enter"]) grid.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    expect(onpick.mock.calls).toEqual([["b1"]]);
  });
  it("marks what is previewed as selected", () => {
    const grid = drawn({ scene: scene(two), onpick: () => {}, preview: { cell: "a1", die: 3, kind: "take" } });
    expect(grid.querySelector("[aria-selected=true]")?.getAttribute("data-cell")).toBe("a1");
    expect(grid.querySelector(".ghost")).not.toBeNull();
  });
  it("draws new marks before the eyes, old ones not, and leaves other cells alone", () => {
    const props = $state({ scene: scene([cell([{ kind: "cross" }]), two[1]!]), label: "sheet" });
    const target = mounted(props);
    expect(target.querySelectorAll(".cross")).toHaveLength(1);
    expect(target.querySelectorAll(".lively")).toHaveLength(0);
    const before = target.querySelector(".cross");
    props.scene = scene([props.scene.cells[0]!, cell([{ kind: "cross" }], { id: "b1", x: 90 })]);
    flushSync();
    expect(target.querySelectorAll(".cross")).toHaveLength(2);
    expect(target.querySelectorAll(".lively")).toHaveLength(1);
    expect(target.querySelector(".cross")).toBe(before);
  });
});

describe("what is printed", () => {
  it("is written again only where it changed, and keeps the focus", () => {
    const cells = [cell([{ kind: "legal" }]), cell([], { id: "b1", x: 90 })];
    const props = $state({ scene: scene(cells), label: "sheet", onpick: () => {} });
    const target = mounted(props);
    const hit = target.querySelector<SVGElement>("[data-cell=a1]")!;
    hit.focus();
    const [before, other] = target.querySelectorAll("rect.legal, rect.plain");
    props.scene = scene([cell([], { label: "a1, closed" }), cells[1]!]);
    flushSync();
    const [after, same] = target.querySelectorAll("rect.legal, rect.plain");
    expect(after).not.toBe(before);
    expect(same).toBe(other);
    expect(target.querySelector("[data-cell=a1]")).toBe(hit);
    expect(document.activeElement).toBe(hit);
    expect(hit.getAttribute("aria-label")).toBe("a1, closed");
    expect(hit.classList.contains("target")).toBe(false);
  });
  it("is never more than text", () => {
    const evil = '<img src=x onerror="alert(1)">';
    const tags = [{ kind: "name", x: 0, y: 0, text: evil, label: evil }] as unknown as Tag[];
    const target = drawn({ scene: scene([cell([], { icon: evil, note: evil, label: evil })], [], tags) });
    expect(target.querySelector("img, [onerror]")).toBeNull();
    expect(target.querySelector("text.name")?.textContent).toBe(evil);
  });
});

describe("a mini sheet", () => {
  it("is a handful of paths", () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      cell([{ kind: at % 2 ? "cross" : "die", detail: "1" }], {
        id: `c${at}`,
        x: 60 * (at % 10),
        y: 60 * Math.floor(at / 10),
      }),
    );
    const target = document.body.appendChild(document.createElement("div"));
    shown.push(mount(MiniSheet, { target, props: { scene: scene(many), seat: 1 } }));
    expect(target.querySelectorAll("path").length).toBeLessThan(10);
  });
});

describe("colours", () => {
  it("keeps colour, hatch and shape of a square under every mark", () => {
    for (const kind of ["", "legal", "open", "locked", "cross", "pick"]) {
      const target = drawn({ scene: scene([cell(kind ? [{ kind }] : [], { fill: "r" })]) });
      expect(target.querySelector("rect.cr"), kind).not.toBeNull();
      expect(target.querySelector('[fill="url(#hatch-r)"]'), kind).not.toBeNull();
      expect(target.querySelector('[href="#i-sh_r"]'), kind).not.toBeNull();
    }
  });
  it("names coloured dice with pips, among white ones", () => {
    const tray = [
      { kind: "single", face: "3", state: "free" },
      { kind: "pips", face: "r4", state: "fits" },
    ];
    const target = document.body.appendChild(document.createElement("div"));
    shown.push(mount(Tray, { target, props: { scene: { ...scene([cell()]), tray }, chosen: NOTHING } }));
    flushSync();
    const dice = [...target.querySelectorAll("[role=img]")];
    expect(dice[1]!.getAttribute("aria-label")).toMatch(/^(Red|Rot) 4, /);
    expect(dice.map((die) => die.querySelectorAll(".cpip circle").length)).toEqual([0, 4]);
    expect(dice[1]!.querySelector(".cr")).not.toBeNull();
  });
});
