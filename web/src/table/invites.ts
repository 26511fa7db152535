/**
 * The links of the free seats, kept on this device by whoever laid the table. On another device of theirs a link can
 * only be made anew, which voids the one that was sent: so nobody does that without being asked.
 */
import { newInvite } from "../wire/api";
import type { Invite } from "../wire/protocol";

const shelf = (table: string) => `kritzel.invites.${table}`;

function read(from: () => Storage, table: string): Invite[] {
  try {
    return JSON.parse(from().getItem(shelf(table)) ?? "[]") as Invite[];
  } catch {
    return [];
  }
}

function write(table: string, invites: readonly Invite[]): void {
  try {
    localStorage.setItem(shelf(table), JSON.stringify(invites));
  } catch {
    // A device that keeps nothing makes a new link when it is asked to.
  }
}

/** The links as the table was laid in this window, and as they were renewed or seen in any other. */
function kept(table: string): Invite[] {
  const later = read(() => localStorage, table);
  const first = read(() => sessionStorage, table).filter(({ seat }) => !later.some((invite) => invite.seat === seat));
  return [...later, ...first];
}

/** The token of a free seat, or nothing if this device has none. */
export function tokenFor(table: string, seat: number): string {
  const all = kept(table);
  if (all.length) write(table, all);
  return all.find((invite) => invite.seat === seat)?.token ?? "";
}

/** A new token for a free seat; the old one is void from then on. Raises Refusal. */
export async function renewedFor(table: string, seat: number): Promise<string> {
  const { token } = await newInvite(table, seat);
  write(table, [...kept(table).filter((invite) => invite.seat !== seat), { seat, token }]);
  return token;
}

/** Everybody sits: the links are used up. */
export function forgetInvites(table: string): void {
  try {
    for (const from of [localStorage, sessionStorage]) from.removeItem(shelf(table));
  } catch {
    // Nothing is kept, nothing is to be forgotten.
  }
}

/** The link that people get. */
export function linkOf(origin: string, table: string, token: string): string {
  return token && `${origin}/t/${table}#${token}`;
}
