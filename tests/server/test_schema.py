"""Files of tables over the versions: older ones are brought up to date whole, others are refused in words."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, get_args

import apsw
import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from kritzel.server.hall import Hall
from kritzel.server.sessions import hashed
from kritzel.server.settings import Settings
from kritzel.server.store import Player, Unreadable, Unusable, lines, schema
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from kritzel.server.table.room import Decided, Room
from kritzel.server.wire import protocol
from tests.cli.run import kritzel
from tests.server.power import Disk, PowerVFS
from tests.server.rooms import new_id

T = TypeVar("T")
FILES = {
    path.stem: path.read_text("utf-8") for path in sorted(Path(__file__).with_name("files").glob("*.sql"))
}
OLD = FILES["version-0"]
ANA, BEN = "ana-of-version-0", "ben-of-version-0"
PHASES = {
    "finished-table-0": "over",
    "real-dice-table0": "running",
    "running-table-00": "running",
    "stopped-table-00": "stopped",
    "waiting-table-00": "open",
    "04f7017ee791c250": "open",
}
_names = count(1)


def old_file(folder: Path, *more: str) -> Path:
    """A file as the first servers wrote it, and what else was done to it."""
    path = folder / "tables.db"
    changed(path, OLD, *more)
    return path


def file_of(folder: Path, version: str) -> Path:
    """A file as servers of this version wrote it."""
    changed(folder / "tables.db", FILES[version])
    return folder / "tables.db"


def changed(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement)
    connection.close()


def opened(path: Path, work: Callable[[SqliteStore], Awaitable[T]]) -> T:
    async def run() -> T:
        store = SqliteStore(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def asked(path: Path, question: str) -> list[Any]:
    connection = apsw.Connection(str(path))
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


async def room(store: SqliteStore, table: str) -> Room:
    kept = await store.load(table)
    assert kept is not None
    return Room(table, *kept)


def named(event: log.Event) -> dict[str, Any]:
    """An event as it was written in version 0."""
    told = {each.name: getattr(event, each.name) for each in fields(event) if not usual(event, each)}
    if isinstance(event, log.Created):
        told["chairs"] = [
            {n: v for n in chair.__struct_fields__ if (v := getattr(chair, n))} for chair in event.chairs
        ]
    return {"t": type(event).__name__.lower(), **told}


def usual(event: log.Event, field: Any) -> bool:
    return field.default is not NODEFAULT and getattr(event, field.name) == field.default


every_version = pytest.mark.parametrize("version", FILES)


def test_there_is_a_file_of_every_version() -> None:
    assert list(FILES) == [f"version-{number}" for number in range(schema.VERSION + 1)]


# Version 0 -------------------------------------------------------------------------------------
def test_the_old_file_has_every_kind_of_event(tmp_path: Path) -> None:
    bodies = asked(old_file(tmp_path), "SELECT body FROM events")
    kinds = {json.loads(body)["t"] for (body,) in bodies}
    since = {"sealed", "unsealed", "anew", "freed", "allowed", "hinted"}
    assert kinds == {kind.__name__.lower() for kind in get_args(log.Event)} - since


def test_no_line_of_an_old_file_is_lost(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = asked(path, "SELECT game, version, move_id, digest, body FROM events ORDER BY game, version")
    seeds = dict(asked(path, "SELECT id, seed FROM tables"))

    async def work(store: SqliteStore) -> list[Any]:
        lines = []
        for table in sorted(PHASES):
            kept = await store.load(table)
            assert kept is not None
            assert kept.seed == seeds[table]
            lines += [(table, *row) for row in kept.rows]
        return lines

    after = opened(path, work)
    assert [(game, version, move_id) for game, version, move_id, *_ in before] == [
        (table, version, move_id) for table, version, _, move_id, _ in after
    ]
    assert [json.loads(body) for *_, body in before] == [
        json.loads(json.dumps(named(event))) for _, _, event, *_ in after
    ]
    kept_of_digests = [digest[: 2 * log.DIGEST_BYTES] for *_, digest, _ in before]
    assert kept_of_digests == [digest for *_, digest in after]


def summaries(path: Path, player: str) -> list[bytes]:
    mine = f"SELECT summary FROM members, tables WHERE id = game AND player = '{player}'"
    return [bytes(summary) for (summary,) in asked(path, f"{mine} ORDER BY number DESC")]


def test_guests_devices_links_and_lists_of_an_old_file_are_there(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    lists = {player: summaries(path, player) for player in (ANA, BEN)}
    assert [len(each) for each in lists.values()] == [6, 4]

    async def work(store: SqliteStore) -> None:
        for player, expected in lists.items():
            assert await store.tables_of(player) == expected
        assert await store.player_of(hashed("ana's secret")) == Player(ANA, "Ana")
        assert await store.player_of(hashed("ana's phone")) == Player(ANA, "Ana")
        assert await store.player_of(hashed("ben's secret")) == Player(BEN, "Benjamin")
        assert await store.take_link(hashed("a link"), 0) == ANA

    opened(path, work)


@every_version
def test_every_log_of_every_version_folds(tmp_path: Path, version: str) -> None:
    async def work(store: SqliteStore) -> dict[str, str]:
        return {table: (await room(store, table)).standing.phase for table in PHASES}

    assert opened(file_of(tmp_path, version), work) == PHASES


@every_version
def test_a_game_of_every_version_goes_on_to_its_end(tmp_path: Path, version: str) -> None:
    luck = Random(1)

    async def work(store: SqliteStore) -> str:
        hall = Hall(store, Settings())
        live = await hall.find("running-table-00")
        while live.room.standing.phase == "running":
            standing = live.room.standing
            seat = luck.choice(standing.deciding)
            move = protocol.Move(new_id(), seat, luck.choice(standing.table.moves(seat)), 10**9)
            await hall.say(live.room.id, standing.company.places[seat].player, move)
        assert (await room(store, live.room.id)).version == live.room.version
        return live.room.standing.phase

    assert opened(file_of(tmp_path, version), work) == "over"


@every_version
def test_a_command_from_before_is_still_done_only_once(tmp_path: Path, version: str) -> None:
    async def work(store: SqliteStore) -> None:
        found = await room(store, "finished-table-0")
        kept = await store.load("finished-table-0")
        assert kept is not None
        moves = [row for row in kept.rows if row.move_id and isinstance(row.event, log.Played)]
        for row in moves:
            assert isinstance(row.event, log.Played)
            again = protocol.Move(str(row.move_id), row.event.seat, row.event.move, 10**9)
            player = found.standing.company.places[row.event.seat].player
            assert found.decide(player, again) == Decided((), row.version)
        assert len(moves) > 50

    opened(file_of(tmp_path, version), work)


def everything(path: Path) -> list[Any]:
    tables = [
        name for (name,) in asked(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    ]
    return [(table, asked(path, f"SELECT * FROM {table}")) for table in tables]


def test_events_are_written_as_they_always_were(tmp_path: Path) -> None:
    """Or a file of this version could no longer be read: fields in their order, a number for each event."""
    folders = [tmp_path / version for version in FILES]
    for folder, version in zip(folders, FILES, strict=True):
        folder.mkdir()
        opened(file_of(folder, version), lambda store: store.load("nowhere"))
    first, *others = [[unpacked(*each) for each in everything(folder / "tables.db")] for folder in folders]
    assert others == [first] * len(others)


def unpacked(table: str, rows: list[Any]) -> tuple[str, list[Any]]:
    """Packed logs line by line, as others are; digests, which a packed log has none of, left out."""
    if table != "lines":
        return table, rows
    each = {game: [(v, c, d, b) for other, c, v, d, b in rows if other == game] for game, *_ in rows}
    return table, [(game, v, c, b) for game in each for v, c, _, b in sorted(lines.spread(each[game]))]


def test_a_file_is_brought_up_to_date_once(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    opened(path, lambda store: store.ping())
    there = asked(path, "SELECT name FROM sqlite_schema ORDER BY name")
    assert asked(path, "PRAGMA user_version") == [(schema.VERSION,)]
    assert asked(path, "PRAGMA application_id") == [(schema.APPLICATION,)]
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    opened(path, lambda store: store.ping())
    fresh = tmp_path / "fresh.db"
    opened(fresh, lambda store: store.ping())
    assert there == asked(fresh, "SELECT name FROM sqlite_schema ORDER BY name")


@pytest.mark.parametrize(
    "body",
    ['{"t":"danced","seat":0}', '{"t":"played","seat":0}', '{"t":"played","seat":0,"move":7}', "[1", "7"],
)
def test_what_cannot_be_read_is_carried_over_and_harms_nobody(tmp_path: Path, body: str) -> None:
    more = f"INSERT INTO events VALUES ('waiting-table-00', 2, NULL, NULL, '', CAST('{body}' AS BLOB))"
    path = old_file(tmp_path, more)

    async def work(store: SqliteStore) -> dict[str, str]:
        with pytest.raises(Unreadable):
            await store.load("waiting-table-00")
        return {
            table: (await room(store, table)).standing.phase for table in PHASES if "waiting" not in table
        }

    assert len(opened(path, work)) == 5
    assert (body.encode(),) in asked(path, "SELECT body FROM lines")


def test_a_guest_who_is_only_in_lists_is_carried_over(tmp_path: Path) -> None:
    path = old_file(tmp_path, "DELETE FROM players")
    assert len(opened(path, lambda store: store.tables_of(ANA))) == 6


def test_a_power_cut_while_a_file_is_brought_up_to_date_loses_nothing() -> None:
    luck, cuts = Random(1), list[Disk]()
    disk = Disk()
    vfs = powered(disk)
    connection = apsw.Connection("tables.db", vfs=vfs.name)
    connection.execute(OLD)
    connection.close()
    plain, counted, moments = disk.write, count(), set(luck.sample(range(100), 40))

    def write(name: str, offset: int, data: bytes) -> None:
        if next(counted) in moments:
            cuts.append(disk.after_power_cut(luck))
        plain(name, offset, data)

    disk.write = write  # type: ignore[method-assign, assignment]
    asyncio.run(closed(SqliteStore("tables.db", vfs=vfs.name)))
    assert len(cuts) > 20
    assert [phases(cut) for cut in cuts] == [PHASES] * len(cuts)


class Named(PowerVFS):
    """A disk that knows its name."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"schema-{next(_names)}"
        super().__init__(self.name, disk)


def powered(disk: Disk) -> Named:
    return Named(disk)


async def closed(store: SqliteStore) -> None:
    await store.close()


def phases(disk: Disk) -> dict[str, str]:
    async def work() -> dict[str, str]:
        vfs = powered(disk)
        store = SqliteStore("tables.db", vfs=vfs.name)
        found: dict[str, str] = {table: (await room(store, table)).standing.phase for table in PHASES}
        await store.close()
        return found

    return asyncio.run(work())


# What is no file of tables, or not one of ours -------------------------------------------------
def refused(path: Path, words: str) -> None:
    """Refused in words by store and command line, and not a byte of it has changed."""
    before = path.read_bytes()
    with pytest.raises(Unusable, match=words) as no:
        SqliteStore(path)
    assert no.value.why.de != no.value.why.en
    result = kritzel("serve", "--port", "0", "--data", str(path))
    assert (result.exit_code, no.value.why.en in result.stderr) == (2, True)
    assert "Traceback" not in result.stderr
    assert path.read_bytes() == before


def test_a_file_of_a_newer_kritzel_is_refused(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    opened(path, lambda store: store.ping())
    changed(path, f"PRAGMA user_version = {schema.VERSION + 1}")
    refused(path, "newer Kritzel")


@pytest.mark.parametrize(
    ("done", "lacks"),
    [
        ("DROP TABLE links", "links.player, links.token, links.until"),
        ("ALTER TABLE tables DROP COLUMN summary", "tables.summary"),
        ("DROP INDEX once; ALTER TABLE events DROP COLUMN move_id", "events.move_id"),
    ],
)
def test_an_old_file_that_lacks_something_is_refused(tmp_path: Path, done: str, lacks: str) -> None:
    refused(old_file(tmp_path, done), f"lacks: {lacks}")


@pytest.mark.parametrize(
    ("done", "lacks"),
    [
        ("DROP TABLE devices", "devices.day, devices.player, devices.secret"),
        ("ALTER TABLE lines DROP COLUMN body", "lines.body"),
    ],
)
def test_a_file_that_lacks_something_is_refused(tmp_path: Path, done: str, lacks: str) -> None:
    path = old_file(tmp_path)
    opened(path, lambda store: store.ping())
    changed(path, done)
    refused(path, f"lacks: {lacks}")


@pytest.mark.parametrize(
    "whose", ["CREATE TABLE recipes (cake)", "CREATE TABLE tables (id); PRAGMA application_id = 77"]
)
def test_a_file_of_somebody_else_is_refused(tmp_path: Path, whose: str) -> None:
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
    path = old_file(tmp_path)
    path.chmod(before)
    opened(path, lambda store: store.ping())
    assert mode(path) == after
