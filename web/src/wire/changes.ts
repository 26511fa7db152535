/** What is new on sheets, laid into their scenes, as lessons tell it. Pure: knows scenes, no socket. */
import type { Scene, SceneChange } from "./protocol";

/** The scenes of all seats after these changes. Fields that are there replace the old ones, cells those of their id. */
export function withChanges(scenes: Scene[], changes: SceneChange[]): Scene[] {
  const bySeat = new Map(changes.map((change) => [change.seat, change]));
  return scenes.map((scene, seat) => withChange(scene, bySeat.get(seat)));
}

function withChange(scene: Scene, change: SceneChange | undefined): Scene {
  if (!change) return scene;
  const { seat, cells, ...fields } = change;
  void seat;
  const fresh = new Map((cells ?? []).map((cell) => [cell.id, cell]));
  const all = scene.cells.map((cell) => fresh.get(cell.id) ?? cell);
  return { ...scene, ...(fields as Partial<Scene>), cells: all };
}
