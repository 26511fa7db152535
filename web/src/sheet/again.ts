/** A move that is looked at again: the cells it was played on, and those of a better one. */
export interface Again {
  played: ReadonlySet<string>;
  better: ReadonlySet<string>;
  /** Words at the first cell of each; empty where there is no room for them. */
  flags: { played: string; better: string };
}
