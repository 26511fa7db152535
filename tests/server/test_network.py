"""The way in from the own network: opened and closed while the server runs, by whoever sits at the machine.

The "network" of these tests is another address of this machine: nothing leaves it.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed

from kritzel.server.settings import Settings
from kritzel.server.table.refusals import Refused
from kritzel.server.web import network
from kritzel.server.web.network import Network, NoNetwork, reached
from kritzel.server.wire.answers import NetworkStatus
from tests.patience import until
from tests.server.clients import Guest
from tests.server.serving import Server

NETWORK = "127.0.0.2"


def _there(name: str) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((name, 0))
        except OSError:
            return False
        return True


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not _there(NETWORK), reason=f"this machine has no {NETWORK}"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/index.html").write_text("Kritzel")
    with Server(tmp_path, KRITZEL_NETWORK=NETWORK, KRITZEL_PAGES=str(tmp_path / "pages")) as running:
        yield running


def far(server: Server) -> str:
    return f"http://{NETWORK}:{server.port}"


def switch(server: Server, *, on: bool, status: int = 200, **headers: str) -> Any:
    sent = {"origin": server.url} | {name.replace("_", "-"): value for name, value in headers.items()}
    answer = httpx.post(f"{server.url}/api/network", json={"open": on}, headers=sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def reachable(server: Server) -> bool:
    try:
        return httpx.get(far(server)).text == "Kritzel"
    except httpx.ConnectError:
        return False


def test_the_way_is_closed_until_somebody_opens_it(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/network").json() == {"possible": True, "open": False, "address": ""}
    assert not reachable(server)
    opened = {"possible": True, "open": True, "address": far(server)}
    assert switch(server, on=True) == switch(server, on=True) == opened
    assert httpx.get(f"{server.url}/api/network").json() == opened
    assert reachable(server)


def test_friends_play_through_it_and_are_hung_up_on_when_it_closes(server: Server) -> None:
    ana = server.guest("Ana")
    laid = ana.lay("traexx/1", "me", "friend")
    switch(server, on=True)
    ben = Guest(far(server), "Ben")
    server.guests.append(ben)
    ben.join(laid["table"], laid["invites"][0]["token"])
    near, there = ana.sit(laid["table"]), ben.sit(laid["table"])
    for page in (near, there):
        assert page.ready()["t"] == "ack"
    near.hear(lambda: near.view["phase"] == "running")
    assert switch(server, on=False) == {"possible": True, "open": False, "address": ""}
    with pytest.raises(ConnectionClosed):
        there.hear(lambda: False)
    assert not reachable(server)
    assert near.ask({"t": "ping"}, "pong")
    switch(server, on=True)
    assert ben.sit(laid["table"], there.story).view["phase"] == "running"
    assert "Traceback" not in server.log


def test_its_address_counts_only_while_it_is_open(server: Server) -> None:
    def enter(origin: str) -> int:
        sent = {"origin": origin}
        return httpx.post(f"{server.url}/api/session", json={"name": "Eva"}, headers=sent).status_code

    assert (enter(far(server)), enter("")) == (403, 403)
    switch(server, on=True)
    assert (enter(far(server)), enter("http://192.0.2.1"), enter("")) == (201, 403, 403)
    switch(server, on=False)
    assert enter(far(server)) == 403


def test_nobody_in_the_network_can_switch_it_or_sees_it(server: Server) -> None:
    switch(server, on=True)
    closed = {"possible": False, "open": False, "address": ""}
    assert httpx.get(f"{far(server)}/api/network").json() == closed
    for origin in (far(server), server.url):
        sent = {"origin": origin}
        answer = httpx.post(f"{far(server)}/api/network", json={"open": False}, headers=sent)
        assert answer.status_code == 403
    assert reachable(server)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"x_forwarded_for": "127.0.0.1"},
        {"x_forwarded_for": "192.168.1.9"},
        {"forwarded": "for=127.0.0.1"},
        {"via": "1.1 proxy"},
        {"host": "evil.example:8321"},
    ],
)
def test_only_whoever_sits_at_the_machine_can_switch_it(server: Server, headers: dict[str, str]) -> None:
    switch(server, on=True, status=403, **headers)
    assert not reachable(server)


def test_where_the_way_is_taken_it_says_so(server: Server) -> None:
    with socket.create_server((NETWORK, server.port)):
        problem = switch(server, on=True, status=409)
        assert "--port" in problem["words"]["en"]
    there = f"{server.url}/api/network"
    until(lambda: httpx.post(there, json={"open": True}, headers={"origin": server.url}).json().get("open"))


def test_the_server_ends_well_while_it_is_open(server: Server) -> None:
    switch(server, on=True)
    page = Guest(far(server), "Ben")
    server.guests.append(page)
    page.sit(page.lay("dizzle/1", "me")["table"])
    assert server.stop() == -signal.SIGTERM, "finished first, then ended as it was told to"
    assert "Traceback" not in server.log


# Without a server ------------------------------------------------------------------------------
def asking(client: str, server: str = "127.0.0.1", host: str = "localhost:8321") -> Request:
    scope = {
        "type": "http",
        "client": (client, 5),
        "server": (server, 8321),
        "headers": [(b"host", host.encode())],
    }
    return Request(scope)


def way(chosen: Settings, request: Request) -> NetworkStatus:
    async def made() -> NetworkStatus:
        return Network(None, chosen, {}).way(request)  # type: ignore[arg-type]

    return asyncio.run(made())


def test_who_sits_at_the_machine() -> None:
    here = asking("127.0.0.1")
    assert way(Settings(), here) == NetworkStatus(True)
    assert way(Settings(host="::1"), asking("::1", "::1", "[::1]:8321")) == NetworkStatus(True)
    assert way(Settings(), asking("192.168.1.9")) == NetworkStatus()
    assert way(Settings(), asking("127.0.0.1", "192.168.1.5")) == NetworkStatus()
    assert way(Settings(), asking("127.0.0.1", host="kritzel.example")) == NetworkStatus()
    assert way(Settings(host="0.0.0.0"), here) == NetworkStatus(), "it is open anyway"
    assert way(Settings(origins=("https://kritzel.example",)), here) == NetworkStatus(), "behind a proxy"


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> str:
        raise NoNetwork

    async def opens() -> None:
        await Network(None, Settings(), {}).open()  # type: ignore[arg-type]

    monkeypatch.setattr(network, "own_address", nowhere)
    with pytest.raises(Refused) as refused:
        asyncio.run(opens())
    assert "Wi-Fi" in refused.value.words.en


def test_the_address_in_the_network_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = Settings.from_environment({"KRITZEL_NETWORK": NETWORK})
    assert reached(chosen, lan=True)[1] == f"http://{NETWORK}:8321"
