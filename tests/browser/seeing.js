/**
 * What a page shows of the game, read as a person would: whose turn it is, cells whose label says that they can be
 * chosen, buttons that do something, each with the place to touch. Waits for the cells of a table, and, if asked,
 * until something is seen.
 */
([words, wanted, patience]) => {
  const middle = (thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const spoken = (button) => button.getAttribute("aria-label") ?? button.textContent.trim().replace(/\s+/g, " ");
  const able = (button) => button.getAttribute("aria-disabled") !== "true" && !button.disabled;

  const look = () => {
    const hand = document.querySelector(`aside[aria-label="${words.hand}"]`);
    const cells = [...document.querySelectorAll('[role="grid"] [role="gridcell"]')];
    const legal = cells.flatMap((cell) => {
      const label = cell.getAttribute("aria-label"), phrase = new RegExp(words.legal).exec(label);
      return phrase ? [[label.split(",")[0], [...middle(cell), phrase[0]]]] : [];
    });
    const buttons = [...(hand?.querySelectorAll("button") ?? [])].filter(able);
    return {
      heading: document.querySelector("h1")?.textContent.trim() ?? "",
      legal: Object.fromEntries(legal),
      buttons: Object.fromEntries(buttons.map((button) => [spoken(button), middle(button)])),
      group: hand?.querySelector('[role="group"]')?.getAttribute("aria-label") ?? "",
      story: document.querySelector('[data-testid="log"], .moves')?.textContent ?? "",
      sending: words.sending.split("|").some((said) => hand?.textContent.includes(said)),
      playing: hand !== null,
    };
  };

  const names = (signs, cell) => Object.keys(signs.buttons).concat(signs.group).some((name) => new RegExp(`\\b${cell}(?!\\d)`, "i").test(name));
  const without = ({ legal, buttons, ...rest }) => JSON.stringify([Object.keys(legal), Object.keys(buttons), rest]);
  const grew = (signs, before) => Object.keys(signs.buttons).some((name) => !before.includes(name));
  const seen = {
    now: (signs) => !signs.playing || document.querySelector('[role="grid"]') !== null,
    legal: (signs) => Object.keys(signs.legal).length > 0,
    tapped: (signs, [cell, phrase, before]) =>
      !signs.sending &&
      (signs.legal[cell]?.[2] !== phrase || names(signs, cell) || (before && grew(signs, before))),
    played: (signs, [cell, phrase]) => !signs.sending && signs.legal[cell]?.[2] !== phrase,
    changed: (signs, before) => !signs.sending && without(signs) !== without(before),
  }[wanted[0]];

  return new Promise((done, fail) => {
    const check = () => {
      const signs = look();
      if (!seen(signs, wanted[1])) return;
      observer.disconnect();
      clearTimeout(timer);
      done(signs);
    };
    const observer = new MutationObserver(check);
    const timer = setTimeout(() => {
      observer.disconnect();
      if (wanted[2]) done(look());
      else fail(new Error(`not seen: ${JSON.stringify([wanted, look()])}`));
    }, patience);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    check();
  });
};
