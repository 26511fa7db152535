"""Who plays on in rollouts, and by whom moves are measured: the reference player of a review.

The learned bot, the planner where no net fits the sheet, and habits (as the generic bot has them) in a game
without a twin: each says for whom it stands in. What a yardstick knows is the same for all: its own move at
a table, others worth a look, what tables are worth by rollouts with the same luck, and what outcomes of
chance promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, cast

from kritzel.arena.rollouts import MOST_FACES, NOBODY, Rollouts, Values, seeds
from kritzel.bots.compiled import PLANNER_BOT
from kritzel.bots.learned import LEARNED_BOT, stand_in
from kritzel.fast.net import WIN
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import compiles, has_twin
from kritzel.game import AnyGame, Outcome, Seat, Sheet, State, Text
from kritzel.review.story import Story, Thrown, Walk
from kritzel.review.told import Reference

if TYPE_CHECKING:
    from kritzel.fast.records import Reals

TIES = 6
"""How often the reference player is asked whether it might have made the move that was played: between
equals it decides by lot."""
MOODS = 4
"""So many moves of the reference player in a noisy mood are looked at beside its own."""
SIMPLE = ("planner", "greedy")
"""Who sees only what is plain to see: a move that they miss is a find."""
PILOT = 60
"""Games that tell how far leads spread where nobody stored it."""
HUNDRED = 100.0
TYPICAL = 2.5
"""Near the middle of a normal distribution, how many of its spreads a whole win is away."""


HABITS = Text("Maßstab sind Gewohnheiten aus Probepartien.", "The yardstick is habits from practice games.")
NO_TWIN = Text(
    "{title} hat keinen Zwilling, in dem Bots schnell genug denken.",
    "{title} has no twin in which bots think fast enough.",
).then(HABITS, " ")
TOO_LARGE = Text(
    "Das Blatt passt nicht in den Zwilling, in dem Bots denken ({why}).",
    "The sheet does not fit the twin in which bots think ({why}).",
).then(HABITS, " ")


class Yardstick(Protocol):
    """What a review asks of its reference player."""

    reference: Reference
    sigma: float
    company: bool
    twofold: bool
    """Whether its rollouts are quick enough to tell luck event by event."""

    def choose(self, nth: int, state: State, seat: Seat) -> Any:
        """Its move; another `nth` is other luck between equals."""

    def others(self, state: State, seat: Seat) -> Iterator[Walk]:
        """Steps that somebody else would make."""

    def simple(self, state: State, seat: Seat) -> Iterator[Walk]:
        """Steps that anybody would make."""

    def values(
        self, states: Sequence[State], text: str, begin: int, end: int, seat: Seat, turns: int = 1
    ) -> list[Values]:
        """Rollouts from each table with the luck of this text, from one number to another. `seat`:
        for whom; `turns`: after how many turns of the seat those of a long game end."""

    def promises(self, thrown: Thrown, outcomes: Sequence[Outcome]) -> tuple[Seat, Reals] | None:
        """What each outcome promises each seat, in the unit of the review, and whom it concerns; None: only
        rollouts tell."""


def step_of(game: AnyGame, state: State, seat: Seat, choose: Callable[[Any, Seat], Any]) -> Walk:
    """One step, move by move."""
    walk = Walk(game, state, seat)
    while not walk.ended:
        walk.go(choose(walk.state, seat))
    return walk


def yardstick_for(story: Story, sigma: float | None = None) -> Yardstick:
    """The reference player of a game; `sigma` is the spread of leads where it is known."""
    from kritzel.review.bare import BareYardstick

    why = why_bare(story.game, story.table.sheet)
    return TwinYardstick(story, sigma) if why is None else BareYardstick(story, sigma, why)


def why_bare(game: AnyGame, sheet: Sheet) -> Text | None:
    """Why no bot of a twin can be the reference player; None where one can."""
    from kritzel.bots.compiled import packed_sheet

    if not (has_twin(game.slug) and has_strategy(game.slug)):
        return NO_TWIN.filled(title=game.title)
    try:
        packed_sheet(game.slug, cast(Any, sheet))
    except ValueError as error:
        return TOO_LARGE.filled(why=error)
    return None


class TwinYardstick:
    """A bot inside the twin: `learned`, or the planner."""

    twofold = True

    def __init__(self, story: Story, sigma: float | None) -> None:
        self._story = story
        self.game = story.game
        self.company = story.seats > 1
        self._rollouts = Rollouts(story.game, story.table.sheet, story.seats, sigma or 1.0)
        self.trained = self._rollouts.trained
        self.reference = self._named()
        self.sigma = sigma or self._spread_of_leads()
        self._rollouts.sigma = self.sigma

    def _named(self) -> Reference:
        bot = LEARNED_BOT if self.trained else PLANNER_BOT
        net = self.trained.about["checksum"] if self.trained else ""
        return Reference(bot.name, bot.title, stand_in(LEARNED_BOT, self.game, self._story.table.sheet), net)

    def _spread_of_leads(self) -> float:
        """From a few games; alone it is the spread of the points."""
        begin, seats = self._rollouts.table(self._story.table.start), self._story.seats
        points = self._rollouts.play(begin, *seeds("pilot", PILOT, seats))[0].points
        leads = points[:, 0] - points[:, 1:].max(1) if self.company else points[:, 0]
        return max(float(leads.std()), 0.5)

    # Moves -------------------------------------------------------------------------------------------
    def choose(self, nth: int, state: State, seat: Seat) -> Any:
        """Its move, by what the seat may see."""
        return self._asked(self.reference.name, nth, 0.0, state, seat)

    def _asked(self, name: str, nth: int, noise: float, state: State, seat: Seat) -> Any:
        table = self._rollouts.table(self.game.rules.view(state, seat))
        number = self._rollouts.choose(name, table, seat, nth, noise)
        return self._rollouts.twin.to_move(state.sheet, number)

    def others(self, state: State, seat: Seat) -> Iterator[Walk]:
        """What the other bots would do, and the reference player in a noisy mood."""
        yield from self.simple(state, seat)
        moods = list[tuple[str, int, float]]()
        if self.trained:
            noise = self.trained.noise["skilled"]
            moods += [("learned", 1 + nth, noise) for nth in range(MOODS)]
            moods += [("master", 0, 0.0)] * compiles()
        for name, nth, noise in moods:
            yield step_of(self.game, state, seat, partial(self._asked, name, nth, noise))

    def simple(self, state: State, seat: Seat) -> Iterator[Walk]:
        """What the planner and the greedy bot would do."""
        for name in SIMPLE:
            yield step_of(self.game, state, seat, partial(self._asked, name, 0, 0.0))

    # Tables ------------------------------------------------------------------------------------------
    def values(
        self, states: Sequence[State], text: str, begin: int, end: int, seat: Seat, turns: int = 1
    ) -> list[Values]:
        """Rollouts; those of a long game end where the net tells the rest."""
        import numpy as np

        luck, own = seeds(text, end, self._story.seats)
        tables = np.concatenate([self._rollouts.table(state) for state in states])
        cut = seat if self.trained and self.company else NOBODY
        return self._rollouts.play(tables, luck[begin:], own[begin:], cut, turns)

    def promises(self, thrown: Thrown, outcomes: Sequence[Outcome]) -> tuple[Seat, Reals] | None:
        """By the net: its values of dice to keep, or what it expects after the best moves."""
        import numpy as np

        if not self.trained:
            return None
        rows, dice = np.zeros((len(outcomes), MOST_FACES), np.int32), len(outcomes[0])
        rows[:, :dice] = outcomes
        before = self._rollouts.table(thrown.before)
        seat, worth = self._rollouts.weigh_throws(before, rows, dice)
        if seat >= 0:
            share = HUNDRED * worth / (WIN + TYPICAL * self.sigma / 2)
            values = np.tile(-share[:, None] / (self._story.seats - 1), (1, self._story.seats))
            values[:, seat] = share
            return seat, values
        ahead = self._rollouts.look_into(before, rows, dice)
        return -1, HUNDRED * ahead.shares if self.company else ahead.points
