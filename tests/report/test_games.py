"""The games of a report are the arena's, and what is kept of a table is what the reference says."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from kritzel.arena.runner import COMPILED, REFERENCE, play_chunk
from kritzel.game import Chance, Over, Setup
from kritzel.games import catalogue
from kritzel.report.figures import lines_of
from kritzel.report.games import play, play_deals
from kritzel.report.pictures import crossable, crossed
from kritzel.report.plan import LADDER
from tests.report.made import asked, sheet

SHEETS = ("tiny", "dizzle/7", "dizzle/8", "border/1", "traexx/1")


@pytest.mark.parametrize("name", ["tiny", "border/1", "traexx/1"])
def test_games_are_those_of_the_arena_with_the_same_seed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for question in asked(name, monkeypatch).questions:
        if not question.rotated:
            continue
        mine = lines_of(question, play_deals(question, range(3), COMPILED)[2])
        theirs = [json.loads(line) for line in play_chunk(question.job, range(3), COMPILED).lines.values()]
        assert [deal["games"] for deal in mine] == [deal["games"] for deal in theirs]


@pytest.mark.slow
def test_both_engines_leave_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("tiny", monkeypatch).question(LADDER)
    assert question is not None
    games = [(0, seating) for seating in question.games(0)]
    assert play(question.job, games, COMPILED) == play(question.job, games, REFERENCE)


def at_the_end(name: str, seats: int) -> tuple[Any, Any]:
    """Game and final state of random players."""
    (game, found), rng = sheet(name), Random(3)
    state = game.rules.start(Setup(found, seats))
    while not isinstance(pending := game.rules.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, pending.event.sample(rng.randrange))
        else:
            state = game.rules.play(
                state, pending.seats[0], rng.choice(game.rules.moves(state, pending.seats[0]))
            )
    return game, state


@pytest.mark.parametrize("name", SHEETS)
def test_crossed_cells_are_those_of_the_picture(name: str) -> None:
    game, state = at_the_end(name, 2)
    names = crossable(game, state.sheet)
    for seat, mine in enumerate(crossed(game, state)):
        scene = game.scene(state, seat)
        marked = {
            cell.id
            for cell in scene.cells
            for mark in cell.marks
            if mark.kind in ("cross", "rail", "line") and cell.id in names.values()
        }
        assert {name for cell, name in names.items() if mine >> cell & 1} == marked


@pytest.mark.parametrize("slug", list(catalogue.GAMES))
def test_what_cannot_be_crossed_is_not_counted(slug: str) -> None:
    for found in catalogue.sheets(slug):
        game = catalogue.game(slug)
        scene = game.scene(game.rules.start(Setup(found, 2)), 0)
        started = {cell.id for cell in scene.cells if {m.kind for m in cell.marks} & {"start", "printed"}}
        volcanoes = {cell.id for cell in scene.cells if cell.icon == "volcano"}
        assert set(crossable(game, found).values()) == {cell.id for cell in scene.cells} - started - volcanoes
