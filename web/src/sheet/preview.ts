import type { Option } from "../wire/protocol";

/** What a hand has in mind but has not done yet, of a move with a cell; the sheet draws it dashed. */
export type Preview = Required<Pick<Option, "cell" | "kind">> & Pick<Option, "die" | "start">;

/** What a preview does to the print of its cell: a die hides it, a mark dims it. */
export function coverOf(preview: Preview | null): "" | "die" | "mark" {
  if (!preview || preview.kind === "back") return "";
  return preview.die != null ? "die" : "mark";
}
