"""Games of the arena that leave their final tables: points line by line, and the cells crossed.

The games are the arena's own, played by its compiled loop or on the reference; what is kept of each table is
told by the reference's rules. Knows no statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kritzel.arena import on_twin
from kritzel.arena.job import Job, LineUp, by_points, game_and_sheet
from kritzel.arena.on_reference import places_of, play_to_end
from kritzel.arena.runner import COMPILED
from kritzel.bots import Faults
from kritzel.bots.compiled import packed_sheet
from kritzel.fast.twin import twin
from kritzel.game import State
from kritzel.mechanics.cells import Cells
from kritzel.report.pictures import crossed

BRIEFLY = 0.1
"""Seconds a bot may think on the reference: a report needs many games more than deep ones."""


class Ended(NamedTuple):
    """One game at its end, seat by seat; `decisions` is 0 for one that was broken off."""

    bots: tuple[int, ...]
    boards: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    lines: tuple[tuple[int, ...], ...]
    """The points of each line of the score pad."""
    crossed: tuple[Cells, ...]
    """What was crossed in the game: start crosses and white cells are not."""


def play(job: Job, games: Sequence[tuple[int, LineUp]], engine: str) -> list[Ended]:
    """Play games (deal and line-up) on this engine."""
    if engine == COMPILED:
        return _on_twin(job, games)
    return [_on_reference(job, deal, line_up) for deal, line_up in games]


def _ended(state: State, job: Job, line_up: LineUp, places: Sequence[int], decisions: int) -> Ended:
    game = game_and_sheet(job)[0]
    pads = game.rules.score(state)
    scores = [pad.total for pad in pads]
    return Ended(
        line_up.bots,
        line_up.boards,
        tuple(scores),
        tuple(places if decisions else by_points(scores)),
        decisions,
        tuple(tuple(line.points for line in pad.lines) for pad in pads),
        tuple(crossed(game, state)),
    )


# On the twin ---------------------------------------------------------------------------------------------
def _on_twin(job: Job, games: Sequence[tuple[int, LineUp]]) -> list[Ended]:
    """With the arena's compiled loop, which leaves each table as its game ended."""
    compiled, sheet = twin(job.game), game_and_sheet(job)[1]
    packed = packed_sheet(job.game, sheet)
    told = []
    for (_, line_up), (finished, table) in zip(games, on_twin.play_with_tables(job, games), strict=True):
        state = compiled.to_state(sheet, packed, table)
        told.append(_ended(state, job, line_up, finished.places, finished.decisions))
    return told


# On the reference ----------------------------------------------------------------------------------------
def _on_reference(job: Job, deal: int, line_up: LineUp) -> Ended:
    """For what cannot be played on a twin; the same games."""
    ended = play_to_end(job, deal, line_up, Faults(), BRIEFLY)
    return _ended(ended.state, job, line_up, places_of(ended), ended.decisions if ended.over else 0)
