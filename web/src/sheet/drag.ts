/**
 * A finger or the mouse goes over cells: which ones, as it goes. A drag that began on a cell that cannot be chosen is
 * none.
 */
import type { Attachment } from "svelte/attachments";

/** Pointers jump; between two places this many pixels are looked at. */
const STRIDE = 6;
type Place = readonly [number, number];

/**
 * Tells the cells of a drag each time there is a new one, while a listener is there; the tap that ends it is
 * swallowed.
 */
export function drawing(ondraw: () => ((path: string[]) => void) | undefined): Attachment<SVGElement> {
  return (grid) => {
    let path: string[] = [],
      last: Place = [0, 0],
      pointer = -1;

    function begin(event: PointerEvent): void {
      const cell = cellOf(event.target as Element);
      pointer =
        ondraw() && event.isPrimary && cell && (event.target as Element).matches(".target") ? event.pointerId : -1;
      [path, last] = [cell ? [cell] : [], placeOf(event)];
    }

    function move(event: PointerEvent): void {
      if (event.pointerId !== pointer) return;
      const before = path.length;
      for (const [x, y] of between(last, placeOf(event))) {
        const cell = cellOf(document.elementFromPoint(x, y));
        if (cell && cell !== path.at(-1)) path.push(cell);
      }
      last = placeOf(event);
      if (path.length > before) ondraw()?.([...path]);
    }

    function end(event: PointerEvent): void {
      if (event.pointerId !== pointer) return;
      pointer = -1;
      if (path.length > 1) swallowClick();
    }

    const listen = (on: "addEventListener" | "removeEventListener"): void => {
      grid[on]("pointerdown", begin as EventListener);
      window[on]("pointermove", move as EventListener);
      window[on]("pointerup", end as EventListener);
      window[on]("pointercancel", end as EventListener);
    };
    listen("addEventListener");
    return () => listen("removeEventListener");
  };
}

function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

function between([x, y]: Place, [toX, toY]: Place): Place[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / STRIDE));
  return Array.from({ length: steps }, (_, at): Place => [
    x + ((toX - x) * (at + 1)) / steps,
    y + ((toY - y) * (at + 1)) / steps,
  ]);
}

function cellOf(element: Element | null): string {
  return element?.closest<SVGElement>("[data-cell]")?.dataset["cell"] ?? "";
}

const placeOf = (event: PointerEvent): Place => [event.clientX, event.clientY];
