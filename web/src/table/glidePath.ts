/** What moves a paper back to where it lay before. Pure. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A transform about the middle of the new place; `turned`: by how many degrees it lay otherwise. "": it lay there. */
export function glided(from: Box, to: Box, turned: number): string {
  const dx = from.x + from.width / 2 - (to.x + to.width / 2),
    dy = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = from.width / (turned % 180 ? to.height : to.width);
  const still = Math.hypot(dx, dy) < 1 && Math.abs(scale - 1) < 0.01 && !turned;
  return still || !Number.isFinite(scale) ? "" : `translate(${dx}px, ${dy}px) rotate(${turned}deg) scale(${scale})`;
}
