/**
 * A table that takes another form, as when a device is turned: the sheet glides from its old place to the new one, and
 * what stands around it fades in. At once with reduced motion.
 */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Turn } from "../sheet/rotation";
import { glided } from "./glidePath";

const GLIDE_MS = 220,
  FADE_MS = 120;
const AROUND = ".play > .head, .play > .turn, .rivals, .story, .play > .points, .play > .boxes, .hand, .acts";

/** `form` names the form, `turn` says how the sheet lies in it. */
export function gliding(form: () => string, turn: () => Turn): Attachment<HTMLElement> {
  return (table) => {
    const paper = table.querySelector<HTMLElement>(".sheet > .paper")!;
    let before: { box: DOMRect; turn: Turn } | null = null;

    /** Where the paper lies once everything is in its place; on its way it is nowhere. */
    function remember(): void {
      requestAnimationFrame(() => {
        if (!paper.getAnimations().length) before = { box: paper.getBoundingClientRect(), turn: untrack(turn) };
      });
    }
    function move(from: { box: DOMRect; turn: Turn }, now: Turn): void {
      const transform = glided(from.box, paper.getBoundingClientRect(), from.turn - now);
      if (!transform) return;
      const glide = paper.animate({ transform: [transform, "none"] }, { duration: GLIDE_MS, easing: "ease-out" });
      glide.finished.then(remember, () => undefined);
      for (const zone of table.querySelectorAll(AROUND)) zone.animate({ opacity: [0, 1] }, FADE_MS);
    }

    const observer = new ResizeObserver(remember);
    observer.observe(paper);
    $effect(() => {
      void form();
      const now = turn();
      if (before && !matchMedia("(prefers-reduced-motion: reduce)").matches) move(before, now);
      remember();
    });
    return () => observer.disconnect();
  };
}
