"""Hints at a real server: asked for over HTTP, told to everybody over the sockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import Guest
from tests.server.rooms import GAMES
from tests.server.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("hints"))) as started:
        yield started
        assert "trace" not in started.log, started.log


def now(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}")["view"]


@pytest.mark.parametrize("sheet", GAMES)
def test_somebody_alone_gets_a_hint_that_counts_once(server: Server, sheet: str) -> None:
    ana = server.guest("Ana")
    seating = ("me", "random") if sheet == "border/1" else ("me",)
    table = ana.lay(sheet, *seating)["table"]
    page = ana.sit(table)
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    assert now(ana, table)["hints"]
    first, again = (ana.post(f"/api/tables/{table}/hint", seat=0) for _ in range(2))
    assert first == again
    assert first["taken"] == (1 if first["verdict"] == "move" else 0)
    assert now(ana, table)["seats"][0].get("hints", 0) == first["taken"]
    server.send_home()


def test_a_table_with_a_link_has_no_hints_until_both_allow_it(server: Server) -> None:
    ana, ben, eve = server.guest("Ana"), server.guest("Ben"), server.guest("Eve")
    laid = ana.lay("dizzle/1", "me", "friend")
    table = laid["table"]
    ben.join(table, laid["invites"][0]["token"])
    pages = ana.sit(table), ben.sit(table)
    for page in pages:
        page.ready()
    for page in pages:
        page.hear(lambda page=page: page.view["phase"] == "running")
    assert ana.post(f"/api/tables/{table}/hint", 409, seat=0)["code"] == "no_hints"
    for page in pages:
        assert page.say("allow", hints=True)["t"] != "refused"
    assert ana.post(f"/api/tables/{table}/hint", seat=0)["seat"] == 0
    assert ben.post(f"/api/tables/{table}/hint", 409, seat=0)["code"] == "not_your_seat"
    assert eve.post(f"/api/tables/{table}/hint", 403, seat=0)["code"] == "not_seated"
    server.send_home()
