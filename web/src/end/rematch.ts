/** Playing again: the same company on the next sheet. Pure. */
import type { NewSeat, SheetInfo, Shelf } from "../wire/protocol";
import type { SeatView, View } from "../wire/view";

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

/** Who asked for the rematch, as far as that is plain: the only other person at the table. */
export function asker(view: View): string {
  const others = view.seats.filter(({ seat, kind }) => kind === "person" && !view.you.includes(seat));
  return others.length === 1 ? others[0]!.name : "";
}
