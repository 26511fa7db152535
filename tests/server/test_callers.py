"""Who calls: an address counts as a household, and `X-Forwarded-For` only from proxies that were named."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app
from kritzel.server.web.http import UNNAMED_PROXY
from kritzel.server.web.limits import Networks, locate


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "?"),
        ("a name", "?"),
    ],
)
def test_a_household_counts_as_one(address: str, counts_as: str) -> None:
    assert locate(address).address == counts_as


def test_a_network_of_ipv6_counts_beside_its_households() -> None:
    assert locate("2001:db8:1:2:aaaa::1").network == locate("2001:db8:1:3::1").network == "2001:db8:1::/48"
    assert locate("192.0.2.7").network == ""


NAMED = Networks(("127.0.0.1", "10.1.2.3/8", "fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),  # nobody believes a stranger
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4, 203.0.113.9"], "203.0.113.9"),  # what the caller wrote himself comes first
        ("127.0.0.1", ["1.2.3.4", "203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9, 10.1.2.3"], "203.0.113.9"),  # two hops, both named
        ("127.0.0.1", ["1.2.3.4, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4, nonsense, 10.1.2.3"], "nonsense"),  # counts as the address `?`
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),  # somebody at home
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("fd00::1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", [""], "127.0.0.1"),
    ],
)
def test_the_caller_is_the_first_who_is_no_named_proxy(peer: str, forwarded: list[str], caller: str) -> None:
    headers = [("x-forwarded-for", each) for each in forwarded]
    assert passed_on(NAMED, peer, *headers)["client"][0] == caller


def test_by_default_nobody_is_believed() -> None:
    nobody = Networks(Settings.from_environment({}).proxies)
    assert passed_on(nobody, "127.0.0.1", ("x-forwarded-for", "203.0.113.9"))["client"][0] == "127.0.0.1"


@pytest.mark.parametrize("wrong", ["everybody", "300.1.1.1", "10.0.0.0/64", "*"])
def test_what_is_no_network_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match="KRITZEL_PROXIES"):
        Settings.from_environment({"KRITZEL_PROXIES": f"127.0.0.1, {wrong}"})


def passed_on(proxies: Networks, peer: str, *headers: tuple[str, str], kind: str = "http") -> dict[str, Any]:
    """What an app is told of a request."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    encoded = [(name.encode(), value.encode()) for name, value in headers]
    scheme = "ws" if kind == "websocket" else "http"
    scope = {"type": kind, "client": (peer, 1), "headers": encoded, "scheme": scheme}
    around: Any = ProxyHeadersMiddleware(app, proxies.trusted_hosts())
    asyncio.run(around(scope, None, None))
    return seen


def test_an_app_sees_the_caller_and_how_they_came() -> None:
    told = (("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https"))
    seen = passed_on(NAMED, "127.0.0.1", *told)
    assert (seen["client"], seen["scheme"]) == (("203.0.113.9", 0), "https")
    assert passed_on(NAMED, "127.0.0.1", *told, kind="websocket")["scheme"] == "wss"
    forged = passed_on(NAMED, "192.0.2.1", *told)
    assert (forged["client"], forged["scheme"]) == (("192.0.2.1", 1), "http")


def test_a_proxy_that_was_forgotten_is_told_of_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        app = make_app(Settings(data=tmp_path / "tables.db"))
        async with app.router.lifespan_context(app):
            way = httpx.ASGITransport(app, client=("192.0.2.1", 1))
            async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:8321") as client:
                for _ in range(3):
                    await client.get("/api/about", headers={"x-forwarded-for": "203.0.113.9"})

    with caplog.at_level(logging.WARNING, "kritzel.http"):
        asyncio.run(run())
    assert [r.getMessage() for r in caplog.records if r.name == "kritzel.http"] == [UNNAMED_PROXY]
    assert "203.0.113.9" not in caplog.text
