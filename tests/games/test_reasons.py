"""What people call one move, and why one is better than another, as far as a game proves it."""

from __future__ import annotations

from dataclasses import replace

import kritzel
from kritzel.games.catalogue import GAMES
from kritzel.games.dizzle.state import State
from kritzel.record import Table


def after(table: Table, move: str) -> Table:
    """Another table, one move of seat 0 later."""
    return kritzel.position(table.position).play(0, move)


def test_a_better_move_leaves_a_place_for_a_die() -> None:
    table = kritzel.start("dizzle/1", 1, seed=4)
    table.roll("11111115")
    reasons = table.game.why_better
    ways = {move: after(table, move).state for move in table.moves(0)}
    stuck = {move: _stuck(state) for move, state in ways.items()}
    move = next(move for move in ways if reasons(table.state, 0, ways[move], stuck[move]))
    because = reasons(table.state, 0, ways[move], _stuck(ways[move]))[0]
    assert because.key == "goes_on"
    assert set(because.facts["numbers"]) <= {1, 5}
    assert all(str(number) in because.words.de for number in because.facts["numbers"])
    assert reasons(table.state, 0, _stuck(ways[move]), ways[move]) == ()
    assert reasons(table.state, 0, ways[move], ways[move]) == ()


def _stuck(state: State) -> State:
    """The same table with a pool of which nothing fits."""
    return replace(state, pool=())


def test_nothing_is_said_when_the_pass_is_over() -> None:
    table = kritzel.start("dizzle/1", 1, seed=4).roll("11111115")
    state = after(table, table.moves(0)[0]).state
    assert table.game.why_better(table.state, 0, table.start, state) == ()
    assert table.game.why_better(table.state, 0, state, table.start) == ()


def test_what_is_one_move() -> None:
    dizzle = kritzel.start("dizzle/1", 1, seed=4).roll()
    take = dizzle.game.parse_move(dizzle.sheet, dizzle.moves(0)[0])
    assert dizzle.game.whole_move(dizzle.state, 0, take)
    border = kritzel.start("border/1", 2, seed=4).roll()
    stop = border.game.parse_move(border.sheet, "stop")
    again = border.game.parse_move(border.sheet, border.moves(0)[-1])
    assert border.game.whole_move(border.state, 0, stop)
    assert not border.game.whole_move(border.state, 0, again)
    traexx = kritzel.start("traexx/1", 1, seed=4).roll()
    assert not traexx.game.whole_move(traexx.state, 0, traexx.game.parse_move(traexx.sheet, "done"))


def test_a_game_need_not_say_why() -> None:
    table = kritzel.start("traexx/1", 1, seed=4).roll()
    assert GAMES["traexx"].why_better(table.state, 0, table.state, table.start) == ()
