/** Who won and by how much, as texts of the page with their gaps filled. Pure: knows a view, no rule. */
import type { Rank } from "../wire/protocol";
import type { View } from "../wire/view";
import type { Lang } from "../wire/api";
import type { Fill, Key } from "../words/words.svelte";

export interface Said {
  key: Key;
  fill?: Fill;
}
export interface Verdict {
  /** `won`, `alone`, or `stopped` before its end. */
  kind: "won" | "alone" | "stopped";
  title: Said;
  aside: Said;
}

/**
 * One row of the ranking; `by` is told only where points alone did not decide. Without a place: the game was stopped.
 */
export interface Row {
  seat: number;
  place: number;
  points: number;
  by: Rank | null;
}

/** The seat that is simply `you`: a person with several seats plays for several people, who have names. */
export function myself(view: View): number {
  return view.you.length === 1 ? view.you[0]! : -1;
}

/** The seats from first to last. */
export function ranking(view: View): Row[] {
  if (!view.result) {
    const seats = [...view.seats].sort((one, other) => other.total - one.total);
    return seats.map(({ seat, total }) => ({ seat, place: 0, points: total, by: null }));
  }
  return view.result.ranking.map((rank, at, all) => ({
    seat: rank.seat,
    place: rank.place,
    points: rank.points,
    by: tells(rank, all[at + 1]) ? rank : null,
  }));
}

/**
 * A tie-break is told where it lifts a seat above the next one; a shared place is told for all who share it.
 */
function tells(rank: Rank, next: Rank | undefined): boolean {
  return rank.by === "shared" || (rank.by !== "points" && next?.points === rank.points);
}

/** What is said first. */
export function verdict(view: View, lang: Lang): Verdict {
  if (!view.result) return { kind: "stopped", title: { key: "end.stopped" }, aside: { key: "end.stopped.how" } };
  if (view.seats.length === 1) return alone(view, lang);
  const winners = view.result.ranking.filter(({ place }) => place === 1);
  return { kind: "won", ...(winners.length > 1 ? together(view, winners, lang) : single(view, winners[0]!, lang)) };
}

function alone({ seats, result }: View, lang: Lang): Verdict {
  const points: Said = { key: "end.points", fill: { n: seats[0]!.total } };
  const title: Said = result?.title
    ? { key: "end.title", fill: { rank: result.solo_rank, of: result.solo_ranks, title: result.title[lang] } }
    : points;
  return { kind: "alone", title, aside: result?.title ? points : { key: "end.alone" } };
}

function together(view: View, winners: Rank[], lang: Lang): Pick<Verdict, "title" | "aside"> {
  const me = myself(view);
  const others = winners.filter(({ seat }) => seat !== me).map(({ name }) => name);
  const names = new Intl.ListFormat(lang, { type: "conjunction" }).format(others);
  const shared = others.length < winners.length;
  const title: Said = { key: shared ? "end.wins.shared.you" : "end.wins.shared", fill: { names } };
  return { title, aside: { key: "end.each", fill: { n: winners[0]!.points } } };
}

function single(view: View, winner: Rank, lang: Lang): Pick<Verdict, "title" | "aside"> {
  const me = myself(view);
  const title: Said = winner.seat === me ? { key: "end.wins.you" } : { key: "end.wins", fill: { name: winner.name } };
  return {
    title,
    aside: ahead(
      winner,
      view.result!.ranking.find(({ place }) => place > 1),
      me,
      lang,
    ),
  };
}

function ahead(winner: Rank, second: Rank | undefined, me: number, lang: Lang): Said {
  if (!second) return { key: "end.points", fill: { n: winner.points } };
  const n = winner.points - second.points;
  if (n === 0) return { key: "end.tiebreak", fill: { n: winner.points, by: winner.words[lang] } };
  return second.seat === me
    ? { key: "end.ahead.you", fill: { n } }
    : { key: "end.ahead", fill: { n, name: second.name } };
}
