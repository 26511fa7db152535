"""Puzzles and explorations over HTTP: no answer before the try, only finished games, only one's own."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import httpx
import pytest

from kritzel.record import Played
from kritzel.review.explore import Exploration, explore
from kritzel.review.move_values import MoveValue, MoveValues
from kritzel.review.puzzles import FIRST, puzzle_of_day, stored_puzzles
from kritzel.server import reviews as queue
from kritzel.server.reviews import (
    MAX_WAITING_PER_CALLER,
    ExploreRequest,
    QueuedReview,
    ReviewProgress,
    ReviewQueue,
)
from kritzel.server.settings import Settings
from kritzel.server.table import commands
from kritzel.server.web.api import puzzles, reviews
from kritzel.server.web.api.puzzles import spot
from kritzel.server.web.app import make_app
from kritzel.server.web.limits import RateLimits
from tools.protocol_requests import HOME, _begun

Json = dict[str, Any]


class Asker:
    """Somebody with a cookie of their own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        transport = httpx.ASGITransport(app)
        self.http = httpx.AsyncClient(transport=transport, base_url=HOME, headers={"origin": HOME})

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def game(self, *, ended: bool, friend: Asker | None = None) -> str:
        """A table of theirs alone, or with a friend; played by the first move that is legal."""
        await self.post("/api/session", name="Mara")
        seats = [{"kind": "me"}, *([{"kind": "friend"}] if friend else [])]
        laid = (await self.post("/api/tables", sheet="traexx/1", seats=seats, begins="0")).json()
        table = str(laid["table"])
        if friend:
            await friend.post("/api/session", name="Ben")
            await friend.post(f"/api/tables/{table}/join", token=laid["invites"][0]["token"])
        tables = self.app.state.context.tables
        live = await tables.find(table)
        people = await _begun(tables, live)
        while ended and live.room.state.phase == "running":
            seat = live.room.state.table.deciding[0]
            move = commands.Move(secrets.token_urlsafe(16), seat, live.room.state.table.moves(seat)[0], 10**9)
            await tables.say(table, people[seat], move)
        return table


def run(tmp_path: Path, story: Callable[[Asker, Asker], Awaitable[None]]) -> None:
    """A story of two people at a server."""

    async def told() -> None:
        app = make_app(Settings(data=tmp_path / "tables.db", pages=None, warm_bots=False, rate=1000))
        async with app.router.lifespan_context(app):
            await story(Asker(app), Asker(app))

    asyncio.run(told())


def first_of(asker: Asker, table: str, seat: int) -> int:
    events = asker.app.state.context.tables.in_memory(table).room.state.table.events
    return next(nth for nth, each in enumerate(events) if isinstance(each, Played) and each.seat == seat)


# The puzzle of the day -------------------------------------------------------------------------
def test_nothing_of_the_answer_is_sent_before_the_try(tmp_path: Path) -> None:
    day = puzzles.now().date()
    found = puzzle_of_day(day)
    assert found is not None
    best, worst = found.values.moves[0].moves, found.values.moves[-1].moves

    async def story(mara: Asker, _: Asker) -> None:
        answer = await mara.post("/api/puzzles/today", lang="de")
        begun = answer.json()
        assert answer.status_code == 200, begun
        assert (begun["verdict"], begun["waits"], begun["day"]) == (None, False, day.isoformat())
        assert "gap" not in str(begun)
        right = (await mara.post("/api/puzzles/today", moves=best)).json()["verdict"]
        assert (right["result"], right["yours"], right["again"]) == ("best", 0, False)
        wrong = (await mara.post("/api/puzzles/today", moves=worst)).json()["verdict"]
        assert wrong["result"] == "worse"
        assert wrong["weighed"]["ways"][wrong["yours"]]["gap"] > 0
        assert [way["right"] for way in wrong["weighed"]["ways"]].count(True) == 1

    run(tmp_path, story)


def test_every_puzzle_can_be_tried_small_move_by_small_move(tmp_path: Path) -> None:
    days = [(FIRST + timedelta(days=nth)).isoformat() for nth in range(len(stored_puzzles()))]

    async def story(mara: Asker, _: Asker) -> None:
        for day in days:
            found = puzzle_of_day(date.fromisoformat(day))
            assert found is not None
            moves = found.values.moves[0].moves
            for nth in range(len(moves)):
                told = (await mara.post(f"/api/puzzles/{day}", moves=moves[:nth])).json()
                assert moves[nth] in [option["text"] for option in told["spot"]["options"]]
            told = (await mara.post(f"/api/puzzles/{day}", moves=moves)).json()
            assert told["verdict"]["result"] == "best"

    run(tmp_path, story)


def test_whoever_may_throw_again_is_told_which_throw_it_is() -> None:
    puzzle = next(each for each in stored_puzzles() if each.values.moves[0].moves[0].startswith("roll "))
    told = spot(puzzle.game, puzzle.state, puzzle.seat, puzzle.names).clock
    assert re.fullmatch(r"Round \d+ · Throw [12] of 3", told.en), told


def test_days_to_come_and_moves_that_are_none_are_refused(tmp_path: Path) -> None:
    async def story(mara: Asker, _: Asker) -> None:
        assert (await mara.post("/api/puzzles/2999-01-01")).status_code == 404
        assert (await mara.post("/api/puzzles/yesterday")).status_code == 404
        assert (await mara.post("/api/puzzles/today", moves=["nonsense"])).status_code == 400

    run(tmp_path, story)


# Finished games --------------------------------------------------------------------------------
def test_running_games_are_refused(tmp_path: Path) -> None:
    async def story(mara: Asker, _: Asker) -> None:
        table = await mara.game(ended=False)
        tried = await mara.post(f"/api/tables/{table}/try", at=1)
        gone_on = await mara.post(f"/api/tables/{table}/explore", at=1, seat=0)
        assert [each.json()["code"] for each in (tried, gone_on)] == ["not_over", "not_over"]

    run(tmp_path, story)


def test_moments_belong_to_the_person(tmp_path: Path) -> None:
    async def story(mara: Asker, ben: Asker) -> None:
        table = await mara.game(ended=True, friend=ben)
        mine, his = first_of(mara, table, 0), first_of(mara, table, 1)
        with patch.object(ReviewQueue, "ask", AsyncMock(return_value=ReviewProgress(0, 1))):
            ours = await mara.post(f"/api/tables/{table}/try", at=mine)
            theirs = await mara.post(f"/api/tables/{table}/try", at=his)
            for_him = await mara.post(f"/api/tables/{table}/explore", at=his, seat=1)
            nobodys = await Asker(mara.app).post(f"/api/tables/{table}/try", at=mine)
        assert ours.status_code == 200
        assert [each.status_code for each in (theirs, for_him, nobodys)] == [403, 403, 403]

    run(tmp_path, story)


def test_a_try_of_an_own_moment_waits_and_is_judged(tmp_path: Path) -> None:
    async def story(mara: Asker, _: Asker) -> None:
        table = await mara.game(ended=True)
        at, path = first_of(mara, table, 0), f"/api/tables/{table}/try"
        values = MoveValues(
            "points", 0, (MoveValue(("done",), 0.0, 0.0, 9), MoveValue(("x",), 3.0, 0.5, 9)), whole=True
        )
        with patch.object(ReviewQueue, "ask", AsyncMock(return_value=ReviewProgress(0, 1))):
            told = (await mara.post(path, at=at, moves=["done"])).json()
        assert (told["waits"], told["verdict"]) == (True, None)
        known = ReviewProgress(
            1, 1, explored=Exploration("", (), MoveValues("points", 0, values.moves[:1], whole=True))
        )
        with patch.object(ReviewQueue, "ask", AsyncMock(return_value=known)):
            assert (await mara.post(path, at=at)).json()["verdict"] is None
            told = (await mara.post(path, at=at, moves=["done"])).json()
        assert told["verdict"]["result"] == "best"

    run(tmp_path, story)


def test_an_exploration_gives_the_same_luck_for_the_same_moves(tmp_path: Path) -> None:
    async def story(mara: Asker, _: Asker) -> None:
        table = await mara.game(ended=True)
        record = mara.app.state.context.tables.in_memory(table).room.state.table.record()
        at = first_of(mara, table, 0)
        one, other = (explore(record, at, 0, ("done",), values=False) for _ in range(2))
        assert one == other
        assert one.happened, "a card came"
        with patch.object(ReviewQueue, "ask", AsyncMock(return_value=ReviewProgress(1, 1, explored=one))):
            told = (await mara.post(f"/api/tables/{table}/explore", at=at, seat=0, moves=["done"])).json()
        assert told["spot"]["options"]
        assert (told["over"], told["weighed"], len(told["told"])) == (False, None, len(one.happened))

    run(tmp_path, story)


def test_one_guest_does_not_fill_the_line() -> None:
    desk, asked = ReviewQueue(), ExploreRequest("record", 0, 0, (), values=False)
    for nth in range(MAX_WAITING_PER_CALLER):
        desk._jobs[str(nth), asked.depth] = QueuedReview(asked, "mara")
    assert asyncio.run(desk.ask("table", asked, "mara")) is None
    assert len(desk._jobs) == MAX_WAITING_PER_CALLER


async def _nothing(self: ReviewQueue) -> None:
    """No worker, so that all wait."""


# Reviews are charged to who asks ---------------------------------------------------------------
def test_one_guest_does_not_switch_reviews_off_for_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """56 finished tables asked for by one client, and a 57th got no review."""
    monkeypatch.setattr(queue, "ANSWER_WITHIN_S", 0.0)
    monkeypatch.setattr(ReviewQueue, "_work", _nothing)

    async def story(eve: Asker, mara: Asker) -> None:
        table = await mara.game(ended=True, friend=eve)
        live = await mara.app.state.context.tables.find(table)
        monkeypatch.setattr(reviews, "ended_room", AsyncMock(return_value=live.room))
        mara.app.state.context.limits = RateLimits(5)
        asked = [await eve.http.get(f"/api/tables/{number:016d}/review") for number in range(56)]
        assert [answer.status_code for answer in asked] == [200] * 3 + [503] * 53
        assert (asked[-1].json()["code"], "Sekunden" in asked[-1].json()["words"]["de"]) == ("busy", True)
        assert int(asked[-1].headers["retry-after"]) > 0
        assert (await eve.http.get(f"/api/tables/{0:016d}/review")).status_code == 200, "paid for already"
        assert (await mara.http.get(f"/api/tables/{table}/review")).status_code == 200

    run(tmp_path, story)


def test_many_guests_of_one_address_do_not_fill_the_line_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "ANSWER_WITHIN_S", 0.0)
    monkeypatch.setattr(ReviewQueue, "_work", _nothing)

    async def story(eve: Asker, mara: Asker) -> None:
        table = await mara.game(ended=True)
        live = await mara.app.state.context.tables.find(table)
        monkeypatch.setattr(reviews, "ended_room", AsyncMock(return_value=live.room))
        mara.app.state.context.limits = RateLimits(5)
        begun = 0
        for number in range(40):
            if number % 3 == 0:
                eve.http.cookies.clear()
                await eve.post("/api/session", name="Eve")
            begun += (await eve.http.get(f"/api/tables/{number:016d}/review")).status_code == 200
        assert begun == 20

    run(tmp_path, story)


def test_a_stranger_begins_no_review(tmp_path: Path) -> None:
    async def story(mara: Asker, stranger: Asker) -> None:
        table = await mara.game(ended=True)
        answer = await stranger.http.get(f"/api/tables/{table}/review")
        assert (answer.status_code, answer.json()["code"]) == (401, "no_session")

    run(tmp_path, story)
