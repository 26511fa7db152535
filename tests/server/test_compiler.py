"""Compiling ahead: who sits at a table first, planners next, a game in one process, everything once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from kritzel.fast import cache
from kritzel.fast.cache import Skill
from kritzel.server.bots.pool import Compiler
from kritzel.server.bots.questions import skills
from kritzel.server.workers import Failed
from tests.patience import until, until_here
from tests.server.serving import Server
from tests.server.teams import Actor


class Lane(Actor):
    """Notes what it compiles; fails where it is told to."""

    order: list[tuple[Actor, Skill]]
    fails: frozenset[Skill]

    async def learn(self, what: Skill) -> None:
        await asyncio.sleep(0)
        self.order.append((self, what))
        if what in self.fails:
            raise Failed("no")


def compiling(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    check: Callable[[Compiler], Awaitable[None]],
    fails: frozenset[Skill] = frozenset(),
) -> list[tuple[Actor, Skill]]:
    """What was compiled, and where."""
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    Lane.order, Lane.fails = [], fails

    async def run() -> None:
        compiler = Compiler(lambda: None, Lane)
        Lane.begin()
        await check(compiler)
        compiler.close()
        assert all(worker.ended for worker in Lane.hired)

    asyncio.run(run())
    return Lane.order


async def finished(compiler: Compiler) -> None:
    await until_here(lambda: compiler.progress[0] == compiler.progress[1])


def test_everything_is_compiled_once_planners_first_and_each_game_in_one_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def check(compiler: Compiler) -> None:
        compiler.ahead(skills())
        await finished(compiler)
        assert compiler.progress == (len(skills()), len(skills()))

    done = compiling(monkeypatch, tmp_path, check)
    assert sorted(what for _, what in done) == sorted(skills())
    for game in {game for _, game in skills()}:
        own = [(worker, bot) for worker, (bot, of) in done if of == game]
        assert len({id(worker) for worker, _ in own}) == 1
        assert [bot for _, bot in own] == ["planner", "learned", "master", "greedy", "review"]
    assert len({id(worker) for worker, _ in done}) == 2
    assert cache.marked() == set(skills())


def test_who_sits_at_a_table_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def check(compiler: Compiler) -> None:
        compiler.want(("master", "traexx"))
        compiler.ahead(skills())
        await finished(compiler)

    assert compiling(monkeypatch, tmp_path, check)[0][1] == ("master", "traexx")


def test_what_was_compiled_before_needs_no_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    for what in skills():
        cache.mark(what)

    async def check(compiler: Compiler) -> None:
        compiler.ahead(skills())
        assert compiler.progress == (len(skills()), len(skills()))

    assert compiling(monkeypatch, tmp_path, check) == []
    assert Lane.hired == []


def test_what_fails_is_left_out_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def check(compiler: Compiler) -> None:
        compiler.ahead(skills())
        await finished(compiler)
        assert compiler.hopeless == {("planner", "border")}
        assert len(compiler.done) == len(skills()) - 1

    done = compiling(monkeypatch, tmp_path, check, frozenset({("planner", "border")}))
    assert len(done) == len(skills())


@pytest.mark.slow
def test_compiled_bots_take_over_at_a_real_server(tmp_path: Path) -> None:
    """To the end of a game, and what compiles never comes into the server's own process."""
    pytest.importorskip("numba")
    with Server(tmp_path, KRITZEL_BOT_PAUSE="0", KRITZEL_WARM_BOTS="1") as server:
        ana = server.guest("Ana")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "planner"}]
        page = ana.sit(ana.post("/api/tables", sheet="traexx/1", seats=seats)["table"])
        until(lambda: '"bot_ready", "bot": "planner traexx"' in server.log, lambda: server.log)
        page.ready()
        luck = Random(1)
        while page.view["phase"] == "running":
            if not page.play_any(luck):
                before = page.view["version"]
                page.hear(lambda before=before: page.view["version"] > before)
        assert "bot_failed" not in server.log
        assert "bot_stood_in" not in server.log
        assert server.process is not None
        assert "llvmlite" not in Path(f"/proc/{server.process.pid}/maps").read_text()
