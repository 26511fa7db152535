"""No bot ever answers for another unannounced: cold, without a compiler, killed, failing, too slow."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import pytest

from kritzel.fast import cache, twin
from kritzel.server.bots import pool
from kritzel.server.bots import questions as bots
from kritzel.server.bots.pool import BotPool, BotWorker
from kritzel.server.bots.questions import FAILED, MISSING, WARMING, BotAnswer, BotQuestion
from kritzel.server.workers import Failed
from tests.patience import LONGEST
from tests.server.teams import Actor
from tests.server.test_bots import legal


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is compiled, unless a test says so."""
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    monkeypatch.delenv(twin.PLAIN, raising=False)


def asked(bot: str, sheet: str = "traexx/1") -> BotQuestion:
    return bots.exercise("random", sheet)._replace(bot=bot)


def acting(check: Callable[[BotPool], Awaitable[None]], workers: int = 1, **acts: Callable[..., str]) -> None:
    """With workers that act like this."""

    async def run() -> None:
        there = BotPool(workers, hire=Actor.begin(**acts))
        try:
            await check(there)
        finally:
            there.close()
        for _ in range(10):  # whatever was under way hears of it
            await asyncio.sleep(0)
        assert all(worker.ended for worker in Actor.hired)

    asyncio.run(run())


def dies(worker: Actor) -> NoReturn:
    raise EOFError


def fails(worker: Actor) -> NoReturn:
    raise Failed("ValueError: not my day")


def dawdles(worker: Actor) -> NoReturn:
    raise TimeoutError


def compiled(bot: str) -> None:
    """It was, some other day."""
    for game in ("dizzle", "border", "traexx"):
        cache.mark((bot, game))


# From the first move ---------------------------------------------------------------------------
@pytest.mark.parametrize("bot", ["greedy", "casual", "planner", "skilled", "learned"])
def test_with_an_empty_cache_everybody_who_needs_no_compiler_answers(bot: str) -> None:
    async def check(there: BotPool) -> None:
        there.warm()
        assert there.substitute(bot, "traexx/1") is None
        assert await there.ask(asked(bot)) == BotAnswer(f"move of {bot}", bot)

    acting(check)


def test_until_the_master_is_compiled_the_learned_one_plays_and_says_so() -> None:
    pytest.importorskip("numba")

    async def check(there: BotPool) -> None:
        there.expect("master", "traexx/1")
        assert there.substitute("master", "traexx/1") == ("learned", WARMING)
        assert await there.ask(asked("master")) == BotAnswer("move of learned", "learned", WARMING)
        Actor.compiling.set()
        while there.substitute("master", "traexx/1"):
            await asyncio.sleep(0)
        assert await there.ask(asked("master")) == BotAnswer("move of master", "master")

    acting(check)


def test_what_was_compiled_some_other_day_is_loaded_and_waited_for() -> None:
    pytest.importorskip("numba")
    compiled("master")

    async def check(there: BotPool) -> None:
        assert await there.ask(asked("master")) == BotAnswer("move of master", "master")
        assert not any(worker.gentle for worker in Actor.hired)

    acting(check)


def test_compiled_ones_take_over() -> None:
    pytest.importorskip("numba")
    compiled("planner")

    async def check(there: BotPool) -> None:
        await there.ask(asked("planner"))
        while not any(worker.skills for worker in Actor.hired):
            await asyncio.sleep(0)
        await there.ask(asked("planner"))
        assert [worker.plain for worker in Actor.hired if "planner" in worker.asked][-1] is False

    acting(check)


def test_without_a_compiler_everybody_but_the_master_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "compiles", lambda: False)

    async def check(there: BotPool) -> None:
        there.warm()
        assert await there.ask(asked("learned")) == BotAnswer("move of learned", "learned")
        assert there.substitute("master", "traexx/1") == ("learned", MISSING)
        assert await there.ask(asked("master")) == BotAnswer("move of learned", "learned", MISSING)
        assert all(worker.plain for worker in Actor.hired)
        assert len(Actor.hired) == 2

    acting(check, workers=2)


def test_a_bot_that_does_not_think_needs_no_process() -> None:
    async def check(there: BotPool) -> None:
        there.expect("random", "traexx/1")
        question = asked("random")
        assert (await there.ask(question)).move in legal(question)
        assert Actor.hired == []

    acting(check)


def test_closing_while_something_is_compiled_begins_nothing_new() -> None:
    pytest.importorskip("numba")

    async def check(there: BotPool) -> None:
        there.warm()
        there.expect("master", "traexx/1")
        await asyncio.sleep(0)

    acting(check)


# What can go wrong -----------------------------------------------------------------------------
@pytest.mark.parametrize("act", [dies, dawdles])
def test_a_process_that_is_lost_is_replaced_and_the_same_bot_asked_again(act: Callable[..., str]) -> None:
    async def check(there: BotPool) -> None:
        answer = await there.ask(asked("planner"))
        assert answer == BotAnswer("second", "planner")
        assert [worker.ended for worker in Actor.hired] == [True, False]

    acting(check, planner=lambda worker: act(worker) if worker is Actor.hired[0] else "second")


@pytest.mark.parametrize("act", [dies, fails, dawdles])
def test_a_bot_that_never_answers_is_replaced_by_the_next_weaker_one(act: Callable[..., str]) -> None:
    async def check(there: BotPool) -> None:
        assert await there.ask(asked("learned")) == BotAnswer("move of planner", "planner", FAILED)
        assert await there.ask(asked("greedy")) == BotAnswer("move of greedy", "greedy")

    acting(check, learned=act)


@pytest.mark.parametrize("act", [dies, fails, dawdles])
def test_where_nobody_can_think_any_legal_move_is_announced(act: Callable[..., str]) -> None:
    async def check(there: BotPool) -> None:
        question = asked("planner")
        move, bot, why = await there.ask(question)
        assert (bot, why) == ("random", FAILED)
        assert move in legal(question)

    acting(check, planner=act, greedy=act)


def test_a_bot_that_stumbles_keeps_its_process() -> None:
    async def check(there: BotPool) -> None:
        await there.ask(asked("planner"))
        assert [worker.ended for worker in Actor.hired] == [False]

    acting(check, planner=fails)


def test_a_compiled_bot_that_stumbles_is_asked_again_as_plain_python() -> None:
    pytest.importorskip("numba")
    compiled("planner")

    async def check(there: BotPool) -> None:
        there.expect("planner", "traexx/1")
        while not any(worker.skills for worker in Actor.hired):
            await asyncio.sleep(0)
        assert await there.ask(asked("planner")) == BotAnswer("plainly", "planner")

    acting(check, planner=lambda worker: "plainly" if worker.plain else fails(worker))


def test_what_cannot_be_compiled_is_not_tried_for_ever() -> None:
    pytest.importorskip("numba")

    async def check(there: BotPool) -> None:
        there.expect("master", "traexx/1")
        Actor.compiling.set()
        while not there.compiler.hopeless:
            await asyncio.sleep(0)
        assert await there.ask(asked("master")) == BotAnswer("move of learned", "learned", FAILED)
        assert sum(worker.asked.count("learn_master") for worker in Actor.hired) == 1

    acting(check, learn_master=fails)


def test_what_cannot_be_loaded_is_not_tried_for_ever() -> None:
    pytest.importorskip("numba")
    compiled("master")

    async def check(there: BotPool) -> None:
        for _ in range(3):
            assert await there.ask(asked("master")) == BotAnswer("move of learned", "learned", FAILED)
        assert sum(worker.asked.count("learn_master") for worker in Actor.hired) == 1

    acting(check, learn_master=dies)


def test_a_bot_nobody_knows_any_more_is_replaced_and_that_is_said() -> None:
    async def check(there: BotPool) -> None:
        assert await there.ask(asked("gone")) == BotAnswer("move of greedy", "greedy", FAILED)

    acting(check, gone=fails)


def test_several_tables_share_the_processes() -> None:
    async def check(there: BotPool) -> None:
        answers = await asyncio.gather(*(there.ask(asked("planner")) for _ in range(20)))
        assert set(answers) == {BotAnswer("move of planner", "planner")}
        assert len(Actor.hired) == 1

    acting(check)


# Real processes --------------------------------------------------------------------------------
def alive(pid: int | None) -> bool:
    try:
        os.kill(pid or 0, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_real_process_that_was_killed_is_replaced_and_closing_ends_all() -> None:
    pids: list[int | None] = []

    async def run() -> None:
        there = BotPool(1)
        try:
            there.expect("greedy", "border/1")
            first = there._workers[0]
            first.end()
            question = asked("greedy", "border/1")
            move, bot, why = await there.ask(question)
            assert (bot, why) == ("greedy", "")
            assert move in legal(question)
            pids.extend([first.pid, *(worker.pid for worker in there._workers)])
            assert len(set(pids)) == 2
        finally:
            there.close()

    asyncio.run(run())
    assert not any(alive(pid) for pid in pids)


@pytest.mark.parametrize("meant_for_the_server", [signal.SIGINT, signal.SIGTERM])
def test_a_real_process_does_not_hear_that_the_server_is_to_end(meant_for_the_server: signal.Signals) -> None:
    """Ctrl-C goes to all processes of a terminal; the server ends its own, and nobody else does."""

    async def check() -> None:
        worker = BotWorker()
        assert worker.pid is not None
        os.kill(worker.pid, meant_for_the_server)
        assert await worker.answer(asked("random"), LONGEST)
        os.kill(worker.pid, meant_for_the_server)
        assert await worker.answer(asked("random"), LONGEST)
        worker.end()
        assert not alive(worker.pid)

    asyncio.run(check())


def test_a_real_process_says_what_the_bot_stumbled_over() -> None:
    async def run() -> None:
        worker = BotWorker(plain=True)
        try:
            with pytest.raises(Failed, match="UnknownName"):
                await worker.answer(asked("gone"), 600)
            question = asked("greedy")
            assert await worker.answer(question, 600) in legal(question)
        finally:
            worker.end()

    asyncio.run(run())


@pytest.mark.parametrize("sheet", ["dizzle/1", "border/1", "traexx/1"])
def test_a_plain_process_never_loads_the_compiler(sheet: str) -> None:
    question = asked("learned", sheet)

    async def run() -> None:
        worker = BotWorker(plain=True)
        try:
            assert await worker.answer(question, 600) in legal(question)
            assert "llvmlite" not in Path(f"/proc/{worker.pid}/maps").read_text()
        finally:
            worker.end()

    asyncio.run(run())
