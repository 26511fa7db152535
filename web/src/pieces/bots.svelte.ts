/** The bots of the server, by name: how people call them, from the weakest to the strongest. */
import type { BotInfo, Shelf } from "../wire/protocol";
import { pick, say } from "../words/words.svelte";
import { theShelf } from "./shelf.svelte";

/** All bots; empty until the server has answered. */
export function allBots(): readonly BotInfo[] {
  return theShelf().bots;
}

/** Who can be chosen on a sheet, the weakest first; empty until the server has answered. */
export function botsOn(sheet: string): BotInfo[] {
  return ladder(theShelf(), sheet);
}

/** The bots of a sheet from the weakest to the strongest: each is a step. After them come those from outside. */
export function ladder({ games, bots }: Shelf, sheet: string): BotInfo[] {
  const names = games.flatMap(({ sheets }) => sheets).find(({ name }) => name === sheet)?.bots ?? [];
  return names.flatMap((name) => bots.find((bot) => bot.name === name) ?? []);
}

/** Bots of known strength: the steps of the ladder. */
export function levels(bots: readonly BotInfo[]): readonly BotInfo[] {
  return bots.filter(({ outside }) => !outside);
}

/**
 * The bot that sits down next by default: the usual one, then those nearest to it who are not there yet,
 * gentler ones first.
 */
export function another(bots: readonly BotInfo[], there: readonly string[]): string {
  const steps = levels(bots);
  const marked = steps.findIndex(({ usual }) => usual);
  const usual = marked < 0 ? steps.length - 1 : marked;
  const near = steps.map((bot, at) => ({ bot, far: Math.abs(at - usual) })).sort((a, b) => a.far - b.far);
  return (near.find(({ bot }) => !there.includes(bot.name)) ?? near[0])?.bot.name ?? "random";
}

/** The shelf for newcomers: on each sheet the second step of the ladder is the usual one. */
export function gentle(shelf: Shelf): Shelf {
  const second = shelf.games.flatMap(({ sheets }) => sheets).map(({ bots }) => bots[1] ?? bots[0]);
  return { ...shelf, bots: shelf.bots.map((bot) => ({ ...bot, usual: second.includes(bot.name) })) };
}

/** The step after a bot; null after the last one and for one from outside. */
export function above(bots: readonly BotInfo[], name: string): BotInfo | null {
  const steps = levels(bots);
  const at = steps.findIndex((bot) => bot.name === name);
  return at < 0 ? null : (steps[at + 1] ?? null);
}

/** How people call a bot; one that is gone has only its name. */
export function called(bots: readonly BotInfo[], name: string): string {
  const bot = bots.find((other) => other.name === name);
  return bot ? pick(bot.title) : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Which step of the ladder a bot is, in words; one from outside is none. */
export function step(steps: readonly BotInfo[], bot: BotInfo): string {
  return bot.outside ? say("bot.outside") : say("bot.step", { n: steps.indexOf(bot) + 1, of: levels(steps).length });
}

/** How often a bot wins against the one below it on a sheet, as one would say it; nothing where it was not measured. */
export function beats(steps: readonly BotInfo[], bot: BotInfo, sheet: string): string {
  const below = steps.indexOf(bot);
  const [mine, theirs] = [bot.ratings[sheet], steps[below - 1]?.ratings[sheet]];
  if (mine === undefined || theirs === undefined) return "";
  const wins = Math.round(10 / (1 + 10 ** ((theirs - mine) / 400)));
  return say(wins > 9 ? "bot.beats.all" : "bot.beats", { n: wins, below });
}
