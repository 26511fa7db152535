"""One word per key, in both languages, and the rulebook uses the same."""

from __future__ import annotations

import pytest

from kritzel import rulebook, words
from kritzel.game import LANGUAGES, Facts, Text
from kritzel.games import catalogue

DIZZLE, BORDER, TRAEXX = (catalogue.game(slug).facts for slug in ("dizzle", "border", "traexx"))
BARE = Facts(slug="bare", title=Text("Kahl", "Bare"), about=Text("", ""), seat_counts=range(1, 3))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (DIZZLE.line("gems").de, "Edelsteine"),
        (BORDER.line("area.c").en, "Area C"),
        (TRAEXX.line("number.10").de, "Zahl 10"),
        (DIZZLE.chance("remove").de, "Extrawürfel"),
        (DIZZLE.reason("full_sheet").en, "A sheet is full."),
        (DIZZLE.placed_by("crosses").de, "mit weniger Kreuzen"),
        (TRAEXX.placed_by("shared").de, "geteilt"),
        (DIZZLE.rank(1).en, "Golden pencil"),
        (TRAEXX.rank(1).de, "Super"),
        (words.points(1).en, "point"),
        (words.points("-1").de, "Punkt"),
        (words.points(0).de, "Punkte"),
    ],
)
def test_names(said: str, expected: str) -> None:
    assert said == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (BARE.line("four_of_a_kind"), Text("four of a kind", "four of a kind")),
        (BARE.line("number.2"), Text("number.2", "number.2")),
        (BARE.line("{"), Text("{", "{")),
        (BARE.chance("weather"), Text("weather", "weather")),
        (BARE.reason("tired"), Text("tired", "tired")),
        (BARE.placed_by("charm"), Text("charm", "charm")),
        (BARE.placed_by("points"), Text("nach Punkten", "by points")),
        (BARE.rank(2), Text("Rang 2", "Rank 2")),
    ],
)
def test_what_a_game_has_not_named_is_told_as_it_stands(said: Text, expected: Text) -> None:
    assert said == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_d34_calls_the_ranks_as_the_table_does(lang: str) -> None:
    titles = ", ".join(title.say(lang) for title in DIZZLE.titles)
    assert titles in rulebook.clause("D34", lang).text
