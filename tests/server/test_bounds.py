"""Nothing grows for ever: logs, links, what is kept of finished games, work on a record."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kritzel.server.table import commands, log
from kritzel.server.table.refusals import Refused
from kritzel.server.web.api import records
from kritzel.server.web.api.records import Checker
from tests.patience import LONGEST
from tests.server.rooms import ANA, Driver, chairs, created, new_id, refused


# Logs ------------------------------------------------------------------------------------------
def test_moves_taken_back_for_ever_are_refused_kindly_and_the_game_goes_on() -> None:
    driver = Driver(created("traexx/1", chairs(1))).begin()
    game, sheet = driver.table.game, driver.table.sheet
    move = game.notation.move_text(sheet, game.rules.moves(driver.table.state, 0)[0])
    with refused("enough"):
        for _ in range(commands.MAX_IDLE_EVENTS):
            driver.move(0, move)
            driver.say(ANA, commands.Undo(new_id(), 0, move))
    while driver.room.state.phase == "running":
        state, game = driver.table.state, driver.table.game
        driver.move(0, game.notation.move_text(driver.table.sheet, game.rules.moves(state, 0)[-1]))
    assert driver.room.state.phase == "over"


def test_links_for_a_seat_are_bounded() -> None:
    open_seat = (*chairs(1), log.Chair("open"))
    driver = Driver(created("traexx/1", open_seat))
    with refused("enough"):
        for number in range(10 * commands.MAX_IDLE_EVENTS_BEFORE):
            driver.say(ANA, commands.Invite(1, f"{number:064x}"))
    assert driver.room.version == commands.MAX_IDLE_EVENTS_BEFORE
    token = driver.rows[-1].event
    assert isinstance(token, log.Invited)
    driver.say("ben-player", commands.Sit(token.token, "Ben"))
    driver.begin()
    assert driver.room.state.phase == "running"


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
        checker._within_s = LONGEST
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
        many = [checker.answer("x") for _ in range(records.MAX_RECORDS_WAITING + 3)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        assert [isinstance(each, Refused) and each.code == "busy" for each in answers].count(True) == 3
        checker.end()

    run(work)


def test_where_there_is_no_room_for_a_process_it_is_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    async def work() -> None:
        checker = Checker(counted, LONGEST)
        with monkeypatch.context() as patched, refused("busy"):
            patched.setattr(records, "Worker", full)
            await checker.answer("x")
        assert await checker.answer("x") == (200, b"1")
        checker.end()

    run(work)
