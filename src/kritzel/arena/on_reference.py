"""Games on the reference engine with the luck of the twins: for bots in Python and larger sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kritzel.arena.design import Seating
from kritzel.arena.finished import Finished, broken_off
from kritzel.arena.job import Job, deal_seed, laid, own_seeds
from kritzel.arena.owned import OwnLuck
from kritzel.arena.playing import MOST_DECISIONS
from kritzel.bots import Faults, View, ask
from kritzel.fast.luck import Keyed
from kritzel.fast.twins import twin
from kritzel.game import Chance, Decision, Outcome, Over, Setup
from kritzel.games.catalogue import AnyGame

_ROUNDS: dict[str, Callable[[Any], int]] = {
    "dizzle": lambda state: state.pass_no,
    "border": lambda state: state.round,
    "traexx": lambda state: len(state.seen) + 1,
}
"""The round in the keys of luck."""


class Deal:
    """The luck of one deal: each event has a key of its own, so the players cannot change it."""

    def __init__(self, slug: str, seed: int) -> None:
        self._seed, self._round, self._twin = seed, _ROUNDS[slug], twin(slug)
        self._seen: Counter[tuple[int, int]] = Counter()

    def outcome(self, state: Any, chance: Chance) -> Outcome:
        """What the awaited event brings."""
        event = self._round(state), getattr(self._twin, chance.purpose.upper())
        nth = self._seen[event]
        self._seen[event] += 1
        return chance.event.sample(Keyed(self._seed, *event, nth))


def play(job: Job, deal: int, seating: Seating) -> Finished:
    """One game to its end; broken off where compiled games are, too."""
    game, sheet = laid(job)
    state, luck = game.start(Setup(sheet, job.seats, seating.boards)), Deal(job.game, deal_seed(job, deal))
    own = [OwnLuck(seed) for seed in own_seeds(job, deal, seating)]
    decisions, faults = 0, Faults()
    while not isinstance(pending := game.pending(state), Over) and decisions < MOST_DECISIONS:
        if isinstance(pending, Chance):
            state = game.reveal(state, luck.outcome(state, pending))
            continue
        state = _moved(job, game, state, pending, seating, own, faults)
        decisions += 1
    scores = [pad.total for pad in game.score(state)]
    if not isinstance(pending, Over):
        return broken_off(scores, faults.told())
    places = {place.seat: place.place for place in pending.ranking}
    return Finished(scores, [places[seat] for seat in range(job.seats)], decisions, faults.told())


def _moved(
    job: Job,
    game: AnyGame,
    state: Any,
    pending: Decision,
    seating: Seating,
    own: list[OwnLuck],
    faults: Faults,
) -> Any:
    seat = min(pending.seats)
    bot = job.bot(seating.bots[seat])
    moves = in_order(job.game, state.sheet, game.moves(state, seat))
    rng = own[seat].decide()
    move, fault = ask(bot, View.of(game, state, seat), moves, rng)
    faults.note(seat, fault)
    return game.play(state, seat, move)


def in_order(slug: str, sheet: Any, moves: Sequence[Any]) -> Sequence[Any]:
    """The moves by their numbers in the twin, so that the same number chooses the same move there."""
    number = twin(slug).to_int
    return sorted(moves, key=lambda move: number(sheet, move))
