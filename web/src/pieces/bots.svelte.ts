/** The bots of the server, by name: how people call them, from the weakest to the strongest. Asked for once. */
import { shelf, type BotInfo } from "../wire/api";
import { pick, say } from "../words/words.svelte";

const known = $state({ bots: [] as readonly BotInfo[] });
let asked: Promise<void> | null = null;

/** All bots, the weakest first; empty until the server has answered. */
export function allBots(): readonly BotInfo[] {
  asked ??= shelf().then(({ bots }) => void (known.bots = byLevel(bots)), () => void (asked = null));
  return known.bots;
}

export function byLevel(bots: readonly BotInfo[]): BotInfo[] {
  return bots.toSorted((a, b) => a.level - b.level);
}

/** How people call a bot; one that nobody knows any more has only its name. */
export function called(bots: readonly BotInfo[], name: string): string {
  const bot = bots.find((other) => other.name === name);
  return bot ? pick(bot.title) : name.charAt(0).toUpperCase() + name.slice(1);
}

/** How strong a bot is on a sheet, as a word beside its name; nothing where nobody measured it. */
export function strength(bot: BotInfo, sheet: string): string {
  const rating = bot.ratings[sheet];
  return rating === undefined ? "" : say("bot.rating", { n: rating });
}
