/**
 * What this device saw before the dice were known, and what it gave to them. The table page keeps it here, so that not
 * even a reload loses it; only a device that kept it can say that nothing was changed later.
 *
 * A device opens its own luck only when it sees what all have sealed, who sits where and who is to begin, and remembers
 * that: a seal, a name or a chair that is changed later is found out. It never seals twice for one round of mixing, and
 * a further round needs a person who wants it.
 */
import { keepData, keptData } from "../keeping";
import type { Seal } from "../wire/protocol";
import type { View } from "../wire/view";
import { hex } from "../wire/live.svelte";
import type { OpenedDice } from "./dice";
import { namesHashOf, same, SCHEME, sealOf } from "./scheme";

/** A promise that was seen. */
export interface Kept {
  commit: string;
  scheme: string;
  /** Seen before the first roll, when no luck was given yet. */
  early: boolean;
}

/**
 * All of a table. `promises` are by the round of mixing; `seals`, with the names (their hash) and who was to begin, are
 * those seen when this device opened its own.
 */
interface Shelf {
  promises: Record<number, Kept>;
  luck?: { round: number; chair: number; seed: string; seal: string };
  seals?: { round: number; all: string[]; begins: string; names: string };
}

type Shown = Pick<View, "table" | "phase" | "dice">;
type Seated = Shown & Pick<View, "you" | "waiting" | "seals"> & { seats: readonly { name: string }[] };

const shelfOf = (table: string) => `kritzel.dice.${table}`;

/** Call with every view of a table: the first promise of a round is kept, and never a later one. */
export function keepPromise({ table, phase, dice }: Shown): void {
  const shelf = shelfAt(table);
  const round = dice.round;
  if (!dice.commit || dice.seed || shelf.promises[round]) return;
  shelf.promises[round] = { commit: dice.commit, scheme: dice.scheme, early: phase === "open" };
  keepData("device", shelfOf(table), shelf);
}

/** This device seals its luck for the round that is mixed now; asked again, it shows the same seal. */
export function sealed({ table, dice, you, phase }: Shown & Pick<Seated, "you">): string {
  keepPromise({ table, phase, dice });
  const shelf = shelfAt(table);
  const round = dice.round;
  if (shelf.luck?.round !== round) {
    const [chair, seed] = [Math.min(...you), hex(32)];
    shelf.luck = { round, chair, seed, seal: sealOf(table, round, dice.commit, chair, seed) };
    keepData("device", shelfOf(table), shelf);
  }
  return shelf.luck.seal;
}

/**
 * The seed that this device opens now, or nothing: only when everybody has sealed, the promise is still the one it
 * sealed under, its own seal is among them, and all is as it has seen it before. What it sees is kept first.
 */
export function toOpen({ table, dice, seals, seats, waiting }: Omit<Seated, "you" | "phase">): string {
  const { luck, promises, seals: seen } = shelfAt(table);
  const round = dice.round;
  if (waiting.kind !== "seeds" || dice.scheme !== SCHEME || luck?.round !== round) return "";
  if (promises[round]?.commit !== dice.commit) return "";
  const mine = seals.find(({ seat, seal }) => seat === luck.chair && seal === luck.seal);
  const names = seats.map(({ name }) => name);
  const now = { round, all: listed(seals), begins: dice.begins, names: namesHashOf(table, round, dice.commit, names) };
  if (!mine || mine.opened || (seen?.round === round && !(same(seen.all, now.all) && seatedAlike(seen, now))))
    return "";
  keepData("device", shelfOf(table), { ...shelfAt(table), seals: now });
  return luck.seed;
}

/** Whether what was sealed for one of these seats lies on another device, or in another browser. */
export function elsewhere({ table, dice, seals, waiting, you }: Omit<Seated, "phase" | "seats">): boolean {
  if (waiting.kind !== "seeds") return false;
  const { luck } = shelfAt(table);
  const own = luck?.round === dice.round ? luck.seal : "";
  return seals.some(({ seat, seal, opened }) => you.includes(seat) && !opened && seal !== own);
}

type Seating = Pick<NonNullable<Shelf["seals"]>, "begins" | "names">;
const seatedAlike = (one: Seating, other: Seating) => one.begins === other.begins && one.names === other.names;
const listed = (seals: readonly Seal[]) => seals.map(({ seat, seal }) => `${seat}:${seal}`);

// What it can say afterwards ---------------------------------------------------------------------------
/** What the device can say about a table that was opened, each true, false or unknown. */
export interface Witness {
  promise: boolean | null;
  early: boolean;
  luck: boolean | null;
  /** Whether all seals are those it saw before it opened its own. */
  seals: boolean | null;
  /** Whether names, chairs and who began are those it saw then. */
  seats: boolean | null;
}

type About = Pick<OpenedDice, "table" | "scheme" | "round" | "commit" | "people" | "begins" | "names_hash">;
export function witness(opened: About) {
  const { promises, luck, seals } = shelfAt(opened.table);
  const last = Math.max(...Object.keys(promises).map(Number));
  const kept = promises[last];
  const all = opened.people.map(({ chair, seal }) => `${chair}:${seal}`);
  const own = opened.people.find(({ chair }) => chair === luck?.chair);
  const promised = kept && last === opened.round && kept.scheme === opened.scheme && kept.commit === opened.commit;
  return {
    promise: promised ?? null,
    early: kept?.early ?? false,
    luck: luck ? own?.seed === luck.seed : null,
    seals: seals ? seals.round === opened.round && same(seals.all, all) : null,
    seats: seals ? seatedAlike(seals, { begins: opened.begins, names: opened.names_hash }) : null,
  } satisfies Witness;
}

// The shelf --------------------------------------------------------------------------------------------
function shelfAt(table: string): Shelf {
  const found = keptData("device", shelfOf(table)) as Shelf | null;
  return found && typeof found.promises === "object" ? found : { promises: {} };
}
