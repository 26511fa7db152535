/** Playing again: the same company on the next sheet. Pure. */
import { above, ladder } from "../pieces/bots.svelte";
import type { BotInfo, NewSeat, SheetInfo, Shelf } from "../wire/protocol";
import type { SeatView, View } from "../wire/view";
import { myself } from "./verdict";

/** The sheet after this one in its game, if there is one. */
export function nextSheet(shelf: Shelf, sheet: string): SheetInfo | null {
  const game = shelf.games.find(({ sheets }) => sheets.some(({ name }) => name === sheet));
  const at = game?.sheets.findIndex(({ name }) => name === sheet) ?? -1;
  return game?.sheets[at + 1] ?? null;
}

/**
 * The same company: who holds several seats of this device keeps them, other people come by link, bots come by
 * themselves.
 */
export function seatsAgain(view: View): NewSeat[] {
  const me = view.seats.find(({ seat, kind }) => view.you.includes(seat) && kind === "person")?.seat ?? view.you[0];
  return view.seats.map((seat) => seatAgain(seat, view.you.includes(seat.seat), seat.seat === me));
}

function seatAgain({ kind, name, bot }: SeatView, mine: boolean, me: boolean): NewSeat {
  if (me) return { kind: "me", name };
  if (mine) return { kind: "here", name };
  return kind === "bot" ? { kind: "bot", bot } : { kind: "friend" };
}

/** After a win against bots alone: the strongest of them, the bot one step above, and the seats with that one. */
export function harder(view: View, shelf: Shelf): { from: string; bot: BotInfo; seats: NewSeat[] } | null {
  const me = myself(view);
  const winners = view.result?.ranking.filter(({ place }) => place === 1) ?? [];
  const rivals = view.seats.filter(({ seat }) => seat !== me);
  if (winners.length !== 1 || winners[0]!.seat !== me || rivals.some(({ kind }) => kind !== "bot")) return null;
  const steps = ladder(shelf, view.sheet);
  const strongest = steps.findLast(({ name }) => rivals.some(({ bot }) => bot === name))?.name ?? "";
  const bot = above(steps, strongest);
  const replaced = rivals.find((rival) => rival.bot === strongest)?.seat;
  if (!bot) return null;
  const seats = seatsAgain(view).map((seat, at) =>
    view.seats[at]!.seat === replaced ? { ...seat, bot: bot.name } : seat,
  );
  return { from: strongest, bot, seats };
}

/** Who asked for the rematch, as far as that is plain: the only other person at the table. */
export function asker(view: View): string {
  const others = view.seats.filter(({ seat, kind }) => kind === "person" && !view.you.includes(seat));
  return others.length === 1 ? others[0]!.name : "";
}
