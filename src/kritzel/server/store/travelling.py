"""Tables as text, to be carried to another file: JSON lines, for each table a head, its log, an end.

    {"kritzel": "table", "format": 1, "name": ..., "sheet": ..., "phase": ..., "seed": ..., "players": {...}}
    {"version": 1, "created": {"sheet": "dizzle/1", ...}}
    {"version": 2, "id": ..., "digest": ..., "played": {"seat": 0, "move": "3d2"}}
    {"end": ..., "lines": 2, "sha256": of all lines of this table before it}

What this Kritzel cannot read is carried as it is (`raw`), and refused where somebody brings it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import apsw
import msgspec
from msgspec import NODEFAULT
from msgspec.structs import fields

from kritzel.game import Text
from kritzel.server.store import Kept, Unreadable, lines, migrating
from kritzel.server.store.packing import plain
from kritzel.server.table import listing, log
from kritzel.server.table.room import Room
from kritzel.server.wire.protocol import TableId

FORMAT = 1
"""Of the text. Raise it when an older Kritzel would misread it."""
LISTED = "SELECT p.id, p.name FROM members AS m JOIN players AS p ON p.number = m.player WHERE m.game = ?"


class Damaged(Exception):
    """A text that cannot be brought in: the line it is about, and why."""

    def __init__(self, line: int, why: Text) -> None:
        super().__init__(f"{line}: {why.en}")
        self.line, self.why = line, why


@dataclass
class Traveller:
    """A table on its way in: as it is kept, who has it in their lists, its line in lists."""

    name: str
    line: int
    kept: Kept
    players: dict[str, str]
    summary: bytes = b""
    arrived: list[str] = field(default_factory=list)
    """Guests who were not known before."""


# Out -------------------------------------------------------------------------------------------
def names(connection: apsw.Connection) -> list[str]:
    """All tables, oldest first."""
    return [str(row[0]) for row in connection.execute("SELECT name FROM tables ORDER BY number")]


def written(connection: apsw.Connection, name: str) -> Iterator[str]:
    """The text of a table, line by line. LookupError where there is none of this name."""
    asked = "SELECT number, seed, summary FROM tables WHERE name = ?"
    found: list[Any] = connection.execute(asked, (name,)).fetchall()
    if not found:
        raise LookupError(name)
    number, seed, summary = found[0]
    seen, count = hashlib.sha256(), -1  # the head does not count
    for line in _text(connection, name, number, seed, summary):
        count += 1
        seen.update(line.encode())
        yield line
    yield _line({"end": name, "lines": count, "sha256": seen.hexdigest()})


def _text(connection: apsw.Connection, name: str, number: int, seed: bytes, summary: bytes) -> Iterator[str]:
    head = {"kritzel": "table", "format": FORMAT, "name": name, **_told(summary), "seed": bytes(seed).hex()}
    players = {str(row[0]): str(row[1]) for row in connection.execute(LISTED, (number,))}
    yield _line(head | {"players": players})
    for version, command, digest, body in sorted(lines.found(connection, number), key=itemgetter(0)):
        said = {} if isinstance(command, int) else {"id": plain(command), "digest": plain(digest)}
        try:
            events = lines.rows([(version, command, digest, body)])
        except Unreadable:
            yield _line({"version": version, **said, "raw": bytes(body).hex()})
            continue
        for row in events:
            yield _line({"version": row.version, **said, kind(row.event): plainly(row.event)})
            said = {}


def _told(summary: bytes) -> dict[str, str]:
    """What lists say of a table, for whoever reads the text."""
    try:
        told = listing.read(summary).summary
    except msgspec.MsgspecError:
        return {}
    return {"sheet": told.sheet, "phase": told.phase}


def kind(event: log.Event) -> str:
    """What an event is called."""
    return type(event).__name__.lower()


def plainly(event: log.Event) -> dict[str, Any]:
    """The fields of an event by name, without those that are as usual."""
    told = {each.name: getattr(event, each.name) for each in fields(event)}
    usual = {each.name: each.default for each in fields(event) if each.default is not NODEFAULT}
    if isinstance(event, log.Created):
        told["chairs"] = [
            {each: value for each in chair.__struct_fields__ if (value := getattr(chair, each))}
            for chair in event.chairs
        ]
    return {each: value for each, value in told.items() if each not in usual or value != usual[each]}


def _line(said: dict[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False) + "\n"


# In --------------------------------------------------------------------------------------------
_NOT_OURS = Text("Hier beginnt kein Tisch.", "No table begins here.")
_FORMAT = Text(
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


def read(text: Iterable[str]) -> list[Traveller]:
    """The tables of a text, each folded once. Raises Damaged."""
    found: list[Traveller] = []
    numbered = enumerate(text, 1)
    for at, line in numbered:
        head = _said(at, line)
        if head.get("kritzel") != "table":
            raise Damaged(at, _NOT_OURS)
        if head.get("format") != FORMAT:
            raise Damaged(at, _FORMAT)
        traveller = _traveller(at, head, _body(numbered, at, line, str(head.get("name"))))
        if traveller.name in {each.name for each in found}:
            raise Damaged(at, _TWICE.filled(name=traveller.name))
        found.append(traveller)
    if not found:
        raise Damaged(1, _NOT_OURS)
    return found


def _said(at: int, line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise Damaged(at, _BROKEN) from None
    if not isinstance(said, dict):
        raise Damaged(at, _BROKEN)
    return said


def _body(
    text: Iterator[tuple[int, str]], head_at: int, head: str, name: str
) -> list[tuple[int, dict[str, Any]]]:
    """The lines of a log up to their end, which proves them."""
    seen, body = hashlib.sha256(head.encode()), list[tuple[int, dict[str, Any]]]()
    for at, line in text:
        said = _said(at, line)
        if "end" in said:
            if said != {"end": name, "lines": len(body), "sha256": seen.hexdigest()}:
                raise Damaged(at, _CHANGED)
            return body
        seen.update(line.encode())
        body.append((at, said))
    raise Damaged(body[-1][0] if body else head_at, _CHANGED)


def _traveller(at: int, head: dict[str, Any], body: Sequence[tuple[int, dict[str, Any]]]) -> Traveller:
    try:
        rows = tuple(_row(*each) for each in body)
        kept = Kept(bytes.fromhex(head["seed"]), rows)
        room = Room(msgspec.convert(head["name"], TableId), *kept)
        players = {str(each): str(called) for each, called in head["players"].items()}
    except Damaged:
        raise
    except Exception as error:  # a sheet or rules that are gone, a forbidden move, a gap, whatever else
        raise Damaged(at, _unreadable(f"{type(error).__name__}: {error}")) from None
    return Traveller(room.id, at, kept, players, room.summary)


def _row(at: int, said: dict[str, Any]) -> log.Row:
    version = said.pop("version", None)
    command, digest = said.pop("id", None), said.pop("digest", "")
    if "raw" in said:
        raise Damaged(at, _unreadable("raw"))
    try:
        [(named, told)] = said.items()
        event = log.decode(log.encode([migrating.event({"t": named, **told})]))[0]
        return log.Row(int(version), event, command, str(digest))
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError):
        raise Damaged(at, _BROKEN) from None


def _unreadable(why: str) -> Text:
    return _UNREADABLE.filled(why=why[:200])


def bring(connection: apsw.Connection, travellers: Sequence[Traveller]) -> None:
    """Write tables down, in the transaction of whoever calls. Raises Damaged where one is there already."""
    for each in travellers:
        if connection.execute("SELECT 1 FROM tables WHERE name = ?", (each.name,)).fetchall():
            raise twice(each)
        _bring(connection, each)


def twice(each: Traveller) -> Damaged:
    """There is a table of this name already."""
    return Damaged(each.line, _TWICE.filled(name=each.name))


def _bring(connection: apsw.Connection, each: Traveller) -> None:
    laid = (each.name, each.kept.seed, each.kept.rows[-1].version, each.summary)
    each.arrived.clear()
    for player in each.players.items():
        connection.execute("INSERT OR IGNORE INTO players (id, name) VALUES (?, ?)", player)
        if connection.changes():
            each.arrived.append(player[0])
    connection.execute("INSERT INTO tables (name, seed, version, summary) VALUES (?, ?, ?, ?)", laid)
    number = connection.last_insert_rowid()
    lines.insert(connection, number, lines.said(each.kept.rows), tuple(each.players))
