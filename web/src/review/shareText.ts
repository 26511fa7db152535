/** What the picture to share tells: the result for all readers, no one is "you". Pure but for the language. */
import { ranking, verdict } from "../end/verdict";
import { settings } from "../settings.svelte";
import type { Reviewed } from "../wire/protocol";
import type { View } from "../wire/view";
import { pick, say } from "../words/words.svelte";
import { evenOf, evenWords } from "./even";
import { signed } from "./figure";
import type { Told } from "./picture";
import { evenShares, whole } from "./sum";
import { headline } from "./headline";

/** Names as their first letters; equal ones get a number. Bots keep theirs. */
export function initials(seats: readonly { name: string; kind: string }[]): string[] {
  const seen = new Map<string, number>();
  return seats.map(({ name, kind }) => {
    if (kind === "bot") return name;
    const letters = name.split(/[\s-]+/).map((word) => [...word][0]?.toUpperCase() ?? "");
    const short = letters.slice(0, 3).join("") || "?";
    seen.set(short, (seen.get(short) ?? 0) + 1);
    return seen.get(short)! > 1 ? `${short}${seen.get(short)}` : short;
  });
}

/** The table as a stranger sees it, with these names. */
function seenBy(view: View, names: readonly string[]): View {
  const seats = view.seats.map((seat) => ({ ...seat, name: names[seat.seat]! }));
  const ranking = view.result?.ranking.map((rank) => ({ ...rank, name: names[rank.seat]! }));
  return { ...view, you: [], seats, result: view.result ? { ...view.result, ranking: ranking! } : view.result };
}

/** What is told of a game of this name; `short`: by initials. */
export function toldOf(game: string, given: View, review: Reviewed | null, short: boolean, cards: boolean): Told {
  const view = seenBy(given, short ? initials(given.seats) : given.seats.map(({ name }) => name));
  const stranger = review && { ...review, you: [] };
  const ended = verdict(view, settings.lang);
  const [won, by] = [ended.title, ended.aside].map(({ key, fill }) => say(key, fill));
  const even = evenOf(view, review);
  return {
    about: [...new Set([game, pick(view.title)])].filter(Boolean).join(" · "),
    verdict: headline(view, stranger),
    sentence: ended.kind === "won" ? `${won} ${by}.` : even ? evenWords(even) : by!,
    seats: ranking(view).map(({ seat, points }) => ({ seat, name: view.seats[seat]!.name, points })),
    pencil: pencilOf(view, review),
    sum: sumOf(view, review, cards),
    pad: view.scenes[0]?.pad ?? "",
  };
}

function pencilOf(view: View, review: Reviewed | null): Told["pencil"] {
  if (!review?.sums || review.unit !== "win") return null;
  const shares = evenShares(review.seats.map(({ sum }) => sum.adjusted));
  if (!shares) return null;
  const pieces = shares.map((share, seat) => ({ seat, name: view.seats[seat]?.name ?? "", share }));
  return { title: say("review.even.title"), pieces: pieces.sort((one, other) => other.share - one.share) };
}

function sumOf(view: View, review: Reviewed | null, cards: boolean): Told["sum"] {
  const parts = review?.seats.length === 1 && review.sums ? review.seats[0]!.points : null;
  const known = parts && whole(parts);
  if (!known) return null;
  const help = known.others
    ? [{ part: "others" as const, words: say("review.sum.help"), text: signed(known.others) }]
    : [];
  const luck = { part: "luck" as const, words: say(cards ? "review.sum.cards" : "review.sum.luck") };
  const own = { part: "own" as const, words: say("review.sum.of", { name: view.seats[0]!.name }) };
  const both = { part: "both" as const, words: say(cards ? "review.sum.both.cards" : "review.sum.both.luck") };
  return [
    { part: "start", words: say("review.sum.start"), text: `${known.start}` },
    ...(parts.mostly
      ? [{ ...both, text: signed(known.luck + known.own) }, ...help]
      : [
          { ...luck, text: signed(parts.tell_luck?.about ?? known.luck) },
          ...help,
          { ...own, text: signed(parts.tell_own?.about ?? known.own) },
        ]),
    { part: "result", words: say("review.sum.result"), text: `${known.result}` },
  ];
}
