"""Nothing leaves the server before it is settled: two worlds that differ only in what is hidden from a
viewer give that viewer the same bytes, in everything a page is ever sent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from kritzel.server.table import dice
from kritzel.server.table.view import ViewBuilder, Viewer
from kritzel.server.wire import protocol
from tests.server.rooms import (
    ANA,
    BEN,
    CEM,
    EVE,
    GAMES,
    PLAYERS,
    TABLE,
    Driver,
    at_shared,
    luck_of,
    running,
    secret,
    update,
)
from tests.server.test_room import TOGETHER, together, together_choices


def fork(driver: Driver) -> Driver:
    """The same table in another world."""
    other = Driver(driver.rows[0].event, driver.seed)  # type: ignore[arg-type]
    other.rows = list(driver.rows)
    other.room = other.folded()
    return other


def worlds(start: Driver, waiting: int, *, finished: bool) -> list[Driver]:
    """All seats but one have chosen, differently in each world."""
    found = []
    for way in range(4):
        world = fork(start)
        for seat, moves in together_choices(start, Random(way)).items():
            if seat != waiting:
                for move in moves if finished else moves[:-1]:
                    world.move(seat, move)
        found.append(world)
    return found


@together
@pytest.mark.parametrize("finished", [False, True], ids=["choosing", "done"])
def test_worlds_that_differ_in_hidden_choices_give_equal_bytes(sheet: str, finished: bool) -> None:
    start = at_shared(sheet)
    for waiting in start.table.deciding:
        made = worlds(start, waiting, finished=finished)
        assert len({world.table.position for world in made}) > 1 or not finished, "the worlds do differ"
        for viewer in (start.player(waiting), EVE):
            assert len({world.bytes_for(viewer) for world in made}) == 1


PAIRS = int(os.environ.get("KRITZEL_WORLDS", "40"))
"""How many pairs of worlds are compared for each game; a night can have more."""


def pairs(sheet: str) -> Iterator[tuple[Driver, Driver, Driver, int]]:
    """A shared decision somewhere in a game, two worlds where the others choose otherwise, and who waits."""
    for seed in count():
        driver, luck = running(sheet, 3), Random(seed)
        while driver.until_shared(luck) and driver.room.state.phase == "running":
            waiting = luck.choice(driver.table.deciding)
            done = {seat for seat in driver.table.deciding if seat != waiting and luck.random() < 0.5}
            one, other = (chosen(fork(driver), waiting, done, Random(f"{seed} {way}")) for way in "ab")
            if one.table.position != other.table.position:
                yield driver, one, other, waiting
            for _ in range(luck.randrange(1, 40)):
                if driver.room.state.phase == "running":
                    driver.step(luck)


def chosen(world: Driver, waiting: int, done: set[int], luck: Random) -> Driver:
    """Everybody else chooses in any order: who is done is public, all else is not."""
    made = {seat: moves for seat, moves in together_choices(world, luck).items() if seat != waiting}
    left = {
        seat: moves if seat in done else moves[: luck.randrange(len(moves))] for seat, moves in made.items()
    }
    while any(left.values()):
        seat = luck.choice([seat for seat, moves in left.items() if moves])
        world.move(seat, left[seat].pop(0))
    return world


@together
def test_pairs_of_worlds_all_through_the_game_give_equal_bytes(sheet: str) -> None:
    """Who comes is told the same in both, and so is who was there before."""
    for _, (start, one, other, waiting) in zip(range(PAIRS), pairs(sheet), strict=False):
        for viewer in (start.player(waiting), EVE):
            assert one.bytes_for(viewer) == other.bytes_for(viewer), one.table.position
            before = start.seen(viewer)
            told = [update(before, world.room, viewer) for world in (one, other)]
            assert protocol.encode(told[0]) == protocol.encode(told[1])


@together
def test_a_hidden_move_sends_nothing_at_all_to_the_others(sheet: str) -> None:
    driver = at_shared(sheet)
    seat = driver.table.deciding[0]
    others = [player for player in (ANA, BEN, CEM, EVE) if player != driver.player(seat)]
    move = next((move for move in driver.table.moves(seat) if move != "done"), "done")
    if len(together_choices(driver, Random(0))[seat]) < 2 and move == "done":
        pytest.skip("this seat has nothing to hide")
    before = {player: driver.seen(player) for player in others}
    driver.move(seat, move)
    if seat not in driver.table.deciding:
        return
    for player in others:
        assert update(before[player], driver.room, player) is None


@pytest.mark.parametrize("sheet", [*GAMES, *TOGETHER])
def test_seeds_and_players_are_in_no_message_before_the_end(sheet: str) -> None:
    driver, luck = running(sheet, 3), Random(4)
    for _ in range(25):
        driver.step(luck)
        for viewer in (ANA, EVE):
            sent = driver.bytes_for(viewer)
            assert driver.seed.hex().encode() not in sent
            assert secret(driver.seed).hex().encode() not in sent
            assert not any(player.encode() in sent for player in PLAYERS)
            assert not any(luck_of(player).encode() in sent for player in PLAYERS)


@together
def test_the_story_tells_hidden_moves_once_they_are_settled(sheet: str) -> None:
    driver = at_shared(sheet)
    made = together_choices(driver, Random(1))
    told = len(driver.room.feed("").entries)
    before = len(driver.table.events)
    for seat, moves in made.items():
        assert len(driver.room.feed("").entries) == told, "nothing is told before the last one is done"
        for move in moves:
            driver.move(seat, move)
    played = [entry.text for entry in driver.entries("")[told:] if entry.kind == "played"]
    events = [event.text for event in driver.table.events[before:]]
    assert played == events[: len(played)]
    assert len(played) == sum(len(moves) for moves in made.values())


@together
def test_an_undo_of_something_hidden_leaves_no_trace_for_the_others(sheet: str) -> None:
    driver = at_shared(sheet)
    seat = driver.table.deciding[0]
    plain, made = fork(driver), together_choices(driver, Random(7))
    move = driver.table.moves(seat)[0]
    driver.move(seat, move)
    driver.undo(seat, move)
    for world in (plain, driver):
        for other, moves in made.items():
            for each in moves:
                world.move(other, each)
    assert driver.bytes_for(EVE) == plain.bytes_for(EVE)


def test_hands_are_shown_to_their_owner_only() -> None:
    driver = running("traexx/1", 2)
    views = ViewBuilder(driver.room.state)
    assert list(views.view(Viewer(frozenset({0})), 0).hands) == ["0"]
    assert views.view(Viewer(), 0).hands == {}


def test_what_is_opened_at_the_end_is_the_promised_seed() -> None:
    driver, luck = running("traexx/1", 2), Random(8)
    while driver.room.state.phase == "running":
        driver.step(luck)
    sent = driver.bytes_for(EVE)
    assert driver.seed.hex().encode() not in sent
    assert driver.view(EVE).dice.seed == secret(driver.seed).hex()
    assert driver.view(EVE).dice.commit == dice.promise(TABLE, 1, secret(driver.seed))
