"""The grammar of a position (docs/notation.md): `slug/id word key=value | a seat | a seat`. Knows no game.

A game names its words (`key=` has a value, `word` has none), reads the values and checks whether they fit
together. Every error names the part of the line that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from kritzel.game import Event, NotationError, Outcome, Sheet, State, Text


class Part:
    """The words about the table, or about one seat, each at most once."""

    def __init__(self, where: Text, words: Sequence[str], known: Collection[str]) -> None:
        self.where = where
        self._values: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if key + equals not in known:
                there = " ".join(known)
                raise self.wrong(
                    f"unbekanntes Wort '{word}'; bekannt sind: {there}",
                    f"unknown word '{word}'; known are: {there}",
                )
            if key in self._values:
                raise self.wrong(f"'{key}' steht zweimal da", f"'{key}' is there twice")
            self._values[key] = value

    def __contains__(self, key: str) -> bool:
        """Whether this word is there, with a value or without."""
        return key in self._values

    def __getitem__(self, key: str) -> str:
        """The value of a word; empty if it is missing."""
        return self._values.get(key, "")

    def wrong(self, de: str, en: str) -> NotationError:
        """An error that names this part."""
        return NotationError(Text(f"{self.where.de}: {de}", f"{self.where.en}: {en}"))

    def value(self, key: str, pattern: str, expected: Text) -> str:
        """The value of a required word, which has to match the pattern. Raises NotationError."""
        if key not in self or not re.fullmatch(pattern, self[key]):
            found = f"'{key}={self[key]}'" if key in self else ""
            raise self.wrong(
                f"{key}={expected.de} erwartet" + (f", nicht {found}" if found else ""),
                f"{key}={expected.en} expected" + (f", not {found}" if found else ""),
            )
        return self[key]

    def number(self, key: str, low: int, high: int, missing: int | None = None) -> int:
        """A number in its bounds; `missing` is its value without the word. Raises NotationError."""
        if missing is not None and key not in self:
            return missing
        span = f"{low}..{high}"
        found = int(self.value(key, "0|[1-9][0-9]{0,5}", Text(span, span)))
        return found if low <= found <= high else int(self.value(key, "(?!)", Text(span, span)))

    def only(self, allowed: Collection[str]) -> None:
        """Raises NotationError for known words that have no place here."""
        for key in self._values:
            if key not in allowed:
                raise self.wrong(f"'{key}' gehört hier nicht hin", f"'{key}' has no place here")


def table_and_seats(
    sheet: Sheet, text: str, seat_counts: Collection[int], table: Collection[str], seat: Collection[str]
) -> tuple[Part, list[Part]]:
    """The parts of a position of this sheet; `table` and `seat` are the words that are known there."""
    head, *sections = text.split("|")
    name, *words = head.split() or [""]
    wanted = f"{sheet.game}/{sheet.id}"
    if name != wanted:
        raise NotationError(
            Text(
                f"am Anfang wird {wanted} erwartet, nicht '{name}'", f"{wanted} expected first, not '{name}'"
            )
        )
    if len(sections) not in seat_counts:
        span = f"{min(seat_counts)}..{max(seat_counts)}"
        de = f"{span} Plätze erwartet, jeder nach einem Strich |, gefunden: {len(sections)}"
        en = f"{span} seats expected, each after a bar |, found: {len(sections)}"
        raise NotationError(Text(de, en))
    parts = [_section(nth, section, seat) for nth, section in enumerate(sections)]
    return Part(Text("Tisch", "table"), words, table), parts


def _section(nth: int, section: str, known: Collection[str]) -> Part:
    words = section.split()
    where = Text(f"Platz {nth}", f"seat {nth}")
    if not words:
        raise Part(where, (), known).wrong(
            "wo nichts zu sagen ist, steht -", "where nothing is to be said, write -"
        )
    return Part(where, [] if words == ["-"] else words, known)


# Positions by a table of fields -----------------------------------------------------------------
class Field(NamedTuple):
    """A field of the state as a word of a position. `text` is empty where nothing is written of it."""

    name: str
    text: Callable[[Any, Any], str]
    """From the value and the sheet."""
    parse: Callable[[Part, str, Any], Any]
    """From the part of the line, the key and the sheet; also where the word is missing."""


def number(name: str, high: int) -> Field:
    """A number from 0, which is not written."""
    return Field(
        name,
        lambda value, sheet: str(value) if value else "",
        lambda part, key, sheet: part.number(key, 0, high, missing=0),
    )


def dice(name: str, event: Event) -> Field:
    """The dice of this event, or none."""

    def parse(part: Part, key: str, sheet: Sheet) -> Outcome:
        try:
            return event.parse(part[key]) if key in part else ()
        except ValueError:
            raise _no_dice(part, key, event) from None

    return Field(name, lambda value, sheet: event.text(value) if value else "", parse)


def faces(name: str, events: Iterable[Event]) -> Field:
    """What lies in the tray, as the first of these events shows it that can bring it: `("3", "r2")`.

    For dice that leave the game: an outcome alone would not say which are left.
    """
    possible = tuple(events)
    between = "," if any("," in event.text(next(iter(event.outcomes()))[0]) for event in possible) else ""

    def parse(part: Part, key: str, sheet: Sheet) -> tuple[str, ...]:
        if key not in part:
            return ()
        for event in possible:
            try:
                return tuple(event.tray(event.parse(part[key])))
            except ValueError:
                continue
        raise _no_dice(part, key, possible[-1])

    return Field(name, lambda value, sheet: between.join(value), parse)


def _no_dice(part: Part, key: str, event: Event) -> NotationError:
    like = event.text(next(iter(event.outcomes()))[0])
    return part.wrong(f"{key}={like} oder andere Würfel erwartet", f"{key}={like} or other dice expected")


def word(name: str, words: Callable[[Any], Collection[str]]) -> Field:
    """One of the words that a sheet has, such as its moves, or none."""

    def parse(part: Part, key: str, sheet: Sheet) -> str:
        if key in part and part[key] not in words(sheet):
            some = " ".join(words(sheet))
            raise part.wrong(
                f"unbekannt: {key}={part[key]}; es gibt: {some}",
                f"unknown: {key}={part[key]}; there are: {some}",
            )
        return part[key]

    return Field(name, lambda value, sheet: str(value), parse)


def cells(name: str) -> Field:
    """Some cells of the sheet, which has them in `numbers`: `a1,b3`."""

    def parse(part: Part, key: str, sheet: Any) -> frozenset[str]:
        named = part[key].split(",") if key in part else []
        for cell in named:
            if cell not in sheet.numbers:
                raise part.wrong(
                    f"'{cell}' ist kein Feld dieses Blatts", f"'{cell}' is no cell of this sheet"
                )
        return frozenset(named)

    return Field(
        name, lambda value, sheet: ",".join([cell for cell in sheet.numbers if cell in value]), parse
    )


class Codec:
    """Positions of a dataclass with a `sheet`: words of the table, and words of each seat.

    The fields of a seat are tuples of the state, with a value for each seat.
    """

    def __init__(
        self, state: type, seat_counts: Collection[int], table: dict[str, Field], seat: dict[str, Field]
    ) -> None:
        self._state, self._seat_counts, self._table, self._seat = state, seat_counts, table, seat

    def text(self, state: State) -> str:
        sheet = state.sheet
        table = _words(self._table, sheet, [getattr(state, field.name) for field in self._table.values()])
        values = zip(*[getattr(state, field.name) for field in self._seat.values()], strict=True)
        seats = [" ".join(_words(self._seat, sheet, each)) or "-" for each in values]
        return " | ".join([" ".join([f"{sheet.game}/{sheet.id}", *table]), *seats])

    def parse(self, sheet: Sheet, text: str) -> Any:
        """The table from its line. Raises NotationError naming the part that is wrong."""
        known = [f"{key}=" for key in self._table], [f"{key}=" for key in self._seat]
        head, seats = table_and_seats(sheet, text, self._seat_counts, *known)
        values = {field.name: field.parse(head, key, sheet) for key, field in self._table.items()}
        for key, field in self._seat.items():
            values[field.name] = tuple([field.parse(seat, key, sheet) for seat in seats])
        return self._state(sheet=sheet, **values)


def _words(fields: dict[str, Field], sheet: Sheet, values: Sequence[object]) -> list[str]:
    texts = [field.text(value, sheet) for field, value in zip(fields.values(), values, strict=True)]
    return [f"{key}={text}" for key, text in zip(fields, texts, strict=True) if text]
