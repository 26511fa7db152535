"""What pages get once: every move of a sheet, and the sentences that are said again and again."""

from __future__ import annotations

from random import Random

import pytest

from kritzel.game import Chance, Decision, Over, Setup, Text
from kritzel.games import catalogue

TABLES = [
    (f"{slug}/{sheet.id}", seats)
    for slug, game in catalogue.GAMES.items()
    for sheet in catalogue.sheets(slug)
    for seats in sorted({game.seat_counts[0], 2} & set(game.seat_counts))
]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_moves_and_sentences_of_a_game_are_listed(name: str, seats: int) -> None:
    game, sheet = catalogue.find(name)
    assert game.notation.every_move is not None
    moves, said, luck = (
        set(game.notation.every_move(sheet)),
        set(game.words.sentences(sheet, seats)),
        Random(name),
    )
    state = game.rules.start(Setup(sheet, seats))
    while not isinstance(pending := game.rules.pending(state), Over):
        clocks = [clock for clock in (game.words.clock(state), game.words.step(state)) if clock and clock.of]
        heard = {game.words.question(state), *[clock.words for clock in clocks]}
        assert heard - {Text("", "")} <= said
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, pending.event.sample(luck.randrange))
        elif isinstance(pending, Decision):
            seat = luck.choice(pending.seats)
            assert set(game.rules.moves(state, seat)) <= moves
            state = game.rules.play(state, seat, luck.choice(list(game.rules.moves(state, seat))))
