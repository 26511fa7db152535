"""backup, restore, check, export and import, from a file and from PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import stat
import threading
from pathlib import Path
from random import Random
from typing import Any

import apsw
import httpx
import psycopg
import pytest

from kritzel.server.web.api import admin
from tests.cli.run import kritzel, refused
from tests.cli.test_keeping import done
from tests.patience import until
from tests.server import postgres
from tests.server.filled import RUNNING, filled
from tests.server.postgres import needed
from tests.server.serving import Server
from tests.server.stores import Database

pytestmark = pytest.mark.slow

KINDS = ("file", pytest.param("database", marks=needed))


class House:
    """A place with the tables of the newest file in it, as options of the commands."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.file = filled(folder)
        self.options = ("--data", str(self.file))
        if kind == "database":
            saved = folder / "moved.db"
            self.file.rename(saved)
            self.options = ("--database", postgres.shared().new())
            assert "6 tables restored" in done("restore", str(saved), *self.options)


@pytest.fixture(params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    return House(request.param, tmp_path / "house")


def empty(kind: str, folder: Path) -> tuple[str, str]:
    """The options of a place with nothing in it."""
    if kind == "database":
        return "--database", postgres.shared().new()
    return "--data", str(folder / "new" / "tables.db")


def same(one: Path, other: Path) -> bool:
    """Whether two files have the same in them; which number a row has does not matter."""
    return all(sorted(map(str, ours)) == sorted(map(str, theirs)) for ours, theirs in _pairs(one, other))


def _pairs(one: Path, other: Path) -> list[tuple[list[Any], list[Any]]]:
    told = [done("export", "--all", "--data", str(each)).splitlines() for each in (one, other)]
    asked = "SELECT devices.secret, id, name FROM players LEFT JOIN devices ON player = number"
    known = [apsw.Connection(str(each)).execute(asked).fetchall() for each in (one, other)]
    return [(told[0], told[1]), (known[0], known[1])]


# A house that rests ----------------------------------------------------------------------------
def test_a_backup_is_one_file_with_everything(house: House, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    assert "6 tables saved" in done("backup", str(saved), *house.options)
    assert same(saved, filled(tmp_path / "as-it-was"))
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir() if "saved" in each.name) == ["saved.db"]
    assert "6 tables" in done("check", str(saved))


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_one_kind_restores_into_another(house: House, kind: str, tmp_path: Path) -> None:
    saved, again, place = tmp_path / "saved.db", tmp_path / "again.db", empty(kind, tmp_path)
    done("backup", str(saved), *house.options)
    assert "6 tables restored" in done("restore", str(saved), *place)
    done("backup", str(again), *place)
    assert same(saved, again)


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_one_kind_goes_to_another(house: House, kind: str, tmp_path: Path) -> None:
    text, place = tmp_path / "tables.jsonl", empty(kind, tmp_path)
    done("export", "--all", *house.options, "--out", str(text))
    told = done("import", str(text), *place)
    assert ("6 tables taken in" in told, told.count("/device#")) == (True, 2)
    assert "6 tables" in _checked(place)
    assert done("export", "--all", *place) == text.read_text("utf-8")
    assert "already" in refused("import", str(text), *place), "all or none of them"
    assert "6 tables" in _checked(place)


def _checked(place: tuple[str, ...]) -> str:
    return done("check", *(place[1:] if place[0] == "--data" else place))


def test_check_folds_every_log_and_names_the_one_it_cannot(house: House, tmp_path: Path) -> None:
    assert "All is sound" in _checked(house.options)
    done("backup", str(tmp_path / "saved.db"), *house.options)
    connection = apsw.Connection(str(tmp_path / "saved.db"))
    number = "SELECT number FROM tables WHERE name = ?"
    connection.execute(f"UPDATE lines SET body = x'9199' WHERE game = ({number})", (RUNNING,)).fetchall()
    connection.close()
    kind = "database" if house.options[0] == "--database" else "file"
    place = empty(kind, tmp_path)
    done("restore", str(tmp_path / "saved.db"), *place)
    result = kritzel("check", *(place[1:] if kind == "file" else place))
    assert (result.exit_code, f"Cannot be read: {RUNNING}" in result.stdout) == (1, True)


# Only into an empty place ----------------------------------------------------------------------
@needed
def test_a_database_with_tables_is_put_aside(tmp_path: Path) -> None:
    house, saved = House("database", tmp_path / "house"), filled(tmp_path / "saved")
    assert "--force" in refused("restore", str(saved), *house.options)
    assert "kritzel_before_" in done("restore", str(saved), *house.options, "--force")
    assert "6 tables" in _checked(house.options)
    with psycopg.connect(house.options[1]) as connection:
        named = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kritzel%' ORDER BY nspname"
        names = [str(row[0]) for row in connection.execute(named)]
        assert (len(names), names[0]) == (2, "kritzel")
        counted = connection.execute(f"SELECT count(*) FROM {names[1]}.tables").fetchone()
        assert counted == (6,)


@needed
def test_a_database_that_a_server_uses_is_not_restored_into(tmp_path: Path) -> None:
    place, saved = Database(), filled(tmp_path)

    async def work() -> None:
        store = place.open()
        told = await asyncio.to_thread(refused, "restore", str(saved), "--database", place.url, "--force")
        assert "A server uses this database" in told
        await store.close()

    asyncio.run(work())
    assert "6 tables restored" in done("restore", str(saved), "--database", place.url)


@needed
def test_numbers_go_on_after_a_restore(tmp_path: Path) -> None:
    house = House("database", tmp_path / "house")
    with Server(tmp_path, KRITZEL_DATABASE=house.options[1]) as server:
        ana = server.guest("Ana")
        page = ana.sit(ana.lay("traexx/1", "me", "here")["table"])
        page.ready()
        assert page.play_any(Random(1))
    assert "7 tables" in _checked(house.options)


@needed
def test_an_empty_database_has_nothing_to_save(tmp_path: Path) -> None:
    place = empty("database", tmp_path)
    assert "Start the server" in refused("backup", str(tmp_path / "saved.db"), *place)
    assert list(tmp_path.glob("saved*")) == []


# While people play -----------------------------------------------------------------------------
class Playing:
    """People at tables of their own, who play until they are told to stop; what they were told is known."""

    def __init__(self, server: Server, people: int) -> None:
        self._acknowledged: list[set[str]] = [set() for _ in range(people)]
        self._over, self.failed = threading.Event(), list[BaseException]()
        self._threads = [threading.Thread(target=self._play, args=(server, each)) for each in range(people)]
        for thread in self._threads:
            thread.start()

    def _play(self, server: Server, number: int) -> None:
        try:
            luck, guest = Random(number), server.guest(f"Guest {number}")
            while not self._over.is_set():
                table = str(guest.lay("traexx/1", "me", "here")["table"])
                page = guest.sit(table)
                page.ready()
                while page.play_any(luck) and not self._over.is_set():
                    self._acknowledged[number].update(page.answers)
        except BaseException as error:
            self.failed.append(error)

    def reach(self, moves: int) -> set[str]:
        """Until everybody has made so many more; what was acknowledged by then."""
        wanted = [len(each) + moves for each in self._acknowledged]
        until(
            lambda: self.failed or all(len(e) >= n for e, n in zip(self._acknowledged, wanted, strict=True))
        )
        assert self.failed == []
        return set().union(*self._acknowledged)

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()


def told_in(saved: Path) -> list[dict[str, Any]]:
    """Every line of every table in a backup."""
    return [json.loads(line) for line in done("export", "--all", "--data", str(saved)).splitlines()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_under_load_has_every_move_acknowledged_before_it_began(tmp_path: Path, kind: str) -> None:
    env = {"KRITZEL_DATABASE": postgres.shared().new()} if kind == "database" else {}
    place = (
        ("--database", env["KRITZEL_DATABASE"])
        if kind == "database"
        else ("--data", str(tmp_path / "tables.db"))
    )
    saved = tmp_path / "saved.db"
    with Server(tmp_path, **env) as server:
        playing = Playing(server, 3)
        try:
            for _ in range(3):
                before = playing.reach(15)
                assert "saved" in done("backup", str(saved), *place, "--force")
                assert before <= {line["id"] for line in told_in(saved) if "id" in line}
                assert "All is sound" in done("check", str(saved))
            assert "All is sound" in _checked(place)
            playing.reach(5)
        finally:
            playing.stop()
        assert playing.failed == []
        assert "Traceback" not in server.log
        server.send_home()
        server.stop()
    listed = apsw.Connection(str(saved)).execute("SELECT count(DISTINCT game) FROM members").fetchall()
    assert listed == [(sum("end" in line for line in told_in(saved)),)], "every table is in somebody's list"
    assert [each.name for each in tmp_path.glob("*.copy-*")] == []


def test_the_key_lies_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Server(tmp_path) as server:
        until(lambda: admin.read_key(path))
        assert stat.S_IMODE(admin.key_of(path).stat().st_mode) == 0o600
        for headers in ({}, {"authorization": "Bearer x"}):
            assert httpx.post(server.url + admin.COPY, headers=headers).status_code == 404
        server.stop()
        assert not admin.key_of(path).exists()
