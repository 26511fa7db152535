import { mount } from "svelte";
import App from "./App.svelte";
import { keep, kept } from "./keeping";
import { mountSprite } from "./pieces/sprite";
import { here } from "./route.svelte";
import { settings, show } from "./settings.svelte";
import { learn } from "./words/words.svelte";
import "./tokens.css";
import "./sheet/drawn.css";
import "./app.css";

/** A new version of the server has other files: a page that is still open gets them by loading itself again, once. */
const AGAIN = "kritzel.again";
addEventListener("vite:preloadError", (event) => {
  if (kept("tab", AGAIN) === location.href || !keep("tab", AGAIN, location.href)) return;
  event.preventDefault();
  location.reload();
});

const target = document.getElementById("app")!;
show();
mountSprite();

/** The wordmark stands until the first page can take its place. */
function begin(): void {
  target.replaceChildren();
  mount(App, { target });
}
const first = here.route.page === "home" ? import("./home/HomePage.svelte") : null;
void Promise.allSettled([learn(settings.lang), first]).then(begin);
