/**
 * Cells that are smaller than a fingertip: a finger that stays looks through a lens, goes on to the cell it means, and
 * chooses where it is let go. A swipe, a second finger or a quick tap is none of this.
 */
import type { Attachment } from "svelte/attachments";
import { SLIP } from "../pieces/longPress";
import type { Point } from "./geometry";

/** A finger stays this long before it is meant. */
const SOON_MS = 250;

export interface Aims {
  /** Whether cells are too small for a finger now. */
  isSmall: () => boolean;
  /** Where the finger is on the page, while it aims. */
  onaim: (at: Point | null) => void;
  /** It was let go. `moved`: it had gone on from where it came down. */
  onlet: (at: Point, moved: boolean) => void;
}

export function aiming({ isSmall, onaim, onlet }: Aims): Attachment<SVGElement> {
  return (grid) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: Point | null = null,
      at: Point = [0, 0],
      aims = false,
      moved = false;

    function rest(): void {
      clearTimeout(timer);
      if (aims) onaim(null);
      [from, aims, moved] = [null, false, false];
    }
    function begin({ touches }: TouchEvent): void {
      rest();
      if (touches.length > 1 || !isSmall()) return;
      from = at = placeOf(touches[0]!);
      timer = setTimeout(() => ((aims = true), onaim(at)), SOON_MS);
    }
    function move(event: TouchEvent): void {
      if (!from) return;
      at = placeOf(event.touches[0]!);
      moved ||= Math.hypot(at[0] - from[0], at[1] - from[1]) > SLIP;
      if (!aims) return moved ? rest() : undefined;
      event.preventDefault();
      onaim(at);
    }
    function end(event: TouchEvent): void {
      if (aims) {
        event.preventDefault();
        onlet(at, moved);
      }
      rest();
    }

    const listen = (on: "addEventListener" | "removeEventListener"): void => {
      grid[on]("touchstart", begin as EventListener, { passive: true } as AddEventListenerOptions);
      grid[on]("touchmove", move as EventListener, { passive: false } as AddEventListenerOptions);
      grid[on]("touchend", end as EventListener, { passive: false } as AddEventListenerOptions);
      grid[on]("touchcancel", rest);
    };
    listen("addEventListener");
    return () => (rest(), listen("removeEventListener"));
  };
}

const placeOf = ({ clientX, clientY }: Touch): Point => [clientX, clientY];
