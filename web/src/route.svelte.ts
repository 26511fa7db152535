/** Which page the address asks for, and going to another without loading it again. */
export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "review"; table: string }
  | { page: "puzzle"; table?: string; day?: string }
  | { page: "explore"; table: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "verify"; table: string }
  | { page: "device" }
  | { page: "missing" };

const PAGES: [RegExp, (found: RegExpExecArray) => Route][] = [
  [/^\/$/, () => ({ page: "home" })],
  [/^\/t\/([A-Za-z0-9_-]{16})$/, ([, table = ""]) => ({ page: "table", table })],
  [/^\/t\/([A-Za-z0-9_-]{16})\/review$/, ([, table = ""]) => ({ page: "review", table })],
  [/^\/t\/([A-Za-z0-9_-]{16})\/try$/, ([, table = ""]) => ({ page: "puzzle", table })],
  [/^\/t\/([A-Za-z0-9_-]{16})\/explore$/, ([, table = ""]) => ({ page: "explore", table })],
  [/^\/puzzle(?:\/(\d{4}-\d\d-\d\d))?$/, ([, day = ""]) => ({ page: "puzzle", day })],
  [/^\/rules(?:\/(\w+))?$/, ([, game = ""]) => ({ page: "rules", game })],
  [/^\/learn\/(\w+)$/, ([, game = ""]) => ({ page: "learn", game })],
  [/^\/verify(?:\/([A-Za-z0-9_-]{16}))?$/, ([, table = ""]) => ({ page: "verify", table })],
  [/^\/device$/, () => ({ page: "device" })],
];

/** The page of an address. Pure. */
export function routed(path: string): Route {
  for (const [pattern, make] of PAGES) {
    const found = pattern.exec(path);
    if (found) return make(found);
  }
  return { page: "missing" };
}

export const here = $state({ route: routed(location.pathname), hash: location.hash.slice(1) });

function look(): void {
  here.route = routed(location.pathname);
  here.hash = location.hash.slice(1);
}

/** Go to an address of ours. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** Links to our own pages do not load the page again; those with a modifier, a target or a download do. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener("popstate", look);
addEventListener("hashchange", look);
