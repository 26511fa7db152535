"""Numbers and names as a report writes them in its two languages. Knows no figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kritzel import bots
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import AnyGame

NARROW = "\u202f"
MINUS = "−"


class Speech:
    """How things are written in one language, about one sheet."""

    def __init__(self, lang: str, game: AnyGame, sheet: Sheet) -> None:
        self.lang, self._game, self._sheet = lang, game, sheet

    def say(self, text: Text, **values: Any) -> str:
        return text.say(self.lang).format(**values)

    def number(self, value: float, digits: int = 1) -> str:
        """1 234.5 or 1 234,5, with a real minus."""
        figure = f"{value:,.{digits}f}".replace(",", NARROW)
        figure = figure.replace(".", ",") if self.lang == "de" else figure
        return figure.replace("-", MINUS)

    def percent(self, share: float, digits: int = 0) -> str:
        return f"{self.number(100 * share, digits)}{NARROW}%"

    def signed(self, value: float, digits: int = 1) -> str:
        return ("+" if value >= 0 else "") + self.number(value, digits)

    def between(self, low: float | None, high: float | None, digits: int = 0) -> str:
        """The bounds of a share: 44-51 %; nothing where there are none."""
        if low is None or high is None:
            return ""
        return f"{self.number(100 * low, digits)}–{self.percent(high, digits)}"

    def around(self, figure: dict[str, Any], digits: int = 1) -> str:
        """Half of an interval, after a ±; nothing where there is none."""
        if figure["low"] is None:
            return ""
        return f"±{NARROW}{self.number((figure['high'] - figure['low']) / 2, digits)}"

    def bot(self, name: str) -> str:
        return bots.bot(name).title.say(self.lang)

    def join(self, things: Sequence[str]) -> str:
        if len(things) < 2:
            return "".join(things)
        together = "und" if self.lang == "de" else "and"
        return f"{', '.join(things[:-1])} {together} {things[-1]}"

    def line(self, key: str) -> str:
        counting = self._game.drawing.counting
        own = counting.line(self._sheet, key) if counting and counting.line else self._game.facts.line(key)
        return own.say(self.lang)

    def board(self, number: int) -> str:
        return self._game.rules.boards(self._sheet)[number - 1].say(self.lang)
