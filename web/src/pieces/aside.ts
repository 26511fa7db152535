/** Where slips of paper come in, on a page with something that should stay in sight: from one side, so wide at most. */
import { getContext, setContext } from "svelte";

export interface Aside {
  side: "left" | "right";
  width: number;
}

const ASIDE = Symbol("aside");

/** All slips below come in like this; null: over the middle. */
export function letIn(aside: () => Aside | null): void {
  setContext(ASIDE, aside);
}

/** Asked where a slip is made. */
export function wayIn(): () => Aside | null {
  return getContext<(() => Aside | null) | undefined>(ASIDE) ?? (() => null);
}
