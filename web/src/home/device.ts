/**
 * The link to another device: `/device#TOKEN.NAME`. What stands after # reaches no server on its own; the name is only
 * there to be shown. Pure.
 */
import { cleanName } from "../pieces/names";

export interface Handover {
  token: string;
  name: string;
}

export function deviceAddress(origin: string, token: string, name: string): string {
  return `${origin}/device#${token}.${encodeURIComponent(name)}`;
}

/** What a link carries; the name may be missing. */
export function handover(hash: string): Handover | null {
  const found = /^([A-Za-z0-9_-]{16,64})(?:\.(.*))?$/.exec(hash);
  return found ? { token: found[1]!, name: readable(found[2] ?? "") } : null;
}

function readable(text: string): string {
  try {
    return cleanName(decodeURIComponent(text));
  } catch {
    return "";
  }
}
