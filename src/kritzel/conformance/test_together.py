"""Simultaneous decisions: the order of the seats does not matter, and nobody sees what is not settled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from kritzel.conformance.play import Laid, everything, states
from kritzel.game import Decision, State
from kritzel.record import Table

TOGETHER = [laid for laid in everything() if laid.seats > 1]
every_table = pytest.mark.parametrize("laid", TOGETHER, ids=str)


class Choice(NamedTuple):
    """What one seat does in a simultaneous decision, move by move."""

    seat: int
    moves: tuple[Any, ...]


def shared_decisions(laid: Laid, seed: int) -> list[Any]:
    """The states of a random game in which a decision of several seats begins."""
    found, before = [], 0
    for state in states(laid.game, laid.start(), Random(seed)):
        now = len(deciding(laid, state))
        if now > 1 and before <= 1:
            found.append(state)
        before = now
    return found[:: max(1, len(found) // 6)]


def deciding(laid: Laid, state: State) -> tuple[int, ...]:
    pending = laid.game.rules.pending(state)
    return pending.seats if isinstance(pending, Decision) else ()


def choices(laid: Laid, state: State, luck: Random) -> list[Choice]:
    """Random moves for every seat until it is done, each seat for itself."""
    made, table = [], Table(laid.game, state)
    for seat in table.deciding:
        moves = []
        while table.running.begin == 0 and seat in table.deciding:
            moves.append(luck.choice(laid.game.rules.moves(table.state, seat)))
            table.play(seat, moves[-1])
        made.append(Choice(seat, tuple(moves)))
    return made


def interleaved(laid: Laid, state: State, made: list[Choice], luck: Random) -> Any:
    """The same moves of each seat, the seats in any order."""
    left = [list(choice.moves) for choice in made]
    while any(left):
        nth = luck.choice([nth for nth, moves in enumerate(left) if moves])
        state = laid.game.rules.play(state, made[nth].seat, left[nth].pop(0))
    return state


@every_table
def test_the_order_of_the_seats_does_not_matter(laid: Laid) -> None:
    for number, state in enumerate(shared_decisions(laid, 1)):
        made = choices(laid, state, Random(number))
        ends = [interleaved(laid, state, made, Random(order)) for order in range(4)]
        assert all(end == ends[0] for end in ends), laid.game.notation.position_text(state)


@every_table
@pytest.mark.parametrize("finished", [False, True], ids=["undecided", "done"])
def test_a_view_hides_what_the_others_chose(laid: Laid, finished: bool) -> None:
    for number, state in enumerate(shared_decisions(laid, 2)):
        for viewer in (None, *deciding(laid, state)):
            waiting = deciding(laid, state)[0] if viewer is None else viewer
            tables = [
                _chosen(laid, state, choices(laid, state, Random(f"{number}/{way}")), waiting, finished)
                for way in range(3)
            ]
            views = [laid.game.rules.view(table, viewer) for table in tables]
            assert all(view == views[0] for view in views), laid.game.notation.position_text(state)


@every_table
def test_what_comes_to_light_cannot_be_taken_back(laid: Laid) -> None:
    """Within a decision a seat may take back its move, so until its end it sees nothing of the others."""
    for number, state in enumerate(shared_decisions(laid, 4)):
        for seat, moves in choices(laid, state, Random(number)):
            seen: dict[frozenset[int], Any] = {}
            for way in range(3):
                for left, view in _seen_after(laid, state, Choice(seat, moves), Random(f"{number}/{way}")):
                    assert seen.setdefault(left, view) == view, (
                        f"{laid.game.notation.position_text(state)}: seat {seat} sees what others chose and "
                        "can still undo. If another decision begins then, give it a purpose: "
                        "Decision(seats, purpose)"
                    )


def _seen_after(laid: Laid, state: State, own: Choice, luck: Random) -> Iterator[tuple[frozenset[int], Any]]:
    """What a seat that has chosen sees while the others do, and which seats are still asked."""
    table = Table(laid.game, state)
    for move in own.moves:
        table.play(own.seat, move)
    while table.running.begin == 0 and table.deciding:
        yield table.running.left, table.view(own.seat)
        seat = luck.choice(table.deciding)
        table.play(seat, luck.choice(laid.game.rules.moves(table.state, seat)))


@every_table
def test_where_nothing_is_secret_everybody_sees_all_and_no_move_hides_anything(laid: Laid) -> None:
    game = laid.game
    for state in states(game, laid.start(), Random(3)):
        if not game.rules.secret(state):
            assert all(game.rules.view(state, viewer) == state for viewer in (None, *range(laid.seats)))
            for seat in deciding(laid, state):
                after = game.rules.play(state, seat, game.rules.moves(state, seat)[0])
                assert game.rules.view(after, seat) == game.rules.view(after, None), (
                    game.notation.position_text(state)
                )


def _chosen(laid: Laid, state: State, made: list[Choice], waiting: int, finished: bool) -> Any:
    """All seats but one have chosen, to the end or all but their last move."""
    for seat, moves in made:
        if seat != waiting:
            for move in moves if finished else moves[:-1]:
                state = laid.game.rules.play(state, seat, move)
    return state
