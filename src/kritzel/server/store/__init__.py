"""Where tables and players are stored: what every store promises. Knows no game, no socket, no SQL.

An answer means durable: when `append` returns, the events survive a power cut. The pair (table, version) is
unique, and so is (table, command id): of two writers one gets `Conflict`, whatever they believed.
Where several servers share a store, each table has one owner at a time: `claim` gives a token that is larger
than any before, and a write with an older token is refused (`Lost`), however late it comes.
`tests/server/test_stores.py` says the same as tests; every store has to pass them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from kritzel.game import Text
from kritzel.server.metrics import Metrics
from kritzel.server.settings import Keep
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


class Store(Protocol):
    """Tables, players and their devices. Every call may raise Unavailable."""

    metrics: Metrics
    """Of the server that uses the store."""

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, stored: StoredTable, players: Sequence[str], summary: bytes) -> None:
        """Store a new table and add it to the lists of these players. Raises Conflict."""

    async def claim(self, table: str) -> int:
        """Own a table from now on; returns the token for `append`. Raises Elsewhere.

        What is loaded after it is complete: nobody can write with an older token any more.
        """

    async def release(self, table: str, token: int) -> None:
        """Own a table no longer, unless it was claimed again since. Never raises."""

    def on_wanted(self, call: Callable[[Sequence[str] | None], None]) -> None:
        """Call this, from any thread, with tables that other servers want; None: all may be lost."""

    async def append(
        self,
        table: str,
        rows: Sequence[LogRow],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """Append to a log; `players` get the table in their lists. Raises Conflict, Lost.

        `summary` is a cache for lists and never read to play on; empty: it stays as it is.
        """

    async def load(self, table: str) -> StoredTable | None:
        """A table, or None. Raises Unreadable, which affects no other table."""

    async def pack(self, table: str) -> None:
        """Store the log of a finished game in less room; only digests are lost. Raises Conflict."""

    async def rewrite(self, table: str, rows: Sequence[LogRow], summary: bytes) -> None:
        """Replace the events of a log by as many others, as when a player is forgotten. Raises Conflict."""

    async def delete(self, table: str) -> None:
        """Delete a table with its log."""

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """Store a new guest with a first device; `secret` is a hash."""

    async def add_device(self, player: str, secret: str) -> None:
        """Store one more device of a guest; the one unused for longest makes room."""

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""

    async def rename(self, player: str, name: str) -> None:
        """Change a guest's name."""

    async def add_link(self, token: str, player: str, until: float) -> None:
        """Store a link to another device; `token` is a hash, `until` seconds since 1970."""

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""

    # Forgetting --------------------------------------------------------------------------------
    async def forget_player(self, player: str) -> None:
        """Delete a guest with their devices, links and lists; tables stay."""

    async def forget_device(self, secret: str) -> None:
        """Delete a device."""

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """Delete all devices of a guest but this one, and their links."""

    async def forget_member(self, player: str, table: str) -> None:
        """Take a table out of a player's list."""

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables unused for longer than they are kept; `today` in days since 1970. Empty: no more."""

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """Delete old guests and devices of one slice; returns where the next one starts, 0 at the end."""

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Prove that something can be written now."""

    async def close(self) -> None:
        """Finish what was begun, then let go of the file or database."""
