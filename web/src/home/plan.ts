/**
 * What is to be played and by whom, before the table is laid. Pure; knows the shelf as the server tells it, no rule.
 */
import { another, ladder } from "../pieces/bots.svelte";
import type { GameInfo, NewSeat, Shelf } from "../wire/protocol";

export interface Chair {
  id: number;
  kind: NewSeat["kind"];
  name: string;
  bot: string;
}
/** `begins`: `lots`, or the number of the chair that comes first. */
export interface Plan {
  sheet: string;
  chairs: Chair[];
  real: boolean;
  begins: string;
}
export const LOTS = "lots";

const KINDS: readonly NewSeat["kind"][] = ["me", "here", "friend", "bot"];

/** The game a sheet belongs to. */
export function gameOf(shelf: Shelf, sheet: string): GameInfo {
  return shelf.games.find((game) => game.sheets.some(({ name }) => name === sheet)) ?? shelf.games[0]!;
}

/** The bot that comes to these chairs next: one that does not sit there yet. */
export function nextBot(shelf: Shelf, sheet: string, chairs: readonly Chair[]): string {
  return another(
    ladder(shelf, sheet),
    chairs.map(({ bot }) => bot),
  );
}

/** A chair of the plan; its id is one no other chair of the plan has. */
export function chair(chairs: readonly Chair[], kind: NewSeat["kind"], { name = "", bot = "" } = {}): Chair {
  return { id: Math.max(0, ...chairs.map(({ id }) => id)) + 1, kind, name, bot };
}

/** The first time: the first sheet, me and the usual bot. */
export function firstPlan(shelf: Shelf): Plan {
  const sheet = shelf.games[0]!.sheets[0]!.name;
  return fitted({ sheet, chairs: duo(shelf, sheet), real: false, begins: LOTS }, shelf);
}

/** Me and the usual bot. */
export function duo(shelf: Shelf, sheet: string): Chair[] {
  const me = chair([], "me");
  return [me, chair([me], "bot", { bot: nextBot(shelf, sheet, [me]) })];
}

/**
 * The plan as the chosen sheet can seat it: too many leave, a bot fills in for who is missing, and one that does not
 * play this sheet makes room for one that does.
 */
export function fitted(plan: Plan, shelf: Shelf): Plan {
  const { seats } = gameOf(shelf, plan.sheet);
  const there = ladder(shelf, plan.sheet).map(({ name }) => name);
  const chairs: Chair[] = [];
  for (const each of plan.chairs.slice(0, Math.max(...seats))) {
    const plays = each.kind !== "bot" || there.includes(each.bot);
    chairs.push(plays ? each : { ...each, bot: nextBot(shelf, plan.sheet, chairs) });
  }
  while (chairs.length < Math.min(...seats))
    chairs.push(chair(chairs, "bot", { bot: nextBot(shelf, plan.sheet, chairs) }));
  return { ...plan, chairs, begins: begins(plan.begins, chairs.length) };
}

/** Who begins, if that chair is still there; else lots are drawn. */
export function begins(who: string, chairs: number): string {
  return /^\d$/.test(who) && Number(who) < chairs ? who : LOTS;
}

/** How many are missing until the game can begin. */
export function missing(plan: Plan, shelf: Shelf): number {
  return Math.max(0, Math.min(...gameOf(shelf, plan.sheet).seats) - plan.chairs.length);
}

/** Whether one more may sit down. */
export function roomy(plan: Plan, shelf: Shelf): boolean {
  return plan.chairs.length < Math.max(...gameOf(shelf, plan.sheet).seats);
}

/** A kept plan, as far as this shelf still has what it names. */
export function restored(kept: string | null, shelf: Shelf): Plan {
  const first = firstPlan(shelf);
  try {
    const { sheet, chairs, real, begins = LOTS } = JSON.parse(kept ?? "{}") as Partial<Plan>;
    const known = shelf.games.some((game) => game.sheets.some(({ name }) => name === sheet));
    const seated = Array.isArray(chairs) ? seatedAgain(chairs) : first.chairs;
    return fitted(
      { sheet: known ? sheet! : first.sheet, chairs: seated, real: real === true, begins: String(begins) },
      shelf,
    );
  } catch {
    return first;
  }
}

function seatedAgain(chairs: readonly Partial<Chair>[]): Chair[] {
  const again: Chair[] = [chair([], "me")];
  for (const { kind, name, bot } of chairs) {
    if (!kind || kind === "me" || !KINDS.includes(kind)) continue;
    again.push(
      chair(again, kind, {
        name: typeof name === "string" ? name : "",
        bot: kind === "bot" && typeof bot === "string" ? bot : "",
      }),
    );
  }
  return again;
}

/** The seats as the server is asked for them. `me` is how this guest is called, `spare` names who has no name. */
export function asked(chairs: readonly Chair[], me: string, spare: (taken: string[]) => string): NewSeat[] {
  const taken = [me, ...chairs.map(({ name }) => name)];
  return chairs.map(({ kind, name, bot }): NewSeat => {
    if (kind === "me") return { kind, name: me };
    if (kind === "bot") return { kind, bot };
    return kind === "here" ? { kind, name: name || spare(taken) } : { kind };
  });
}
