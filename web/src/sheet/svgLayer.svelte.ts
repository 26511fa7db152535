/** Many small drawings as one layer: parsed at once at first, and later only those that changed. */
import type { Attachment } from "svelte/attachments";

/** `parts`: our own markup alone (markup.ts), one text for each thing, in the same order. */
export function layer(parts: () => readonly string[]): Attachment<SVGGElement> {
  return (group) => {
    let before: readonly string[] = [];
    $effect(() => {
      const now = parts();
      if (now.length !== before.length) group.innerHTML = now.map((part) => `<g>${part}</g>`).join("");
      else now.forEach((part, at) => part === before[at] || (group.children[at]!.innerHTML = part));
      before = now;
    });
  };
}
