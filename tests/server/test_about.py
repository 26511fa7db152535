"""Which Kritzel this is: everything on its own machine, to everybody else its version and no path."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.web.api import about
from tests.server.serving import Server


def asked(server: Server, **headers: str) -> dict[str, object]:
    found: dict[str, object] = httpx.get(f"{server.url}/api/about", headers=headers).json()
    return found


def test_a_server_says_who_it_is_and_only_here_where(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        near = asked(server)
        assert server.process is not None
        assert (near["data"], near["process"]) == (str(tmp_path / "tables.db"), server.process.pid)
        assert (near["home"], near["edition"]) == (str(about.HOME), about.edition())
        for name in ("kritzel.example", "127.0.0.1.example:8321", ""):
            assert asked(server, host=name) == about_of_a_stranger(near)
    assert about.note_of(tmp_path / "tables.db").exists(), "kill -9 takes nothing away"


def about_of_a_stranger(near: dict[str, object]) -> dict[str, object]:
    return near | {"home": "", "edition": "", "data": "", "address": "", "process": 0, "bots": []}


def test_whoever_wants_other_bots_wants_another_server(tmp_path: Path) -> None:
    plain = Settings(data=tmp_path / "tables.db")
    assert about.describe(plain).same(about.describe(plain))
    assert not about.describe(plain).same(about.describe(replace(plain, bots=("bee=program:./bee",))))


def test_behind_a_proxy_nobody_is_near(tmp_path: Path) -> None:
    with Server(tmp_path, KRITZEL_ORIGINS="https://kritzel.example") as server:
        near = asked(server)
        assert near == about_of_a_stranger(near)


def test_everybody_is_told_whom_to_ask(tmp_path: Path) -> None:
    contact = "mailto:ana@kritzel.example"
    told = about.describe(Settings(data=tmp_path / "tables.db", contact=contact))
    assert told.contact == contact
    with Server(tmp_path, KRITZEL_ORIGINS="https://kritzel.example", KRITZEL_CONTACT=contact) as server:
        assert asked(server)["contact"] == contact


def test_a_changed_file_is_another_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text("one", "utf-8")
    monkeypatch.setattr(about, "HOME", tmp_path)
    before = about.edition()
    assert about.edition() == before
    (tmp_path / "pages" / "other.html").write_text("two", "utf-8")
    assert about.edition() != before


def test_a_note_that_is_none(tmp_path: Path) -> None:
    about.note_of(tmp_path / "tables.db").write_text("rubbish", "utf-8")
    assert about.read_note(tmp_path / "tables.db") is None


def test_only_the_owner_reads_the_note(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    about.note_of(data).write_text("of an older server", "utf-8")
    about.leave_note(data, about.describe(Settings(data=data)))
    assert about.read_note(data) == about.describe(Settings(data=data))
    assert about.note_of(data).stat().st_mode & 0o777 == 0o600
