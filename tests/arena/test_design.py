"""Neither seat nor board favours a bot: in every single deal."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from kritzel.arena.job import ArenaError, deal_seed, games_of, games_per_deal, own_seeds
from tests.arena.jobs import job

SIZES = [
    (entries, seats, boards) for seats in (1, 2, 3, 4) for entries in (seats, seats + 1) for boards in (0, 4)
]


@pytest.mark.parametrize(("entries", "seats", "boards"), SIZES)
def test_every_deal_is_balanced(entries: int, seats: int, boards: int) -> None:
    for deal in range(7):
        games = games_of(deal, entries, seats, boards)
        assert len(games) == len(set(games)) == games_per_deal(entries, seats, boards)
        sat = Counter((bot, seat) for game in games for seat, bot in enumerate(game.bots))
        assert len(sat) == entries * seats
        assert len(set(sat.values())) == 1
        if boards:
            laid = Counter(
                (bot, seat, board)
                for game in games
                for seat, (bot, board) in enumerate(zip(game.bots, game.boards, strict=True))
            )
            assert len(laid) == entries * seats * seats
            assert len(set(laid.values())) == 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_cycle_of_deals_holds_every_permutation_once(seats: int) -> None:
    orders = factorial(seats - 1)
    games = [game.bots for deal in range(orders) for game in games_of(deal, seats, seats, 0)]
    assert sorted(games) == sorted(permutations(range(seats)))


def test_all_boards_have_their_turn() -> None:
    used = Counter(board for deal in range(6) for game in games_of(deal, 2, 2, 4) for board in game.boards)
    assert used == {1: 12, 2: 12, 3: 12, 4: 12}


def test_luck_belongs_to_the_deal_and_own_luck_to_the_game() -> None:
    two, three = job(bots="greedy,random"), job(bots="greedy,random,greedy")
    assert deal_seed(two, 5) == deal_seed(three, 5) != deal_seed(two, 6)
    first, second, *_ = two.games(0)
    assert own_seeds(two, 0, first) == own_seeds(three, 0, first)
    assert len({*own_seeds(two, 0, first), *own_seeds(two, 0, second), *own_seeds(two, 1, first)}) == 6
    assert deal_seed(two, 5) != deal_seed(job(seed=2), 5)


def test_a_bot_may_compete_with_itself() -> None:
    assert [entry.name for entry in job(bots="greedy,random,greedy").entries] == [
        "greedy",
        "random",
        "greedy-2",
    ]


@pytest.mark.parametrize(
    ("bots", "seats", "words"),
    [
        ("greedy", 2, "2 seats need at least 2 bots, not 1"),
        (",".join(["random"] * 13), 2, "There are 13 bots"),
        ("greedy,random", 5, "--seats 5: "),
    ],
)
def test_jobs_that_cannot_be_played(bots: str, seats: int, words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        job(bots=bots, seats=seats)
