/** The hatches (colour = shape = hatch) are put into the page once, as soon as something needs them. */
import { mount } from "svelte";
import Hatches from "./Hatches.svelte";

export function needHatches(): void {
  if (!document.getElementById("hatches")) mount(Hatches, { target: document.body });
}
