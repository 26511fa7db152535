/**
 * A long press (or the other button of the mouse) somewhere on the page, told with its place; the tap it would become
 * is swallowed.
 */
const LONG_MS = 500;
/** A finger that lies still moves less than this. */
export const SLIP = 10;

/**
 * Listen to the whole page; returns how to stop. `onlong` says whether anything was there to be asked about, `onslip`
 * is told when the finger goes on afterwards.
 */
export function longPresses(onlong: (x: number, y: number) => boolean, onslip: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: readonly [number, number] = [0, 0];
  let told = false;

  const rest = () => clearTimeout(timer);
  function press(event: PointerEvent): void {
    rest();
    [told, from] = [false, [event.clientX, event.clientY]];
    if (event.isPrimary && event.button === 0) timer = setTimeout(() => (told = onlong(...from)), LONG_MS);
    if (!event.isPrimary) told = true;
  }
  function move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) <= SLIP) return;
    rest();
    if (told && event.buttons) onslip();
  }
  /** Phones ask for a menu after a long press, mice at once. */
  function menu(event: MouseEvent): void {
    rest();
    if (told || onlong(event.clientX, event.clientY)) event.preventDefault();
  }
  function click(event: Event): void {
    if (told) event.stopPropagation();
    told = false;
  }

  const listen = (on: "addEventListener" | "removeEventListener"): void => {
    window[on]("pointerdown", press as EventListener, true);
    window[on]("pointermove", move as EventListener, true);
    window[on]("pointerup", rest, true);
    window[on]("pointercancel", rest, true);
    window[on]("contextmenu", menu as EventListener, true);
    window[on]("click", click, true);
  };
  listen("addEventListener");
  return () => (rest(), listen("removeEventListener"));
}
