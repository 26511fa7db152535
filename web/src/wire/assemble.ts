/**
 * A table for the components, out of a sheet's document and the view that the server sent. Pure; knows no rule.
 * What says the same as before stays the same object, so that it is not drawn again.
 */
import { both } from "../words/words.svelte";
import type { Lang } from "./api";
import type { Document, LogEntry, Option, View as Known, Welcome, Words } from "./protocol";
import { facesOf, scenesOf } from "./scene";
import type { Clock, Hand, Line, SeatView, Told, View, Waiting } from "./view";

const SILENCE: Words = { de: "", en: "" };

/** The view. `before` is an earlier one of the same table. */
export function assembled(
  document: Document,
  { table, game, sheet, you, owner, grace }: Omit<Welcome, "view">,
  known: Known,
  lang: Lang,
  before: View | null = null,
): View {
  const { version, phase, dice, seals, rematch, begins, lots, hints } = known;
  const { entry = null, correction = null, result = null } = known;
  const view: View = {
    ...{ table, game, sheet, you, owner, grace, title: document.title },
    ...{ ranks: document.ranks, ranks_clause: document.ranks_clause },
    ...{ version, phase, entry, correction, dice, seals, result, rematch, begins, lots, hints },
    seats: known.seats.map((_, seat) => seated(document, known, seat)),
    waiting: waiting(document, known),
    hands: you.map((seat) => hand(document, known, seat)),
    scenes: scenesOf(document, known.sheets, lang),
  };
  return before ? shared(before, { ...view, scenes: sharing(before.scenes, view.scenes) }) : view;
}

// Parts ------------------------------------------------------------------------------------------------
type Sentence = number | Words | null | undefined;

/** A sentence of the document by its number, or as it came. */
function sentence(document: Document, said: Sentence): Words {
  return (typeof said === "number" ? document.sentences[said] : said) ?? SILENCE;
}

function move(document: Document, said: number | Option): Option {
  return typeof said === "number" ? document.moves[said]! : said;
}

function clock(document: Document, said: Known["clock"]): Clock | null {
  return said ? { ...said, words: sentence(document, said.words) } : null;
}

function seated(document: Document, known: Known, seat: number): SeatView {
  const { name, kind, bot = "", present = false, replaceable = false, ready = false, instead } = known.seats[seat]!;
  const { allows = false, hints = 0 } = known.seats[seat]!;
  const pad = known.scores[seat];
  const deciding = known.awaits === "decision" && known.asked.includes(seat);
  return {
    ...{ seat, name, kind, bot, present, replaceable, ready, allows, hints, deciding },
    done: known.together && !deciding,
    out: known.out.includes(seat),
    total: pad?.total ?? 0,
    lines: document.lines.map((line, nth): Line => {
      const [points, have, of] = pad?.lines[nth] ?? [0, 0, 0];
      return { ...line, points, have, of };
    }),
    goal: clock(document, pad?.goal),
    instead: instead ?? null,
  };
}

function hand(document: Document, { hands }: Known, seat: number): Hand {
  const { moves = [], undo = null } = hands[seat] ?? {};
  const taken = undo === null ? null : move(document, undo);
  const options = moves.map((each) => move(document, each));
  return { seat, options, undo: taken?.text ?? "", undo_words: taken?.words ?? null };
}

// What is awaited --------------------------------------------------------------------------------------
function waiting(document: Document, known: Known): Waiting {
  const question = sentence(document, known.question);
  return {
    kind: known.awaits,
    words: awaited(known, question),
    question: known.awaits === "decision" ? question : SILENCE,
    seats: known.asked,
    purpose: known.purpose,
    clock: clock(document, known.clock),
    step: clock(document, known.step),
  };
}

/** What the table waits for, in words. With chance, the question is what comes. */
function awaited(known: Known, question: Words): Words {
  const names = known.asked.map((seat) => known.seats[seat]?.name ?? "").join(", ");
  switch (known.awaits) {
    case "people":
      return both("waiting.people", { n: known.asked.length });
    case "ready":
      return both("waiting.ready", { names });
    case "seeds":
      return both("waiting.seeds", { names });
    case "chance":
      return both("waiting.chance", { what: question.en ? question : { de: known.purpose, en: known.purpose } });
    case "decision":
      return both(known.asked.length > 1 ? "waiting.all" : "waiting.turn", { names });
    case "over":
      return known.result?.words ?? SILENCE;
    case "stopped":
      return both("waiting.stopped");
  }
}

// The log ----------------------------------------------------------------------------------------------
/** Entries of the log in words; `since` is how many came before them. */
export function inWords(document: Document | null, entries: readonly LogEntry[], since: number): Told[] {
  return entries.map((entry, nth) => told(document, entry, since + nth + 1));
}

function told(document: Document | null, { move: number, ...entry }: LogEntry, n: number): Told {
  if (document && typeof number === "number") return moved(document.moves[number]!, entry.seat ?? 0, n);
  const { kind = "played", words, faces = "", ...rest } = entry;
  const drawn = faces ? { text: faces, faces: facesOf(faces) } : {};
  const said = document ? sentence(document, words) : ((words ?? SILENCE) as Words);
  return { n, kind, ...drawn, ...rest, words: said };
}

/** A move of the document says itself. */
function moved({ text, cell, colours, beside, words }: Option, seat: number, n: number): Told {
  const drawn = colours ? { faces: facesOf(colours) } : {};
  return { n, kind: "played", text, ...(cell ? { cell } : {}), ...drawn, seat, words: beside ?? words };
}

// What is the same -------------------------------------------------------------------------------------
/** The new list; what is the same as at its place before is the old object, and so is the list. */
function sharing<Part extends object>(old: readonly Part[], fresh: Part[]): Part[] {
  return kept(
    old as Part[],
    fresh.map((part, nth) => (old[nth] ? shared(old[nth], part) : part)),
  );
}

/** The new thing with those parts of the old one that say the same; the old one itself where all do. */
function shared<Whole extends object>(old: Whole, fresh: Whole): Whole {
  const entries = Object.entries(fresh).map(([name, part]) => [name, kept(old[name as keyof Whole], part)]);
  return kept(old, Object.fromEntries(entries) as Whole);
}

/** The old value where the new one says the same; of lists also what is the same at its place. */
export function kept<Value>(old: Value | undefined, fresh: Value): Value {
  if (!Array.isArray(old) || !Array.isArray(fresh)) return equal(old, fresh) ? (old as Value) : fresh;
  const all = fresh.map((each: unknown, nth) => kept(old[nth] as unknown, each));
  return all.length === old.length && all.every((each, nth) => each === old[nth]) ? old : (all as Value);
}

function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  const at = (thing: object, name: string) => (thing as Record<string, unknown>)[name];
  return names.length === others.length && names.every((name) => equal(at(one, name), at(other, name)));
}
