/** The six pieces of rail: each joins the midpoints of two edges of a square cell. */
import { around, round, SQUARE, type Point } from "./geometry";

const GAUGE = 8.5;
const TIE = 14;
const REACH = SQUARE / 2;
export const TURNS: Readonly<Record<string, number>> = { NS: 0, EW: 90, NE: 0, SE: 90, SW: 180, NW: 270 };

export interface Piece {
  rails: string;
  ties: string;
  turn: number;
}

/** The paths of a piece around 0, 0, and how far it is turned. */
export function pieceOf(ends: string): Piece {
  const drawn = ends === "NS" || ends === "EW" ? STRAIGHT : CURVE;
  return { ...drawn, turn: TURNS[ends] ?? 0 };
}

const STRAIGHT = {
  rails: [-1, 1].map((side) => `M${side * GAUGE} ${-REACH}V${REACH}`).join(""),
  ties: [-22.5, -7.5, 7.5, 22.5].map((y) => `M${-TIE} ${y}H${TIE}`).join(""),
};

/** From the top edge to the right one, around the top right corner. */
const CURVE = {
  rails: [REACH - GAUGE, REACH + GAUGE]
    .map((r) => `M${REACH - r} ${-REACH}A${r} ${r} 0 0 0 ${REACH} ${r - REACH}`)
    .join(""),
  ties: [100, 123, 147, 170].map((angle) => tie((angle * Math.PI) / 180)).join(""),
};

function tie(angle: number): string {
  const ends = [REACH - TIE, REACH + TIE].map((r): Point => around(REACH, -REACH, r, angle));
  return "M" + ends.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
}
