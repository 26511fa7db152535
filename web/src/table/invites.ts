/**
 * The links of the free seats, kept on the owner's device. On another device of theirs a link can
 * only be made again, which voids the one that was sent: so the page asks first.
 */
import { forget, keepData, keptData } from "../keeping";
import { newInvite } from "../wire/api";
import type { SeatLink } from "../wire/protocol";

const shelf = (table: string) => `kritzel.invites.${table}`;

/** The links as the table was laid in this window, and as they were renewed or seen in any other. */
function known(table: string): SeatLink[] {
  const [later, first] = (["device", "tab"] as const).map(
    (where) => (keptData(where, shelf(table)) ?? []) as SeatLink[],
  );
  return [...later!, ...first!.filter(({ seat }) => !later!.some((invite) => invite.seat === seat))];
}

/** The token of a free seat, or nothing if this device has none. */
export function tokenFor(table: string, seat: number): string {
  const all = known(table);
  if (all.length) keepData("device", shelf(table), all);
  return all.find((invite) => invite.seat === seat)?.token ?? "";
}

/** A new token for a free seat; the old one is void from then on. Raises RequestError. */
export async function renewedFor(table: string, seat: number): Promise<string> {
  const { token } = await newInvite(table, seat);
  keepData("device", shelf(table), [...known(table).filter((invite) => invite.seat !== seat), { seat, token }]);
  return token;
}

/** Everybody sits: the links are used up. */
export function forgetInvites(table: string): void {
  forget("device", shelf(table));
  forget("tab", shelf(table));
}

/** The link that people get. */
export function linkOf(origin: string, table: string, token: string): string {
  return token && `${origin}/t/${table}#${token}`;
}
