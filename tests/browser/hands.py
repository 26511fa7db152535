"""A player's hand at a page: sees what the page shows, and plays by tapping it. Knows no rule.

What can be done is read from the page alone: cells say so in their labels, buttons by being there. Which of
it is done depends on nothing else, so the same dice lead to the same game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect

from tests.browser.ahead import Laid
from tests.browser.people import Person
from tests.patience import LONGEST_MS, Limit

SEEING = Path(__file__).with_name("seeing.js").read_text("utf-8")
WORDS = {
    "en": {
        "legal": "a die fits|this die may go back|lava may flow here|the rocket may land here"
        "|a rail is to be drawn here|the line can go here|would bring|may be crossed",
        "hand": "Dice and moves",
        "sending": "On its way|Not sent yet",
    },
    "de": {
        "legal": "ein Würfel passt|dieser Würfel kann zurück|hierhin kann Lava fließen"
        "|hier kann die Rakete landen|hier fehlt eine Schiene|hier geht es weiter|brächte"
        "|darf angekreuzt werden",
        "hand": "Würfel und Züge",
        "sending": "Unterwegs|Noch nicht gesendet",
    },
}
"""What the label of a cell says when a move is about it; where the hand is; that a move is being sent."""
ON_A_GRID = ("may be crossed", "darf angekreuzt werden")
"""What the label of a cell says on a `GridSheet`, where the button of a move need not name its cell."""
FINISH = {
    "en": ("Cross now", "Cross nothing", "Write now", "· done", "Done", "Drop out", "Result"),
    "de": ("Ankreuzen", "ichts ankreuzen", "Aufschreiben", "· fertig", "Fertig", "Aussteigen", "Ergebnis"),
}
"""Buttons that bring a turn or the game to its end, by a part of their names."""
DRAW = {"en": r"^Draw \d+ rail", "de": r"^\d+ Schienen? zeichnen"}
"""The button that draws all rails as they are proposed."""


class Signs(NamedTuple):
    """What a page shows of the game: whose turn, cells that can be chosen, buttons that do something.

    Each with the place to touch; a cell also with what its label says.
    """

    heading: str
    legal: dict[str, list[Any]]
    buttons: dict[str, list[float]]
    group: str
    story: str
    sending: bool
    playing: bool


class Hand:
    """Plays for one person. `taps` counts what was touched, `drawings` how often rails were drawn."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.taps, self.drawings = person, person.page, 0, 0
        self.touch = bool(self.page.evaluate("() => navigator.maxTouchPoints > 0"))

    # Seeing ------------------------------------------------------------------------------------
    def signs(self) -> Signs:
        return self._see("now")

    def choices(self) -> dict[str, list[Any]]:
        """The cells that can be chosen, once there are any: a page that is passed on turns after a moment."""
        return self._see("legal").legal

    def cell(self, name: str) -> Locator:
        """A cell of the sheet in front, by its name on the ruler."""
        return self.page.get_by_role("grid").get_by_role("gridcell", name=re.compile(rf"^{name},"))

    @property
    def area(self) -> Locator:
        return self.page.get_by_role("complementary", name=WORDS[self.person.lang]["hand"])

    def button(self, words: str) -> Locator:
        return self.area.get_by_role("button", name=re.compile(words))

    def _see(self, *wanted: Any, patience: float = LONGEST_MS) -> Signs:
        return Signs(**self.page.evaluate(SEEING, [WORDS[self.person.lang], wanted, patience]))

    # Doing -------------------------------------------------------------------------------------
    def step(self) -> bool:
        """Do one thing that brings the game forward; whether there was one."""
        now = self.signs()
        if now.sending or not now.playing:
            return False
        if drawn := [spot for name, spot in now.buttons.items() if re.search(DRAW[self.person.lang], name)]:
            self.drawings += 1
            self.tap(drawn[0])
            self._see("changed", now._asdict())
            return True
        if now.legal:
            self.choose(Random(" ".join(now.legal)).choice(list(now.legal)), now)
            return True
        return self._finish(now)

    def choose(self, cell: str, now: Signs | None = None) -> None:
        """Tap a cell; where that is only a preview, confirm it by the button that names the move."""
        now = now or self.signs()
        *spot, phrase = now.legal[cell]
        self.tap(spot)
        tapped = self._see("tapped", [cell, phrase, list(now.buttons) if phrase in ON_A_GRID else None])
        if cell not in tapped.legal or tapped.legal[cell][2] != phrase:
            return
        names = [name for name in tapped.buttons if re.search(rf"\b{cell}(?!\d)", name, re.IGNORECASE)]
        if phrase in ON_A_GRID:
            number = re.compile(rf"\b{cell.lstrip('abcdefghijklmnopqrstuvwxyz')}(?!\d)")
            names = [name for name in tapped.buttons if name not in now.buttons and number.search(name)]
        self.tap(tapped.buttons[names[0]])
        self._see("played", [cell, phrase])

    def _finish(self, now: Signs) -> bool:
        for part in FINISH[self.person.lang]:
            for name, spot in now.buttons.items():
                if part in name:
                    self.tap(spot)
                    self._see("changed", now._asdict())
                    return True
        return False

    def press(self, words: str) -> None:
        """Press a button of the hand, and wait until something has come of it."""
        now = self.signs()
        self.button(words).click()
        self._see("changed", now._asdict())

    def tap_in(self, roll: str) -> None:
        """With real dice: tap in what lies in front of everybody, and wait until the table has it.

        What was typed in wrong before is taken away first.
        """
        less = self.button(self.person.say("^Den letzten wegnehmen", "^Remove the last one"))
        while less.get_attribute("aria-disabled") == "false":
            less.click()
        for face in roll:
            more = self.person.say(f"^Noch einmal: {face}", f"^One more: {face}")
            self.button(more).click()
        done = self.button(self.person.say("^So liegt der Wurf", "^That's the roll"))
        done.click()
        expect(done).to_be_hidden()

    def tap(self, spot: list[float]) -> None:
        """As the device does it."""
        self.taps += 1
        if self.touch:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)

    def wait(self, since: Signs) -> None:
        """Until something is new, but not for long: it may be new for somebody else."""
        self._see("changed", since._asdict(), True, patience=100)


def play_on(*hands: Hand, enough: Callable[[], bool] | None = None) -> None:
    """Everybody plays until it is enough; without a wish until the game is over for all."""
    limit = Limit()
    while not (enough and enough()):
        seen = [hand.signs() for hand in hands]
        if not any(signs.playing for signs in seen):
            return
        acted = [hand.step() for hand in hands]
        if any(acted):
            limit = Limit()
        else:
            hands[0].wait(seen[0])
        assert not limit.reached, seen


def sit_down(laid: Laid, *people: Person) -> list[Hand]:
    """These people are those who sit at the table: they open its page, each on a device of their own."""
    laid.handed_to(*people)
    for person in people:
        person.open(laid.path)
    for person in people:
        expect(person.page.get_by_role("grid").first).to_be_visible()
    return [Hand(person) for person in people]
