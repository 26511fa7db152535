"""Simultaneous decisions: the order of the seats does not matter, and unsettled choices are hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from kritzel.conformance.play import Case, all_cases, states
from kritzel.game import Decision, State
from kritzel.record import Table

TOGETHER = [case for case in all_cases() if case.seats > 1]
every_table = pytest.mark.parametrize("case", TOGETHER, ids=str)


class Choice(NamedTuple):
    """What one seat does in a simultaneous decision, move by move."""

    seat: int
    moves: tuple[Any, ...]


def shared_decisions(case: Case, seed: int) -> list[Any]:
    """The states of a random game in which a decision of several seats begins."""
    found, before = [], 0
    for state in states(case.game, case.start(), Random(seed)):
        now = len(deciding(case, state))
        if now > 1 and before <= 1:
            found.append(state)
        before = now
    return found[:: max(1, len(found) // 6)]


def deciding(case: Case, state: State) -> tuple[int, ...]:
    pending = case.game.rules.pending(state)
    return pending.seats if isinstance(pending, Decision) else ()


def choices(case: Case, state: State, luck: Random) -> list[Choice]:
    """Random moves for every seat until it is done, each seat for itself."""
    made, table = [], Table(case.game, state)
    for seat in table.deciding:
        moves = []
        while table.running.begin == 0 and seat in table.deciding:
            moves.append(luck.choice(case.game.rules.moves(table.state, seat)))
            table.play(seat, moves[-1])
        made.append(Choice(seat, tuple(moves)))
    return made


def interleaved(case: Case, state: State, made: list[Choice], luck: Random) -> Any:
    """The same moves of each seat, the seats in any order."""
    left = [list(choice.moves) for choice in made]
    while any(left):
        nth = luck.choice([nth for nth, moves in enumerate(left) if moves])
        state = case.game.rules.play(state, made[nth].seat, left[nth].pop(0))
    return state


@every_table
def test_the_order_of_the_seats_does_not_matter(case: Case) -> None:
    for number, state in enumerate(shared_decisions(case, 1)):
        made = choices(case, state, Random(number))
        ends = [interleaved(case, state, made, Random(order)) for order in range(4)]
        assert all(end == ends[0] for end in ends), case.game.notation.position_text(state)


@every_table
@pytest.mark.parametrize("finished", [False, True], ids=["undecided", "done"])
def test_a_view_hides_what_the_others_chose(case: Case, finished: bool) -> None:
    for number, state in enumerate(shared_decisions(case, 2)):
        for viewer in (None, *deciding(case, state)):
            waiting = deciding(case, state)[0] if viewer is None else viewer
            tables = [
                _chosen(case, state, choices(case, state, Random(f"{number}/{way}")), waiting, finished)
                for way in range(3)
            ]
            views = [case.game.rules.view(table, viewer) for table in tables]
            assert all(view == views[0] for view in views), case.game.notation.position_text(state)


@every_table
def test_what_comes_to_light_cannot_be_taken_back(case: Case) -> None:
    """Within a decision a seat may take back its move, so until its end it sees nothing of the others."""
    for number, state in enumerate(shared_decisions(case, 4)):
        for seat, moves in choices(case, state, Random(number)):
            seen: dict[frozenset[int], Any] = {}
            for way in range(3):
                for left, view in _seen_after(case, state, Choice(seat, moves), Random(f"{number}/{way}")):
                    assert seen.setdefault(left, view) == view, (
                        f"{case.game.notation.position_text(state)}: seat {seat} sees what others chose and "
                        "can still undo. If another decision begins then, give it a purpose: "
                        "Decision(seats, purpose)"
                    )


def _seen_after(case: Case, state: State, own: Choice, luck: Random) -> Iterator[tuple[frozenset[int], Any]]:
    """What a seat that has chosen sees while the others do, and which seats are still asked."""
    table = Table(case.game, state)
    for move in own.moves:
        table.play(own.seat, move)
    while table.running.begin == 0 and table.deciding:
        yield table.running.left, table.view(own.seat)
        seat = luck.choice(table.deciding)
        table.play(seat, luck.choice(case.game.rules.moves(table.state, seat)))


@every_table
def test_where_nothing_is_secret_everybody_sees_all_and_no_move_hides_anything(case: Case) -> None:
    game = case.game
    for state in states(game, case.start(), Random(3)):
        if not game.rules.secret(state):
            assert all(game.rules.view(state, viewer) == state for viewer in (None, *range(case.seats)))
            for seat in deciding(case, state):
                after = game.rules.play(state, seat, game.rules.moves(state, seat)[0])
                assert game.rules.view(after, seat) == game.rules.view(after, None), (
                    game.notation.position_text(state)
                )


def _chosen(case: Case, state: State, made: list[Choice], waiting: int, finished: bool) -> Any:
    """All seats but one have chosen, to the end or all but their last move."""
    for seat, moves in made:
        if seat != waiting:
            for move in moves if finished else moves[:-1]:
                state = case.game.rules.play(state, seat, move)
    return state
