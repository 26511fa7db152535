/** Share a link: the device's own way where there is one, else onto the clipboard. */

/** `shared`, `copied`, or `no` where the device allows neither. */
export async function hand(url: string, title: string): Promise<"shared" | "copied" | "no"> {
  if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
    const done = await navigator.share({ title, url }).then(
      () => true,
      (error: unknown) => error instanceof DOMException && error.name === "AbortError",
    );
    if (done) return "shared";
  }
  return (await copy(url)) ? "copied" : "no";
}

/**
 * The clipboard is for secure pages only; over plain http in the living room the old way still works. `field` already
 * shows the text.
 */
export async function copy(text: string, field?: HTMLInputElement): Promise<boolean> {
  const modern = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return modern || (field ? copyFrom(field) : copyBySelection(text));
}

function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  field.select();
  return document.execCommand("copy");
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "hidden-text";
  document.body.append(field);
  const done = copyFrom(field);
  field.remove();
  return done;
}
