"""Games on the reference engine, for every game, sheet and bot; with the luck of the twin where one is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from kritzel.arena.game_loop import MOST_DECISIONS
from kritzel.arena.job import Finished, Job, Seating, broken_off, deal_seed, laid, own_seeds
from kritzel.bots import BUDGET, Faults, View, ask
from kritzel.fast.luck import OWN, SPAN, Keyed
from kritzel.fast.twin import Twin, has_twin, twin
from kritzel.game import AnyGame, Chance, Outcome, Seat, Setup, Sheet, State
from kritzel.record import Ended, play_out

WORD_BITS = 32


class Deal:
    """The luck of one deal: each event has a key of its own, so the players cannot change it."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._game, self._seed = game, seed
        self._seen: Counter[tuple[int, int]] = Counter()

    def outcome(self, state: State, chance: Chance) -> Outcome:
        """What the awaited event brings."""
        event = self._game.place(state, chance), _kind(self._game.slug, chance.purpose)
        nth = self._seen[event]
        self._seen[event] += 1
        return chance.event.sample(Keyed(self._seed, *event, nth))


class OwnLuck(Random):
    """A seat's own luck: a `Random` whose numbers the twins have too. `decide` begins the next decision.

    Each decision has a key of its own: luck depends only on how often the bot decided before.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self._own, self._decided = seed, 0
        self._keyed = Keyed(seed, 0, OWN, 0)

    def decide(self) -> OwnLuck:
        """The luck of the next decision."""
        self._keyed = Keyed(self._own, 0, OWN, self._decided)
        self._decided += 1
        return self

    def _randbelow(self, n: int) -> int:
        """Everything whole that Random draws comes through here."""
        if n <= SPAN:
            return self._keyed(n)
        bits = n.bit_length()
        while (number := self.getrandbits(bits)) >= n:
            pass
        return number

    def getrandbits(self, k: int, /) -> int:
        """The first k bits of as many words as it takes."""
        words = -(-k // WORD_BITS)
        number = 0
        for _ in range(words):
            number = number << WORD_BITS | self._keyed(SPAN)
        return number >> (words * WORD_BITS - k)

    def random(self) -> float:
        """A number from 0 to below 1."""
        return self.getrandbits(53) / (1 << 53)


@lru_cache
def _twin(slug: str) -> Twin | None:
    return twin(slug) if has_twin(slug) else None


@lru_cache
def _kind(slug: str, purpose: str) -> int:
    """The number of a kind of chance in keys of luck: the twin's, or one that its name alone brings."""
    return int(getattr(_twin(slug), purpose.upper(), crc32(purpose.encode())))


def play(job: Job, deal: int, seating: Seating) -> Finished:
    """One game to its end; broken off where compiled games are, too."""
    faults = Faults()
    ended = played(job, deal, seating, faults)
    scores = [pad.total for pad in laid(job)[0].rules.score(ended.state)]
    if ended.over is None:
        return broken_off(scores, faults.told())
    return Finished(scores, placed(ended), ended.decisions, faults.told())


def played(job: Job, deal: int, seating: Seating, faults: Faults, budget: float = BUDGET) -> Ended:
    """The same game with the table as it ended; what bots did wrong is noted."""
    game, sheet = laid(job)
    luck = Deal(game, deal_seed(job, deal))
    own = [OwnLuck(seed) for seed in own_seeds(job, deal, seating)]

    def choose(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat = min(seats)
        bot, moves = job.bot(seating.bots[seat]), in_order(game, sheet, game.rules.moves(state, seat))
        move, fault = ask(bot, View.of(game, state, seat), moves, own[seat].decide(), budget)
        faults.note(seat, fault)
        return seat, move

    start = game.rules.start(Setup(sheet, job.seats, seating.boards))
    return play_out(game, start, choose, luck.outcome, MOST_DECISIONS)


def placed(ended: Ended) -> list[int]:
    """Where each seat came in a finished game."""
    ranking = ended.over.ranking if ended.over else ()
    return [at.place for at in sorted(ranking, key=lambda at: at.seat)]


def in_order(game: AnyGame, sheet: Sheet, moves: Sequence[Any]) -> Sequence[Any]:
    """The moves by their numbers in the twin, so that the same number chooses the same move there.

    Without a twin by their texts: a choice must not depend on the order in which a game lists moves.
    """
    fast = _twin(game.slug)
    if fast is None:
        return sorted(moves, key=lambda move: game.notation.move_text(sheet, move))
    return sorted(moves, key=lambda move: fast.to_int(sheet, move))
