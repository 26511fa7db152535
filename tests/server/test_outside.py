"""Bots from outside at live tables: the owner names them, guests never do, and the table says who moved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from kritzel import bots as registry
from kritzel.bots import outside
from kritzel.server.bots import pool
from kritzel.server.bots.pool import BotPool, BotWorker
from kritzel.server.bots.questions import FAILED, BotQuestion
from kritzel.server.workers import Failed
from tests.bots.test_program import BEE, RUDE
from tests.cli.run import kritzel
from tests.patience import LONGEST, until
from tests.server.serving import Server
from tests.server.teams import Actor
from tests.server.test_bot_pool import alive, asked, fails
from tests.server.test_bots import legal
from tests.server.test_live import begin, play_out

LAST = "last=tests.bots.outsiders:Last"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    monkeypatch.setattr(registry, "ENROLLED", {})
    monkeypatch.setattr(pool, "ANSWER_WITHIN_S", LONGEST)
    yield
    outside.load.cache_clear()


def thinking(
    named: str, check: Callable[[BotPool], Awaitable[None]], hire: type[BotWorker] = BotWorker
) -> None:
    async def run() -> None:
        there = BotPool(1, hire=hire, outside=(named,))
        try:
            await check(there)
        finally:
            there.close()

    asyncio.run(run())


def children(pid: int | None) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# Processes -------------------------------------------------------------------------------------
def test_a_class_answers_in_a_process_of_its_own() -> None:
    async def check(there: BotPool) -> None:
        question = asked("last")
        assert await there.ask(question) == (legal(question)[-1], "last", "")
        assert [worker.outside for worker in there._workers if worker.outside] == [
            ("last=tests.bots.outsiders:Last",)
        ]

    thinking(LAST, check)


def test_a_program_answers_and_ends_with_the_server() -> None:
    pids: list[int] = []

    async def check(there: BotPool) -> None:
        move, bot, why = await there.ask(question := asked("bee"))
        assert (bot, why) == ("bee", "")
        assert move in legal(question)
        worker = next(worker for worker in there._workers if worker.outside)
        pids.extend(children(worker.pid))
        assert pids

    thinking(f"bee=program:{BEE}", check)
    until(lambda: not any(alive(pid) for pid in pids))


@pytest.mark.parametrize("how", ["crash", "illegal", "garbage"])
def test_for_one_that_fails_another_one_moves_and_says_so(how: str) -> None:
    async def check(there: BotPool) -> None:
        move, bot, why = await there.ask(question := asked("rude"))
        assert (bot, why) == ("greedy", FAILED)
        assert move in legal(question)

    thinking(f"rude=program:{RUDE} {how}", check)


def test_a_class_that_never_decides_is_ended_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(there: BotPool) -> None:
        there.expect("sleeps", "traexx/1")
        worker = next(worker for worker in there._workers if worker.outside)
        monkeypatch.setattr(pool, "ANSWER_WITHIN_S", 0.5)
        move, bot, why = await there.ask(question := asked("sleeps"))
        assert (bot in ("greedy", "random"), why) == (True, FAILED), "on a busy machine greedy is late, too"
        assert move in legal(question)
        assert not alive(worker.pid)

    thinking("sleeps=tests.bots.outsiders:Sleeps", check)


def test_a_class_sees_no_settings_of_the_server_and_leaves_nobody_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KRITZEL_DATABASE", "postgresql://kritzel:secret@host/kritzel")
    monkeypatch.setenv("PGPASSWORD", "secret")

    async def run() -> None:
        worker = BotWorker(outside=("nosy=tests.bots.outsiders:Nosy",))
        try:
            with pytest.raises(Failed) as error:
                await worker.answer(asked("nosy"), LONGEST)
        finally:
            worker.end()
        told = json.loads(str(error.value)[str(error.value).index("{") :])
        assert not {"KRITZEL_DATABASE", "PGPASSWORD"} & {*told["env"]}
        assert {"PATH", "KRITZEL_CACHE"} <= {*told["env"]}
        until(lambda: not alive(told["left"]))

    asyncio.run(run())


def test_ours_never_wait_for_those_from_outside() -> None:
    """Neither answers in the other's process."""

    async def check(there: BotPool) -> None:
        for bot in ("last", "greedy"):
            question: BotQuestion = asked(bot)
            assert (await there.ask(question)).move == f"move of {bot}"
        assert {tuple(worker.asked): bool(worker.outside) for worker in Actor.hired} == {
            ("last",): True,
            ("greedy",): False,
        }

    thinking(LAST, check, Actor.begin())


def test_where_there_is_no_twin_one_stands_in_who_needs_none() -> None:
    async def check(there: BotPool) -> None:
        question = asked("last")._replace(sheet="waben/1")
        assert await there.ask(question) == ("move of generic", "generic", FAILED)

    thinking(LAST, check, Actor.begin(last=fails))


# A real server ---------------------------------------------------------------------------------
def test_a_guest_plays_against_the_owners_program(tmp_path: Path) -> None:
    with Server(tmp_path, KRITZEL_BOTS=f"bee=program:{BEE}, {LAST}") as server:
        ana = server.guest("Ana")
        shelf = ana.get("/api/games")
        assert [bot["title"]["de"] for bot in shelf["bots"]][-2:] == ["Busy Bee", "Letzter"]
        assert all(
            sheet["bots"][-2:] == ["bee", "last"] for game in shelf["games"] for sheet in game["sheets"]
        )
        _strangers_name_no_module(ana)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "bee"}]
        laid = ana.post("/api/tables", sheet="traexx/1", seats=seats, begins="0")
        page = ana.sit(laid["table"])
        begin(page)
        assert page.view["seats"][1]["name"] == "Busy Bee"
        play_out([page], Random(1))
        assert page.view["phase"] == "over"
        mine = [each for each in page.story if each["kind"] == "played" and each.get("seat") == 1]
        assert mine, "it has moved"
        assert {each.get("bot", "") for each in mine} <= {"", "greedy"}, "or somebody else, with a word"


def test_programs_do_not_outlive_a_server_that_was_killed(tmp_path: Path) -> None:
    """Even one that stays when nobody asks any more."""
    with Server(tmp_path, KRITZEL_BOTS=f"clingy=program:{RUDE} clingy") as server:
        ana = server.guest("Ana")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "clingy"}]
        page = ana.sit(ana.post("/api/tables", sheet="traexx/1", seats=seats, begins="0")["table"])
        begin(page)
        luck = Random(1)
        while not any(each.get("seat") == 1 for each in page.story):
            if not page.play_any(luck):
                page.hear()
        assert server.process is not None
        family = descendants(server.process.pid)
        programs = [pid for pid in family if RUDE.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert programs
        server.kill()
        until(lambda: not any(alive(pid) for pid in programs))


def descendants(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *descendants(child))]


def _strangers_name_no_module(ana: object) -> None:
    for name in (
        "tests.bots.outsiders:OnlyTraexx",
        "x=program:touch sprung",
        "program:touch sprung",
        "os:path",
    ):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": name}]
        refused = ana.post("/api/tables", 422, sheet="traexx/1", seats=seats)  # type: ignore[attr-defined]
        assert refused["code"] == "unknown_bot"
    assert not Path("sprung").exists()


def test_a_server_with_a_bot_that_cannot_play_does_not_start(tmp_path: Path) -> None:
    words = "serve", "--port", "0", "--data", str(tmp_path / "tables.db"), "--bots", "no_such_module:Bot"
    for lang, said in (("en", "there is no module 'no_such_module'"), ("de", "Ein Modul „no_such_module“")):
        told = kritzel(*words, lang=lang)
        assert told.exit_code == 2
        assert said in told.stderr
    assert not (tmp_path / "tables.db").exists()
