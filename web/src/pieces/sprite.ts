/** All icons and numerals, put into the page once; `Icon` and `Numeral` use them by name. */
import sheets from "../../../src/kritzel/drawing/icons.svg?raw";
import pages from "./icons.svg?raw";

export function mountSprite(): void {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "sprite");
  svg.setAttribute("aria-hidden", "true");
  for (const text of [sheets, pages]) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const symbol of parsed.querySelectorAll("symbol")) {
      symbol.id = `i-${symbol.id}`;
      symbol.setAttribute("overflow", "visible");
      svg.append(document.importNode(symbol, true));
    }
  }
  document.body.prepend(svg);
}
