/**
 * Where the keys are put when something new is to be done. Knows no page: a person who types or reads a dialog is not
 * disturbed.
 */

/** Whether the focus may be moved: the user does not type, and no dialog is open. */
export function mayLead(): boolean {
  const at = document.activeElement;
  return (
    !document.querySelector("dialog[open]") &&
    !at?.matches("input:not([type=range]), textarea, select, [contenteditable]")
  );
}

/** Whether the focus is nowhere, as after a page was opened or when the focused button went away. */
export function isLost(): boolean {
  const at = document.activeElement;
  return !at || at === document.body;
}

let keyed = false;
addEventListener("keydown", () => (keyed = true), true);
addEventListener("pointerdown", () => (keyed = false), true);

/** Whether a ring around what has the focus helps anybody: not where fingers are used until a key is pressed. */
export function ringHelps(): boolean {
  return keyed || !matchMedia("(pointer: coarse)").matches;
}

/** Put the keys onto something; nothing scrolls. Whether they are there. */
export function lead(to: HTMLElement | SVGElement | null | undefined): boolean {
  if (!to || !mayLead()) return false;
  to.focus({ preventScroll: true });
  return document.activeElement === to;
}
