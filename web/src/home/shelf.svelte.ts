/** The shelf as this page has it: loaded once, tried again automatically while the server is out of reach. */
import { untrack } from "svelte";
import * as api from "../wire/api";
import type { Lang } from "../wire/api";
import type { Shelf, Summary } from "../wire/protocol";
import type { Scene } from "../wire/scene";
import { keptName } from "../pieces/names";

const AGAIN = 4000;

export class Loaded {
  shelf = $state.raw<Shelf | null>(null);
  failed = $state(false);
  scenes = $state.raw<Record<string, Scene>>({});
  tables = $state.raw<readonly Summary[]>([]);
  #later: ReturnType<typeof setTimeout> | undefined;

  /** Ask for the shelf until it is there. */
  async load(): Promise<void> {
    clearTimeout(this.#later);
    if (this.shelf) return;
    try {
      this.shelf = await api.shelf();
      this.failed = false;
    } catch {
      this.failed = true;
      this.#later = setTimeout(() => void this.load(), AGAIN);
    }
  }

  /** The blank sheet of a name, once for each language. A pad without it stays empty paper. */
  async draw(sheet: string, lang: Lang): Promise<void> {
    const key = sceneKey(sheet, lang);
    if (untrack(() => this.scenes[key])) return;
    const scene = await api.blankSheet(sheet, lang).catch(() => null);
    if (scene) this.scenes = { ...this.scenes, [key]: scene };
  }

  /** My tables; a device that was never a guest has none, and sends no request. */
  async look(): Promise<void> {
    if (!keptName()) return;
    this.tables = await api
      .myTables()
      .catch((no: unknown) => (no instanceof api.RequestError && no.code === "no_session" ? [] : this.tables));
  }

  forget(table: string): void {
    this.tables = this.tables.filter((other) => other.table !== table);
  }

  stop(): void {
    clearTimeout(this.#later);
  }
}

export const sceneKey = (sheet: string, lang: Lang) => `${sheet}/${lang}`;
