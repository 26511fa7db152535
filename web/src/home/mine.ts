/** The tables of this guest in the order in which they matter. Pure. */
import type { Summary } from "../wire/protocol";

export interface Mine {
  going: Summary[];
  done: Summary[];
}
export type Standing = "turn" | "open" | "waiting" | "over" | "stopped";

/** How a table stands, for the reader of the list. */
export function standing({ phase, deciding, you }: Summary): Standing {
  if (phase !== "running") return phase;
  return deciding.some((seat) => you.includes(seat)) ? "turn" : "waiting";
}

const ORDER: readonly Standing[] = ["turn", "waiting", "open", "over", "stopped"];

/**
 * My turn first, then what runs, then what waits for people; what has ended is apart. The newest first among equals.
 */
export function sorted(tables: readonly Summary[]): Mine {
  const rank = (table: Summary) => ORDER.indexOf(standing(table));
  const all = [...tables].sort((a, b) => rank(a) - rank(b));
  return { going: all.filter((table) => rank(table) < 3), done: all.filter((table) => rank(table) >= 3) };
}

/** Who else sits there, also at this device; open seats have no name yet. */
export function others({ names, you }: Summary): string[] {
  return names.filter((name, seat) => name && seat !== you[0]);
}

/** The number of free seats. */
export function free({ names }: Summary): number {
  return names.filter((name) => !name).length;
}

/** Who has to choose now. */
export function deciding({ names, deciding }: Summary): string[] {
  return deciding.map((seat) => names[seat] ?? "").filter(Boolean);
}
