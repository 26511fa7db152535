"""Who calls: an address counts as a household, and `X-Forwarded-For` only from proxies that were named."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from kritzel.server.settings import Settings
from kritzel.server.web.callers import UNNAMED, Forwarded, Proxies, household


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a name", ""),
    ],
)
def test_a_household_counts_as_one(address: str, counts_as: str) -> None:
    assert household(address) == counts_as


NAMED = Proxies(("127.0.0.1", "10.0.0.0/8", "fd00::/8"))


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
        ("127.0.0.1", ["1.2.3.4, nonsense, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),  # somebody at home
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("fd00::1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["x" * 9000], "127.0.0.1"),
    ],
)
def test_the_caller_is_the_first_who_is_no_named_proxy(peer: str, forwarded: list[str], caller: str) -> None:
    assert NAMED.caller(peer, forwarded) == caller


def test_by_default_nobody_is_believed() -> None:
    assert Proxies(Settings.from_environment({}).proxies).caller("127.0.0.1", ["203.0.113.9"]) == "127.0.0.1"


@pytest.mark.parametrize("wrong", ["everybody", "300.1.1.1", "10.0.0.0/64", "*"])
def test_what_is_no_network_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match="KRITZEL_PROXIES"):
        Settings.from_environment({"KRITZEL_PROXIES": f"127.0.0.1, {wrong}"})


def passed_on(proxies: Proxies, peer: str, *headers: tuple[str, str], kind: str = "http") -> dict[str, Any]:
    """What an app is told of a request."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    encoded = [(name.encode(), value.encode()) for name, value in headers]
    scheme = "ws" if kind == "websocket" else "http"
    scope = {"type": kind, "client": (peer, 1), "headers": encoded, "scheme": scheme}
    nothing: Any = None
    asyncio.run(Forwarded(app, proxies=proxies)(scope, nothing, nothing))
    return seen


def test_an_app_sees_the_caller_and_how_they_came() -> None:
    told = (("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https"))
    seen = passed_on(NAMED, "127.0.0.1", *told)
    assert (seen["client"], seen["scheme"]) == (("203.0.113.9", 0), "https")
    assert passed_on(NAMED, "127.0.0.1", *told, kind="websocket")["scheme"] == "wss"
    forged = passed_on(NAMED, "192.0.2.1", *told)
    assert (forged["client"], forged["scheme"]) == (("192.0.2.1", 1), "http")


def test_a_proxy_that_was_forgotten_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    around, nothing = Forwarded(app, proxies=Proxies()), dict[str, Any]()
    scope = {"type": "http", "client": ("192.0.2.1", 1), "headers": [(b"x-forwarded-for", b"203.0.113.9")]}
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            asyncio.run(around(scope, nothing, nothing))  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records] == [UNNAMED]
    assert "203.0.113.9" not in caplog.text
