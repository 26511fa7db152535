import { mount } from "svelte";
import App from "./App.svelte";
import { mountSprite } from "./pieces/sprite";
import { show } from "./settings.svelte";
import "./tokens.css";
import "./app.css";

const target = document.getElementById("app")!;
show();
mountSprite();
target.replaceChildren();
mount(App, { target });
