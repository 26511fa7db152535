/**
 * What a hand has in mind: legal moves and taps in, what is bright, previewed, played or asked out.
 * Pure. Knows the kinds of options (docs/protocol.md), no rule and no notation of any game.
 */
import type { Option, Touched } from "../wire/protocol";
import { facesOf, type Scene } from "../wire/scene";
import type { Preview } from "../sheet/preview";

/** What is chosen but not done yet. `keep`: places in the tray of the dice that are not thrown again. */
export interface Chosen {
  readonly die: number | null;
  readonly cell: string;
  readonly start: string;
  readonly keep: readonly number[];
}
export const NOTHING: Chosen = { die: null, cell: "", start: "", keep: [] };

/** What a tap leads to: a move is played, or it is asked why that is impossible, or neither. */
export interface Tap {
  readonly chosen: Chosen;
  readonly play?: Option;
  readonly ask?: Touched;
}

/** Moves that only pencil something in: `done` makes them final, so they need no preview. */
const PENCIL: ReadonlySet<string> = new Set(["cross", "extend"]);

// Looking -------------------------------------------------------------------------------------------
/** The only move of this kind, for those that need no cell. */
export function only(options: readonly Option[], kind: string): Option | null {
  return options.find((option) => option.kind === kind) ?? null;
}

/** Of the legal cells those that go with what is chosen; null if all do. */
export function bright(options: readonly Option[], chosen: Chosen): ReadonlySet<string> | null {
  if (chosen.die === null && !chosen.start) return null;
  return new Set(options.filter((option) => option.cell && goesWith(option, chosen)).map((option) => option.cell!));
}

/** The move that is in mind. Rails are planned elsewhere (railPlan.ts). */
export function inMind(options: readonly Option[], chosen: Chosen): Option | null {
  if (!chosen.cell) return null;
  const fits = at(options, chosen.cell).find((option) => goesWith(option, chosen));
  return fits && !fits.piece ? fits : null;
}

/** What the sheet draws dashed. */
export function preview(options: readonly Option[], chosen: Chosen): Preview | null {
  const move = inMind(options, chosen);
  return move && { cell: chosen.cell, kind: move.kind, die: move.die ?? null, start: move.start ?? "" };
}

/** The pieces of rail to choose from on the cell that is chosen. */
export function pieces(options: readonly Option[], chosen: Chosen): Option[] {
  return at(options, chosen.cell).filter((option) => option.kind === "rail");
}

/** The ends the line can grow from. */
export function ends(options: readonly Option[]): string[] {
  return [...new Set(options.flatMap((option) => (option.start ? [option.start] : [])))];
}

/** Nothing but two ways out: none of the dice fits, and the hand chooses between them. */
export function atACrossroads(options: readonly Option[]): boolean {
  return options.length === 2 && only(options, "reroll") !== null && only(options, "out") !== null;
}

/** Moves that only their own words can offer: verbs no page has heard of, and what else the chosen cell can mean. */
export function unheard(options: readonly Option[], chosen: Chosen = NOTHING): Option[] {
  if (atACrossroads(options)) return [];
  const mind = inMind(options, chosen);
  const own = ["done", ...(only(options, "again") ? ["again", "stop"] : [])];
  const elsewise = (option: Option) => mind !== null && option.kind !== mind.kind && goesWith(option, chosen);
  return options.filter((option) =>
    option.cell ? option.cell === chosen.cell && elsewise(option) : !own.includes(option.kind),
  );
}

/** The move that throws the dice again which are not kept. */
export function throwing(options: readonly Option[], scene: Scene, chosen: Chosen): Option | null {
  const thrown = scene.tray.filter((_, index) => !chosen.keep.includes(index)).map((token) => token.face);
  const wanted = inOrder(thrown);
  return options.find((option) => option.kind === "again" && inOrder(facesOf(option.colours ?? "")) === wanted) ?? null;
}

/** The dice of these colours are kept again, as far as they still lie there. */
export function keeping(scene: Scene, colours: string): number[] {
  const left = facesOf(colours);
  return scene.tray.flatMap((token, index) => {
    const found = left.indexOf(token.face);
    if (found < 0) return [];
    left.splice(found, 1);
    return [index];
  });
}

/** What a hand has in mind that means this move: its die, its cell and end, or all dice but those it throws. */
export function meaning(scene: Scene, { die = null, cell = "", start = "", colours }: Option): Chosen {
  if (colours === undefined) return { ...NOTHING, die, cell, start };
  const thrown = keeping(scene, colours);
  return { ...NOTHING, keep: scene.tray.flatMap((_, index) => (thrown.includes(index) ? [] : [index])) };
}

/** The colours of the dice that are kept. */
export function kept(scene: Scene, chosen: Chosen): string {
  return chosen.keep.map((index) => scene.tray[index]?.face ?? "").join("");
}

/** What is still possible of what was chosen, after the options have changed. */
export function stillChosen(options: readonly Option[], chosen: Chosen): Chosen {
  const die = options.some((option) => option.die === chosen.die) ? chosen.die : null;
  const start = ends(options).includes(chosen.start) ? chosen.start : "";
  const keep = only(options, "again") ? chosen.keep : [];
  const bare = { ...NOTHING, die, start, keep };
  const there = at(options, chosen.cell).filter((option) => goesWith(option, bare));
  return there.length ? { ...bare, cell: chosen.cell } : bare;
}

/** Whether there is something to be cleared before a move is taken back. */
export function isEmpty(chosen: Chosen): boolean {
  return !chosen.cell && chosen.die === null && !chosen.start;
}

/** The cells that a sentence names by letter and number: not every sheet has these at its edges. */
export function named({ cells }: Scene, text: string): string[] {
  const names = new Set(text.match(/\b[a-z]\d{1,2}\b/g));
  return names.size ? cells.flatMap(({ id }) => (names.has(id) ? [id] : [])) : [];
}

// Touching ------------------------------------------------------------------------------------------
/** A tap on a cell. `quick`: a move that is plain is played at once, without a preview. */
export function tapCell(options: readonly Option[], chosen: Chosen, cell: string, quick = false): Tap {
  const there = at(options, cell);
  if (!there.length) return { chosen: { ...chosen, cell: "" }, ask: touching(chosen, cell) };
  const move = inMind(options, chosen);
  if (move && chosen.cell === cell) return { chosen, play: move };
  const now = turnedTo(there, chosen, cell);
  const next = inMind(options, now);
  const plain = next && there.length === 1;
  const final =
    next &&
    (PENCIL.has(next.kind) ? plain || chosen.start : quick && !unheard(options, now).some((other) => other.cell));
  return final ? { chosen: { ...NOTHING, start: now.start }, play: next } : { chosen: now };
}

/** A tap on something in the tray: a die is chosen, a colour die is kept or thrown. */
export function tapToken(options: readonly Option[], scene: Scene, chosen: Chosen, index: number): Tap {
  const token = scene.tray[index];
  if (!token) return { chosen };
  if (only(options, "again")) return { chosen: { ...chosen, keep: toggled(chosen.keep, index) } };
  if (token.kind !== "die") return { chosen };
  const die = Number(token.face);
  if (chosen.die === die) return { chosen: NOTHING };
  if (options.some((option) => option.die === die)) return { chosen: { ...NOTHING, die } };
  return { chosen: NOTHING, ask: { die } };
}

/** The other end of the line is to grow. Where a cell can be reached from both, it stays chosen. */
export function otherEnd(options: readonly Option[], chosen: Chosen): Chosen {
  const all = chosen.cell ? ends(at(options, chosen.cell)) : ends(options);
  const now = chosen.start || inMind(options, chosen)?.start || "";
  const start = all[(all.indexOf(now) + 1) % all.length] ?? "";
  return { ...chosen, start };
}

/** What is asked about where a cell cannot be chosen: the cell, and what the hand holds. */
export function touching({ die, start }: Chosen, cell: string): Touched {
  return { cell, ...(die !== null && { die }), ...(start && { start }) };
}

// Details -------------------------------------------------------------------------------------------
function at(options: readonly Option[], cell: string): Option[] {
  return cell ? options.filter((option) => option.cell === cell) : [];
}

function goesWith(option: Option, { die, start }: Chosen): boolean {
  return (die === null || option.die === die) && (!start || option.start === start);
}

/** The cell is chosen. A die or an end that does not go with it is let go: the cell decides. */
function turnedTo(there: readonly Option[], chosen: Chosen, cell: string): Chosen {
  const fits = there.some((option) => goesWith(option, chosen));
  const die = fits ? chosen.die : null;
  return { ...NOTHING, keep: chosen.keep, die: die ?? there[0]?.die ?? null, start: fits ? chosen.start : "", cell };
}

function toggled(keep: readonly number[], index: number): number[] {
  return keep.includes(index) ? keep.filter((other) => other !== index) : [...keep, index].sort((a, b) => a - b);
}

function inOrder(faces: readonly string[]): string {
  return [...faces].sort().join("");
}
