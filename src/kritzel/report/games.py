"""The games of a report, on all cores: those of the arena, with points line by line and the cells crossed.

They are played by the arena's compiled loop or on the reference; the reference's rules count at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import starmap
from typing import NamedTuple, TypeAlias

from kritzel.arena import on_twin
from kritzel.arena.job import Job, LineUp, by_points, game_and_sheet
from kritzel.arena.on_reference import places_of, play_to_end
from kritzel.arena.processes import spread
from kritzel.arena.runner import COMPILED, REFERENCE
from kritzel.bots import Faults
from kritzel.bots.compiled import packed_sheet
from kritzel.fast.twin import twin
from kritzel.game import State
from kritzel.mechanics.cells import Cells
from kritzel.report.pictures import crossed
from kritzel.report.plan import Question, ReportPlan

BOT_BUDGET_S = 0.1
"""For each move on the reference: a report needs many games more than deep ones."""
CHUNK_GAMES = {COMPILED: 120, REFERENCE: 6}
"""Games that a process plays in one go: a second or so."""
FEWEST_FOR_PROCESSES = {COMPILED: 2000, REFERENCE: 100}
"""With fewer games other processes only cost time."""


class FinishedGame(NamedTuple):
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


Played: TypeAlias = dict[Question, list[list[FinishedGame]]]
"""The games of each question, deal by deal."""


def play(job: Job, games: Sequence[tuple[int, LineUp]], engine: str) -> list[FinishedGame]:
    if engine == COMPILED:
        return _on_twin(job, games)
    return [_on_reference(job, deal, line_up) for deal, line_up in games]


def _finish(state: State, job: Job, line_up: LineUp, places: Sequence[int], decisions: int) -> FinishedGame:
    game = game_and_sheet(job)[0]
    pads = game.rules.score(state)
    scores = [pad.total for pad in pads]
    return FinishedGame(
        line_up.bots,
        line_up.boards,
        tuple(scores),
        tuple(places if decisions else by_points(scores, game.facts.fewest_win)),
        decisions,
        tuple(tuple(line.points for line in pad.lines) for pad in pads),
        tuple(crossed(game, state)),
    )


# On the twin ---------------------------------------------------------------------------------------------
def _on_twin(job: Job, games: Sequence[tuple[int, LineUp]]) -> list[FinishedGame]:
    """With the arena's compiled loop, which leaves each table as its game ended."""
    compiled, sheet = twin(job.game), game_and_sheet(job)[1]
    packed = packed_sheet(job.game, sheet)
    ended = []
    for (_, line_up), (finished, table) in zip(games, on_twin.play_with_tables(job, games), strict=True):
        state = compiled.to_state(sheet, packed, table)
        ended.append(_finish(state, job, line_up, finished.places, finished.decisions))
    return ended


# On the reference ----------------------------------------------------------------------------------------
def _on_reference(job: Job, deal: int, line_up: LineUp) -> FinishedGame:
    """For what cannot be played on a twin; the same games."""
    ended = play_to_end(job, deal, line_up, Faults(), BOT_BUDGET_S)
    return _finish(ended.state, job, line_up, places_of(ended), ended.decisions if ended.over else 0)


# All of them ---------------------------------------------------------------------------------------------
def play_all(plan: ReportPlan, jobs: int, tell: Callable[[int], None]) -> Played:
    """Play everything; `tell` hears how many games have just finished."""
    chunks = {question: _chunks(question, plan.engine) for question in plan.questions}
    tasks = [(question, deals, plan.engine) for question in chunks for deals in chunks[question]]
    workers = 1 if plan.total < FEWEST_FOR_PROCESSES[plan.engine] else min(jobs, len(tasks))
    if workers > 1 and plan.engine == COMPILED:
        play_deals(tasks[0][0], tasks[0][1][:1], plan.engine)  # or every process compiles it
    finished = dict[tuple[Question, range], list[list[FinishedGame]]]()
    played = spread(play_deals, tasks, workers) if workers > 1 else starmap(play_deals, tasks)
    for question, deals, games in played:
        finished[question, deals] = games
        tell(sum(map(len, games)))
    return {
        question: [game for deals in chunks[question] for game in finished[question, deals]]
        for question in plan.questions
    }


def _chunks(question: Question, engine: str) -> list[range]:
    size = max(1, CHUNK_GAMES[engine] // question.per_deal)
    return [range(question.deals)[at : at + size] for at in range(0, question.deals, size)]


def play_deals(
    question: Question, deals: range, engine: str
) -> tuple[Question, range, list[list[FinishedGame]]]:
    ended = play(question.job, [(deal, game) for deal in deals for game in question.games(deal)], engine)
    each = question.per_deal
    return question, deals, [ended[at : at + each] for at in range(0, len(ended), each)]
