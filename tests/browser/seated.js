/**
 * How a table lies on the screen, by geometry: what is outside, covered, cut, too small. Waits until it is laid for
 * the room that there is.
 */
async () => {
  const play = document.querySelector(".play");
  const box = (thing) => thing.getBoundingClientRect();
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const laid = () => play.dataset.room.startsWith(`${innerWidth} ${innerHeight} `);
  while (!laid()) await frame();
  const lies = () => JSON.stringify([...play.querySelectorAll("main, main *:not([data-cell]), .hand, .acts")].slice(0, 12).map(box));
  for (let before = "", calm = 0; calm < 3; before = lies()) {
    await frame();
    calm = lies() === before ? calm + 1 : 0;
  }

  const faults = [];
  const framed = play.classList.contains("window");
  const shown = (thing) => thing && box(thing).width > 0 && box(thing).height > 0;
  const name = (thing) => (thing.getAttribute("aria-label") ?? thing.textContent).trim().replace(/\s+/g, " ").slice(0, 40);

  const ZONES = {
    head: "header", more: ".head > .more", turn: ":scope > .turn", rivals: ".rivals", story: ".story", points: ":scope > .points",
    boxes: ":scope > .boxes", sheet: ":scope > .sheet", hand: ".hand", acts: ".acts",
  };
  const zones = Object.entries(ZONES).map(([zone, where]) => [zone, play.querySelector(where)]).filter(([, thing]) => shown(thing));
  for (const zone of ["head", "points", "sheet", "hand"]) if (!zones.some(([found]) => found === zone)) faults.push(`${zone} is missing`);

  const inside = ({ left, top, right, bottom }) => left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const papers = framed ? [] : [["paper", play.querySelector(".sheet > .paper")]];
  for (const [zone, thing] of [...zones, ...papers]) if (!inside(box(thing))) faults.push(`${zone} is outside: ${JSON.stringify(box(thing))}`);

  const both = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  zones.forEach(([one, a], at) => zones.slice(at + 1).forEach(([other, b]) => {
    const [wide, high] = both(box(a), box(b));
    if (wide > 2.5 && high > 2.5) faults.push(`${one} and ${other} overlap by ${wide.toFixed(1)} x ${high.toFixed(1)}`);
  }));
  for (const [zone, thing] of papers) {
    const [wide, high] = both(box(thing), box(play.querySelector(".sheet")));
    if (wide < box(thing).width - 1.5 || high < box(thing).height - 1.5) faults.push(`${zone} leaves its place`);
  }

  const at = (x, y) => document.elementFromPoint(x, y);
  const AROUND = [[-21, 0], [21, 0], [0, -21], [0, 21]];
  for (const thing of play.querySelectorAll("button, a")) {
    if (!shown(thing) || thing.closest("[data-testid=toast]")) continue;
    const { x, y, width, height } = box(thing), middle = [x + width / 2, y + height / 2];
    if (!thing.contains(at(...middle))) faults.push(`covered: ${name(thing)}`);
    const small = width < 43.5 || height < 43.5;
    if (small && AROUND.some(([dx, dy]) => !thing.contains(at(middle[0] + dx, middle[1] + dy)))) faults.push(`small: ${name(thing)} ${width.toFixed(0)} x ${height.toFixed(0)}`);
  }
  const WORDS = "h1, .btn, .btn > span, .rivals b, .rivals .score, .points > *, .boxes .sub, .boxes .value, .what, .idle, .tabs .name, .ask, .banner p, .story h2";
  for (const thing of play.querySelectorAll(WORDS)) {
    const cut = thing.scrollWidth > thing.clientWidth + 1 || thing.scrollHeight > thing.clientHeight + 3;
    if (shown(thing) && getComputedStyle(thing).display !== "inline" && thing.clientWidth && cut) faults.push(`cut: ${name(thing)}`);
  }

  const cells = [...play.querySelectorAll("main [data-cell]")];
  const cell = Math.min(...cells.map((one) => Math.min(box(one).width, box(one).height)));
  if (cell < 24) faults.push(`cells of ${cell.toFixed(1)}`);
  if (!framed) for (const target of play.querySelectorAll("main .target")) {
    const { x, y, width, height } = box(target), hit = at(x + width / 2, y + height / 2);
    if (hit !== target) faults.push(`covered: cell ${target.dataset.cell}`);
  }
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) faults.push(`the page scrolls: ${scrollWidth} x ${scrollHeight}`);
  const form = [play.dataset.form, ...["big", "roomy", "vast", "slim", "turned", "window", "large"].filter((word) => play.classList.contains(word)), play.dataset.rivals, play.dataset.strip].join(" ");
  return { form, cell, faults };
};
