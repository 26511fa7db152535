"""Two real servers on one PostgreSQL behind the shipped proxy file for two, and what can befall one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from tests.deploy.proxying import caddy, free_port, nginx
from tests.server.postgres import Postgres
from tests.server.serving import Server
from tests.server.stores import Database

Proxy = Callable[..., AbstractContextManager[None]]
PROXIES: dict[str, Proxy] = {"caddy": caddy, "nginx": nginx}


class Pair:
    """The servers and where people reach them. `alive`: seconds until a silent server has lost its tables.

    Without TLS: a client of websockets 17.4 may wait for ever where it is refused over TLS.
    """

    def __init__(self, folder: Path, proxy: str, stack: ExitStack, alive: str = "") -> None:
        database = Postgres().start()
        stack.callback(database.close)
        self.place = Database(database)
        self.place.watch()
        port = free_port()
        self.url = f"http://localhost:{port}"
        self._alive = {"TEST_ALIVE": alive} if alive else {}
        self.servers = [stack.enter_context(self._server(folder / name)) for name in ("one", "two")]
        ports = [server.port for server in self.servers]
        stack.enter_context(PROXIES[proxy](folder, port, *ports, tls=False))

    def _server(self, folder: Path) -> Server:
        folder.mkdir()
        own = {"KRITZEL_DATABASE": self.place.url, "KRITZEL_NAME": folder.name}
        behind = {"KRITZEL_ORIGINS": self.url, "KRITZEL_PROXIES": "127.0.0.1"}
        return Server(folder, **own, **behind, **self._alive)


def fall(server: Server) -> Callable[[], object]:
    """kill -9; what ends it."""
    server.kill()
    return server.start


def restart(server: Server) -> Callable[[], object]:
    """A friendly end; what ends it."""
    server.stop()
    return server.start


def hang(server: Server) -> Callable[[], object]:
    """It runs no longer and keeps all its connections; what ends it."""
    server.pause()
    return server.go_on


FAULTS: dict[str, Callable[[Server], Callable[[], object]]] = {
    "kill": fall,
    "restart": restart,
    "stop": hang,
}
