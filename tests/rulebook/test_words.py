"""One word per key, in both languages, and the rulebook uses the same."""

from __future__ import annotations

import pytest

from kritzel import rulebook, words
from kritzel.game import LANGUAGES


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words.line("gems", "de"), "Edelsteine"),
        (words.line("area.c", "en"), "Area C"),
        (words.line("number.10", "de"), "Zahl 10"),
        (words.chance("remove", "de"), "Extrawürfel"),
        (words.reason("full_sheet", "en"), "A sheet is full."),
        (words.placed_by("crosses", "de"), "mit weniger Kreuzen"),
        (words.rank("dizzle", 1, "en"), "Golden pencil"),
        (words.rank("traexx", 1, "de"), "Super"),
        (words.colour("a", "de"), "Grau"),
        (words.points(1, "en"), "point"),
        (words.points("-1", "de"), "Punkt"),
        (words.points(0, "de"), "Punkte"),
    ],
)
def test_names(said: str, expected: str) -> None:
    assert said == expected


@pytest.mark.parametrize(
    ("call", "key"),
    [
        (words.line, "beans"),
        (words.chance, "weather"),
        (words.reason, "tired"),
        (words.placed_by, "charm"),
        (words.colour, "p"),
    ],
)
def test_an_unknown_key_says_what_there_is(call: object, key: str) -> None:
    assert callable(call)
    with pytest.raises(LookupError, match=f"'{key}'; there are: "):
        call(key, "en")


@pytest.mark.parametrize(("game", "nth"), [("dizzle", 0), ("dizzle", 8), ("border", 1)])
def test_an_unknown_rank(game: str, nth: int) -> None:
    with pytest.raises(LookupError, match="there are: "):
        words.rank(game, nth, "de")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_d34_calls_the_ranks_as_the_table_does(lang: str) -> None:
    titles = ", ".join(title.say(lang) for title in words.RANKS["dizzle"])
    assert titles in rulebook.clause("D34", lang).text
