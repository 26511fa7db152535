/** A move that is looked at again: the cells it was played on, and those of a better one. */
export interface Again {
  played: ReadonlySet<string>;
  better: ReadonlySet<string>;
  /** Words at the first cell of each; empty where there is no room for them. */
  flags: { played: string; better: string };
  /** What each of them leaves on the sheet; without it the cells alone are marked. */
  drawn?: { played: Drawn; better: Drawn | null };
}

/** What a move leaves: its kind, the die it lays down, the lines it draws from cell to cell. */
export interface Drawn {
  kind: string;
  die?: number | null;
  lines: readonly (readonly [string, string])[];
}
