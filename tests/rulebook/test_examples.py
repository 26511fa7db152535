"""Our own games: see `kritzel.conformance.test_rulebook`; and what only they need."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.conformance.test_rulebook import *  # noqa: F403
from kritzel.games import catalogue
from kritzel.rulebook import Example

WANTED = {
    "dizzle": "D7 D8 D9 D10 D13 D14 D20 D21 D22 D24 D26 D27 D28 D29 D30 D35 D36 D37 D38 D39 D40",
    "border": "B3 B4 B5 B6 B7",
    "traexx": "T2 T3 T4 T5 T6 T7",
}


@pytest.mark.parametrize("game", WANTED)
def test_the_clauses_that_need_a_picture_have_one(game: str) -> None:
    shown = {clause for example in rulebook.examples(game) for clause in example.clauses}
    assert set(WANTED[game].split()) <= shown
    ids = [example.id for example in rulebook.examples(game)]
    assert len(ids) == len(set(ids))


def test_an_example_may_stand_on_a_sheet_of_the_catalogue() -> None:
    _, sheet = catalogue.find("traexx")
    start = Example(
        "own",
        "traexx",
        (),
        rulebook.examples("traexx")[0].caption,
        sheet.id,
        f"traexx/{sheet.id} draw | -",
        0,
        "",
        "",
        {},
    )
    assert rulebook.table(start)[1].sheet is sheet
