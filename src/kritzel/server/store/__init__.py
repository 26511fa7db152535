"""Where tables and players are stored: what every store promises. Knows no game, no socket, no SQL.

An answer means durable: when `append` returns, the events survive a power cut. The pair (table, version) is
unique, and so is (table, command id): of two writers one gets `Conflict`, whatever they believed.
Where several servers share a store, each table has one owner at a time: `claim` gives a token that is larger
than any before, and a write with an older token is refused (`Lost`), however late it comes.
`tests/server/test_stores.py` says the same as tests; every store has to pass them.
"""

from __future__ import annotations

from typing import NamedTuple

from kritzel.game import Text
from kritzel.server.table.log import LogRow as LogRow


class Conflict(Exception):
    """Another writer has this version, command id or name. Load again."""


class Lost(Conflict):
    """Another server owns this table by now. Nothing is written; drop it."""


class Unavailable(Exception):
    """Nothing is known to be written: the disk is full, broken or gone. Load again, then try again."""


class Elsewhere(Unavailable):
    """Another server owns this table and has not released it in time. Try again."""


class Unreadable(Exception):
    """A table that this Kritzel cannot read: a newer one wrote it, or it is damaged.

    `rows` are the events before the first that cannot be read.
    """

    def __init__(self, why: str = "", rows: tuple[LogRow, ...] = ()) -> None:
        super().__init__(why)
        self.rows = rows


class Unusable(Exception):
    """This file or database cannot be used, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.en)
        self.why = why


IN_USE = Text(
    "Ein anderer Server benutzt diese Datei. Beende ihn erst.",
    "Another server uses this file. Stop it first.",
)


class InUse(Unusable):
    """Another server has the file or database."""

    def __init__(self, why: Text = IN_USE) -> None:
        super().__init__(why)


class StoredTable(NamedTuple):
    """The secret of a table's dice, and its log."""

    seed: bytes
    rows: tuple[LogRow, ...]


class Player(NamedTuple):
    """A guest: a private id and the name they chose."""

    id: str
    name: str
