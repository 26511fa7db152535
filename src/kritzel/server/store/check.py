"""Whether a file of tables is sound: SQLite's own check, and every log replayed once. Changes nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from kritzel.game import Text
from kritzel.server.store import StoredTable, Unreadable, Unusable, backup, codec, sqlite
from kritzel.server.store.backup import OnProgress
from kritzel.server.store.codec import StoredLine

MAX_DAMAGE = 20
"""Faults of the file itself that are listed."""


@dataclass
class Report:
    """Counts, what is wrong with the file, which tables cannot be read and why."""

    version: int = 0
    tables: int = 0
    lines: int = 0
    players: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    damage: list[str] = field(default_factory=list)
    unreadable: dict[str, str] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        return not self.damage and not self.unreadable


def check(path: Path, on_progress: OnProgress = lambda done, of: None) -> Report:
    """Check a file that no server uses. Raises Unusable where it is no file of tables."""
    connection = backup.open_at_rest(path)
    report = Report(version=sqlite.version(connection))
    connection.close()
    with backup.open_current(path) as connection:
        try:
            report.damage += _damage(connection)
            report.players = sqlite.execute(connection, "SELECT count(*) FROM players")[0][0]
            _replay_all(connection, report, on_progress)
        except apsw.CorruptError as broken:
            report.damage.append(str(broken))
    return report


def count_sound_tables(path: Path) -> int:
    """Tables in a copy that is undamaged by SQLite's quick check. Raises Unusable."""
    connection = apsw.Connection(str(path))
    try:
        found = str(sqlite.execute(connection, "PRAGMA quick_check(1)")[0][0])
        if found == "ok":
            return int(sqlite.execute(connection, "SELECT count(*) FROM tables")[0][0])
    except apsw.Error as error:
        found = str(error)
    finally:
        connection.close()
    raise Unusable(
        Text(
            f"Die Datei ist beschädigt: {found}. Sieh nach mit: kritzel check",
            f"The file is damaged: {found}. Look at it with: kritzel check",
        )
    )


def _damage(connection: apsw.Connection) -> list[str]:
    faults = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MAX_DAMAGE})")]
    lost = Counter((table, parent) for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"))
    return [each for each in faults if each != "ok"] + [
        f"{table}: {count} rows without their row in {parent}"
        for (table, parent), count in sorted(lost.items())
    ]


def _replay_all(connection: apsw.Connection, report: Report, on_progress: OnProgress) -> None:
    asked = "SELECT number, name, seed, version, summary FROM tables ORDER BY number"
    tables = sqlite.execute(connection, asked)
    for done, (number, name, seed, version, summary) in enumerate(tables, 1):
        report.tables += 1
        try:
            room = codec.replay(name, StoredTable(seed, codec.decode(lines_of(connection, number))))
            if room.version != version:
                raise Unreadable(f"the log has {room.version} lines, not {version}")
            codec.headline(summary)
            report.lines += room.version
            report.phases[room.state.phase] += 1
        except Exception as error:  # one bad table affects no other
            report.unreadable[name] = f"{type(error).__name__}: {error}"[:200].rstrip(": ")
        on_progress(done, len(tables))


def lines_of(connection: apsw.Connection, number: int) -> list[StoredLine]:
    """The log of a table. Raises Unreadable."""
    asked = "SELECT version, command, digest, body, token FROM lines WHERE game = ?"
    return codec.unpack([StoredLine(*row) for row in sqlite.execute(connection, asked, number)])
