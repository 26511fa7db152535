"""The examples for Caddy and nginx, as they are shipped: people play through them, strangers do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.deploy.proxying import caddy, echo, free_port, nginx, trusting
from tests.patience import LONGEST
from tests.server.serving import Server

pytestmark = pytest.mark.slow

Proxy = Callable[..., AbstractContextManager[None]]
both = pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
one_or_two = pytest.mark.parametrize("servers", [1, 2])
"""The file for one server, and that for two, which are the same one here."""


def client(port: int) -> httpx.Client:
    origin = f"https://localhost:{port}"
    return httpx.Client(base_url=origin, verify=trusting(), headers={"origin": origin}, timeout=LONGEST)


@both
@one_or_two
def test_people_play_through_it(tmp_path: Path, proxy: Proxy, servers: int) -> None:
    port = free_port()
    chosen = {"KRITZEL_ORIGINS": f"https://localhost:{port}", "KRITZEL_PROXIES": "127.0.0.1"}
    with (
        Server(tmp_path, **chosen) as server,
        proxy(tmp_path, port, *[server.port] * servers),
        client(port) as ana,
    ):
        entered = ana.post("/api/session", json={"name": "Ana"})
        assert (entered.status_code, "__Host-kritzel=" in entered.headers["set-cookie"]) == (201, True)
        assert entered.headers["strict-transport-security"]
        seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
        wanted = {"sheet": "traexx/1", "seats": seats, "real_dice": True}
        table = ana.post("/api/tables", json=wanted).json()["table"]
        cookie = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
        live = f"wss://localhost:{port}/api/tables/{table}/live"
        with socket(live, ana.headers["origin"], cookie) as page:
            page.send(json.dumps({"t": "hello", "protocol": _protocol()}))
            told = json.loads(page.recv(LONGEST))
            assert told["t"] == "welcome", told
            page.send(json.dumps({"t": "ready", "id": "r" * 22, "seed": "a" * 32}))
            assert "running" in str(page.recv(LONGEST))
        for path in ("/metrics", "/control/copy"):
            assert ana.get(path).status_code == 404
        assert ana.get("/healthz").json() == {"ok": True}
        assert "Proxy" not in server.log, "it is a named one"
        assert "Traceback" not in server.log


def socket(address: str, origin: str, cookie: str) -> ClientConnection:
    own: Any = origin
    return connect(address, origin=own, ssl=trusting(), additional_headers={"cookie": cookie}, legacy=True)


def _protocol() -> int:
    from kritzel.server.wire import protocol

    return protocol.PROTOCOL


@both
@one_or_two
def test_nobody_invents_an_address(tmp_path: Path, proxy: Proxy, servers: int) -> None:
    port = free_port()
    with echo() as upstream, proxy(tmp_path, port, *[upstream] * servers), client(port) as stranger:
        forged = {"x-forwarded-for": "6.6.6.6", "x-forwarded-proto": "http"}
        told = stranger.get("/api/games", headers=forged).json()
    assert (told["x-forwarded-for"], told["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert told["host"].partition(":")[0] == "localhost"


@both
@one_or_two
def test_what_is_too_large_stays_outside(tmp_path: Path, proxy: Proxy, servers: int) -> None:
    port = free_port()
    chosen = {"KRITZEL_ORIGINS": f"https://localhost:{port}", "KRITZEL_PROXIES": "127.0.0.1"}
    with (
        Server(tmp_path, **chosen) as server,
        proxy(tmp_path, port, *[server.port] * servers),
        client(port) as stranger,
    ):
        answer = stranger.post("/api/verify", content=b"x" * 200_000)
        assert answer.status_code in (413, 502), "or it hung up before everything was sent"


# Several servers -------------------------------------------------------------------------------
@both
def test_a_table_is_sent_to_one_of_several_servers(tmp_path: Path, proxy: Proxy) -> None:
    port = free_port()
    with echo() as one, echo() as two, proxy(tmp_path, port, one, two), client(port) as asking:
        paths = [f"/api/tables/table-number-{n:03}" for n in range(20)]
        asked = [{asking.get(path + more).json()["port"] for more in ("", "/story", "")} for path in paths]
    assert all(len(ports) == 1 for ports in asked), "each table at one place"
    assert set.union(*asked) == {one, two}, "and not all at the same"
