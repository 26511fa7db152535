"""Nothing grows for ever: logs, links, what is kept of finished games, work on a record."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kritzel.server.table import commands, log
from kritzel.server.table.refusals import No
from kritzel.server.web import checking
from kritzel.server.web.checking import Checker
from kritzel.server.web.keepsakes import Keepsakes
from kritzel.server.wire import protocol
from tests.patience import LONGEST
from tests.server.rooms import ANA, Driver, chairs, created, new_id, refused


# Logs ------------------------------------------------------------------------------------------
def test_moves_taken_back_for_ever_are_refused_kindly_and_the_game_goes_on() -> None:
    driver = Driver(created("traexx/1", chairs(1))).begin()
    game, sheet = driver.table.game, driver.table.sheet
    move = game.move_text(sheet, game.moves(driver.table.state, 0)[0])
    with refused("enough"):
        for _ in range(commands.SPARE):
            driver.move(0, move)
            driver.say(ANA, protocol.Undo(new_id(), 0, move))
    while driver.room.standing.phase == "running":
        state, game = driver.table.state, driver.table.game
        driver.move(0, game.move_text(driver.table.sheet, game.moves(state, 0)[-1]))
    assert driver.room.standing.phase == "over"


def test_links_for_a_seat_are_bounded() -> None:
    open_seat = (*chairs(1), log.Chair("open"))
    driver = Driver(created("traexx/1", open_seat))
    with refused("enough"):
        for number in range(10 * commands.SPARE_BEFORE):
            driver.say(ANA, commands.Invite(1, f"{number:064x}"))
    assert driver.room.version == commands.SPARE_BEFORE
    token = driver.rows[-1].event
    assert isinstance(token, log.Invited)
    driver.say("ben-player", commands.Sit(token.token, "Ben"))
    driver.begin()
    assert driver.room.standing.phase == "running"


# Finished games --------------------------------------------------------------------------------
def test_what_was_told_is_kept_and_bounded() -> None:
    kept, made = Keepsakes(100), list[int]()

    def make(number: int) -> bytes:
        made.append(number)
        return b"x" * 30

    for number in (1, 2, 3, 1, 2, 3, 1, 4, 1, 2):
        assert kept.of(number, lambda number=number: make(number)) == b"x" * 30  # type: ignore[misc]
    assert made == [1, 2, 3, 4, 2]
    assert kept.size <= 100
    assert kept.of("large", lambda: b"x" * 1000) == b"x" * 1000
    assert kept.size == 1000


# Records of strangers --------------------------------------------------------------------------
def counted(text: str) -> tuple[int, bytes]:
    return 200, str(len(text)).encode()


def endless(text: str) -> tuple[int, bytes]:
    while text == "for ever":
        continue
    return counted(text)


def fallen(text: str) -> tuple[int, bytes]:
    raise SystemExit(1)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_a_record_is_read_in_another_process() -> None:
    async def work() -> None:
        checker = Checker(counted, LONGEST)
        assert await asyncio.gather(*(checker.answer("x" * n) for n in range(4))) == [
            (200, str(n).encode()) for n in range(4)
        ]
        checker.end()

    run(work)


def test_what_takes_too_long_is_ended_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        checker = Checker(endless, 0.05)
        with refused("too_hard"):
            await checker.answer("for ever")
        checker._within = LONGEST
        assert await checker.answer("abc") == (200, b"3")
        checker.end()

    run(work)


def test_a_process_that_falls_is_replaced() -> None:
    async def work() -> None:
        checker = Checker(fallen, LONGEST)
        with refused("too_hard"):
            await checker.answer("x")
        checker._work = counted
        assert await checker.answer("x") == (200, b"1")
        checker.end()

    run(work)


def test_few_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        checker = Checker(counted, LONGEST)
        many = [checker.answer("x") for _ in range(checking.WAITING + 3)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        assert [isinstance(each, No) and each.code == "busy" for each in answers].count(True) == 3
        checker.end()

    run(work)


def test_where_there_is_no_room_for_a_process_it_is_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(work: object) -> None:
        raise OSError(24, "Too many open files")

    async def work() -> None:
        checker = Checker(counted, LONGEST)
        with monkeypatch.context() as patched, refused("busy"):
            patched.setattr(checking, "_Process", full)
            await checker.answer("x")
        assert await checker.answer("x") == (200, b"1")
        checker.end()

    run(work)
