"""Many games at a time, but few: everybody is let in, is held, and moves are counted. No clock is judged."""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bench import server, server_hold
from bench.server_hold import Hold
from bench.server_holding import Held, Tables, let_in
from bench.server_storming import Page

pytestmark = pytest.mark.slow

FEW = Hold("dizzle/1", 4, 10, 8, 1.0, 4 * 2048, (Held(0, 2, [0.02, 0.01], {}),), 0.004, 0.1, 0.5, 3.0)


def line(can_move: bool, hung_up: bool = False) -> Any:
    return SimpleNamespace(known=SimpleNamespace(can_move=can_move), hung_up=hung_up)


@pytest.mark.skipif(sys.platform != "linux", reason="several addresses of one machine")
def test_a_few_games_are_held_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["hold", "--games", "4", "--rate", "20", "--seconds", "1", "--json"]
    server.main([*asked, "--only", "traexx/1"])
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["held"], found["dropped"]) == (4, 8, 0)
    assert 0 < found["answered"] <= 20
    assert found["cpu"] > 0


def test_only_one_moves_at_a_table_and_only_who_is_to_move() -> None:
    able = line(True)
    tables = Tables([[line(False), able], [line(True, hung_up=True)], [line(False)]], Random(1))
    assert tables.next() == (0, able)
    assert tables.next() is None, "a move is under way there"
    tables.done(0)
    assert tables.next() == (0, able)


def test_both_pages_of_a_table_share_a_process_and_an_address() -> None:
    pages = [Page(table, cookie, 0, True) for cookie in "ab" for table in ("one", "two", "three")]
    first, second = server_hold.shares(pages, 2)
    assert [page.table for page in first] == ["one", "three", "one", "three"]
    assert [page.table for page in second] == ["two", "two"]
    crowds: list[Any] = [Crowd(), Crowd()]
    assert asyncio.run(let_in(crowds, first)) == 4
    assert [list(crowd.kept) for crowd in crowds] == [["one"], ["three"]]


class Crowd:
    """One that lets everybody in."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Page]] = {}

    async def come(self, page: Page) -> None:
        assert not page.moves, "nobody moves before all are there"
        self.kept.setdefault(page.table, []).append(page)


def test_no_process_comes_from_an_address_of_another_or_from_one_that_is_not_counted() -> None:
    every = [address for nth in range(2) for address in server_hold.addresses(nth)]
    assert len(set(every)) == len(every) == 2 * server_hold.ADDRESSES
    assert "127.0.0.1" not in every


def test_it_is_told_what_was_held_and_whether_the_goal_is_met() -> None:
    told = FEW.told()
    assert "4 games of two, 8 sockets held (all in after 1 s), 0 dropped" in told
    assert "memory: 2 KB a game" in told
    assert "2 begun at 10 a second, 2 answered, p50 20.0 ms, p99 20.0 ms (goal: 100 ms, met)" in told
    assert "2000 us a move" in told
    assert "others 0.50; load 3" in told


@pytest.mark.parametrize("part", [Held(0, 2, [0.2, 0.01], {}), Held(0, 3, [0.01], {"refused busy": 1})])
def test_slow_moves_and_unanswered_ones_miss_the_goal(part: Held) -> None:
    assert "MISSED" in FEW._replace(parts=(part,)).told()


@pytest.mark.parametrize("option", ["--games", "--rate"])
def test_nothing_cannot_be_held(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        server.main(["hold", option, "0"])
    assert ended.value.code == 2
    assert f"{option}: at least 1" in capsys.readouterr().err
