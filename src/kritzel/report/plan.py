"""Which games a report asks for: who plays, at how many seats, how often. Knows no figures.

Three questions, each a job of the arena with its seed:
    scores    every bot alone on the same deals (The Border, which is not played alone, takes the ladder's)
    ladder    two seats, everybody against everybody, with all rotations of seats and boards
    fair 2-4  the strong bot against itself. The seats of equal bots are not rotated: it would be nearly the
              same game again; boards and starts are
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, NamedTuple

from kritzel import bots
from kritzel.arena import on_twin
from kritzel.arena.job import Job, LineUp, enter
from kritzel.arena.runner import COMPILED, REFERENCE
from kritzel.bots.learned import LEARNED_BOT, net_or_none
from kritzel.game import Setup, Sheet, Text
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest

QUICK = 1000
"""Games for each figure (of a bot alone, of a pair of bots, of a seat count) where a game says nothing else
(`game.drawing.counting`): two minutes on two cores."""
QUICK_BARE = 60
"""And at most where there is no twin, and one bot thinks on the reference."""
FEWEST = 2
CPU_S = 30.0
"""Where there is no twin, as many games are played as fit into this CPU time. It leaves half a minute for
starting, for the games that are timed, and for what every process practises before its first game."""
FULL_FACTOR = 4
"""The full form has this number of times as many games."""

SCORES, LADDER, FAIR = "scores", "ladder", "fair"
TABLES = (2, 3, 4)
"""Seat counts that are asked about."""

STRATEGIES = ("random", "casual", "greedy", "skilled", "planner", "learned")
_BARE = Text(
    "{why}: Gespielt wird auf der Referenz, und der starke Bot ist generic mit wenig Zeit.",
    "{why}: playing on the reference, and the strong bot is generic with little time.",
)


class Question(NamedTuple):
    """Games that are played for one chapter: a job, how many of its deals, and whether seats are rotated."""

    name: str
    job: Job
    deals: int
    rotated: bool

    @property
    def per_deal(self) -> int:
        return len(self.games(0))

    def games(self, deal: int) -> list[LineUp]:
        games = self.job.games(deal)
        return games if self.rotated else [game for game in games if game.bots == games[0].bots]


@dataclass(frozen=True)
class ReportPlan:
    """Everything a report depends on."""

    game: AnyGame
    sheet: Any
    names: tuple[str, ...]
    """The bots that play, weakest first."""
    strong: str
    """Who plays in the chapters about one strong bot."""
    instead: Text | None
    """Why not the learned bot, where another is the strong one."""
    engine: str
    games: int
    full: bool
    seed: int
    questions: tuple[Question, ...]
    timed: bool = False
    """Whether `games` was chosen by the CPU time of a few games."""

    def question(self, name: str, seats: int | None = None) -> Question | None:
        found = (q for q in self.questions if q.name == name and seats in (None, q.job.seats))
        return next(found, None)

    @property
    def alone(self) -> Question:
        """Where scores are looked at: games alone, or two at a table where the game is not played alone."""
        found = self.question(SCORES) or self.question(LADDER) or self.question(FAIR)
        assert found is not None, "some seat count can be played"
        return found

    @property
    def total(self) -> int:
        return sum(question.deals * question.per_deal for question in self.questions)

    @property
    def sheet_hash(self) -> str:
        return digest(self.sheet.source)


def plan_report(game: AnyGame, sheet: Sheet, *, games: int | None, full: bool, seed: int) -> ReportPlan:
    """What is played for a report on this sheet. NotInstalled or ArenaError where it cannot be."""
    names, strong, instead, engine = _company(game, sheet, full)
    times, timed = FULL_FACTOR if full else 1, games is None and engine == REFERENCE
    if timed:
        most = QUICK_BARE * times
        games = games_within(_questions(game, sheet, names, strong, most, seed), most, CPU_S * times)
    games = games or (game.drawing.counting.games if game.drawing.counting else QUICK) * times
    questions = _questions(game, sheet, names, strong, games, seed)
    return ReportPlan(game, sheet, names, strong, instead, engine, games, full, seed, tuple(questions), timed)


def games_within(questions: Sequence[Question], most: int, cpu_s: float) -> int:
    """How many games for each figure fit into a CPU time, if the questions ask for `most`; never more."""
    whole_s = sum(deal_cpu_s(question) * question.deals for question in questions)
    return most if whole_s <= cpu_s else max(FEWEST, int(most * cpu_s / whole_s))


def deal_cpu_s(question: Question) -> float:
    from kritzel.report.games import play

    for deal in range(2):
        begin = process_time()
        play(question.job, [(deal, seating) for seating in question.games(deal)], REFERENCE)
    return process_time() - begin


def _company(game: AnyGame, sheet: Sheet, full: bool) -> tuple[tuple[str, ...], str, Text | None, str]:
    """Who can play this sheet, who of them is the strong one and why, and on which engine."""
    seats = game.seat_counts[0]
    job = enter(game, sheet, ["random"] * seats, seats, 0)  # refuses a sheet without a seat
    if why := on_twin.unfit(job):
        return bots.BARE, bots.BARE[-1], _BARE.filled(why=why), REFERENCE
    if net_or_none(game, sheet) is None:
        return ("random", "greedy", "planner"), "planner", bots.stand_in(LEARNED_BOT, game, sheet), COMPILED
    return (*STRATEGIES, "master") if full else STRATEGIES, "learned", None, COMPILED


def _questions(
    game: AnyGame, sheet: Sheet, names: Sequence[str], strong: str, games: int, seed: int
) -> list[Question]:
    questions = []
    if 1 in game.seat_counts:
        questions.append(Question(SCORES, enter(game, sheet, names, 1, seed), games, True))
    if len(names) > 1 and _seats(game, sheet, 2):
        questions.append(_of_pairs(enter(game, sheet, names, 2, seed), games))
    for seats in TABLES:
        if _seats(game, sheet, seats):
            job = enter(game, sheet, [strong] * seats, seats, seed)
            questions.append(Question(FAIR, job, -(-games // (seats if job.boards else 1)), False))
    return questions


def _of_pairs(job: Job, games: int) -> Question:
    each_pair = job.seats * (job.seats if job.boards else 1)
    return Question(LADDER, job, -(-games // each_pair), True)


def _seats(game: AnyGame, sheet: Sheet, seats: int) -> bool:
    """Whether the sheet has this number of seats: there may be fewer boards or starts."""
    try:
        game.rules.start(Setup(sheet, seats))
    except ValueError:
        return False
    return True
