/**
 * A hand at the table: which sheet lies in front, what is planned, sent and taken back. Between what every hand knows
 * and the wire. Knows no rule.
 */
import { NOTHING, isEmpty, pieces, type Tap } from "../hand/choosing";
import { Hand } from "../hand/hand.svelte";
import type { Preview } from "../sheet/preview";
import type { Ack, WhyAnswer, Option, Refusal, Touched } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import type { Told, View } from "../wire/view";
import type { Live } from "../wire/live.svelte";
import { notes, settle, tell } from "../pieces/toast.svelte";
import { play as sound, soundOf } from "../pieces/sound";
import { settings } from "../settings.svelte";
import { pick, say } from "../words/words.svelte";
import { HintRequest } from "./hintRequest.svelte";
import * as railPlan from "./railPlan";
import { lastCell } from "./story";
import { handOf, optionsOf, toAct, undoable } from "./turn";

const ANSWER_MS = 4000;

export class TableHand extends Hand {
  /** The seat whose sheet lies in front. */
  shown = $state(0);
  /** The move that is on its way. */
  sent = $state.raw<Option | null>(null);
  /** The pieces of rail that are meant, while rails are to be drawn. */
  plan = $state.raw<railPlan.Plan | null>(null);
  /** The roll that is being shown. */
  rolling = $state.raw<Told | null>(null);

  view: View = $derived.by(() => this.live.view!);
  mine: boolean = $derived.by(() => this.view.you.includes(this.shown));
  options: readonly Option[] = $derived.by(() => (this.mine ? optionsOf(this.view, this.shown) : []));
  scene: Scene = $derived.by(() => this.view.scenes[this.shown]!);
  protected objection: string = $derived.by(() => (notes.shown?.tone === "no" ? notes.shown.text : ""));
  /** What of this device can be taken back now. */
  undoable = $derived.by(() => undoable(this.view, this.live.entries, this.shown));
  last: ReadonlySet<string> = $derived.by(() => lastCell(this.live.entries, this.shown));

  readonly hintRequest = new HintRequest(this);
  #later: (() => void) | null = null;

  constructor(readonly live: Live) {
    super();
    const view = live.view;
    if (view) this.shown = toAct(view)[0] ?? view.you[0] ?? view.waiting.seats[0] ?? 0;
  }

  // Touching ----------------------------------------------------------------------------------------
  override tapCell(cell: string): void {
    if (this.plan?.has(cell) && !this.sent) this.#tapPlan(cell);
    else super.tapCell(cell);
  }

  /** A piece for the chosen cell; then it is the next cell's turn. */
  tapPiece(piece: string): void {
    const { cell } = this.chosen;
    if (!this.plan?.has(cell) || this.sent) return;
    this.plan = new Map(this.plan).set(cell, piece);
    this.chosen = { ...NOTHING, cell: railPlan.after(this.plan, cell) };
  }

  override mean(option: Option): void {
    const { cell, piece } = option;
    if (cell && piece && this.plan?.has(cell)) this.plan = new Map(this.plan).set(cell, piece);
    super.mean(option);
  }

  /** Rails follow a finger over these cells. */
  draw(path: readonly string[]): void {
    if (!this.plan || this.sent) return;
    this.plan = railPlan.followed(this.plan, this.scene, path);
    this.chosen = { ...NOTHING, cell: path.findLast((cell) => this.plan?.has(cell)) ?? this.chosen.cell };
  }

  /** The first tap takes a cell in hand, the next ones turn its piece. */
  #tapPlan(cell: string): void {
    if (this.chosen.cell === cell) this.plan = railPlan.turned(this.plan!, this.options, cell);
    this.chosen = { ...NOTHING, cell };
  }

  /** A number key: also the nth of the pieces of rail. */
  override tapNumber(number: number): void {
    const piece = pieces(this.options, this.chosen)[number - 1]?.piece;
    if (piece) this.tapPiece(piece);
    else super.tapNumber(number);
  }

  override refresh(): void {
    this.#renewPlan();
    super.refresh();
  }

  #renewPlan(): void {
    const cells = railPlan.waiting(this.options);
    this.plan = cells.length ? railPlan.renewed(this.plan ?? new Map(), this.scene, this.options) : null;
    if (this.plan && !this.plan.has(this.chosen.cell)) this.chosen = { ...NOTHING, cell: cells[0]! };
  }

  // Doing -------------------------------------------------------------------------------------------
  override confirm(): boolean {
    if (!this.plan) return super.confirm();
    void this.drawAll();
    return true;
  }

  /** All rails as they are meant, one after the other. What is refused stays to be drawn. */
  async drawAll(): Promise<void> {
    const { shown, plan } = this;
    if (!plan || this.sent) return;
    this.#deed();
    sound("line");
    for (const [cell, piece] of plan) {
      const option = optionsOf(this.view, shown).find((each) => each.cell === cell && each.piece === piece);
      if (!option) break;
      this.sent = option;
      const answer = await this.live.tell({ t: "move", seat: shown, move: option.text, version: this.view.version });
      this.#heard(answer);
      if (answer.t === "refused") break;
    }
    this.sent = null;
    this.#next();
  }

  async play(option: Option): Promise<void> {
    if (this.sent) return;
    this.sent = option;
    this.chosen = NOTHING;
    this.#deed();
    sound(soundOf(option.kind) ?? "place");
    const { seat, version } = { seat: this.shown, version: this.view.version };
    this.#heard(await this.live.tell({ t: "move", seat, move: option.text, version }));
    this.sent = null;
    this.#next();
  }

  /** First the preview goes, then the last move; if neither can, the table says why. */
  undo(): void {
    if (this.plan && !railPlan.same(this.plan, railPlan.proposed(this.scene, this.options)))
      return (this.#deed(), this.#freshPlan());
    if (!this.plan && !isEmpty(this.chosen)) return (this.#deed(), this.clear());
    const { seat, undo } = this.undoable ?? { seat: this.shown, undo: "" };
    const move = undo || this.live.entries.findLast((entry) => entry.kind === "played" && entry.seat === seat)?.text;
    if (!this.view.you.includes(seat) || !move) return this.answer(say("table.undo.nothing"));
    void this.#undo(seat, move);
  }

  async #undo(seat: number, move: string): Promise<void> {
    const words = handOf(this.view, seat)?.undo_words;
    const answer = await this.live.tell({ t: "undo", seat, move });
    if (answer.t === "ack") {
      this.#deed();
      this.#turnBack(seat, words ? pick(words) : "");
    }
    this.#heard(answer);
  }

  /**
   * Another player at this device has taken a move back: their sheet comes to the front again, with a note whose move
   * it was.
   */
  #turnBack(seat: number, move: string): void {
    if (seat === this.shown) return;
    this.shown = seat;
    this.clear();
    tell({ text: say("table.undone.of", { name: this.view.seats[seat]?.name ?? "", move }) });
  }

  /** The last roll of real dice was read wrong. */
  async correct(): Promise<void> {
    const seat = this.mine ? this.shown : this.view.you[0];
    if (seat === undefined) return;
    const answer = await this.live.tell({ t: "correct", seat, version: this.view.version });
    if (answer.t === "ack") this.#deed();
    this.#heard(answer);
  }

  /** The answer to a player who wants to correct a roll. */
  async consent(seat: number, agree: boolean): Promise<void> {
    this.#heard(await this.live.tell({ t: "consent", seat, agree }));
  }

  async roll(outcome: string): Promise<boolean> {
    const answer = await this.live.tell({ t: "roll", outcome, version: this.view.version });
    this.#heard(answer);
    return answer.t === "ack";
  }

  /** Let a bot play for a seat. */
  async standIn(seat: number, bot: string): Promise<void> {
    this.#heard(await this.live.tell({ t: "standin", seat, bot }));
  }

  async back(seat: number): Promise<void> {
    this.#heard(await this.live.tell({ t: "back", seat }));
  }

  /** Whether the players at this device allow hints. */
  async allow(hints: boolean): Promise<void> {
    this.#heard(await this.live.tell({ t: "allow", hints }));
  }

  async stop(): Promise<void> {
    this.#heard(await this.live.tell({ t: "stop" }));
  }

  /** As it was proposed. */
  #freshPlan(): void {
    this.plan = null;
    this.refresh();
  }

  // Details -----------------------------------------------------------------------------------------
  protected override take(tap: Tap): void {
    super.take(tap);
    if (!tap.ask) settle();
  }

  /** What is sent stays to be seen until it is answered. */
  protected override previewed(): Preview | null {
    if (this.plan) return { cell: this.chosen.cell, kind: "rail" };
    const going = this.sent;
    if (going?.cell) return { cell: going.cell, kind: going.kind, die: going.die ?? null, start: going.start ?? "" };
    return super.previewed();
  }

  protected override lit(): ReadonlySet<string> | null {
    return this.sent ? new Set() : super.lit();
  }

  protected override get isQuick(): boolean {
    return !settings.confirm;
  }

  /** A cell that is tapped while a move is on its way has its turn afterwards. */
  protected isReady(later?: () => void): boolean {
    if (this.sent && later) this.#later = later;
    return !this.sent;
  }

  protected answer(text: string, clause = ""): void {
    tell({ text, clause, game: this.view.game, tone: "no" });
  }

  protected override async ask(touched: Touched): Promise<void> {
    if (this.mine) return super.ask(touched);
    this.refuse(touched.cell ?? "");
    this.answer(say(this.view.you.length ? "table.notyours" : "table.watching.tap"));
  }

  protected get silence(): string {
    return `${say("table.lost")} ${say("table.lost.kept")}`;
  }

  /** Answers come only while the server is there. */
  protected because(touched: Touched): Promise<WhyAnswer | null> {
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
    return Promise.race([this.live.why(this.shown, touched), silence]);
  }

  /** Something was done: what was refused before it is settled. */
  #deed(): void {
    this.deeds += 1;
    settle();
  }

  #heard(answer: Ack | Refusal): void {
    if (answer.t === "refused") this.answer(pick(answer.words), answer.clause);
  }

  /** A tap that came while a move was on its way. */
  #next(): void {
    const later = this.#later;
    this.#later = null;
    later?.();
  }
}
