"""Whom to tell of a weakness: as the owner says, or nobody."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app


def asked(folder: Path, contact: str) -> httpx.Response:
    async def work() -> httpx.Response:
        app = make_app(Settings(data=folder / "tables.db", contact=contact))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                return await client.get("/.well-known/security.txt")

    return asyncio.run(work())


def test_the_owner_is_named_for_a_while(tmp_path: Path) -> None:
    answer = asked(tmp_path, "mailto:ana@kritzel.example")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert told["Contact"] == "mailto:ana@kritzel.example"
    left = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)
    assert 100 < left.days < 365


def test_without_an_owner_there_is_no_such_page(tmp_path: Path) -> None:
    assert asked(tmp_path, "").status_code == 404


@pytest.mark.parametrize("text", ["ana", "mailto:ana", "http://a.example", "https://a b", "mailto:a@b\nX: y"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="KRITZEL_CONTACT"):
        Settings.from_environment({"KRITZEL_CONTACT": text})


def test_addresses_are_taken_as_they_are() -> None:
    for text in ("mailto:ana@kritzel.example", "https://kritzel.example/report", ""):
        assert Settings.from_environment({"KRITZEL_CONTACT": text}).contact == text
