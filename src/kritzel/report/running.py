"""Plays everything a report asks for, on all cores, and brings it back in order. Knows no figures."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, TypeAlias

from kritzel.arena.failing import refuse
from kritzel.report.asking import Asked, Question
from kritzel.report.tables import Ended, play

CHUNK = 120
"""Games in a part that is played in one go: a second or so."""

WORTH_IT = 2000
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
    parts = [part for question in asked.questions for part in _cut(question)]
    workers = 1 if asked.total < WORTH_IT else min(jobs, len(parts))
    finished: dict[Part, list[list[Ended]]] = {}
    for part, deals in _here(parts, asked.engine) if workers < 2 else _spread(parts, asked.engine, workers):
        finished[part] = deals
        tell(sum(map(len, deals)))
    return {
        question: [deal for part in parts if part.question == question for deal in finished[part]]
        for question in asked.questions
    }


def _cut(question: Question) -> list[Part]:
    size = max(1, CHUNK // question.per_deal)
    return [Part(question, range(question.deals)[at : at + size]) for at in range(0, question.deals, size)]


def play_part(part: Part, engine: str) -> list[list[Ended]]:
    """The games of some deals, deal by deal."""
    games = [(deal, seating) for deal in part.deals for seating in part.question.games(deal)]
    ended = play(part.question.job, games, engine)
    each = part.question.per_deal
    return [ended[at : at + each] for at in range(0, len(ended), each)]


def _here(parts: Sequence[Part], engine: str) -> Iterator[tuple[Part, list[list[Ended]]]]:
    for part in parts:
        yield part, play_part(part, engine)


def _spread(parts: Sequence[Part], engine: str, workers: int) -> Iterator[tuple[Part, list[list[Ended]]]]:
    play_part(Part(parts[0].question, parts[0].deals[:1]), engine)  # or every process compiles the same
    spawned = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawned, initializer=_leave_interrupts_to_the_parent)
    try:
        running: dict[Future[list[list[Ended]]], Part] = {
            pool.submit(play_part, part, engine): part for part in parts
        }
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED)[0]:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise refuse(
            "Ein Rechenprozess ist gestorben; zu wenig Speicher?",
            "A worker process has died; out of memory?",
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
