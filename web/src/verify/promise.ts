/**
 * What this device saw before the dice were known, and what it gave to them. The table page keeps it here, so that not
 * even a reload loses it; only a device that kept it can say that nobody changed anything later.
 *
 * A device opens its own luck only when it sees what all have sealed, and remembers that: whoever changes a seal later
 * is found out. It never seals twice for one round of mixing, and a further round needs somebody who wants it.
 */
import { keepData, kept, keptData } from "../keeping";
import type { Seal } from "../wire/protocol";
import type { View } from "../wire/view";
import { hex } from "../wire/live.svelte";
import { same } from "./numbers";
import type { Opened } from "./dice";
import { SEALED, sealOf } from "./seals";

/** A promise that was seen. */
export interface Kept {
  commit: string;
  scheme: string;
  /** Seen before the first roll, when nobody had given their luck yet. */
  early: boolean;
}

/** All of a table. `promises` are by the round of mixing; `seals` are those seen when this device opened its own. */
interface Shelf {
  promises: Record<number, Kept>;
  luck?: { round: number; chair: number; seed: string; seal: string };
  seals?: { round: number; all: string[] };
}

type Shown = Pick<View, "table" | "phase" | "dice">;
type Seated = Shown & Pick<View, "you" | "waiting" | "seals">;

const shelfOf = (table: string) => `kritzel.dice.${table}`;

/** Call with every view of a table: the first promise of a round is kept, and never a later one. */
export function keepPromise({ table, phase, dice }: Shown): void {
  const shelf = shelfAt(table);
  const round = dice.round;
  if (!dice.commit || dice.seed || shelf.promises[round]) return;
  shelf.promises[round] = { commit: dice.commit, scheme: dice.scheme, early: phase === "open" };
  keepData("device", shelfOf(table), shelf);
}

/** Call with the seed that is sent where nothing is sealed: it must be found among those that made the dice. */
export function keepLuck(table: string, seed: string): void {
  keepData("device", shelfOf(table), { ...shelfAt(table), luck: { round: 1, chair: 0, seed, seal: "" } });
}

/** This device seals its luck for the round that is mixed now; asked again, it shows the same seal. */
export function sealed({ table, dice, you, phase }: Seated): string {
  keepPromise({ table, phase, dice });
  const shelf = shelfAt(table);
  const round = dice.round;
  if (shelf.luck?.round !== round || !shelf.luck.seal) {
    const [chair, seed] = [Math.min(...you), hex(32)];
    shelf.luck = { round, chair, seed, seal: sealOf(table, round, dice.commit, chair, seed) };
    keepData("device", shelfOf(table), shelf);
  }
  return shelf.luck.seal;
}

/**
 * The seed that this device opens now, or nothing: only when everybody has sealed, the promise is still the one it
 * sealed under, its own seal is among them, and they are those it has seen before. What all sealed is kept first.
 */
export function toOpen({ table, dice, seals, waiting }: Pick<Seated, "table" | "dice" | "seals" | "waiting">): string {
  const { luck, promises, seals: seen } = shelfAt(table);
  const round = dice.round;
  if (waiting.kind !== "seeds" || dice.scheme !== SEALED || luck?.round !== round) return "";
  if (promises[round]?.commit !== dice.commit) return "";
  const mine = seals.find(({ seat, seal }) => seat === luck.chair && seal === luck.seal);
  const all = listed(seals);
  if (!mine || mine.opened || (seen?.round === round && !same(seen.all, all))) return "";
  keepData("device", shelfOf(table), { ...shelfAt(table), seals: { round, all } });
  return luck.seed;
}

/** Whether what was sealed for one of these seats lies on another device, or in another browser. */
export function elsewhere({ table, dice, seals, waiting, you }: Omit<Seated, "phase">): boolean {
  if (waiting.kind !== "seeds") return false;
  const { luck } = shelfAt(table);
  const own = luck?.round === dice.round ? luck.seal : "";
  return seals.some(({ seat, seal, opened }) => you.includes(seat) && !opened && seal !== own);
}

const listed = (seals: readonly Seal[]) => seals.map(({ seat, seal }) => `${seat}:${seal}`);

// What it can say afterwards ---------------------------------------------------------------------------
/** What the device can say about a table that was opened, each true, false or unknown. */
export interface Witness {
  promise: boolean | null;
  early: boolean;
  luck: boolean | null;
  /** Whether all seals are those it saw before it opened its own. */
  seals: boolean | null;
}

export function witness(
  opened: Pick<Opened, "table" | "scheme" | "round" | "commit" | "players" | "chairs" | "seals">,
) {
  const { promises, luck, seals } = shelfAt(opened.table);
  const last = Math.max(...Object.keys(promises).map(Number));
  const kept = promises[last];
  const all = opened.chairs.map((chair, at) => `${chair}:${opened.seals[at]}`);
  const promised = kept && last === opened.round && kept.scheme === opened.scheme && kept.commit === opened.commit;
  return {
    promise: promised ?? null,
    early: kept?.early ?? false,
    luck: luck ? opened.players.includes(luck.seed) : null,
    seals: seals ? seals.round === opened.round && same(seals.all, all) : null,
  } satisfies Witness;
}

// The shelf --------------------------------------------------------------------------------------------
function shelfAt(table: string): Shelf {
  const found = kept("device", shelfOf(table)) ? (keptData("device", shelfOf(table)) as Shelf | null) : older(table);
  return found && typeof found.promises === "object" ? found : { promises: {} };
}

/** What was kept of a table before there were seals. */
function older(table: string): Shelf {
  const seen = keptData("device", `kritzel.commit.${table}`) as Omit<Kept, "scheme"> | null;
  const seed = kept("device", `kritzel.luck.${table}`);
  return {
    promises: seen && typeof seen.commit === "string" ? { 1: { ...seen, scheme: "DICE-1" } } : {},
    ...(seed ? { luck: { round: 1, chair: 0, seed, seal: "" } } : {}),
  };
}
