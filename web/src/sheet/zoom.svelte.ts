/**
 * Two fingers zoom one sheet, one finger moves it then, a double tap beside what can be chosen fits it again.
 * Ctrl and the wheel zoom about the mouse, its middle button moves; keys do both.
 */
import type { Attachment } from "svelte/attachments";
import type { Bounds, Point } from "./geometry";
import { brought, gripped, type Grip } from "./zoomBounds";

/** Two taps are one double tap within this time (ms) and this share of the sheet. */
const TWICE = 320,
  TREMBLE = 0.02;
/** How much one key zooms and moves, and one notch of a wheel. */
const NEARER = 1.35,
  STRIDE = 0.2,
  NOTCH = 300;
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Zoom {
  /** What is seen while it is not all. */
  #near: { seen: Bounds; of: Bounds } | null = $state.raw(null);
  #from: { seen: Bounds; grip: Grip; fingers: number } | null = null;
  /** Fingers that have moved or were two did not tap. */
  #moved = false;
  #tapped = 0;

  constructor(private readonly whole: () => Bounds) {}

  /** A sheet that lies otherwise is seen as a whole again. */
  get seen(): Bounds {
    const whole = this.whole();
    return this.#near?.of === whole ? this.#near.seen : whole;
  }

  get zoomed(): boolean {
    return this.seen.width < this.whole().width - 0.5;
  }

  reset(): void {
    this.#near = null;
  }

  /** A key of the sheet's view: nearer, farther, all of it, or a step aside. */
  press(key: string): void {
    const middle = { x: 0.5, y: 0.5, spread: 1 },
      step = STEPS[key];
    if (key === "0") this.reset();
    else if (step) this.#grip(middle, { x: 0.5 + step[0] * STRIDE, y: 0.5 + step[1] * STRIDE, spread: 1 });
    else this.#grip(middle, { ...middle, spread: key === "-" ? 1 / NEARER : NEARER });
  }

  /** While not all is seen: move so that a place is. */
  bring(place: Point): void {
    const of = this.whole();
    if (this.zoomed) this.#near = { of, seen: brought(of, this.seen, place) };
  }

  #grip(from: Grip, to: Grip, seen = this.seen): void {
    const of = this.whole();
    this.#near = { of, seen: gripped(of, seen, from, to) };
  }

  readonly mouse: Attachment<SVGSVGElement> = (svg) => {
    const at = ({ clientX, clientY }: MouseEvent): Grip => gripOf(svg, [{ clientX, clientY }]);
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#grip(at(event), { ...at(event), spread: Math.exp(-event.deltaY / NOTCH) });
    };
    let from: { grip: Grip; seen: Bounds } | null = null;
    const down = (event: PointerEvent): void => {
      from = event.button === 1 && this.zoomed ? { grip: at(event), seen: this.seen } : null;
      if (from) event.preventDefault();
    };
    const move = (event: PointerEvent): void => {
      if (from && event.buttons & 4) this.#grip(from.grip, at(event), from.seen);
      else from = null;
    };
    svg.addEventListener("wheel", wheel, { passive: false });
    svg.addEventListener("pointerdown", down);
    svg.addEventListener("pointermove", move);
    return () => {
      svg.removeEventListener("wheel", wheel);
      svg.removeEventListener("pointerdown", down);
      svg.removeEventListener("pointermove", move);
    };
  };

  readonly fingers: Attachment<SVGSVGElement> = (svg) => {
    const begin = (event: TouchEvent): void => this.#begin(svg, event);
    const move = (event: TouchEvent): void => this.#move(svg, event);
    const end = (event: TouchEvent): void => this.#end(event);
    svg.addEventListener("touchstart", begin, { passive: true });
    svg.addEventListener("touchmove", move, { passive: false });
    svg.addEventListener("touchend", end, { passive: true });
    return () => {
      svg.removeEventListener("touchstart", begin);
      svg.removeEventListener("touchmove", move);
      svg.removeEventListener("touchend", end);
    };
  };

  #begin(svg: SVGSVGElement, { touches }: TouchEvent): void {
    this.#moved = touches.length > 1;
    const counts = touches.length === 2 || (touches.length === 1 && this.zoomed);
    this.#from = counts ? { seen: this.seen, grip: gripOf(svg, touches), fingers: touches.length } : null;
  }

  #move(svg: SVGSVGElement, event: TouchEvent): void {
    if (this.#from?.fingers !== event.touches.length) return;
    event.preventDefault();
    const grip = gripOf(svg, event.touches);
    this.#moved ||= Math.hypot(grip.x - this.#from.grip.x, grip.y - this.#from.grip.y) > TREMBLE;
    this.#grip(this.#from.grip, grip, this.#from.seen);
  }

  #end(event: TouchEvent): void {
    const target = event.target as Element;
    const idle = !this.#moved && !target.matches(".target, [aria-selected]");
    if (this.zoomed && idle && this.#from?.fingers === 1 && event.timeStamp - this.#tapped < TWICE) this.reset();
    this.#tapped = idle && event.touches.length === 0 ? event.timeStamp : 0;
  }
}

function gripOf(svg: SVGSVGElement, touches: ArrayLike<{ clientX: number; clientY: number }>): Grip {
  const frame = svg.getBoundingClientRect();
  const [one, other] = [touches[0]!, touches[touches.length - 1]!];
  return {
    x: ((one.clientX + other.clientX) / 2 - frame.x) / frame.width,
    y: ((one.clientY + other.clientY) / 2 - frame.y) / frame.height,
    spread: touches.length > 1 ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 1,
  };
}
