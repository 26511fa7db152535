/** A picture out of the page: its pens in the light look, and an SVG as PNG. Nothing leaves the device. */
import type { Pens, Shape } from "./picture";
import { SIZES } from "./picture";

const ruler = document.createElement("canvas").getContext("2d");

/** The page's own colours and symbols. Light is what `:root` says, even if the page is dark. */
export function pensOfThePage(): Pens {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const roots = rules.filter((rule) => rule instanceof CSSStyleRule).filter((rule) => rule.selectorText === ":root");
  const said = (name: string) => roots.map(({ style }) => style.getPropertyValue(`--${name}`).trim()).find(Boolean);
  const font = said("font") ?? "sans-serif";
  return {
    colour: (name) => {
      const value = said(name) ?? "#26252e";
      const other = /^var\(--(\w+)\)$/.exec(value);
      return other ? (said(other[1]!) ?? value) : value;
    },
    paths: (symbol) => [...document.querySelectorAll(`#i-${symbol} path`)].map((path) => path.getAttribute("d") ?? ""),
    font,
    wide: (text, size, bold) => {
      ruler!.font = `${bold ? 800 : 500} ${size}px ${font}`;
      return ruler!.measureText(text).width;
    },
  };
}

export interface Png {
  url: string;
  file: File;
}

export async function pngOf(svg: string, shape: Shape): Promise<Png> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZES[shape]);
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return { url: canvas.toDataURL("image/png"), file: new File([blob], "kritzel.png", { type: "image/png" }) };
}
