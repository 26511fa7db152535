/**
 * Sitting down: the plan while it is being made, and the table once it is laid. Kept on the device for the next time.
 */
import { RequestError } from "../wire/api";
import type { Shelf } from "../wire/protocol";
import { hasFinished } from "../end/bests";
import { gentle } from "../pieces/bots.svelte";
import { anyName, ensureName, keepName, keptName } from "../pieces/names";
import { go } from "../route.svelte";
import { pick, say } from "../words/words.svelte";
import { keepPlan, lastPlan, lay } from "./createTable";
import { begins, chair, duo, fitted, gameOf, missing, restored, roomy, type Chair, type Plan } from "./plan";

export class SeatPlan {
  plan = $state.raw<Plan>(null!);
  name = $state(keptName() || anyName());
  busy = $state(false);
  trouble = $state("");
  /** The sheet that was picked last of each game. */
  #sheets = new Map<string, string>();

  readonly shelf: Shelf;

  /** A gentler bot is proposed until a game has ended on this device. */
  constructor(shelf: Shelf) {
    this.shelf = hasFinished() ? shelf : gentle(shelf);
    this.plan = restored(lastPlan(), this.shelf);
    this.#sheets.set(this.game.slug, this.plan.sheet);
  }

  get game() {
    return gameOf(this.shelf, this.plan.sheet);
  }
  get roomy(): boolean {
    return roomy(this.plan, this.shelf);
  }
  get missing(): number {
    return missing(this.plan, this.shelf);
  }
  get solo(): boolean {
    return this.game.seats.includes(1);
  }

  /** The sheet that lies on top of a game's pad. */
  top(slug: string): string {
    if (slug === this.game.slug) return this.plan.sheet;
    return this.#sheets.get(slug) ?? this.shelf.games.find((game) => game.slug === slug)!.sheets[0]!.name;
  }

  pickGame(slug: string): void {
    this.pickSheet(this.top(slug));
  }
  pickSheet(sheet: string): void {
    this.change(fitted({ ...this.plan, sheet }, this.shelf));
    this.#sheets.set(this.game.slug, sheet);
  }
  seat(chairs: Chair[]): void {
    this.change({ ...this.plan, chairs, begins: begins(this.plan.begins, chairs.length) });
  }
  letBegin(who: string): void {
    this.change({ ...this.plan, begins: who });
  }
  roll(real: boolean): void {
    this.change({ ...this.plan, real });
  }
  /** Holds at once on this device; the server is told too, and again when a table is laid. */
  rename(name: string): void {
    this.name = keepName(name);
    ensureName(this.name).catch(() => {});
  }

  change(plan: Plan): void {
    this.plan = plan;
    this.trouble = "";
    keepPlan(JSON.stringify(plan));
  }

  /** Lay the table as planned. */
  start(): Promise<void> {
    keepPlan(JSON.stringify(this.plan));
    if (!this.missing) return this.open(this.plan.chairs);
    this.trouble = say("home.few.way");
    return Promise.resolve();
  }

  /** One tap: alone, or with a bot where alone is not enough. The plan stays as it is. */
  now(): Promise<void> {
    return this.open(this.solo ? [chair([], "me")] : duo(this.shelf, this.plan.sheet));
  }

  async open(chairs: readonly Chair[]): Promise<void> {
    if (this.busy) return;
    [this.busy, this.trouble] = [true, ""];
    try {
      go(await lay(this.plan.sheet, chairs, this.name, this.plan.real, begins(this.plan.begins, chairs.length)));
    } catch (no) {
      this.trouble = no instanceof RequestError ? pick(no.words) : say("home.failed");
    }
    this.busy = false;
  }
}
