import { describe, expect, it } from "vitest";
import { cut, drawn, SIZES, wrapped, type Pens, type Told } from "./picture";
import { initials } from "./shareText";

const pens: Pens = {
  colour: (name) => `#${name}`,
  paths: (symbol) => [`M${symbol}`],
  font: "sans-serif",
  wide: (text, size) => 0.5 * size * text.length,
};
const upTo = (letters: number) => (part: string) => part.length <= letters;
const told: Told = {
  about: "Dizzle",
  verdict: "A tailwind for Lotte",
  sentence: "Lotte wins! 1 point ahead of <Mara>.",
  seats: [
    { seat: 1, name: "Lotte", points: 70 },
    { seat: 0, name: "<Mara>", points: 69 },
  ],
  pencil: {
    title: "With the same luck",
    pieces: [
      { seat: 0, name: "<Mara>", share: 95 },
      { seat: 1, name: "Lotte", share: 5 },
    ],
  },
  sum: null,
  pad: "#pad",
};
const parsed = (svg: string) => new DOMParser().parseFromString(svg, "image/svg+xml");

describe("the picture to share", () => {
  it("is one SVG of its size, with names as text only", () => {
    for (const shape of ["wide", "square"] as const) {
      const page = parsed(drawn(told, shape, pens)).documentElement;
      expect(page.getAttribute("width")).toBe(`${SIZES[shape].width}`);
      const words = [...page.querySelectorAll("text")].map(({ textContent }) => textContent);
      expect(words).toContain("Lotte wins! 1 point ahead of <Mara>.");
      expect(words).toContain("95 %");
      expect(page.querySelector("style, script, image, Mara, [class]")).toBeNull();
    }
  });
  it("shows the sum where there is no pencil, and neither where nothing is known", () => {
    const sum = [{ part: "luck" as const, words: "Luck of the dice", text: "−4" }];
    expect(drawn({ ...told, pencil: null, sum }, "wide", pens)).toContain("Mn-minus");
    expect(drawn({ ...told, pencil: null }, "wide", pens)).not.toContain("With the same luck");
  });
  it("cuts what has no room, and takes two lines at most", () => {
    expect(cut("Lotte", upTo(5))).toBe("Lotte");
    expect(cut("Maximiliane Charlotte", upTo(7))).toBe("Maximi…");
    expect(wrapped("one two three four", upTo(10))).toEqual(["one two", "three four"]);
    expect(wrapped("one two three four five", upTo(10))).toEqual(["one two", "three fou…"]);
    expect(wrapped("Maximiliane", upTo(7))).toEqual(["Maximi…"]);
  });
  it("calls people by their first letters, tells two of them apart, and bots as they are called", () => {
    const people = ["Mara Lind", "Max", "Mia", "Weise Eule"].map((name) => ({ name, kind: "person" }));
    people[3]!.kind = "bot";
    expect(initials(people)).toEqual(["ML", "M", "M2", "Weise Eule"]);
  });
});
