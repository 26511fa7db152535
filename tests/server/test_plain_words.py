"""Nothing people read is notation: no strings of dice or colours, no compass letters, no seat 0, no gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kritzel import lessons
from kritzel.game import LANGUAGES, IllegalMove
from kritzel.games import catalogue
from kritzel.server.table.document import Words
from kritzel.server.web.api.lessons import _Teacher
from tests.server.rooms import ANA, Driver, running

SHEETS = [
    (f"{slug}/{sheet.id}", seats)
    for slug in catalogue.GAMES
    for sheet in catalogue.sheets(slug)
    for seats in (1, 2)
]
SHEETS = [(name, seats) for name, seats in SHEETS if seats in catalogue.find(name)[0].seat_counts]
every_sheet = pytest.mark.parametrize(("sheet", "seats"), SHEETS)
lang = pytest.mark.parametrize("lang", LANGUAGES)

REAL = {"ab", "ago", "bar", "bay", "boy", "by", "gab", "gar", "go", "oar", "or", "vor"}
"""Words of both languages that happen to consist of letters of colours."""
COLOURS = re.compile(r"\b[roygbva]{2,}\b")
RAW = [
    re.compile(r"\b(NS|EW|NE|NW|SE|SW)\b"),
    re.compile(r"\b[1-6]{3,}\b"),
    re.compile(r"\b(Platz|seat) 0\b", re.IGNORECASE),
    re.compile(r"\b(rail|roll|back) [a-z]\d"),
    re.compile(r"[{}]|\bNone\b"),
    re.compile(r"\b(pool|kept|turn|throw|flow)="),
]


def raw(text: str) -> list[str]:
    """What of a text is notation."""
    colours = [found for found in COLOURS.findall(text) if found not in REAL]
    return colours + [found[0] for pattern in RAW for found in pattern.finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Farbwurf: rygaa",
        "Karte: yygba",
        "throw again: gg",
        "Rail NW",
        "rail SW on e3",
        "Seat 0",
        "Wurf: 1123456",
        "{by}",
    ],
)
def test_notation_is_recognised(text: str) -> None:
    assert raw(text)


@pytest.mark.parametrize(
    "text",
    ["Wurf: 1 1 2 3", "2 × grey, blue", "Vor dem Wurf", "go on, or stop by f3", "Kurve oben links auf e3"],
)
def test_words_are_let_through(text: str) -> None:
    assert not raw(text)


def words_in(part: Any) -> Iterator[str]:
    """Every sentence in a part of a view, wherever it is."""
    if isinstance(part, Words):
        yield from (part.de, part.en)
    elif isinstance(part, tuple):
        for each in part:
            yield from words_in(each)
    elif isinstance(part, SimpleNamespace) and {"de", "en"} == set(vars(part)):
        yield from (part.de, part.en)
    elif hasattr(part, "__struct_fields__") or isinstance(part, SimpleNamespace):
        for name in getattr(part, "__struct_fields__", None) or vars(part):
            value = getattr(part, name)
            if name in ("label", "note", "tray_note", "title") and isinstance(value, str):
                yield value
            else:
                yield from words_in(value)


def played(sheet: str, seats: int) -> Iterator[Driver]:
    """A random game, looked at after every event."""
    driver, luck = running(sheet, seats), Random(sheet)
    while driver.room.state.phase == "running":
        yield driver
        driver.step(luck)
    yield driver


@every_sheet
def test_no_view_and_no_story_shows_notation(sheet: str, seats: int) -> None:
    found: set[str] = set()
    for nth, driver in enumerate(played(sheet, seats)):
        if nth % 9 == 0 or driver.room.state.phase == "over":
            found |= {text for lang in LANGUAGES for text in words_in(driver.view(ANA, lang)) if raw(text)}
    told = driver.room.feed(ANA).entries
    found |= {text for entry in told for text in words_in(entry) if raw(text)}
    assert not found


@every_sheet
def test_no_refusal_shows_notation(sheet: str, seats: int) -> None:
    found: set[str] = set()
    seen: set[str] = set()
    for driver in played(sheet, seats):
        table = driver.table
        seen |= set(table.moves(table.deciding[0])) if table.deciding else set()
        for seat in table.seats:
            for move in sorted(seen)[::17]:
                try:
                    table.game.rules.play(
                        table.state, seat, table.game.notation.parse_move(table.sheet, move)
                    )
                except IllegalMove as no:
                    found |= {text for text in (*no.named(table.names), *no.sentence) if raw(text)}
    assert not found


@every_sheet
def test_the_terminal_says_what_chance_brought_in_words(sheet: str, seats: int) -> None:
    *_, driver = played(sheet, seats)
    for nth in range(len(driver.table.events)):
        assert not [found for words in driver.table.describe(nth).words for found in raw(words)]


@lang
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_no_lesson_shows_notation(game: str, lang: str) -> None:
    taught = _Teacher(lessons.lesson(game), lang).lesson()
    texts = [text for step in taught.steps for text in (step.text, step.hint, step.praise, *words_in(step))]
    assert not {text for text in texts if raw(text)}


def test_whose_action_it_is_is_said_by_name() -> None:
    driver = running("border/1", 2)
    with pytest.raises(IllegalMove) as no:
        driver.table.game.rules.play(
            driver.table.state, 1, driver.table.game.notation.parse_move(driver.table.sheet, "done")
        )
    assert no.value.named(driver.table.names).de.startswith("In Aktion 1 spielt nur Ana.")
    assert no.value.sentence.en.startswith("Only seat 1 plays")
