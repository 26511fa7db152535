"""`kritzel serve` before anything is served: addresses, ports, the browser. For the rest see tests/server."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import structs

from kritzel.cli.errors import Refused
from kritzel.server.settings import Settings
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web import network
from kritzel.server.web.api import about
from tests.cli.run import kritzel, refused
from tests.patience import LONGEST
from tests.server.serving import Server

serve = import_module("kritzel.cli.serve")


class Stranger(BaseHTTPRequestHandler):
    """Another Kritzel, as it answers on its own machine."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"version":"0.0.9","home":"/old/kritzel","data":"/old/tables.db"}')

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[int]:
    """The port of another Kritzel."""
    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Settings]:
    """Tables that are in use."""
    chosen = Settings(data=tmp_path / "tables.db")
    store = SqliteStore(chosen.data)
    yield chosen
    asyncio.run(store.close())


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses a browser was asked to show."""
    shown: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", shown.append)
    return shown


ADDRESS = "http://127.0.0.1:4321"


# Tables that are in use ------------------------------------------------------------------------
def test_a_second_call_opens_the_page_of_the_server_that_runs(kept: Settings, opened: list[str]) -> None:
    about.leave_note(kept.data, about.describe(kept, ADDRESS))
    result = kritzel("serve", "--open", "--data", str(kept.data))
    assert (result.exit_code, result.stdout.strip(), opened) == (0, ADDRESS, [ADDRESS])
    assert "already running" in result.stderr


def test_a_text_browser_is_never_opened(
    kept: Settings, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    about.leave_note(kept.data, about.describe(kept, ADDRESS))
    assert kritzel("serve", "--open", "--data", str(kept.data)).exit_code == 0
    assert opened == []


@pytest.mark.parametrize("changed", [{"edition": "older"}, {"home": "/elsewhere"}])
def test_a_server_of_other_files_is_named_and_never_opened(
    kept: Settings, opened: list[str], changed: dict[str, str]
) -> None:
    other = structs.replace(about.describe(kept, ADDRESS), version="0.0.9", **changed)
    about.leave_note(kept.data, other)
    result = kritzel("serve", "--open", "--data", str(kept.data))
    assert (result.exit_code, opened) == (2, [])
    assert all(word in result.stderr for word in ("0.0.9", ADDRESS, str(kept.data), "--data"))


def test_tables_in_use_by_somebody_unknown(kept: Settings) -> None:
    result = kritzel("serve", "--data", str(kept.data))
    assert (result.exit_code, "in use by another Kritzel" in result.stderr) == (2, True)


def test_an_older_server_leaves_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(tmp_path) as older:
        chosen = Settings(data=tmp_path / "tables.db")
        there = about.read_note(chosen.data)
        assert there is not None
        assert (there.address, there.same(about.describe(chosen))) == (older.url, True)
        about.leave_note(chosen.data, structs.replace(there, edition="older"))
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.confirm", lambda *_, **__: True)
        assert serve.replace_running(chosen, show=True) == ""
        assert older.process is not None
        older.process.wait(LONGEST)
        asyncio.run(SqliteStore(chosen.data).close())


def test_a_number_that_belongs_to_somebody_else_by_now_is_left_alone(
    kept: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = structs.replace(about.describe(kept, "http://127.0.0.1:1"), edition="older")
    monkeypatch.setattr("os.kill", lambda *_: pytest.fail("a stranger was ended"))
    with pytest.raises(Refused, match="does not answer"):
        serve._stop(gone)


# Ports -----------------------------------------------------------------------------------------
def test_another_kritzel_on_the_port_is_named(stranger: int, tmp_path: Path) -> None:
    result = kritzel("serve", "--port", str(stranger), "--data", str(tmp_path / "tables.db"))
    assert result.exit_code == 2
    assert all(word in result.stderr for word in ("0.0.9", "/old/kritzel", "/old/tables.db", "--port"))


def test_the_next_port_is_taken_where_nobody_has_chosen_one(
    stranger: int, capsys: pytest.CaptureFixture[str]
) -> None:
    listener, chosen = serve._open_port(Settings(port=stranger), lan=False, fixed=False)
    with listener:
        assert chosen.port == listener.getsockname()[1] > stranger
    assert "0.0.9" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["99999", "65536", "-1", "many"])
def test_a_port_that_is_none(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kritzel("serve", "--port", port).exit_code == 2
    monkeypatch.setenv("KRITZEL_PORT", port)
    assert "KRITZEL_PORT" in refused("serve")


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = kritzel("serve", "--port", str(port), "--data", str(tmp_path / "tables.db"))
    assert result.exit_code == 2
    assert f"127.0.0.1:{port}" in result.stderr
    assert "--port" in result.stderr


def test_an_address_that_is_not_ours_is_named_with_a_way_out(tmp_path: Path) -> None:
    said = refused("serve", "--host", "198.51.100.7", "--port", "0", "--data", str(tmp_path / "tables.db"))
    assert re.fullmatch(r"kritzel: 198\.51\.100\.7:0 cannot be had: [^(]+\. Choose .* with --host\.\n", said)


def test_a_name_that_is_none_is_named_with_a_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(host: str, port: int) -> socket.socket:
        raise socket.gaierror(socket.EAI_NONAME, f"Name or service not known (while at {host}:{port})")

    monkeypatch.setattr(network, "listening", unknown)
    said = refused("serve", "--host", "nowhere", "--port", "0", "--data", str(tmp_path / "tables.db"))
    assert said == (
        "kritzel: nowhere:0 cannot be had: Name or service not known. Choose another address with --host.\n"
    )


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8321"),
        ("0.0.0.0", "http://127.0.0.1:8321"),
        ("::1", "http://[::1]:8321"),
        ("::", "http://[::1]:8321"),
        ("192.168.1.5", "http://192.168.1.5:8321"),
    ],
)
def test_the_address_that_is_told_can_be_opened_and_played_at(host: str, address: str) -> None:
    chosen, told = network.reached(Settings(host=host), lan=False)
    assert (chosen.host, told) == (host, address)
    assert told in chosen.allowed


def test_where_people_come_over_https_no_other_address_is_welcome() -> None:
    chosen, told = network.reached(Settings(origins=("https://play.example",)), lan=False)
    assert told not in chosen.allowed


def test_in_the_own_network_the_address_of_this_machine_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.5")
    chosen, address = network.reached(Settings(), lan=True)
    assert (chosen.host, address) == ("0.0.0.0", "http://192.168.1.5:8321")
    assert address in chosen.allowed


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_PORT", "many")
    assert "KRITZEL_PORT" in refused("serve")


def test_a_folder_that_cannot_be_made_is_named_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    said = refused("serve", "--data", str(tmp_path / "taken" / "here" / "tables.db"))
    assert f"{tmp_path / 'taken' / 'here'}: Not a directory. Choose another place" in said


def test_a_file_that_is_no_file_of_tables_is_named(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_text("this is not a database, but it is long enough to be read as one " * 20)
    result = kritzel("serve", "--port", "0", "--data", str(rubbish))
    assert (result.exit_code, "no file of tables" in result.stderr) == (2, True)


# Databases -------------------------------------------------------------------------------------
def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    told = refused("serve", "--database", "postgresql://ana:secret@127.0.0.1:1/tables?password=secret")
    assert "postgresql://ana@127.0.0.1:1/tables" in told
    assert "does not answer" in told
    assert "secret" not in told
    assert "antwortet nicht" in refused("serve", "--database", "postgresql://127.0.0.1:1/", lang="de")


@pytest.mark.parametrize("wrong", ["tables.db", "mysql://ana:secret@host/tables"])
def test_what_is_no_address_of_a_database_is_refused(wrong: str) -> None:
    told = refused("serve", "--database", wrong)
    assert "postgresql://user@host/database" in told
    assert "secret" not in told


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kritzel.cli.server_access.find_spec", lambda name: name != "psycopg" or None)
    assert "pip install 'kritzel[postgres]'" in refused("serve", "--database", "postgresql://host/tables")


def test_a_server_on_a_fixed_port_has_the_same_name_when_it_is_started_again() -> None:
    fixed = serve.name_server(Settings(port=8321), fixed=True).name
    assert fixed == serve.name_server(Settings(port=8321), fixed=True).name
    assert fixed.endswith(":8321")
    assert serve.name_server(Settings(port=8321), fixed=False).name != fixed
    assert serve.name_server(Settings(name="two"), fixed=True).name == "two"
