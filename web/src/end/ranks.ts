/** What points are worth alone, and what is missing to the next rank. Pure: knows the ranks of a sheet, no rule. */
import type { Document, SoloRank } from "../wire/protocol";

export interface Ranked {
  /** From 1, the best. */
  rank: number;
  of: number;
  title: SoloRank["title"];
  /** The next better one and how many points are missing to it; null for the best. */
  next: { rank: number; title: SoloRank["title"]; missing: number } | null;
  clause: string;
}

/** The rank of these points; null where the sheet has none. */
export function ranked(
  { ranks, ranks_clause: clause }: Pick<Document, "ranks" | "ranks_clause">,
  points: number,
): Ranked | null {
  if (!ranks.length) return null;
  const at = ranks.findIndex(({ least }) => least === null || points >= least);
  const better = ranks[at - 1];
  const next = better ? { rank: at, title: better.title, missing: (better.least ?? 0) - points } : null;
  return { rank: at + 1, of: ranks.length, title: ranks[at]!.title, next, clause };
}
