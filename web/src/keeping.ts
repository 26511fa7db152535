/**
 * What is kept on the device, or in this tab alone. Where a browser keeps nothing, or has no room left, it is kept for
 * as long as the page is open: a user who forbids it still plays.
 */
export type Where = "device" | "tab";

const STORAGE = { device: () => localStorage, tab: () => sessionStorage };
const page = { device: new Map<string, string>(), tab: new Map<string, string>() };

export function kept(where: Where, key: string): string | null {
  const here = page[where].get(key);
  if (here !== undefined) return here;
  try {
    return STORAGE[where]().getItem(key);
  } catch {
    return null;
  }
}

/** What was kept as data; null where there is nothing, or nothing that can be read. */
export function keptData(where: Where, key: string): unknown {
  try {
    return JSON.parse(kept(where, key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether it is kept beyond this page. */
export function keep(where: Where, key: string, text: string): boolean {
  try {
    STORAGE[where]().setItem(key, text);
    page[where].delete(key);
    return true;
  } catch {
    page[where].set(key, text);
    return false;
  }
}

export function keepData(where: Where, key: string, data: unknown): boolean {
  return keep(where, key, JSON.stringify(data));
}

export function forget(where: Where, key: string): void {
  page[where].delete(key);
  try {
    STORAGE[where]().removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
