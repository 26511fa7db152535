"""Bots think in processes: ready before they are asked, and ended when they do not come back."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kritzel.bots import BOTS
from kritzel.game import LANGUAGES
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.server import bots
from kritzel.server.sessions import clean_name
from tests.patience import LONGEST, until, until_here
from tests.server.serving import Server


class Slow(int):
    """A number that never arrives in another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return time.sleep, (LONGEST,)


def asked(bot: str, sheet: str = "traexx/1") -> bots.Question:
    return bots.exercise(bot, sheet)


def legal(question: bots.Question) -> list[str]:
    game, sheet = catalogue.find(question.sheet)
    return Table(game, replace(question.state, sheet=sheet)).moves(question.seat)


def thinking(check: Callable[[bots.Thinkers], Awaitable[None]]) -> None:
    async def run() -> None:
        thinkers = bots.Thinkers(1)
        try:
            await check(thinkers)
        finally:
            thinkers.close()

    asyncio.run(run())


def alive(pid: int | None) -> bool:
    try:
        os.kill(pid or 0, 0)
    except ProcessLookupError:
        return False
    return True


async def ready(thinkers: bots.Thinkers) -> bots.Worker:
    await until_here(lambda: thinkers._complete)
    return thinkers._team[0]


def priority(worker: bots.Worker | None) -> int | None:
    return os.getpriority(os.PRIO_PROCESS, worker.pid or 0) if worker else None


def test_every_bot_has_a_name_that_people_like() -> None:
    names = [bot.title.say(lang) for bot in BOTS.values() for lang in LANGUAGES]
    assert all(name and clean_name(name) == name for name in names)
    assert len({bot.title for bot in BOTS.values()}) == len(BOTS)


def test_an_exercise_is_a_decision() -> None:
    for slug in catalogue.GAMES:
        question = bots.exercise("random", slug)
        assert bots.answer(question) in legal(question)


def test_a_bot_that_thinks_for_too_long_is_ended_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.expect("random", "traexx/1")
        first = await ready(thinkers)
        monkeypatch.setattr(bots, "PATIENCE", 0.3)
        question = asked("random")
        assert await thinkers.ask(question._replace(luck=Slow(1))) in legal(question)
        assert not alive(first.pid)
        second = await ready(thinkers)
        monkeypatch.setattr(bots, "PATIENCE", LONGEST)
        assert await thinkers.ask(question) in legal(question)
        assert alive(second.pid)
        assert second.pid != first.pid

    thinking(check)


def test_a_process_that_was_killed_is_replaced() -> None:
    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.expect("random", "border/1")
        first = await ready(thinkers)
        first.end()
        question = asked("random", "border/1")
        assert await thinkers.ask(question) in legal(question)
        assert (await ready(thinkers)).pid != first.pid

    thinking(check)


def test_until_it_is_ready_a_bot_moves_without_thinking(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "READY_WITHIN", 0.0)

    async def check(thinkers: bots.Thinkers) -> None:
        question = asked("greedy")
        assert await thinkers.ask(question) in legal(question)

    with caplog.at_level(logging.WARNING):
        thinking(check)
    assert "bot_not_ready" in caplog.text


def test_what_cannot_be_learned_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "skill", lambda bot, sheet: ("no such bot", "traexx"))

    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.expect("no such bot", "traexx/1")
        await ready(thinkers)
        assert not thinkers._wanted

    thinking(check)


def test_closing_ends_every_process() -> None:
    pids = []

    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.expect("random", "traexx/1")
        pids.append((await ready(thinkers)).pid)

    thinking(check)
    assert not any(alive(pid) for pid in pids)


def test_compiling_ahead_gives_way_and_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("random")
    monkeypatch.setattr(bots, "WARM_AFTER", 0.0)
    monkeypatch.setattr(bots, "skills", lambda: [("planner", "traexx")])
    monkeypatch.setattr(bots, "exercise", lambda bot, game: question._replace(luck=Slow(1)))
    pids = []

    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.warm()
        await until_here(lambda: priority(thinkers._warmer) == bots.LOWEST)
        pids.append(thinkers._warmer.pid)  # type: ignore[union-attr]
        assert await thinkers.ask(question) in legal(question)
        assert priority(thinkers._team[0]) == os.getpriority(os.PRIO_PROCESS, 0)
        assert not thinkers._warming.done()  # type: ignore[union-attr]

    thinking(check)
    assert not alive(pids[0])


def test_all_that_is_compiled_is_warmed_and_the_process_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("numba")
    found = bots.skills()
    assert ("greedy", "traexx") in found
    assert not any(bot == "random" for bot, _ in found)
    question = asked("random")
    monkeypatch.setattr(bots, "WARM_AFTER", 0.0)
    monkeypatch.setattr(bots, "exercise", lambda bot, game: question)

    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.warm()
        await thinkers._warming  # type: ignore[misc]
        assert not alive(thinkers._warmer.pid)  # type: ignore[union-attr]

    with caplog.at_level(logging.INFO):
        thinking(check)
    assert "bots_warm" in caplog.text


def test_a_bot_that_cannot_be_warmed_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    question = asked("random")._replace(bot="no such bot")
    monkeypatch.setattr(bots, "WARM_AFTER", 0.0)
    monkeypatch.setattr(bots, "skills", lambda: [("no such bot", "traexx")])
    monkeypatch.setattr(bots, "exercise", lambda bot, game: question)

    async def check(thinkers: bots.Thinkers) -> None:
        thinkers.warm()
        await thinkers._warming  # type: ignore[misc]

    thinking(check)
    assert "bots_not_warm" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "bot"), [("traexx/1", "greedy"), ("border/1", "planner")])
def test_compiled_bots_play_through_the_server(tmp_path: Path, sheet: str, bot: str) -> None:
    """To the end, and what compiles never comes into the server's own process."""
    pytest.importorskip("numba")
    with Server(tmp_path, KRITZEL_BOT_PAUSE="0") as server:
        ana = server.guest("Ana")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        page = ana.sit(ana.post("/api/tables", sheet=sheet, seats=seats)["table"])
        until(lambda: f"{bot} {sheet.partition('/')[0]}" in server.log)
        page.ready()
        luck = Random(1)
        while page.view["phase"] == "running":
            if not page.play_any(luck):
                before = page.view["version"]
                page.hear(lambda before=before: page.view["version"] > before)
        assert page.view["phase"] == "over"
        assert "bot_failed" not in server.log
        assert "bot_not_ready" not in server.log
        assert server.process is not None
        assert "llvmlite" not in Path(f"/proc/{server.process.pid}/maps").read_text()
