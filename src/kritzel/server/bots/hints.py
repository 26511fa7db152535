"""Advice for a hint: which step is best, whether it matters, and why. Knows no process.

The question is that of a bot: what the seat may see and nothing else. `bots.weighing` chooses the judge;
reasons are those of a review: only what the engine can prove.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import hypot
from random import Random
from typing import NamedTuple

from kritzel import bots
from kritzel.bots.weighing import Weighed, weigh
from kritzel.game import Because, Seat, State, Text
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review.history import Walk
from kritzel.review.labels import reason_for
from kritzel.server.bots.questions import BotQuestion, question

EVEN = 0.4
"""Moves that differ by less than this many points, or one win in a hundred, count as equal."""
SURELY = 2.0
"""Standard errors, where values are measured by play-outs."""
SEED = 0
"""The luck of all advice."""
OF_THE_OTHER = ("halves",)
"""Reasons of a review that speak of the other move: here no move was made."""
HINT = "hint"
"""Who is asked, in the place of a bot. Plain Python will do."""


class Advice(NamedTuple):
    """The moves of the best step in notation, and why it is better than the next best, where that is proven.

    No moves: several are as good as equal (`even`), or there is only one.
    """

    moves: tuple[str, ...] = ()
    why: Text | None = None
    even: bool = False


def hint_question(table: Table, seat: Seat) -> BotQuestion:
    """The question of a seat that is to decide; asking twice gives the same advice."""
    return question(table, seat, HINT)._replace(luck=SEED)


def advise(asked: BotQuestion) -> Advice:
    """What the best judge there is would do."""
    game, sheet = catalogue.find(asked.sheet, asked.sheet_version)
    view = bots.View(game, replace(asked.state, sheet=sheet), asked.seat)
    moves = game.rules.moves(view.state, asked.seat)
    if len(moves) == 1:
        return Advice()
    judge, (best, *others) = weigh(view, moves, Random(SEED))
    if others and _is_even(best, others[0]):
        return Advice(even=True)
    walk = _walked(view, best, judge)
    texts = tuple(game.notation.move_text(sheet, move) for move in walk.moves)
    return Advice(texts, _why(view, walk.state, best, others, judge))


def _is_even(best: Weighed, next_best: Weighed) -> bool:
    error = SURELY * hypot(best.error, next_best.error)
    return best.value - next_best.value < max(EVEN, error)


def _walked(view: bots.View, weighed: Weighed, judge: str) -> Walk:
    """The step that begins with this move, gone on as its judge would."""
    game, state, seat = view
    walk, planned = Walk(game, state, seat), list(weighed.plan[1:])
    walk.go(weighed.move)
    while not walk.ended:
        if planned:
            walk.go(planned.pop(0))
        else:
            seen = bots.View.of(game, walk.state, seat)
            moves = game.rules.moves(seen.state, seat)
            walk.go(bots.bot(judge).choose(seen, moves, Random(SEED), bots.BUDGET_S))
    return walk


def _why(view: bots.View, after: State, best: Weighed, others: Sequence[Weighed], judge: str) -> Text | None:
    """Why the step is better than the best one that begins otherwise."""
    if not others:
        return None
    instead = _walked(view, others[0], judge).state
    gap, allowed = best.value - others[0].value, partial(is_told, view)
    reason = reason_for(view.game, view.state, view.seat, after, instead, gap, allowed=allowed)
    return reason.words if reason else None


def is_told(view: bots.View, because: Because) -> bool:
    """Whether a reason is proven by what the seat sees: others may have chosen in secret."""
    game, state, _ = view
    hidden = len(game.rules.score(state)) > 1 and game.rules.secret(state)
    return (because.open or not hidden) and because.key not in OF_THE_OTHER
