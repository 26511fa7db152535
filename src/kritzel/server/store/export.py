"""Tables as text, for another file or database: JSON lines, for each table a head, its log and an end.

    {"kritzel": "table", "format": 1, "name": ..., "sheet": ..., "phase": ..., "seed": ..., "players": {...}}
    {"version": 1, "created": {"sheet": "dizzle/1", ...}}
    {"version": 2, "id": ..., "digest": ..., "played": {"seat": 0, "move": "3d2"}}
    {"end": ..., "lines": 2, "sha256": of all lines of this table before it}

A line that this Kritzel cannot read is exported as it is (`raw`), and refused by import.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import apsw
import msgspec

from kritzel.game import Text
from kritzel.server.store import Conflict, LogRow, StoredTable, Unreadable, codec, sqlite
from kritzel.server.store.check import lines_of
from kritzel.server.store.sql import Store, TableExport
from kritzel.server.table.commands import TableId

FORMAT = 1
"""Of the text. Raise it when an older Kritzel would misread it."""


class Damaged(Exception):
    """A text that cannot be imported: the line it is about, and why."""

    def __init__(self, line: int, why: Text) -> None:
        super().__init__(f"{line}: {why.en}")
        self.line, self.why = line, why


# Out -------------------------------------------------------------------------------------------
def table_names(connection: apsw.Connection) -> list[str]:
    """All tables, oldest first."""
    return [str(row[0]) for row in connection.execute("SELECT name FROM tables ORDER BY number")]


def export_table(connection: apsw.Connection, name: str) -> Iterator[str]:
    """The text of a table, line by line."""
    asked = "SELECT number, seed, summary FROM tables WHERE name = ?"
    [(number, seed, summary)] = sqlite.execute(connection, asked, name)
    digest, count = hashlib.sha256(), 0
    for content in (_head(connection, name, number, seed, summary), *_events(connection, number)):
        line = _to_line(content)
        digest.update(line.encode())
        count += 1
        yield line
    yield _to_line({"end": name, "lines": count - 1, "sha256": digest.hexdigest()})


def _head(connection: apsw.Connection, name: str, number: int, seed: bytes, summary: bytes) -> dict[str, Any]:
    try:
        headline = codec.headline(summary)
    except Unreadable:
        headline = {}
    asked = "SELECT id, name FROM members JOIN players ON players.number = player WHERE game = ?"
    players = dict(sqlite.execute(connection, asked, number))
    about = {"kritzel": "table", "format": FORMAT, "name": name, **headline}
    return about | {"seed": seed.hex(), "players": players}


def _events(connection: apsw.Connection, number: int) -> Iterator[dict[str, Any]]:
    for line in sorted(lines_of(connection, number)):
        command = {} if line.command_id is None else {"id": line.command_id, "digest": line.digest}
        try:
            rows = codec.decode([line])
        except Unreadable:
            yield {"version": line.version, **command, "raw": line.body.hex()}
            continue
        for row in rows:
            yield {"version": row.version, **command, **codec.to_json(row.event)}
            command = {}


def _to_line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"


# In --------------------------------------------------------------------------------------------
_NOT_OURS = Text("Hier beginnt kein Tisch.", "No table begins here.")
_NEWER = Text(
    "Ein neueres Kritzel hat diesen Text geschrieben. Nimm dieses.",
    "A newer Kritzel wrote this text. Use that one.",
)
_BROKEN = Text("Diese Zeile ist keine Zeile eines Tisches.", "This line is no line of a table.")
_CHANGED = Text(
    "Der Text dieses Tisches ist unvollständig oder verändert.",
    "The text of this table is incomplete, or was changed.",
)
_UNREADABLE = Text(
    "Diesen Tisch kann dieses Kritzel nicht lesen: {why}", "This Kritzel cannot read this table: {why}"
)
_TWICE = Text("Den Tisch {name} gibt es schon.", "There is a table {name} already.")


def parse(text: Iterable[str]) -> list[TableExport]:
    """The tables of a text, each replayed once. Raises Damaged."""
    found: list[TableExport] = []
    numbered = enumerate(text, 1)
    for at, line in numbered:
        head = _parse_line(at, line)
        if head.get("kritzel") != "table":
            raise Damaged(at, _NOT_OURS)
        if head.get("format") != FORMAT:
            raise Damaged(at, _NEWER)
        table = _table(at, head, _body(numbered, at, line, str(head.get("name"))))
        if table.name in {each.name for each in found}:
            raise Damaged(at, _TWICE.filled(name=table.name))
        found.append(table)
    if not found:
        raise Damaged(1, _NOT_OURS)
    return found


def _parse_line(at: int, line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise Damaged(at, _BROKEN) from None
    if not isinstance(content, dict):
        raise Damaged(at, _BROKEN)
    return content


def _body(text: Iterator[tuple[int, str]], start: int, head: str, name: str) -> list[LogRow]:
    """The events of a table up to its end, whose digest proves them."""
    digest, lines = hashlib.sha256(head.encode()), list[tuple[int, dict[str, Any]]]()
    at = start
    for at, line in text:
        content = _parse_line(at, line)
        if "end" in content:
            if content != {"end": name, "lines": len(lines), "sha256": digest.hexdigest()}:
                raise Damaged(at, _CHANGED)
            return [_row(*each) for each in lines]
        digest.update(line.encode())
        lines.append((at, content))
    raise Damaged(at, _CHANGED)


def _row(at: int, content: dict[str, Any]) -> LogRow:
    version = content.pop("version", None)
    command, digest = content.pop("id", None), content.pop("digest", "")
    if "raw" in content:
        raise Damaged(at, _UNREADABLE.filled(why="raw"))
    try:
        [(name, values)] = content.items()
        return LogRow(int(version), codec.from_json(name, values), command, str(digest))
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError):
        raise Damaged(at, _BROKEN) from None


def _table(at: int, head: dict[str, Any], rows: list[LogRow]) -> TableExport:
    try:
        name = msgspec.convert(head["name"], TableId)
        stored = StoredTable(bytes.fromhex(head["seed"]), tuple(rows))
        players = {str(player): str(called) for player, called in head["players"].items()}
        return TableExport(at, name, stored, players, codec.replay(name, stored).summary)
    except Exception as error:  # a sheet or rules that are gone, a forbidden move, a gap, any other fault
        why = f"{type(error).__name__}: {error}"[:200]
        raise Damaged(at, _UNREADABLE.filled(why=why)) from None


async def import_tables(store: Store, exports: Sequence[TableExport]) -> dict[str, str]:
    """Store the tables of a text, all or none; returns id and name of players who were not known.

    Raises Damaged where a table is there already.
    """
    for each in exports:
        if await store.exists(each.name):
            raise Damaged(each.line, _TWICE.filled(name=each.name))
    try:
        new = await store.import_tables(exports)
    except Conflict:  # another server has stored one of them meanwhile
        raise Damaged(exports[0].line, _TWICE.filled(name=exports[0].name)) from None
    names = {player: name for each in exports for player, name in each.players.items()}
    return {player: names[player] for player in new}
