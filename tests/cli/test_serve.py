"""`kritzel serve` before anything is served: addresses, ports, the browser. For the rest see tests/server."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from kritzel.server import addresses
from kritzel.server.settings import Settings
from kritzel.server.sqlite import SqliteStore
from tests.cli.run import kritzel, refused


class Healthy(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"ok":true}')

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def running() -> Iterator[int]:
    """Something that answers like a Kritzel server."""
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses a browser was asked to show."""
    shown: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", shown.append)
    return shown


def test_a_second_call_opens_the_page_of_the_server_that_runs(running: int, opened: list[str]) -> None:
    result = kritzel("serve", "--open", "--port", str(running))
    address = f"http://127.0.0.1:{running}"
    assert (result.exit_code, result.stdout.strip(), opened) == (0, address, [address])


def test_a_text_browser_is_never_opened(
    running: int, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert kritzel("serve", "--open", "--port", str(running)).exit_code == 0
    assert opened == []


def test_a_taken_port_is_named_with_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = kritzel("serve", "--port", str(port))
    assert result.exit_code == 2
    assert f"127.0.0.1:{port}" in result.stderr
    assert "--port" in result.stderr


def test_in_the_own_network_the_address_of_this_machine_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.5")
    chosen, address = addresses.reached(Settings(), lan=True)
    assert (chosen.host, address) == ("0.0.0.0", "http://192.168.1.5:8321")
    assert address in chosen.allowed


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_PORT", "many")
    assert "KRITZEL_PORT" in refused("serve")


def test_a_file_that_is_no_file_of_tables_is_named(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_text("this is not a database, but it is long enough to be read as one " * 20)
    result = kritzel("serve", "--port", "0", "--data", str(rubbish))
    assert (result.exit_code, "no file of tables" in result.stderr) == (2, True)


def test_a_file_that_another_server_uses_is_named(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    result = kritzel("serve", "--port", "0", "--data", str(tmp_path / "tables.db"))
    asyncio.run(store.close())
    assert (result.exit_code, "Another server" in result.stderr) == (2, True)
