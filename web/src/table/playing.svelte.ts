/**
 * A hand at the table: what is shown, chosen and sent. Between `hand.ts`, which knows what taps mean, and the wire.
 * Knows no rule: what is impossible is asked of the server and said in its words.
 */
import type { Ack, Hand, Option, Refused, Scene, Told, Touched, View } from "../wire/protocol";
import type { Live } from "../wire/live.svelte";
import { settle, tell } from "../pieces/toast.svelte";
import { play as sound, soundOf } from "../pieces/sound";
import { settings } from "../settings.svelte";
import { pick, say } from "../words/words.svelte";
import * as hand from "./hand";
import * as laying from "./laying";
import { lastCell } from "./story";
import { handOf, optionsOf, toAct, undoable } from "./turn";

const REFUSED_MS = 1200;
const ANSWER_MS = 4000;

export class Playing {
  /** The seat whose sheet lies in front. */
  shown = $state(0);
  chosen = $state.raw<hand.Chosen>(hand.NOTHING);
  /** The cell that has just said no. */
  refused = $state("");
  /** The move that is on its way. */
  sent = $state.raw<Option | null>(null);
  /** The pieces of rail that are meant, while rails are to be drawn. */
  plan = $state.raw<laying.Plan | null>(null);
  /** The roll that is being shown. */
  rolling = $state.raw<Told | null>(null);

  view: View = $derived.by(() => this.live.view!);
  mine: boolean = $derived.by(() => this.view.you.includes(this.shown));
  options: readonly Option[] = $derived.by(() => (this.mine ? optionsOf(this.view, this.shown) : []));
  scene: Scene = $derived.by(() => this.view.scenes[this.shown]!);
  /** What of this device can be taken back now. */
  undoable: Hand | undefined = $derived.by(() => undoable(this.view, this.live.entries, this.shown));
  last: ReadonlySet<string> = $derived.by(() => lastCell(this.live.entries, this.shown));
  move: Option | null = $derived.by(() => (this.plan ? null : hand.inMind(this.options, this.chosen)));
  preview = $derived.by(() => this.#preview());
  bright = $derived.by(() => (this.sent ? new Set<string>() : hand.bright(this.options, this.chosen)));

  #later: (() => void) | null = null;
  #kept = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many moves were made or taken back here: an answer from before comes too late. */
  #deeds = 0;

  constructor(readonly live: Live) {
    const view = live.view;
    if (view) this.shown = toAct(view)[0] ?? view.you[0] ?? view.waiting.seats[0] ?? 0;
  }

  // Touching ----------------------------------------------------------------------------------------
  tapCell(cell: string): void {
    if (this.sent) this.#later = () => this.tapCell(cell);
    else if (this.plan?.has(cell)) this.#tapPlan(cell);
    else this.#take(hand.tapCell(this.options, this.chosen, cell, !settings.confirm));
  }

  tapToken(index: number): void {
    if (this.sent) return;
    const tap = hand.tapToken(this.options, this.scene, this.chosen, index);
    if (tap.ask) return void this.#noPlace(this.scene.tray[index]!.face, tap);
    this.#take(tap);
  }

  /** A piece for the chosen cell; then it is the next cell's turn. */
  tapPiece(piece: string): void {
    const { cell } = this.chosen;
    if (!this.plan?.has(cell) || this.sent) return;
    this.plan = new Map(this.plan).set(cell, piece);
    this.chosen = { ...hand.NOTHING, cell: laying.after(this.plan, cell) };
  }

  /** Rails follow a finger over these cells. */
  draw(path: readonly string[]): void {
    if (!this.plan || this.sent) return;
    this.plan = laying.followed(this.plan, this.scene, path);
    this.chosen = { ...hand.NOTHING, cell: path.findLast((cell) => this.plan?.has(cell)) ?? this.chosen.cell };
  }

  /** The first tap takes a cell in hand, the next ones turn its piece. */
  #tapPlan(cell: string): void {
    if (this.chosen.cell === cell) this.plan = laying.turned(this.plan!, this.options, cell);
    this.chosen = { ...hand.NOTHING, cell };
  }

  /**
   * A number key: the die of that number, or the nth of the dice that can be thrown again, or of the pieces of rail.
   */
  tapNumber(number: number): void {
    const piece = hand.pieces(this.options, this.chosen)[number - 1]?.piece;
    if (piece) return this.tapPiece(piece);
    const again = hand.only(this.options, "again");
    const index = again ? number - 1 : this.scene.tray.findIndex((token) => token.face === String(number));
    if (index >= 0 && index < this.scene.tray.length) this.tapToken(index);
    else if (this.mine) tell({ text: say("table.die.none", { n: number }), tone: "no" });
  }

  /** A die let go of above a cell: chosen and placed in one go, then previewed as always. */
  drop(face: number, cell: string): void {
    this.chosen = { ...hand.NOTHING, die: face };
    this.tapCell(cell);
  }

  otherEnd(): void {
    if (hand.ends(this.options).length > 1) this.chosen = hand.otherEnd(this.options, this.chosen);
    else if (this.mine) tell({ text: say("table.end.one"), tone: "no" });
  }

  clear(): void {
    this.chosen = { ...hand.NOTHING, keep: this.chosen.keep };
  }

  /** Options have changed: what is no longer possible is let go, what was kept of the dice stays kept. */
  refresh(): void {
    this.#renewPlan();
    const still = hand.stillChosen(this.options, this.chosen);
    const fresh = hand.only(this.options, "again") && this.#kept && !still.keep.length;
    this.chosen = fresh ? { ...still, keep: hand.keeping(this.scene, this.#kept) } : still;
    if (fresh) this.#kept = "";
  }

  #renewPlan(): void {
    const cells = laying.waiting(this.options);
    this.plan = cells.length ? laying.renewed(this.plan ?? new Map(), this.scene, this.options) : null;
    if (this.plan && !this.plan.has(this.chosen.cell)) this.chosen = { ...hand.NOTHING, cell: cells[0]! };
  }

  // Doing -------------------------------------------------------------------------------------------
  /** Play what is in mind, if anything is. */
  confirm(): boolean {
    const { move, plan } = this;
    if (plan) void this.drawAll();
    else if (move) void this.play(move);
    return plan !== null || move !== null;
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

  /** A button: the move if it is possible, else why it is not. */
  press(kind: string): void {
    const option = hand.only(this.options, kind);
    if (option) void this.play(option);
    else void this.#ask({ kind });
  }

  throwAgain(): void {
    const option = hand.throwing(this.options, this.scene, this.chosen);
    if (!option) return this.press("stop");
    this.#kept = hand.kept(this.scene, this.chosen);
    void this.play(option);
  }

  async play(option: Option): Promise<void> {
    if (this.sent) return;
    this.sent = option;
    this.chosen = hand.NOTHING;
    this.#deed();
    sound(soundOf(option.kind) ?? "place");
    const { seat, version } = { seat: this.shown, version: this.view.version };
    this.#heard(await this.live.tell({ t: "move", seat, move: option.text, version }));
    this.sent = null;
    this.#next();
  }

  /** First the preview goes, then the last move; if neither can, the table says why. */
  undo(): void {
    if (this.plan && !laying.same(this.plan, laying.proposed(this.scene, this.options)))
      return (this.#deed(), this.#freshPlan());
    if (!this.plan && !hand.isEmpty(this.chosen)) return (this.#deed(), this.clear());
    const { seat, undo } = this.undoable ?? { seat: this.shown, undo: "" };
    const move = undo || this.live.entries.findLast((entry) => entry.kind === "played" && entry.seat === seat)?.text;
    if (!this.view.you.includes(seat) || !move) return tell({ text: say("table.undo.nothing"), tone: "no" });
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
   * Somebody else at this device has taken a move back: their sheet comes to the front again, and it is said whose move
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

  /** The answer to somebody who wants to correct a roll. */
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

  async stop(): Promise<void> {
    this.#heard(await this.live.tell({ t: "stop" }));
  }

  /** Why can this cell not be touched? */
  why(cell: string): void {
    void this.#ask(hand.touching(this.chosen, cell));
  }

  /** As it was proposed. */
  #freshPlan(): void {
    this.plan = null;
    this.refresh();
  }

  // Details -----------------------------------------------------------------------------------------
  #take(tap: hand.Tap): void {
    this.chosen = tap.chosen;
    if (tap.play) void this.play(tap.play);
    if (tap.ask) void this.#ask(tap.ask);
    else settle();
  }

  #preview() {
    if (this.plan) return { cell: this.chosen.cell, kind: "rail" };
    const going = this.sent;
    if (going?.cell) return { cell: going.cell, kind: going.kind, die: going.die ?? null, start: going.start ?? "" };
    return hand.preview(this.options, this.chosen);
  }

  async #ask(touched: Touched): Promise<void> {
    sound("no");
    this.#refuse(touched.cell ?? "");
    if (!this.mine)
      return tell({ text: say(this.view.you.length ? "table.notyours" : "table.watching.tap"), tone: "no" });
    const deeds = this.#deeds;
    const because = await this.#because(touched);
    if (deeds !== this.#deeds) return;
    if (!because) return tell({ text: `${say("table.lost")} ${say("table.lost.kept")}`, tone: "no" });
    if (because.words && !because.legal)
      tell({ text: pick(because.words), clause: because.clause, game: this.view.game, tone: "no" });
  }

  /** A die that fits nowhere: said in our words, with the clause of the table. */
  async #noPlace(face: string, tap: hand.Tap): Promise<void> {
    sound("no");
    this.chosen = tap.chosen;
    if (!this.options.length) return void this.#ask(tap.ask!);
    const deeds = this.#deeds;
    const because = await this.#because(tap.ask!);
    if (deeds === this.#deeds)
      tell({ text: say("table.die.nofit", { n: face }), clause: because?.clause, game: this.view.game, tone: "no" });
  }

  /** Answers come only while the server is there. */
  #because(touched: Touched) {
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
    return Promise.race([this.live.why(this.shown, touched), silence]);
  }

  #refuse(cell: string): void {
    this.refused = cell;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.refused = ""), REFUSED_MS);
  }

  /** Something was done: what was refused before it is settled. */
  #deed(): void {
    this.#deeds += 1;
    settle();
  }

  #heard(answer: Ack | Refused): void {
    if (answer.t === "refused")
      tell({ text: pick(answer.words), clause: answer.clause, game: this.view.game, tone: "no" });
  }

  /** A tap that came while a move was on its way. */
  #next(): void {
    const later = this.#later;
    this.#later = null;
    later?.();
  }
}
