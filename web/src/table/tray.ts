/** What lies in the middle, read off a sheet's tray. Pure; knows kinds of tokens (docs/scene.md), no game. */
import type { Scene } from "../wire/scene";

/** Whether luck comes from a pack of cards here; else from dice. */
export function hasPack(scene: Scene | undefined): boolean {
  return scene?.tray_kind === "card";
}
