"""Games on the reference engine, for every game, sheet and bot; with the luck of the twin if there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from kritzel.arena.game_loop import MOST_DECISIONS
from kritzel.arena.job import Finished, Job, LineUp, broken_off, deal_seed, game_and_sheet, own_seeds
from kritzel.bots import BUDGET_S, Faults, View, ask
from kritzel.fast.luck import OWN, SPAN, Keyed
from kritzel.fast.twin import Twin, has_twin, twin
from kritzel.game import AnyGame, Chance, Outcome, Seat, Setup, Sheet, State
from kritzel.record import Ended, play_out

WORD_BITS = 32


class Deal:
    """The luck of one deal: each event has its own key, so the players cannot change it."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._game, self._seed = game, seed
        self._seen: Counter[tuple[int, int]] = Counter()

    def outcome(self, state: State, chance: Chance) -> Outcome:
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
        self._keyed = Keyed(self._own, 0, OWN, self._decided)
        self._decided += 1
        return self

    def _randbelow(self, n: int) -> int:
        """Random draws all whole numbers with this."""
        if n <= SPAN:
            return self._keyed(n)
        bits = n.bit_length()
        while (number := self.getrandbits(bits)) >= n:
            pass
        return number

    def getrandbits(self, k: int, /) -> int:
        words = -(-k // WORD_BITS)
        number = 0
        for _ in range(words):
            number = number << WORD_BITS | self._keyed(SPAN)
        return number >> (words * WORD_BITS - k)

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)


@lru_cache
def _twin(slug: str) -> Twin | None:
    return twin(slug) if has_twin(slug) else None


@lru_cache
def _kind(slug: str, purpose: str) -> int:
    """The number of a kind of chance in keys of luck: the twin's, or a checksum of its name."""
    return int(getattr(_twin(slug), purpose.upper(), crc32(purpose.encode())))


def play(job: Job, deal: int, line_up: LineUp) -> Finished:
    faults = Faults()
    ended = play_to_end(job, deal, line_up, faults)
    game = game_and_sheet(job)[0]
    scores = [pad.total for pad in game.rules.score(ended.state)]
    if ended.over is None:
        return broken_off(scores, faults.as_json(), game.facts.fewest_win)
    return Finished(scores, places_of(ended), ended.decisions, faults.as_json())


def play_to_end(job: Job, deal: int, line_up: LineUp, faults: Faults, budget: float = BUDGET_S) -> Ended:
    """One game with its final table, broken off where compiled games are; adds to `faults`."""
    game, sheet = game_and_sheet(job)
    luck = Deal(game, deal_seed(job, deal))
    own = [OwnLuck(seed) for seed in own_seeds(job, deal, line_up)]

    def choose(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat = min(seats)
        bot, moves = job.bot(line_up.bots[seat]), sort_moves(game, sheet, game.rules.moves(state, seat))
        move, fault = ask(bot, View.of(game, state, seat), moves, own[seat].decide(), budget)
        faults.note(seat, fault)
        return seat, move

    start = game.rules.start(Setup(sheet, job.seats, line_up.boards))
    return play_out(game, start, choose, luck.outcome, MOST_DECISIONS)


def places_of(ended: Ended) -> list[int]:
    """The place of each seat; empty for a game that was broken off."""
    ranking = ended.over.ranking if ended.over else ()
    return [at.place for at in sorted(ranking, key=lambda at: at.seat)]


def sort_moves(game: AnyGame, sheet: Sheet, moves: Sequence[Any]) -> Sequence[Any]:
    """The moves sorted by their numbers in the twin, so that the same random number chooses the same move.

    Without a twin by their texts: a choice must not depend on the order in which a game lists moves.
    """
    fast = _twin(game.slug)
    if fast is None:
        return sorted(moves, key=lambda move: game.notation.move_text(sheet, move))
    return sorted(moves, key=lambda move: fast.to_int(sheet, move))
