"""Files and databases over the versions: migrated as a whole, or refused in words and left as they are."""

from __future__ import annotations

import asyncio
import stat
from itertools import count
from pathlib import Path
from random import Random

import pytest

from kritzel.server.sessions import hash_secret
from kritzel.server.settings import Settings
from kritzel.server.store import Player, Unusable, backup, sql, transfer
from kritzel.server.store.sqlite import APPLICATION_ID, SqliteStore
from kritzel.server.table import commands, log
from kritzel.server.table.room import Decided
from kritzel.server.tables import Tables
from tests.cli.run import kritzel
from tests.server import filled as files
from tests.server import postgres
from tests.server.filled import FINISHED, PHASES, RUNNING, asked, changed, everything, filled, opened, room
from tests.server.power import Disk, PowerVFS
from tests.server.rooms import ANA, BEN
from tests.server.stores import Database

_names = count(1)
STEP = """
ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';
UPDATE players SET colour = 'red' WHERE name = 'Ana';
CREATE TABLE badges (number {id}, picture {bytes} NOT NULL);
"""
"""A migration that nobody has released."""
VERSIONS = [(number,) for number in range(1, len(sql.MIGRATIONS) + 2)]
"""What a file or database with this step says it has."""


def add_step(monkeypatch: pytest.MonkeyPatch, step: str = STEP) -> None:
    monkeypatch.setattr(sql, "MIGRATIONS", (*sql.MIGRATIONS, step))


# A file that is opened again -------------------------------------------------------------------
def test_guests_devices_links_and_lists_are_there(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        assert len(await store.tables_of(ANA)) == 6
        assert len(await store.tables_of(BEN)) == 4
        assert await store.player_of(hash_secret("Ana's phone")) == Player(ANA, "Ana")
        assert await store.player_of(hash_secret("Ben's secret")) == Player(BEN, "Ben")
        assert await store.take_link(hash_secret("a link"), 0) == ANA
        assert await files.phases(store) == PHASES

    opened(filled(tmp_path), work)


def test_a_game_goes_on_to_its_end(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> str:
        tables = Tables(store, Settings())
        await files.play(tables, RUNNING, 10**9)
        return (await room(store, RUNNING)).state.phase

    assert opened(filled(tmp_path), work) == "over"


def test_a_command_from_before_is_still_done_only_once(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        found, stored = await room(store, FINISHED), await store.load(FINISHED)
        assert stored is not None
        moves = [row for row in stored.rows if row.move_id and isinstance(row.event, log.Played)]
        for row in moves:
            assert isinstance(row.event, log.Played)
            again = commands.Move(str(row.move_id), row.event.seat, row.event.move, 10**9)
            player = found.state.seating.places[row.event.seat].player
            assert found.decide(player, again) == Decided((), row.version)
        assert len(moves) > 50

    opened(filled(tmp_path), work)


# Migrations ------------------------------------------------------------------------------------
def test_one_more_step_migrates_a_filled_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = filled(tmp_path)
    before = dict(everything(path))
    opened(path, files.phases)
    assert caplog.messages == []
    add_step(monkeypatch)
    assert opened(path, files.phases) == PHASES
    assert caplog.messages == [sql.MIGRATED]
    assert sorted(asked(path, "SELECT name, colour FROM players")) == [("Ana", "red"), ("Ben", "blue")]
    assert asked(path, "SELECT version FROM written ORDER BY 1") == VERSIONS
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    after = dict(everything(path))
    for table in sql.COPIED:
        assert table == "players" or after[table] == before[table]
    opened(path, lambda store: store.ping())
    assert dict(everything(path))["written"] == after["written"], "once"
    opened(tmp_path / "new.db", lambda store: store.ping())
    names = "SELECT name FROM sqlite_schema ORDER BY name"
    assert asked(path, names) == asked(tmp_path / "new.db", names), "a new file is the same"


@postgres.needed
def test_one_more_step_migrates_a_filled_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, path = Database(), filled(tmp_path)
    transfer.restore(path, place.url, "now", force=False)
    add_step(monkeypatch)

    async def work() -> dict[str, str]:
        stores = await asyncio.gather(*(asyncio.to_thread(place.open) for _ in range(2)))
        found = await files.phases(stores[0])
        await asyncio.gather(*(store.close() for store in stores))
        return found

    assert asyncio.run(work()) == PHASES
    assert sorted(place.asked("SELECT name, colour FROM players")) == [("Ana", "red"), ("Ben", "blue")]
    assert place.asked("SELECT version FROM written ORDER BY 1") == VERSIONS
    transfer.save(place.url, tmp_path / "saved.db")
    assert asked(tmp_path / "saved.db", "SELECT colour FROM players ORDER BY name") == [("red",), ("blue",)]


def test_an_older_file_is_read_without_changing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled(tmp_path)
    before = path.read_bytes()
    add_step(monkeypatch)
    with backup.open_current(path) as connection:
        assert len(connection.execute("SELECT colour FROM players").fetchall()) == 2
    told = kritzel("check", str(path)).stdout
    assert (f"version {len(VERSIONS) - 1}," in told, "All is sound" in told) == (True, True)
    assert path.read_bytes() == before


@postgres.needed
def test_an_older_file_is_restored_into_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, path = Database(), filled(tmp_path)
    add_step(monkeypatch)
    transfer.restore(path, place.url, "now", force=False)
    assert sorted(place.asked("SELECT name, colour FROM players")) == [("Ana", "red"), ("Ben", "blue")]


BROKEN = "ALTER TABLE players ADD COLUMN colour TEXT; DELETE FROM lines; INSERT INTO nowhere VALUES (1)"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=postgres.needed)])
def test_a_step_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path, place = filled(tmp_path), Database() if kind == "postgres" else None
    if place:
        transfer.restore(path, place.url, "now", force=False)
    with monkeypatch.context() as patched:
        add_step(patched, BROKEN)
        with pytest.raises(Unusable, match="nowhere"):
            place.open() if place else SqliteStore(path)

    async def work() -> dict[str, str]:
        store = place.open() if place else SqliteStore(path)
        found = await files.phases(store)
        await store.close()
        return found

    assert asyncio.run(work()) == PHASES


def test_a_power_cut_during_a_migration_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck, cuts, disk = Random(1), list[Disk](), Disk()
    vfs = powered(disk)
    disk.now["tables.db"] = bytearray(filled(tmp_path).read_bytes())
    disk.durable["tables.db"] = bytearray(disk.now["tables.db"])
    plain, counted, moments = disk.write, count(), set(luck.sample(range(40), 30))

    def write(name: str, offset: int, data: bytes) -> None:
        if next(counted) in moments:
            cuts.append(disk.after_power_cut(luck))
        plain(name, offset, data)

    disk.write = write  # type: ignore[method-assign, assignment]
    add_step(monkeypatch, STEP + "UPDATE lines SET digest = 'migrated';")
    asyncio.run(_phases(vfs))
    assert len(cuts) > 10
    assert [asyncio.run(_phases(powered(cut))) for cut in cuts] == [PHASES] * len(cuts)


class Named(PowerVFS):
    """A disk that knows its name."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"schema-{next(_names)}"
        super().__init__(self.name, disk)


def powered(disk: Disk) -> Named:
    return Named(disk)


async def _phases(vfs: Named) -> dict[str, str]:
    store = SqliteStore("tables.db", vfs=vfs.name)
    found = await files.phases(store)
    await store.close()
    return found


# What is no file of tables, or not one of ours -------------------------------------------------
def refused(path: Path, words: str) -> None:
    """Refused with a message by store and command line, and not a byte of it has changed."""
    before = path.read_bytes()
    with pytest.raises(Unusable, match=words) as no:
        SqliteStore(path)
    assert no.value.why.de != no.value.why.en
    result = kritzel("serve", "--port", "0", "--data", str(path))
    assert (result.exit_code, no.value.why.en in result.stderr) == (2, True)
    assert "Traceback" not in result.stderr
    assert path.read_bytes() == before


def test_a_file_of_a_newer_kritzel_is_refused(tmp_path: Path) -> None:
    path = filled(tmp_path)
    changed(path, "INSERT INTO written VALUES (99)")
    refused(path, "newer Kritzel")


@pytest.mark.parametrize(
    ("done", "lacks"),
    [
        ("DROP TABLE devices", "devices.day, devices."),
        ("ALTER TABLE lines DROP COLUMN body", "lines.body"),
    ],
)
def test_a_file_that_lacks_something_is_refused(tmp_path: Path, done: str, lacks: str) -> None:
    path = filled(tmp_path)
    changed(path, done)
    refused(path, f"lacks: {lacks}")


@pytest.mark.parametrize(
    "whose",
    [
        "CREATE TABLE recipes (cake)",
        "CREATE TABLE tables (id); PRAGMA application_id = 77",
        f"CREATE TABLE tables (name); PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 3",
    ],
)
def test_a_file_of_somebody_else_or_of_old_is_refused(tmp_path: Path, whose: str) -> None:
    path = tmp_path / "tables.db"
    changed(path, whose)
    refused(path, "no file of tables")


# Whose eyes it is for --------------------------------------------------------------------------
def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> list[int]:
        await store.ping()
        return [mode(each) for each in sorted(tmp_path.glob("tables.db*"))]

    assert opened(tmp_path / "tables.db", work) == [0o600, 0o600]


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o640, 0o640), (0o600, 0o600)])
def test_a_file_that_everybody_can_read_is_closed_to_them(tmp_path: Path, before: int, after: int) -> None:
    path = filled(tmp_path)
    path.chmod(before)
    opened(path, lambda store: store.ping())
    assert mode(path) == after
