/** The words for a lost connection: the device has no network, the line is gone, or the server is silent. */
import type { Live } from "../wire/live.svelte";

export function lost({
  link,
  offline,
}: Pick<Live, "link" | "offline">): "table.offline" | "table.silent" | "table.lost" {
  if (offline) return "table.offline";
  return link === "silent" ? "table.silent" : "table.lost";
}
