"""Tables that this Kritzel cannot read: every door says so in words, the log once; nobody else notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from kritzel.server.table import log
from tests.server.clients import Guest, opened
from tests.server.serving import Server

Rows = list[log.TableEvent | list[Any]]


def sheet_gone(rows: Rows) -> Rows:
    assert isinstance(rows[0], log.Created)
    return [replace(rows[0], sheet_version=99), *rows[1:]]


def rules_gone(rows: Rows) -> Rows:
    assert isinstance(rows[0], log.Created)
    return [replace(rows[0], rules=99), *rows[1:]]


def newer_event(rows: Rows) -> Rows:
    return [*rows, [99, 0, "sing"]]


def newer_field(rows: Rows) -> Rows:
    return [*rows, [16, 0, "loudly"]]


def forbidden_move(rows: Rows) -> Rows:
    """From one corner of the board to the other."""
    return [*rows, log.Played(0, "a1-i5")]


def nothing_at_all(rows: Rows) -> Rows:
    return []


SPOILT: list[Callable[[Rows], Rows]] = [
    sheet_gone,
    rules_gone,
    newer_event,
    newer_field,
    forbidden_move,
    nothing_at_all,
]


class House:
    """A server with Ana, her spoilt tables and a sound one."""

    def __init__(self, server: Server) -> None:
        self.server, self.luck = server, Random(1)
        self.ana = server.guest("Ana")
        self.sound = self.begun()
        self.spoilt = {how.__name__: self.begun() for how in SPOILT}

    def begun(self) -> str:
        """A table of two at one device, with a few moves made."""
        table = str(self.ana.lay("traexx/1", "me", "here")["table"])
        page = self.ana.sit(table)
        page.ready()
        page.hear(lambda: page.view["phase"] == "running")
        for _ in range(6):
            page.play_any(self.luck)
        page.close()
        return table

    def spoil(self) -> None:
        """What is written down changes while the server is away."""
        self.server.stop()
        connection = apsw.Connection(str(self.server.folder / "tables.db"))
        for how in SPOILT:
            rewrite(connection, self.spoilt[how.__name__], how)
        connection.close()
        self.server.start()


def rewrite(connection: apsw.Connection, table: str, how: Callable[[Rows], Rows]) -> None:
    number = asked(connection, "SELECT number FROM tables WHERE name = ?", table)[0][0]
    bodies = asked(connection, "SELECT body FROM lines WHERE game = ? ORDER BY version", number)
    rows: Rows = [event for (body,) in bodies for event in log.decode(body)]
    connection.execute("DELETE FROM lines WHERE game = ?", (number,))
    for version, row in enumerate(how(rows), 1):
        body = msgspec.msgpack.encode([row]) if isinstance(row, list) else log.encode([row])
        into = "INSERT INTO lines (game, command, version, digest, body, token) VALUES (?, ?, ?, '', ?, 0)"
        connection.execute(into, (number, f"#{version}", version, body))


def asked(connection: apsw.Connection, question: str, value: Any) -> list[Any]:
    return connection.execute(question, (value,)).fetchall()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with Server(tmp_path_factory.mktemp("unreadable")) as server:
        house = House(server)
        house.spoil()
        yield house


every_kind = pytest.mark.parametrize("kind", [how.__name__ for how in SPOILT])


@every_kind
def test_every_request_is_answered_in_words(house: House, kind: str) -> None:
    table = house.spoilt[kind]
    for path in ("", "/timeline", "/replay?at=1", "/dice"):
        told = house.ana.get(f"/api/tables/{table}{path}", 409)
        assert told["code"] == "unreadable"
        assert set(told["words"]) == {"de", "en"}
        assert told["words"]["de"] != told["words"]["en"]
    assert house.ana.post(f"/api/tables/{table}/rematch", 409)["code"] == "unreadable"


@every_kind
def test_what_is_left_can_be_kept_as_a_record(house: House, kind: str) -> None:
    path = f"/api/tables/{house.spoilt[kind]}/record"
    if kind == "nothing_at_all":
        assert house.ana.get(path, 409)["code"] == "unreadable"
        return
    answer = house.ana.http.get(path)
    assert (answer.status_code, "attachment" in answer.headers["content-disposition"]) == (200, True)
    assert answer.text.startswith("kritzel record 1\ngame: traexx\nsheet: 1\n")
    assert "seats: Ana, Ana\n" in answer.text
    assert "card: " in answer.text.splitlines()[-1], "hidden choices of a running game are not told"
    stranger = Guest(house.server.url, "")
    assert stranger.http.get(path).text == answer.text
    stranger.close()


@every_kind
def test_a_page_is_told_and_hung_up_on(house: House, kind: str) -> None:
    page = house.ana.sit(house.spoilt[kind])
    assert [message["t"] for message in page.heard] == ["bye"]
    assert page.heard[0]["code"] == "unreadable"
    assert page.heard[0]["words"]["de"].startswith("Diesen Tisch kann")


def test_others_play_on_while_strangers_look_at_what_cannot_be_read(house: House) -> None:
    page = house.ana.sit(house.sound)
    stranger = Guest(house.server.url, "")
    for table in list(house.spoilt.values()) * 3:
        socket = opened(stranger, table)
        socket.send('{"t":"hello"}')
        assert page.view["phase"] == "over" or page.play_any(house.luck)
        socket.close()
    assert {message["t"] for message in page.heard} <= {"welcome", "update", "ack"}
    stranger.close()


def test_the_log_says_it_once_for_each_and_has_no_traceback(house: House) -> None:
    for table in house.spoilt.values():
        house.ana.get(f"/api/tables/{table}", 409)
        house.ana.get(f"/api/tables/{table}", 409)
    told = [line for line in house.server.log.splitlines() if '"event": "unreadable"' in line]
    assert len(told) == len(SPOILT)
    assert "Traceback" not in house.server.log


def test_such_a_table_stays_in_the_list_and_only_its_owner_may_delete_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        house = House(server)
        house.spoil()
        ben = server.guest("Ben")
        for table in house.spoilt.values():
            path = f"/api/tables/{table}"
            assert table in [each["table"] for each in house.ana.get("/api/tables")]
            assert ben.http.delete(path).json()["code"] == "unreadable"
            assert house.ana.http.delete(path).status_code == 200
            assert house.ana.get(path, 404)["code"] == "no_table"
        assert [each["table"] for each in house.ana.get("/api/tables")] == [house.sound]
