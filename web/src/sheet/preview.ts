/** What a hand has in mind but has not done yet; the sheet draws it dashed. */
export interface Preview {
  cell: string;
  /** The number of the die that would lie there. */
  die?: number | null;
  /** The end of the line it would grow from. */
  start?: string;
  /** The kind of the move (`take`, `cross`, `extend`, `rail`, `lava`, `planet`, `back`). */
  kind: string;
}

/** What a preview does to the print of its cell: a die hides it, a mark dims it. */
export function coverOf(preview: Preview | null): "" | "die" | "mark" {
  if (!preview || preview.kind === "back") return "";
  return preview.die != null ? "die" : "mark";
}
