/** Two fingers zoom one sheet, one finger moves it then, a double tap beside what can be chosen resets it. */
import type { Attachment } from "svelte/attachments";
import type { Bounds } from "./geometry";
import { gripped, type Grip } from "./zooming";

const TWICE = 320;

export class Zoom {
  /** What is seen while it is not all. */
  #near: { seen: Bounds; of: Bounds } | null = $state.raw(null);
  #from: { seen: Bounds; grip: Grip; fingers: number } | null = null;
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
    const counts = touches.length === 2 || (touches.length === 1 && this.zoomed);
    this.#from = counts ? { seen: this.seen, grip: gripOf(svg, touches), fingers: touches.length } : null;
  }

  #move(svg: SVGSVGElement, event: TouchEvent): void {
    if (this.#from?.fingers !== event.touches.length) return;
    event.preventDefault();
    const of = this.whole();
    this.#near = { of, seen: gripped(of, this.#from.seen, this.#from.grip, gripOf(svg, event.touches)) };
  }

  #end(event: TouchEvent): void {
    const target = event.target as Element;
    const idle = !target.matches(".target, [aria-selected]");
    if (this.zoomed && idle && this.#from?.fingers === 1 && event.timeStamp - this.#tapped < TWICE) this.reset();
    this.#tapped = idle && event.touches.length === 0 ? event.timeStamp : 0;
  }
}

function gripOf(svg: SVGSVGElement, touches: TouchList): Grip {
  const frame = svg.getBoundingClientRect();
  const [one, other] = [touches[0]!, touches[touches.length - 1]!];
  return {
    x: ((one.clientX + other.clientX) / 2 - frame.x) / frame.width,
    y: ((one.clientY + other.clientY) / 2 - frame.y) / frame.height,
    spread: touches.length > 1 ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 1,
  };
}
