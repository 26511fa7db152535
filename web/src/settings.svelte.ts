/** What this device prefers; kept on the device. Knows no page. */
import { keepData, keptData } from "./keeping";
import type { Lang } from "./wire/api";

export type Theme = "auto" | "light" | "dark";
export interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  haptics: boolean;
  /** Letters beside the shapes of colours. */
  letters: boolean;
  /** Small reactions of the others are shown, and can be sent. */
  emotes: boolean;
  /** The action bar for the left hand. */
  left: boolean;
  /** A move is previewed and then confirmed; off: a second tap is not needed. */
  confirm: boolean;
}

const SHELF = "kritzel.settings";
const dark = matchMedia("(prefers-color-scheme: dark)");

function first(): Settings {
  const lang: Lang = (navigator.languages?.[0] ?? navigator.language ?? "en").toLowerCase().startsWith("de")
    ? "de"
    : "en";
  return { lang, theme: "auto", sound: false, haptics: true, letters: false, emotes: true, left: false, confirm: true };
}

function chosen(): Partial<Settings> {
  return (keptData("device", SHELF) ?? {}) as Partial<Settings>;
}

export const settings: Settings = $state({ ...first(), ...chosen() });

/** Change something for good; what was never chosen keeps following the device. */
export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  keepData("device", SHELF, { ...chosen(), [name]: value });
  show();
}

/** The look of the page, chosen by the user or the system. */
export const worn = $state<{ look: "light" | "dark" }>({ look: "light" });

/** Put language and look onto the page. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  worn.look = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.dataset["theme"] = worn.look;
}

dark.addEventListener("change", show);
