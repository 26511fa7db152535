/** All icons and numerals, put into the page once; `Icon` and `Numeral` use them by name. */
import sheets from "../../../src/kritzel/drawing/icons.svg?raw";
import pages from "./icons.svg?raw";

const SYMBOL = '<symbol id="';

export function mountSprite(): void {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "sprite");
  svg.setAttribute("aria-hidden", "true");
  const symbols = (sheets + pages).split(SYMBOL).slice(1);
  svg.innerHTML = symbols
    .map((rest) => `<symbol overflow="visible" id="i-${rest.split("</symbol>")[0]}</symbol>`)
    .join("");
  document.body.prepend(svg);
}
