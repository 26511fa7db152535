"""What the operator does: list tables, end one, ban and unban, by command and on the page."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kritzel.server.bans import Bans, canonical
from tests.cli.run import kritzel, refused
from tests.patience import LONGEST
from tests.server.serving import Server

GUEST = "abcdefghijklmnop"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("admin")) as server:
        yield server


def admin(server: Server, *words: str) -> str:
    result = kritzel("admin", *words, "--data", str(server.folder / "tables.db"))
    assert result.exit_code == 0, result.output
    return result.output


def guest_of(server: Server, table: str) -> str:
    [line] = [line for line in admin(server, "tables").splitlines() if line.startswith(table)]
    found = re.search(r"\(([\w-]{16})\)", line)
    assert found is not None
    return found.group(1)


# Bans ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("who", "kept"),
    [
        (GUEST, GUEST),
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1::/48", "2001:db8:1::/48"),
    ],
)
def test_guests_addresses_and_networks_can_be_banned(who: str, kept: str) -> None:
    assert canonical(who) == kept


@pytest.mark.parametrize("who", ["Ana", "300.1.1.1", "192.0.2.0/99"])
def test_nothing_else_can(who: str) -> None:
    with pytest.raises(ValueError, match="does not appear"):
        canonical(who)


def test_bans_are_kept_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "bans.json"
    bans = Bans(path)
    bans.add("2001:db8:1:2::5", "floods")
    bans.add(GUEST)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Bans(path)
    assert [ban.note for ban in again.entries] == ["floods", ""]
    assert again.blocks("2001:db8:1:2:ffff::1")
    assert again.blocks(guest=GUEST)
    assert not again.blocks("2001:db8:1:3::1", "somebody else000")
    assert again.remove(GUEST)
    assert not again.remove(GUEST)
    assert not Bans(path).blocks(guest=GUEST)


# Commands --------------------------------------------------------------------------------------
def test_tables_are_listed_and_ended(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me", "here")["table"])
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    table = page.view["table"]
    [line] = [line for line in admin(server, "tables").splitlines() if line.startswith(table)]
    assert all(part in line for part in ("traexx/1", "running", "1 pages", "Ana"))
    admin(server, "end", table)
    page.hear(lambda: page.view["phase"] == "stopped")
    assert ana.get(f"/api/tables/{table}/record")
    admin(server, "end", table, "--delete")
    ana.get(f"/api/tables/{table}", 404)
    assert "table" in refused("admin", "end", table, "--data", str(server.folder / "tables.db"))


def test_a_banned_guest_is_hung_up_on_and_stays_out(server: Server) -> None:
    eve, ben = server.guest("Eve"), server.guest("Ben")
    table = eve.lay("traexx/1", "me")["table"]
    page = eve.sit(table)
    guest = guest_of(server, table)
    admin(server, "ban", guest, "--note", "rude")
    with suppress(ConnectionClosed):
        while page.socket.recv(LONGEST):
            continue
    assert page.socket.close_reason == "banned"
    assert eve.http.get("/api/tables").json()["code"] == "banned"
    assert ben.get("/api/tables") == []
    assert f"{guest}  20" in admin(server, "bans")
    assert "rude" in admin(server, "bans")
    admin(server, "unban", guest)
    assert eve.get("/api/tables")


def test_a_banned_network_stays_out_and_others_come_in(server: Server) -> None:
    admin(server, "ban", "127.0.0.8/30")
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as eve:
        answer = eve.get(f"{server.url}/api/about")
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
    assert httpx.get(f"{server.url}/api/about").status_code == 200
    admin(server, "unban", "127.0.0.8/30")


def test_bad_input_is_refused_in_words(server: Server, tmp_path: Path) -> None:
    data = str(server.folder / "tables.db")
    assert "no address" in refused("admin", "ban", "Ana", "--data", data)
    assert "not banned" in refused("admin", "unban", GUEST, "--data", data)
    assert "No server" in refused("admin", "bans", "--data", str(tmp_path / "tables.db"))


def test_without_the_key_there_is_nothing(server: Server) -> None:
    for path in ("tables", "bans"):
        assert httpx.get(f"{server.url}/control/{path}").status_code == 404
    for path in ("end", "ban", "unban", "page"):
        assert httpx.post(f"{server.url}/control/{path}", json={}).status_code == 404


# The page --------------------------------------------------------------------------------------
def test_the_page_opens_once_and_does_the_same(server: Server) -> None:
    ana = server.guest("<b>Ana")
    table = ana.lay("traexx/1", "me")["table"]
    ana.sit(table)
    address = admin(server, "page").strip()
    with httpx.Client(headers={"origin": server.url}) as owner:
        shown = owner.get(address, follow_redirects=True)
        assert (shown.status_code, shown.url.path, shown.url.query) == (200, "/admin", b"")
        assert table in shown.text
        assert "<b>Ana" not in shown.text
        owner.post(f"{server.url}/admin/ban", data={"who": "192.0.2.7"})
        assert "192.0.2.7/32" in owner.get(f"{server.url}/admin").text
        owner.post(f"{server.url}/admin/unban", data={"who": "192.0.2.7"})
        owner.post(f"{server.url}/admin/end", data={"table": table, "delete": "1"})
        assert table not in owner.get(f"{server.url}/admin").text
        foreign = owner.post(
            f"{server.url}/admin/ban", data={"who": "::1"}, headers={"origin": "http://evil"}
        )
        assert foreign.status_code == 403
    assert httpx.get(address).status_code == 404, "a token is good once"
    assert httpx.get(f"{server.url}/admin").status_code == 404
    assert httpx.post(f"{server.url}/admin/ban", data={"who": "::1"}).status_code == 404
