/** Where on a line of this width events lie: the same above the rail and on it. */
export const EDGE = 20;

export function place(width: number, of: number): (event: number) => number {
  const long = Math.max(1, width - 2 * EDGE);
  return (event) => EDGE + (event / Math.max(1, of)) * long;
}
