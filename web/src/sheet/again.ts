/** A move that is looked at again: the cells it was played on, and those of a better one. */
export interface Again {
  played: ReadonlySet<string>;
  better: ReadonlySet<string>;
  /** Words at the first cell of each; empty where there is no room for them. */
  flags: { played: string; better: string };
  /** The same for readers, who walk from cell to cell. */
  spoken: { played: string; better: string };
  /** The cells that the reason speaks of, ringed with dots. */
  about?: ReadonlySet<string>;
  /** Whether nothing goes on from there. */
  ends?: boolean;
  /** What each of them leaves on the sheet; without it the cells alone are marked. */
  drawn?: { played: Drawn; better: Drawn | null };
}

/** What a move leaves: its kind, the die it lays down, the lines it draws from cell to cell. */
export interface Drawn {
  kind: string;
  die?: number | null;
  lines: readonly (readonly [string, string])[];
}

/** What readers hear of a cell: whose move it was part of; empty where it was part of none. */
export function spokenOf({ played, better, spoken }: Again, cell: string): string {
  return [played.has(cell) ? spoken.played : "", better.has(cell) ? spoken.better : ""].filter(Boolean).join(", ");
}
