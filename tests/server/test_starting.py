"""Before anybody comes: all sheets are read, so that nobody waits for it in the middle of a game."""

from __future__ import annotations

import pytest

from kritzel.games import catalogue
from kritzel.server.web import app


def test_a_game_whose_sheets_cannot_be_read_keeps_no_server_from_starting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read: list[str] = []

    def broken(slug: str) -> tuple[()]:
        read.append(slug)
        if slug == "dizzle":
            raise ValueError("no sheet")
        return ()

    monkeypatch.setattr(catalogue, "all_sheets", broken)
    app._read_sheets()
    assert read == list(catalogue.GAMES)
    assert [record.message for record in caplog.records] == ["sheets_unreadable"]
