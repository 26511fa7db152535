"""Which server keeps which tables, where several share a database: said to it again and again, by a thread.

A server is alive as long as it says so in time; whose time is over has lost everything and begins anew, as
another one. That a table is wanted elsewhere is written beside it; being told at once is only a hint.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

LOG = logging.getLogger("kritzel.leases")
ALIVE = 5.0
"""Seconds for which a server counts as alive after it has said so."""
BEAT = 1.0
"""Seconds after which it says so again."""
CHANNEL = "kritzel_wanted"

RETIRE = "DELETE FROM servers WHERE name = %s OR until < clock_timestamp() - interval '1 day'"
ENROL = """
INSERT INTO servers (name, until) VALUES (%s, clock_timestamp() + make_interval(secs => %s)) RETURNING number
"""
LIVE_ON = """
UPDATE servers SET until = clock_timestamp() + make_interval(secs => %s)
WHERE number = %s AND until > clock_timestamp()
"""
WANTED = "SELECT name FROM tables WHERE owner = %s AND wanted"

LetGo = Callable[[Sequence[str] | None], None]
Connect = Callable[[], "psycopg.Connection[Any]"]


class Leases:
    """The number under which this server keeps its tables. `attend` hears what others want."""

    def __init__(self, connect: Connect, name: str) -> None:
        self._connect, self._name = connect, name
        self._connection = connect()
        self.number = self._enrol()
        self.attend: LetGo = lambda tables: None
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._work, name="kritzel-leases", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """All tables are free from now on."""
        self._end.set()
        self._thread.join()

    def _enrol(self) -> int:
        """A new number. An older server of the same name has ended: its tables are free at once."""
        with self._connection.transaction():
            self._connection.execute(RETIRE, (self._name,))
            found = self._connection.execute(ENROL, (self._name, ALIVE)).fetchone()
        self._connection.execute(f"LISTEN {CHANNEL}")
        assert found is not None
        return int(found[0])

    # The thread --------------------------------------------------------------------------------
    def _work(self) -> None:
        silent = False
        while not self._end.is_set():
            try:
                self._beat()
                silent = False
            except psycopg.Error as error:
                if not silent:
                    LOG.warning("no_beat", extra={"error": type(error).__name__})
                silent = True
                self._reconnect()
        with contextlib.suppress(psycopg.Error):
            self._connection.execute("DELETE FROM servers WHERE number = %s", (self.number,))
            self._connection.close()

    def _beat(self) -> None:
        if not self._connection.execute(LIVE_ON, (ALIVE, self.number)).rowcount:
            self.number = self._enrol()
            LOG.error("leases_lost")
            self.attend(None)
        wanted = [str(row[0]) for row in self._connection.execute(WANTED, (self.number,))]
        if wanted:
            self.attend(wanted)
        for _ in self._connection.notifies(timeout=BEAT, stop_after=1):
            pass

    def _reconnect(self) -> None:
        self._end.wait(BEAT / 4)
        with contextlib.suppress(psycopg.Error):
            self._connection.close()
            self._connection = self._connect()
            self._connection.execute(f"LISTEN {CHANNEL}")
