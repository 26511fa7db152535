"""What comes from outside: guests, links, origins, headers, hostile bytes, floods. The server stays up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from kritzel.bots import BOTS, DEFAULT_BOTS, STEPS
from kritzel.games import catalogue
from kritzel.server.settings import Settings
from kritzel.server.tables import Tables
from kritzel.server.web import http, sockets
from kritzel.server.web.network import Network
from kritzel.server.wire import protocol
from tests.patience import LONGEST, until
from tests.server.assembling import drawn
from tests.server.clients import Guest, opened
from tests.server.serving import Server
from tests.server.slow import SlowStore


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Path(tmp_path_factory.mktemp("doors"))
    pages = folder / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>Kritzel</title>", "utf-8")
    (pages / "app.js").write_text("1", "utf-8")
    with Server(folder, KRITZEL_PAGES=str(pages)) as started:
        yield started
        assert "trace" not in started.log, started.log


@pytest.fixture(autouse=True)
def _home(server: Server) -> Iterator[None]:
    yield
    assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}
    server.send_home()


def code(guest: Guest, path: str, status: int, **content: Any) -> str:
    return str(guest.post(path, status, **content)["code"])


# Guests ----------------------------------------------------------------------------------------
def test_a_name_is_enough_and_can_be_changed(server: Server) -> None:
    ana = server.guest("  Ana   Lu ")
    assert ana.get("/api/session") == {"name": "Ana Lu"}
    assert ana.post("/api/session", name="Anna") == {"name": "Anna"}
    cookie = next(iter(ana.http.cookies.jar))
    assert (cookie.name, cookie.path) == ("kritzel", "/")
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "Lax"


@pytest.mark.parametrize("name", ["", "   ", "a" * 25, "a,b", "#1", "a\nb\x00", "\u202eabc", "\ud800"])
def test_names_a_record_cannot_hold_are_refused(server: Server, name: str) -> None:
    guest = Guest(server.url, "")
    server.guests.append(guest)
    data = json.dumps({"name": name})
    answer = guest.http.post("/api/session", content=data, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text


def test_a_device_link_carries_a_guest_over_once(server: Server) -> None:
    ana, phone, thief = server.guest("Ana"), server.guest(""), server.guest("")
    table = ana.lay("traexx/1", "me")["table"]
    token = ana.post("/api/session/device")["token"]
    phone.post("/api/session/link", token=token)
    assert [each["table"] for each in phone.get("/api/tables")] == [table]
    assert phone.sit(table).view["you"] == [0]
    assert code(thief, "/api/session/link", 409, token=token) == "invite_void"
    assert thief.get("/api/tables", 401)["code"] == "no_session"


# Tables ----------------------------------------------------------------------------------------
def test_my_tables_are_listed_and_deletable_by_their_owner(server: Server) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    laid = ana.lay("dizzle/1", "me", "friend")
    ben.join(laid["table"], laid["invites"][0]["token"])
    for guest, seat, owner in ((ana, 0, True), (ben, 1, False)):
        listed = guest.get("/api/tables")
        assert [(t["table"], t["you"], t["owner"]) for t in listed] == [(laid["table"], [seat], owner)]
    page = ben.sit(laid["table"])
    path = f"/api/tables/{laid['table']}"
    assert ben.http.delete(path).status_code == 403
    assert ana.http.delete(path).status_code == 200
    page.hear(lambda: page.heard[-1]["t"] == "bye")
    assert ana.get("/api/tables") == ben.get("/api/tables") == []
    ana.get(path, 404)


def test_a_link_is_for_one_person_and_the_hash_is_all_that_is_kept(server: Server) -> None:
    ana, ben, eve = server.guest("Ana"), server.guest("Ben"), server.guest("Eve")
    laid = ana.lay("dizzle/1", "me", "friend")
    table, token = laid["table"], laid["invites"][0]["token"]
    assert len(token) >= 22, "128 bits"
    assert code(eve, f"/api/tables/{table}/invites", 403, seat=1) == "not_owner"
    assert code(eve, f"/api/tables/{table}/join", 409, token="A" * 22) == "invite_void"
    ben.join(table, token)
    ben.join(table, token)
    assert code(eve, f"/api/tables/{table}/join", 409, token=token) == "not_open"
    assert token not in server.log
    assert not any(token.encode() in file.read_bytes() for file in server.folder.glob("tables.db*"))


@pytest.mark.parametrize(
    "wish",
    [
        {"sheet": "chess/1", "seats": [{"kind": "me"}]},
        {"sheet": "dizzle/1", "seats": [{"kind": "bot"}]},
        {"sheet": "dizzle/1", "seats": [{"kind": "me"}, {"kind": "me"}]},
        {"sheet": "dizzle/1", "seats": [{"kind": "me"}] + [{"kind": "here"}] * 4},
        {"sheet": "border/1", "seats": [{"kind": "me"}]},
        {"sheet": "dizzle/1", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]},
        {"sheet": "dizzle/1", "seats": [{"kind": "here", "name": "a,b"}]},
        {"sheet": "../../etc", "seats": [{"kind": "me"}]},
    ],
)
def test_tables_that_cannot_be_laid_are_refused(server: Server, wish: dict[str, Any]) -> None:
    assert server.guest("Ana").post("/api/tables", 422, **wish)["words"]["de"]


def test_a_sitter_that_there_is_not_is_not_understood(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "ghost"}]
    told = server.guest("Ana").post("/api/tables", 400, sheet="dizzle/1", seats=seats)
    assert told["code"] == "bad_message"


def test_bots_that_nobody_names_are_three_characters(server: Server) -> None:
    ana, nobody = server.guest("Ana"), {"kind": "bot"}
    seats = [{"kind": "me"}, nobody, {"kind": "bot", "bot": "greedy"}, nobody]
    table = ana.post("/api/tables", sheet="dizzle/1", seats=seats)["table"]
    names = [seat["name"] for seat in ana.look(f"/api/tables/{table}")["seats"]]
    assert names == ["Ana", *(BOTS[name].title.en for name in ("skilled", "greedy", "learned"))]


def test_what_lies_on_the_shelf(server: Server) -> None:
    ana = server.guest("")
    shelf = ana.get("/api/games")
    assert [game["slug"] for game in shelf["games"]] == list(catalogue.GAMES)
    assert shelf["bots"][0]["name"] == "random"
    assert {bot["name"] for bot in shelf["bots"] if bot["usual"]} == {*DEFAULT_BOTS}
    assert shelf["games"][0]["sheets"][0]["bots"] == list(STEPS)
    for game in shelf["games"]:
        for lang in ("de", "en"):
            book = ana.get(f"/api/rulebook/{game['slug']}/{lang}")
            assert book["chapters"]
            for example in book["examples"]:
                assert drawn(book, f"{game['slug']} {lang}", example["sheet"], lang)["cells"]
        for sheet in game["sheets"]:
            blank = ana.get(f"/api/sheets/{sheet['name']}")
            document = ana.document(blank["document"])
            assert drawn(document, blank["document"], blank["sheet"], "de")["cells"]
    ana.get("/api/sheets/dizzle/nine", 404)
    ana.get("/api/rulebook/chess/de", 404)


# Doors -----------------------------------------------------------------------------------------
def bad_origins(server: Server) -> list[str]:
    own = server.url
    return [
        "https://evil.example",
        f"{own}.evil.example",
        f"http://evil{own[7:]}",
        f"{own}/",
        "null",
        f"{own}0",
    ]


def test_only_our_own_pages_may_open_sockets_or_change_things(server: Server) -> None:
    ana = server.guest("Ana")
    table = ana.lay("traexx/1", "me")["table"]
    for origin in bad_origins(server):
        with pytest.raises(InvalidStatus):
            opened(ana, origin=origin)
        answer = ana.http.post("/api/session", json={"name": "Eve"}, headers={"origin": origin})
        assert answer.status_code == 403, origin
        assert ana.http.delete(f"/api/tables/{table}", headers={"origin": origin}).status_code == 403
    assert ana.get("/api/session") == {"name": "Ana"}


def test_origins_are_compared_as_a_whole() -> None:
    nothing: Any = None
    chosen = Settings(origins=("https://kritzel.example",))
    home = http.AppContext(Tables(SlowStore(), chosen), Network(nothing, chosen, {}))
    foreign = [
        "https://evil-kritzel.example",
        "https://kritzel.example.evil",
        "http://kritzel.example",
        "null",
        "",
    ]
    for origin in ("https://kritzel.example", *foreign):
        request = HTTPConnection({"type": "http", "headers": [(b"origin", origin.encode())]})
        assert home.allows(request) == (origin == "https://kritzel.example"), origin


def test_without_an_origin_no_cookie_counts(server: Server) -> None:
    ana = server.guest("Ana")
    table = ana.lay("traexx/1", "me")["table"]
    socket = opened(ana, table, None)
    socket.send(json.dumps({"t": "hello", "protocol": protocol.PROTOCOL}))
    assert json.loads(socket.recv(10))["you"] == []
    socket.close()


def test_strict_headers_everywhere(server: Server) -> None:
    for path in ("/", "/t/some-table", "/api/games", "/api/session", "/healthz", "/nothing.png"):
        headers = httpx.get(server.url + path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert httpx.get(f"{server.url}/api/session").headers["cache-control"] == "no-store"


def test_pages_are_served_and_nothing_beside_them(server: Server) -> None:
    assert "Kritzel" in httpx.get(f"{server.url}/").text
    assert "Kritzel" in httpx.get(f"{server.url}/t/some-table").text
    assert httpx.get(f"{server.url}/app.js").text == "1"
    for path in ("/../tables.db", "/..%2ftables.db", "/missing.js", "/api/nothing", "/server.log"):
        assert httpx.get(server.url + path).status_code == 404, path


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"name":1}', "application/json", 400),
        (b'{"name":"Ana","admin":true}', "application/json", 400),
        (b"name=Ana", "application/x-www-form-urlencoded", 400),
        (b'{"name":"Ana"}', "text/plain", 400),
        (b"[" * 10_000, "application/json", 400),
        (b'{"name":"' + b"a" * 20_000 + b'"}', "application/json", 413),
        (b"\xff\xfe", "application/json", 400),
    ],
)
def test_broken_bodies_are_refused(server: Server, content: bytes, kind: str, status: int) -> None:
    answer = httpx.post(f"{server.url}/api/session", content=content, headers={"content-type": kind})
    assert answer.status_code == status, answer.text


def test_sockets_that_do_not_say_hello_are_hung_up_on(server: Server) -> None:
    ana = server.guest("Ana")
    gone = {"t": "hello", "protocol": protocol.PROTOCOL}
    for first in ("", "{}", "hello", json.dumps({"t": "ping"}), json.dumps(gone), b"\x00\xff"):
        socket = opened(ana)
        socket.send(first)
        assert json.loads(socket.recv(10))["t"] == "bye"
        with pytest.raises(ConnectionClosed):
            socket.recv(10)


def test_a_socket_at_no_table_is_told_why(server: Server) -> None:
    address = server.url.replace("http", "ws") + "/api/tables/no-such-name/live"
    with connect(address, origin=Origin(server.url), compression=None) as socket:
        told = json.loads(socket.recv(LONGEST))
        assert (told["t"], told["code"]) == ("bye", "no_table")
        assert set(told["words"]) == {"de", "en"}
        with pytest.raises(ConnectionClosed):
            socket.recv(LONGEST)


def test_large_frames_are_hung_up_on(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    page.send({"t": "speak", "lang": "d" * 9000})
    with pytest.raises(ConnectionClosed) as closed:
        page.hear(lambda: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def hostile(luck: Random) -> str | bytes:
    """A message nobody means well."""
    kinds = ["hello", "move", "undo", "roll", "why", "ready", "standin", "back", "fill", "stop"]
    values: list[Any] = [
        None,
        -1,
        10**30,
        1.5,
        "",
        "done",
        "3d4",
        "\u0000",
        "a" * 200,
        [],
        {},
        {"cell": "z" * 39, "die": 7},
        True,
        "id" * 10,
    ]
    fields = ["id", "seat", "move", "version", "table", "lang", "seed", "bot", "outcome", "touched", "x"]
    if luck.random() < 0.3:
        return luck.randbytes(luck.randrange(200))
    message = {name: luck.choice(values) for name in luck.sample(fields, luck.randrange(len(fields)))}
    text = json.dumps({"t": luck.choice(kinds), **message})
    return text if luck.random() < 0.7 else text[: luck.randrange(len(text))]


def test_hostile_bytes_never_bring_a_traceback(server: Server) -> None:
    ana, luck = server.guest("Ana"), Random(1)
    table = ana.lay("dizzle/1", "me")["table"]
    sent = 0
    while sent < 3000:
        page = ana.sit(table)
        try:
            for _ in range(60):
                page.socket.send(hostile(luck))
                sent += 1
            page.hear()
        except ConnectionClosed:
            pass
        page.close()
    assert "Traceback" not in server.log
    assert ana.sit(table).view["phase"] == "open"


@pytest.mark.parametrize("text", [b"\xff", b'{"t":"ping\xc3"}', b"\xed\xa0\x80"])
def test_text_that_is_no_text_ends_the_socket_and_brings_no_traceback(server: Server, text: bytes) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("dizzle/1", "me")["table"])
    page.socket.send(text, text=True)
    with pytest.raises(ConnectionClosed) as closed:
        page.socket.recv(LONGEST)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    assert "Traceback" not in server.log


def test_broken_messages_are_answered_and_then_hung_up_on(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    assert page.ask({"t": "nonsense"}, "trouble")["code"] == "bad_message"
    for _ in range(sockets.MAX_STRIKES):
        page.send({"t": "nonsense"})
    with pytest.raises(ConnectionClosed):
        page.hear(lambda: False)


# Floods ----------------------------------------------------------------------------------------
def test_whoever_talks_too_fast_is_slowed_down(tmp_path: Path) -> None:
    """One message a second, and four at once: however slow the machine is, more than that comes sooner."""
    with Server(tmp_path, KRITZEL_RATE="1") as slow:
        ana = slow.guest("Ana")
        page = ana.sit(ana.lay("traexx/1", "me")["table"])
        for _ in range(sockets.MAX_STRIKES):
            page.send({"t": "ping"})
        page.hear(lambda: any(m["t"] == "trouble" for m in page.heard))
        kinds = [message["t"] for message in page.heard if message["t"] in ("pong", "trouble")]
        assert kinds[:4] == ["pong"] * 4
        assert all(m["code"] == "slow_down" for m in page.heard if m["t"] == "trouble")
        until(lambda: ana.http.post("/api/session", json={"name": "Ana"}).status_code == 429)


def resident(pid: int) -> int:
    """Memory of a process in KiB."""
    line = next(x for x in Path(f"/proc/{pid}/status").read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="memory is read from /proc")
def test_a_page_that_never_reads_costs_nothing(server: Server) -> None:
    ana = server.guest("Ana")
    table = ana.lay("border/1", "me", "here")["table"]
    assert server.process is not None
    before = resident(server.process.pid)
    deaf = [opened(ana, table, max_queue=1) for _ in range(8)]
    for socket in deaf:
        with suppress(ConnectionClosed, OSError):
            socket.send(json.dumps({"t": "hello", "protocol": protocol.PROTOCOL}))
            for number in range(400):
                socket.send(json.dumps({"t": "speak", "lang": ("de", "en")[number % 2]}))
    ana.sit(table).ask({"t": "ping"}, "pong")
    assert resident(server.process.pid) - before < 30_000
    for socket in deaf:
        socket.close_timeout = 0.1
        socket.close()
