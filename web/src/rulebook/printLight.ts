/** Paper is white: while a page is printed it wears the light look, even if the screen is dark. */
export function lightForPrint(): () => void {
  const root = document.documentElement;
  let worn: string | undefined;
  const before = () => {
    worn = root.dataset["theme"];
    root.dataset["theme"] = "light";
  };
  const after = () => {
    if (worn) root.dataset["theme"] = worn;
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}
