"""The game loop: every state to the end, or as far as asked for; and the decision that runs."""

from __future__ import annotations

from random import Random

import pytest

from kritzel.game import Decision, Over, Setup
from kritzel.games import catalogue
from kritzel.record import Table, at_random, play_out, walk
from tests.record.sheets import traexx


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_a_game_is_played_to_its_end(slug: str) -> None:
    game, sheet = catalogue.find(slug)
    start = game.rules.start(Setup(sheet, 2))
    states = [state for state, _ in walk(game, start, *at_random(game, Random(1)))]
    end = play_out(game, start, *at_random(game, Random(1)))
    assert (states[0], states[-1]) == (start, end.state)
    assert end.over == game.rules.pending(end.state)
    assert end.decisions == sum(isinstance(game.rules.pending(state), Decision) for state in states)


def test_a_game_is_broken_off_where_asked() -> None:
    game, sheet = catalogue.find("dizzle/1")
    end = play_out(game, game.rules.start(Setup(sheet, 2)), *at_random(game, Random(1)), most=5)
    assert (end.over, end.decisions) == (None, 5)
    assert isinstance(game.rules.pending(end.state), Decision)


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_the_running_decision_is_what_the_states_say(slug: str) -> None:
    game, sheet = catalogue.find(slug)
    table, luck = Table.new(game, Setup(sheet, 2)), Random(1)
    while not table.over:
        seat = luck.choice(table.deciding) if table.deciding else None
        table.roll() if seat is None else table.play(seat, luck.choice(table.moves(seat)))
    begin = 0
    for nth, moment in enumerate(table.moments):
        pending = game.rules.pending(moment.state)
        asked = frozenset(pending.seats if isinstance(pending, Decision) else ())
        before = table.moments[nth - 1].pending
        if not (nth and isinstance(before, Decision) and asked and asked <= set(before.seats)):
            begin = nth
        assert (moment.pending, moment.running.begin, moment.running.left) == (pending, begin, asked)
    assert isinstance(table.pending, Over)


def test_a_shared_decision_goes_on_while_one_is_left() -> None:
    table = traexx(2).roll("royg")
    begin = table.running.begin
    assert (begin, table.running.shared, sorted(table.running.left)) == (1, True, [0, 1])
    table.play(0, "done")
    assert (table.running.begin, table.running.shared, sorted(table.running.left)) == (1, True, [1])
    table.play(1, "done")
    assert (table.running.begin, table.running.shared) == (3, False)
