"""The front: accepts connections, reads of each only its first line, and hands it over to the worker of its
table, as it is (SCM_RIGHTS). Keeps guests and lists, and starts a worker again that has died.

Whatever names no table goes to any worker. Connections for a worker that is not there yet wait for it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import signal
import socket
from collections.abc import Callable
from typing import Any

from kritzel.server import settings
from kritzel.server.settings import Keep, Settings
from kritzel.server.shards.bodies import Hired, Spares
from kritzel.server.shards.everybody import Everybody
from kritzel.server.shards.hand import Hand
from kritzel.server.store import Player, Unavailable
from kritzel.server.store.calling import Answering
from kritzel.server.store.placing import place
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web import control, ledger
from kritzel.server.web.callers import Proxies
from kritzel.server.web.connections import Crowd, counted
from kritzel.server.web.control import KeyFile
from kritzel.server.web.files import connections

LOG = logging.getLogger("kritzel.front")
LINE = 4096
"""Bytes of a request that are looked at for its first line; a longer one is for any worker to refuse."""
TABLE = re.compile(rb"[A-Z]+ /api/tables/([A-Za-z0-9_-]{16})[/? ]")
AGAIN = 0.02
"""Seconds after which half a line is looked at again."""
LATER = 1.0
"""Seconds after which it is tried again to let somebody in, where there were no more files."""
GUESTS = ("add_player", "add_device", "player_of", "rename", "add_link", "take_link")
FORGOTTEN = ("forget_player", "forget_device", "forget_other_devices", "forget_member", "forget_old")
ASKED = frozenset(["listed", "delete", "tables_of", *GUESTS, *FORGOTTEN, "ping"])
"""The calls that are answered."""


class Front:
    """All workers, and the listener before them. `store` is None where they share a database."""

    def __init__(
        self, chosen: Settings, listener: socket.socket, store: SqliteStore | None, level: str
    ) -> None:
        self._counts = ledger.blank()
        self._listener, self._spares = listener, Spares(self._counts.fileno())
        key = control.new_key(chosen)
        jobs = [Hired(chosen, number, level, key) for number in range(chosen.workers)]
        self._hands: list[Hand] = []
        everybody = Everybody(self._hands, store, asked_of(store))
        self._hands += [Hand(job, self._spares, everybody.answer) for job in jobs]
        self._key = KeyFile(store.path if store else None, key)
        self._any = itertools.cycle(self._hands)
        self._crowd, self._proxies = Crowd(chosen.connections, connections()), Proxies(chosen.proxies)
        self._end = asyncio.Event()

    async def run(self) -> None:
        """Until a signal says that it is enough."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self._end.set)
        self._listener.setblocking(False)
        self._key.leave()
        self._listen()
        working = [asyncio.ensure_future(hand.work()) for hand in self._hands]
        await self._end.wait()
        loop.remove_reader(self._listener.fileno())
        for hand in self._hands:
            hand.end()
        await asyncio.gather(*working, self._spares.close())
        self._key.take_away()
        self._counts.close()

    # Connections -------------------------------------------------------------------------------
    def _accept(self) -> None:
        try:
            connection, peer = self._listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:  # no more files: whoever knocks waits until some are let go of
            LOG.error("no_room", extra={"error": str(error)})
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._listener.fileno())
            loop.call_later(LATER, self._listen)
            return
        name = counted(str(peer[0]), self._proxies)
        if not self._crowd.come(name):
            connection.close()
            return
        connection.setblocking(False)
        Knocking(connection, self._hand_over, lambda: self._crowd.go(name))

    def _listen(self) -> None:
        if not self._end.is_set():
            asyncio.get_running_loop().add_reader(self._listener.fileno(), self._accept)

    def _hand_over(self, connection: socket.socket, head: bytes) -> None:
        found = TABLE.match(head)
        hand = self._hands[place(found[1].decode(), len(self._hands))] if found else next(self._any)
        hand.take(connection)


def asked_of(store: SqliteStore | None) -> Answering:
    """What workers may ask of the store for guests and lists."""

    async def answer(name: str, values: list[Any]) -> Any:
        if store is None or name not in ASKED:
            raise Unavailable(name)
        if name == "add_player":
            values = [Player(*values[0]), *values[1:]]
        if name == "forget_old":
            values = [Keep(*values[0]), *values[1:]]
        return await getattr(store, name)(*values)

    return answer


class Knocking:
    """A connection whose first line is not here yet. Nothing is taken off it: the worker reads it anew."""

    def __init__(
        self, line: socket.socket, come: Callable[[socket.socket, bytes], None], gone: Callable[[], None]
    ) -> None:
        self._line = line
        self._come, self._gone = come, gone
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.call_later(settings.HEAD_WITHIN, self._end, False)
        self._again: asyncio.TimerHandle | None = None
        self._loop.add_reader(line.fileno(), self._look)

    def _look(self) -> None:
        try:
            head = self._line.recv(LINE, socket.MSG_PEEK)
        except BlockingIOError:
            return None
        except OSError:
            return self._end(False)
        if b"\n" in head or len(head) == LINE:
            return self._end(True, head)
        if not head:
            return self._end(False)
        self._loop.remove_reader(self._line.fileno())
        self._again = self._loop.call_later(AGAIN, self._wait)
        return None

    def _wait(self) -> None:
        self._loop.add_reader(self._line.fileno(), self._look)

    def _end(self, comes: bool, head: bytes = b"") -> None:
        self._loop.remove_reader(self._line.fileno())
        for timer in (self._due, self._again):
            if timer is not None:
                timer.cancel()
        self._gone()
        if comes:
            self._come(self._line, head)
        else:
            self._line.close()
