"""Where tables and players are kept: what any store has to promise. Knows no game, no socket, no SQL.

Whatever a call answers is durable: when `append` returns, the lines survive a power cut. The pair (table,
version) is unique, and so is (table, move id): of two writers one gets `Conflict`, whatever they believed.
Where several servers share a store, each table has one keeper at a time: `claim` gives a token that is larger
than any before, and whoever writes with an older one is refused (`Lost`), however late they come.
`tests/server/test_stores.py` says the same as tests; every store has to pass them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from kritzel.game import Text
from kritzel.server.settings import Keep
from kritzel.server.table.log import Event, Row


class Conflict(Exception):
    """Somebody else wrote this version or this command first. Load again."""


class Lost(Conflict):
    """Another server keeps this table by now. Nothing is written; let go of it."""


class Unavailable(Exception):
    """Nothing is known to be written: the disk is full, broken or gone. Load again, then try again."""


class Elsewhere(Unavailable):
    """Another server keeps this table and has not let go of it in time. Try again."""


class Unreadable(Exception):
    """A table is there, but this Kritzel cannot read it: a newer one wrote it, or it is damaged.

    `rows` are the lines before the first that cannot be read.
    """

    def __init__(self, why: str = "", rows: tuple[Row, ...] = ()) -> None:
        super().__init__(why)
        self.rows = rows


class Unusable(Exception):
    """The file cannot be used, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.en)
        self.why = why


IN_USE = Text(
    "Ein anderer Server benutzt diese Datei. Beende ihn erst.",
    "Another server uses this file. Stop it first.",
)


class InUse(Unusable):
    """Another server has the file."""

    def __init__(self, why: Text = IN_USE) -> None:
        super().__init__(why)


class Kept(NamedTuple):
    """A table as it is kept: the secret of its dice and its log."""

    seed: bytes
    rows: tuple[Row, ...]


class Player(NamedTuple):
    """A guest: a private number and what they call themselves."""

    id: str
    name: str


class Store(Protocol):
    """Tables, players and their devices."""

    def keeps(self, table: str) -> bool:
        """Whether a new table of this name would be kept here: with several workers names tell where."""

    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""

    async def claim(self, table: str) -> int:
        """Keep a table from now on; the token for `append`. Elsewhere, Unavailable.

        Whatever is loaded after it is all there is: nobody can write with an older token any more.
        """

    async def release(self, table: str, token: int) -> None:
        """Keep a table no longer, unless it was claimed again since. Never raises."""

    def attend(self, let_go: Callable[[Sequence[str] | None], None]) -> None:
        """Who is told, from any thread, that others want these tables; None: that all may be lost."""

    async def append(
        self,
        table: str,
        rows: Sequence[Row],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Lost, Unavailable.

        `summary` is kept beside the log for lists, empty: as it was; it is a cache and never read to play on.
        """

    async def load(self, table: str) -> Kept | None:
        """A table, or None. Unreadable, which disturbs nobody else."""

    async def pack(self, table: str) -> None:
        """Keep a log that has ended in less room, or as it is: whoever loads it notices nothing.

        Only the digests of its commands may be lost: an id that is used again is taken for the same command.
        """

    async def delete(self, table: str) -> None:
        """Forget a table."""

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""

    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest."""

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""

    async def forget_player(self, player: str) -> None:
        """A guest, their devices and links, and that they sat at tables; the tables stay."""

    async def forget_device(self, secret: str) -> None:
        """Nobody is known by this any more."""

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """All devices of a guest but this one, and the links to more of them."""

    async def retell(self, table: str, change: Callable[[Event], Event], summary: bytes) -> None:
        """The same log in other words, where `change` says so: the same lines, the same order."""

    async def forget_member(self, player: str, table: str) -> None:
        """A table is in the list of this player no longer."""

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables that nobody has used for so long (`today`: days since 1970); none: that was all."""

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """A slice of the guests and devices that nobody has used for so long.

        From where the next slice begins, with 0 at first; 0: that was all.
        """

    async def ping(self) -> None:
        """Whether something could be written now. Unavailable."""

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
