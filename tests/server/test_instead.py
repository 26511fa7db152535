"""Where another bot moves, everybody at the table is told who and why: seats, story, log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kritzel.bots import BOTS
from kritzel.fast import twin
from kritzel.server.bots import pool
from kritzel.server.bots.questions import FAILED, MISSING, WARMING, BotAnswer
from kritzel.server.live import SPECTATOR
from kritzel.server.settings import Settings
from kritzel.server.table import commands, log, story
from kritzel.server.tables import Tables
from tests.server.rooms import ANA, TABLE, Driver, beginning, chairs, created, entries, new_id
from tests.server.serving import Server
from tests.server.slow import SlowStore
from tests.server.teams import Actor
from tests.server.test_hall import Guest

pytestmark = pytest.mark.slow

MASTER = log.Chair("bot", "Mastermind", "", "master")
WARMS_UP = "Mastermind is still warming up. Wise Owl plays meanwhile."


def against_master() -> Driver:
    return Driver(created("traexx/1", (*chairs(1), MASTER))).begin()


def moved(driver: Driver, answer: BotAnswer) -> None:
    driver.say("", commands.BotMove(1, "master", answer))


# In words --------------------------------------------------------------------------------------
def test_the_sentence_names_both_in_both_languages() -> None:
    said = story.substitute_sentence("planner", "greedy", WARMING)
    assert said.de == "Schlaufuchs wärmt sich noch auf. Solange spielt Nimmersatt."
    assert said.en == "Sly Fox is still warming up. Gobbler plays meanwhile."
    for why in (MISSING, FAILED):
        said = story.substitute_sentence("master", "learned", why)
        assert BOTS["master"].title.de in said.de
        assert BOTS["learned"].title.en in said.en


# At the table ----------------------------------------------------------------------------------
def test_a_move_of_another_is_told_and_written_down() -> None:
    driver = against_master()
    moved(driver, BotAnswer("done", "learned", WARMING))
    played = driver.rows[-1].event
    driver.move(0, "done")
    for room in (driver.room, driver.folded()):
        entry = next(told for told in entries(room, ANA) if told.kind == "played" and told.seat == 1)
        assert entry.bot == "learned"
        assert entry.words.en == "done (Wise Owl for Mastermind)"
        assert entry.words.de.endswith("(Weise Eule für Meisterhirn)")
    assert log.decode(log.encode([played])) == (log.Played(1, "done", "learned", "master", WARMING),)


def test_its_own_move_needs_no_word() -> None:
    driver = against_master()
    moved(driver, BotAnswer("done", "master"))
    driver.move(0, "done")
    entry = next(told for told in driver.entries(ANA) if told.kind == "played" and told.seat == 1)
    assert (entry.bot, entry.words.en) == ("", "done")
    assert driver.view(ANA).seats[1].instead is None


def test_a_seat_says_that_its_bot_did_not_answer_until_it_does() -> None:
    driver = against_master()
    moved(driver, BotAnswer("done", "greedy", FAILED))
    shown = driver.view(ANA).seats[1].instead
    assert (shown.bot, shown.why) == ("greedy", FAILED)
    assert shown.words.en == "Mastermind did not answer. Gobbler moved this time."
    driver.move(0, "done")
    moved(driver, BotAnswer("done", "master"))
    assert driver.view(ANA).seats[1].instead is None


# In the hall -----------------------------------------------------------------------------------
def in_the_hall(
    monkeypatch: pytest.MonkeyPatch, check: Callable[[Tables, Guest], object], *, compiler: bool
) -> None:
    """Ana sits down with the master; nothing is compiled, and the processes are actors."""
    monkeypatch.setattr(pool, "compiles", lambda: compiler)
    monkeypatch.setattr(Actor, "answer", _first_legal)

    async def run() -> None:
        tables, ana = Tables(SlowStore(), Settings(bot_pause=0, grace=60)), Guest(ANA)
        tables.bots = pool.BotPool(1, tables._update_substitutes, Actor.begin())
        try:
            await tables.lay(created("traexx/1", (*chairs(1), MASTER)), table=TABLE)
            live = await tables.enter(TABLE, ana)
            for player, command in beginning(live.room):
                await tables.say(TABLE, player, command)
            await check(tables, ana)  # type: ignore[misc]
        finally:
            await tables.close()

    asyncio.run(run())


async def _first_legal(actor: Actor, asked: object, within: float) -> str:
    return "done"


async def until(happened: Callable[[], object]) -> None:
    while not happened():
        await asyncio.sleep(0)


def test_a_table_says_from_the_start_who_plays_until_the_master_is_warm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))

    async def check(tables: Tables, ana: Guest) -> None:
        live = await tables.find(TABLE)
        shown = live.view(SPECTATOR).seats[1].instead
        assert shown is not None
        assert (shown.bot, shown.words.en, shown.done, shown.of) == ("learned", WARMS_UP, 0, 1)
        await until(lambda: live.room.bots_to_move() == [])
        assert await _last_bot_move(tables) == log.Played(1, "done", "learned", "master", WARMING)
        before = ana.woken
        Actor.compiling.set()
        await until(lambda: live.view(SPECTATOR).seats[1].instead is None)
        assert ana.woken > before
        await tables.say(TABLE, ANA, commands.Move(new_id(), 0, "done", 10**9))
        await until(lambda: live.room.bots_to_move() == [])
        assert await _last_bot_move(tables) == log.Played(1, "done", "master")

    in_the_hall(monkeypatch, check, compiler=True)


def test_a_table_without_a_compiler_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))

    async def check(tables: Tables, ana: Guest) -> None:
        live = await tables.find(TABLE)
        await until(lambda: live.room.bots_to_move() == [])
        assert await _last_bot_move(tables) == log.Played(1, "done", "learned", "master", MISSING)
        shown = live.view(SPECTATOR).seats[1].instead
        assert shown is not None
        assert "Numba" in shown.words.de

    in_the_hall(monkeypatch, check, compiler=False)


async def _last_bot_move(tables: Tables) -> log.TableEvent:
    kept = await tables.store.load(TABLE)
    assert kept is not None
    return [row.event for row in kept.rows if isinstance(row.event, log.Played) and row.event.bot][-1]


# A real server ---------------------------------------------------------------------------------
ENOUGH = 20
"""Moves of a bot after which we believe it."""


@pytest.mark.parametrize(
    ("sheet", "bot"), [("traexx/1", "planner"), ("border/1", "learned"), ("dizzle/1", "greedy")]
)
def test_without_numba_bots_play_themselves(tmp_path: Path, sheet: str, bot: str) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    root = Path(twin.__file__).parents[3]
    paths = f"{tmp_path}:{root / 'src'}:{root}"
    with Server(tmp_path, PYTHONPATH=paths, KRITZEL_WARM_BOTS="1") as server:
        ana = server.guest("Ana")
        there = [each["name"] for each in ana.get("/api/games")["bots"]]
        assert "learned" in there
        assert "master" not in there
        assert ana.get("/api/bots") == {"done": 0, "of": 0, "waiting": []}
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        page = ana.sit(ana.post("/api/tables", sheet=sheet, seats=seats, begins="0")["table"])
        page.ready()
        luck = Random(1)
        moves: list[Any] = []
        while page.view["phase"] == "running" and len(moves) < ENOUGH:
            if not page.play_any(luck):
                before = page.view["version"]
                page.hear(lambda before=before: page.view["version"] > before)
            moves = [told for told in page.story if told["kind"] == "played" and told["seat"] == 1]
        assert moves
        assert not any("bot" in told for told in moves)
        assert "bot_failed" not in server.log
        assert "bot_stood_in" not in server.log
