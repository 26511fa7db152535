import { mount } from "svelte";
import App from "./App.svelte";
import { mountSprite } from "./pieces/sprite";
import { show } from "./settings.svelte";
import "./tokens.css";
import "./app.css";

show();
mountSprite();
mount(App, { target: document.getElementById("app")! });
