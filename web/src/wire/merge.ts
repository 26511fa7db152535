/** An update laid into a view. Pure: knows messages, no socket and no component. */
import type { Scene, SceneChange, Update, View } from "./protocol";

/** The view after an update that continues it. Fields that are there replace the old ones as a whole. */
export function merged(view: View, update: Update): View {
  const { t, since, entries, scenes, ...fields } = update;
  void [t, since, entries];
  return { ...view, ...(fields as Partial<View>), scenes: withChanges(view.scenes, scenes ?? []) };
}

/** Whether an update continues exactly the version the page has. */
export function continues(view: View, update: Update): boolean {
  return update.since === view.version;
}

function withChanges(scenes: Scene[], changes: SceneChange[]): Scene[] {
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
