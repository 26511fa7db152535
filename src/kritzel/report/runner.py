"""Plays everything a report asks for, on all cores, and brings it back in order. Knows no figures."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from typing import NamedTuple, TypeAlias

from kritzel.arena.processes import spread
from kritzel.arena.runner import COMPILED, REFERENCE
from kritzel.report.plan import Asked, Question
from kritzel.report.tables import Ended, play

CHUNK = {COMPILED: 120, REFERENCE: 6}
"""Games in a part that is played in one go: a second or so."""

WORTH_IT = {COMPILED: 2000, REFERENCE: 100}
"""With fewer games in all other processes only cost time."""

Tell: TypeAlias = Callable[[int], None]
Played: TypeAlias = dict[Question, list[list[Ended]]]
"""The games of each question, deal by deal."""


class Part(NamedTuple):
    """Some deals of a question."""

    question: Question
    deals: range


def run(asked: Asked, jobs: int, tell: Tell) -> Played:
    """Play everything; `tell` hears how many games have just finished."""
    parts = [part for question in asked.questions for part in _cut(question, asked.engine)]
    workers = 1 if asked.total < WORTH_IT[asked.engine] else min(jobs, len(parts))
    finished, tasks = dict[Part, list[list[Ended]]](), [(part, asked.engine) for part in parts]
    if workers > 1 and asked.engine == COMPILED:
        play_part(Part(parts[0].question, parts[0].deals[:1]), asked.engine)  # or every process compiles it
    for part, deals in spread(play_part, tasks, workers) if workers > 1 else starmap(play_part, tasks):
        finished[part] = deals
        tell(sum(map(len, deals)))
    return {
        question: [deal for part in parts if part.question == question for deal in finished[part]]
        for question in asked.questions
    }


def _cut(question: Question, engine: str) -> list[Part]:
    size = max(1, CHUNK[engine] // question.per_deal)
    return [Part(question, range(question.deals)[at : at + size]) for at in range(0, question.deals, size)]


def play_part(part: Part, engine: str) -> tuple[Part, list[list[Ended]]]:
    """The games of some deals, deal by deal."""
    games = [(deal, seating) for deal in part.deals for seating in part.question.games(deal)]
    ended = play(part.question.job, games, engine)
    each = part.question.per_deal
    return part, [ended[at : at + each] for at in range(0, len(ended), each)]
