"""Everything that can be seen on a sheet, in its score strip and in the tray can be asked about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kritzel import rulebook
from kritzel.conformance.play import remark
from kritzel.game import About, Chance, Decision, Setup, Sheet
from kritzel.games import catalogue
from kritzel.scene import Cell, Scene

SHEETS = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]


@pytest.mark.parametrize("name", SHEETS)
def test_everything_on_a_sheet_is_explained(name: str) -> None:
    game, sheet = catalogue.find(name)
    abouts = game.words.explain(sheet)
    if not abouts:
        remark(game, "nothing is explained; Words(explain=...) tells what a thing on the sheet means")
        return
    for seats in list(game.seat_counts)[:2]:
        for scene in scenes(game, sheet, seats):
            silent = [
                each for each in visible_things(scene) if not any(fits(about, each) for about in abouts)
            ]
            assert not silent, (
                f"explain says nothing about {silent[0]}: add an About(kind, name, clause, text)"
            )


@pytest.mark.parametrize("name", SHEETS)
def test_explanations_are_short_and_name_clauses_of_the_rulebook(name: str) -> None:
    game, sheet = catalogue.find(name)
    clauses = {clause.id for chapter in rulebook.book(game.slug, "en").chapters for clause in chapter.clauses}
    for about in game.words.explain(sheet):
        assert about.clause in clauses, f"an explanation names {about.clause}, which is no clause"
        for lang in ("de", "en"):
            said = about.text.say(lang)
            assert said.endswith("."), f"an explanation is a sentence and ends with a full stop: {said}"
            assert 15 < len(said) < 125, f"an explanation has 16 to 124 characters, this {len(said)}: {said}"
            assert "{" not in said, f"an explanation has a gap that nobody filled: {said}"


def visible_things(scene: Scene) -> Iterator[Any]:
    """What a player can ask about."""
    yield from scene.cells
    yield from (("tag", tag.kind) for tag in scene.tags if tag.kind != "ruler")
    yield from (("box", box.key) for box in scene.boxes)
    yield from (("token", token.state) for token in scene.tray if token.kind != "card")


def fits(about: About, what: Any) -> bool:
    """Whether it explains this thing, as the page decides it."""
    if isinstance(what, Cell):
        marks = [mark.kind for mark in what.marks]
        there = {"mark": marks, "icon": [what.icon], "fill": [what.fill], "cell": ["any"]}
        if what.number is not None:
            there["cell"] = ["any", "number"]
        return about.name in there.get(about.kind, [])
    kind, name = what
    return about.kind == kind and about.name in (name, name.split(".")[0])


def scenes(game: Any, sheet: Sheet, seats: int) -> Iterator[Scene]:
    state, luck = game.rules.start(Setup(sheet, seats)), Random(name_of(sheet))
    for _ in range(120):
        yield game.scene(state, 0, "de")
        pending = game.rules.pending(state)
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, luck.choice([outcome for outcome, _ in some(pending)]))
        elif isinstance(pending, Decision):
            seat = pending.seats[0]
            state = game.rules.play(state, seat, luck.choice(list(game.rules.moves(state, seat))))
        else:
            return


def some(pending: Chance) -> list[Any]:
    return [outcome for outcome, _ in zip(pending.event.outcomes(), range(400), strict=False)]


def name_of(sheet: Sheet) -> str:
    return f"{sheet.game}/{sheet.id}"
