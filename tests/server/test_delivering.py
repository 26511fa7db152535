"""Pages and shelves on their way: packed for whoever unpacks, kept by browsers as long as they are true."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.server.settings import Settings
from kritzel.server.web.api.games import half_played_state
from kritzel.server.web.app import make_app
from kritzel.server.web.static import BY_PHASE, SOURCES, WORDS, accepts_gzip, encode_body
from tests.server.rooms import chairs, created
from tests.server.slow import SlowStore

SCRIPT = "console.log('Kritzel');\n" * 200
SHELF = ["/api/games", "/api/rulebook/dizzle/de", "/api/lessons/dizzle/en", "/api/sheets/dizzle/1"]
PLAIN, PACKED = {"accept-encoding": "identity"}, {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Kritzel</title>" * 50)
    (tmp_path / "assets/index-B1x.js").write_text(SCRIPT)
    (tmp_path / "icon.png").write_bytes(b"\x89PNG" * 100)
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


class Client:
    """Asks the app itself, without a network; everything comes as it was sent."""

    def __init__(self, settings: Settings, address: str = "http://127.0.0.1:8321") -> None:
        self._settings, self._address = settings, address

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> httpx.Response:
        return asyncio.run(self._ask(method, path, headers or {}))

    async def _ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        app = make_app(self._settings, SlowStore())
        wire = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=wire, base_url=self._address) as client,
        ):
            return await client.request(method, path, headers=headers)


@pytest.fixture
def client(pages: Path) -> Client:
    return Client(Settings(pages=pages))


def length(answer: httpx.Response) -> int:
    return int(answer.headers["content-length"])


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/assets/index-B1x.js", *SHELF])
def test_what_is_the_same_for_everybody_is_sent_packed(client: Client, path: str) -> None:
    plain, packed = client.get(path, headers=PLAIN), client.get(path, headers=PACKED)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert length(packed) < length(plain) * 0.6
    assert packed.content == plain.content
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert plain.headers["content-type"] == packed.headers["content-type"]


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/assets/index-B1x.js", "/icon.png", *SHELF])
def test_whoever_has_it_already_gets_only_a_word(client: Client, path: str) -> None:
    first = client.get(path, headers=PACKED)
    known = {"if-none-match": f'W/"other", {first.headers["etag"]}'}
    again = client.get(path, headers=PACKED | known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert client.get(path, headers={"if-none-match": 'W/"other"'}).status_code == 200


def test_files_named_by_their_content_are_kept_for_ever_and_the_page_never(client: Client) -> None:
    for_ever = "public, max-age=31536000, immutable"
    assert client.get("/assets/index-B1x.js").headers["cache-control"] == for_ever
    for path in ("/", "/index.html", "/rules/dizzle", "/icon.png", "/manifest.webmanifest"):
        assert client.get(path).headers["cache-control"] == "no-cache", path
    assert client.get("/assets/gone.js").status_code == 404
    assert "cache-control" not in client.get("/assets/gone.js").headers


@pytest.mark.parametrize("path", ["/api/nothing", "/control", "/control/copy", "/control/anything"])
def test_what_is_no_page_is_not_answered_with_one(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_page_built_anew_is_seen_at_once(client: Client, pages: Path) -> None:
    old = client.get("/").headers["etag"]
    (pages / "index.html").write_text("another")
    new = client.get("/", headers={"if-none-match": old})
    assert (new.status_code, new.text) == (200, "another")


def test_pictures_are_not_packed_again(client: Client) -> None:
    answer = client.get("/icon.png", headers=PACKED)
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "image/png"
    assert encode_body(b"x", "text/html").gzipped == b""


def test_only_the_head_is_sent_when_only_that_is_asked_for(client: Client) -> None:
    answer = client.get("/assets/index-B1x.js", PACKED, "HEAD")
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("*", True),
        ("gzip; q=0", False),
        ("gzip;q=0.000", False),
        ("", False),
        ("identity", False),
        ("x-gzipped", False),
    ],
)
def test_who_unpacks(accepted: str, packed: bool) -> None:
    assert accepts_gzip(accepted) == packed


def test_the_same_thing_is_always_the_same_parcel() -> None:
    one, two = encode_body(b"a" * 1000), encode_body(b"a" * 1000)
    assert one == two
    assert gzip.decompress(one.gzipped) == one.plain
    assert encode_body(b"b" * 1000).tag != one.tag


def test_answers_about_people_are_neither_packed_nor_kept(client: Client) -> None:
    answer = client.get("/api/session", headers=PACKED)
    assert answer.headers["cache-control"] == "no-store"
    assert not {"content-encoding", "etag"} & set(answer.headers)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("http://127.0.0.1:8321", True),
        ("http://localhost:8321", True),
        ("http://localhost", True),
        ("http://[::1]:8321", True),
        ("http://[::1]", True),
        ("https://kritzel.example", True),
        ("http://192.168.1.5:8321", False),
        ("http://pi.fritz.box", False),
    ],
)
def test_the_window_is_closed_to_others_where_browsers_heed_it(pages: Path, address: str, sent: bool) -> None:
    """On plain http in a network they would only complain in the console."""
    headers = Client(Settings(pages=pages), address).get("/").headers
    assert (headers.get("cross-origin-opener-policy") == "same-origin") == sent


def test_behind_a_proxy_with_tls_the_window_is_closed_always(pages: Path) -> None:
    settings = Settings(pages=pages, origins=("https://kritzel.example",))
    headers = Client(settings, "http://10.0.0.7").get("/").headers
    assert headers["cross-origin-opener-policy"] == "same-origin"


# What a page will ask for --------------------------------------------------------------------------
CHUNKS = {
    "index.html": {"file": "assets/index.js", "imports": ["_menu.js"], "css": ["assets/index.css"]},
    "_menu.js": {"file": "assets/menu.js"},
    "src/words/de.ts": {"file": "assets/de.js"},
    "src/words/en.ts": {"file": "assets/en.js"},
    "_tray.js": {"file": "assets/tray.js", "css": ["assets/tray.css"]},
    "src/rulebook/RulebookPage.svelte": {
        "file": "assets/rules.js",
        "imports": ["_menu.js", "index.html", "_tray.js"],
    },
}


GAMES = "</api/games>; rel=preload; as=fetch; crossorigin"


def test_with_a_page_goes_what_it_will_ask_for(client: Client, pages: Path) -> None:
    book = "</api/rulebook/dizzle/en>; rel=preload; as=fetch; crossorigin"
    assert client.get("/").headers["link"] == GAMES
    assert client.get("/rules/dizzle").headers["link"] == f"{GAMES}, {book}", "no files without a list"
    (pages / "chunks.json").write_text(json.dumps(CHUNKS))
    assert client.get("/rules/dizzle").headers["link"].split(", ") == [
        "</assets/en.js>; rel=modulepreload; crossorigin",
        "</assets/tray.css>; rel=preload; as=style; crossorigin",
        "</assets/tray.js>; rel=modulepreload; crossorigin",
        "</assets/rules.js>; rel=modulepreload; crossorigin",
        GAMES,
        book,
    ]
    assert client.get("/nowhere").headers["link"] == "</assets/en.js>; rel=modulepreload; crossorigin"
    for path in ("/assets/index-B1x.js", "/api/games"):
        assert "link" not in client.get(path).headers, path


@pytest.mark.parametrize(("spoken", "lang"), [("de-AT,en;q=0.5", "de"), ("fr, de", "en"), ("", "en")])
def test_words_are_foreseen_in_the_language_of_the_browser(
    client: Client, pages: Path, spoken: str, lang: str
) -> None:
    """As the page chooses its first language: web/src/settings.svelte.ts."""
    (pages / "chunks.json").write_text(json.dumps(CHUNKS))
    answer = client.get("/learn/dizzle", headers={"accept-language": spoken})
    assert f"</api/lessons/dizzle/{lang}>; rel=preload; as=fetch; crossorigin" in answer.headers["link"]
    assert f"</assets/{lang}.js>; rel=modulepreload; crossorigin" in answer.headers["link"]
    assert "accept-language" in answer.headers["vary"]


def test_of_a_game_that_there_is_not_nothing_is_foreseen(client: Client) -> None:
    assert client.get("/learn/chess").headers["link"] == GAMES
    assert client.get("/rules").headers["link"] == GAMES


def test_a_table_that_is_played_is_foreseen_with_its_document(pages: Path) -> None:
    """What the socket will tell the page to fetch; of a table that is not in memory nothing is told."""

    async def work() -> None:
        app = make_app(Settings(pages=pages), SlowStore())
        async with app.router.lifespan_context(app):
            tables = app.state.context.tables
            table = await tables.lay(created("dizzle/1", chairs(2)))
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as client:
                assert "link" not in (await client.get(f"/t/{table}")).headers
                document = (await tables.find(table)).room.state.document.address
                told = (await client.get(f"/t/{table}")).headers["link"]
                assert told == f"<{document}>; rel=preload; as=fetch; crossorigin"
                assert (await client.get(document)).status_code == 200

    asyncio.run(work())


def test_every_page_of_the_app_has_a_source() -> None:
    """The addresses here are those of the pages, and each file exists."""
    web = Path(__file__).parents[2] / "web"
    app = (web / "src/App.svelte").read_text("utf-8")
    for word, source in SOURCES.items():
        assert (web / source).is_file(), word
        assert f'import("./{source.removeprefix("src/")}")' in app, word
    table = (web / "src/table/TablePage.svelte").read_text("utf-8")
    for source in BY_PHASE.values():
        assert (web / source).is_file(), source
        assert f'/{Path(source).name}")' in table, source
    assert all((web / WORDS.format(lang=lang)).is_file() for lang in ("de", "en"))


# Pads --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("sheet", ["dizzle/1", "dizzle/8", "border/1", "traexx/1"])
def test_a_pad_is_a_picture_of_a_sheet_half_played(client: Client, sheet: str, look: str) -> None:
    answer = client.get(f"/api/pads/{sheet}/{look}.svg", headers=PACKED)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert length(answer) < 20_000
    ElementTree.fromstring(answer.text)
    game, found = catalogue.find(sheet)
    assert (
        half_played_state(game, found) == half_played_state(game, found) != game.rules.start(Setup(found, 2))
    )


@pytest.mark.parametrize("path", ["dizzle/1/pink", "dizzle/99/light", "ludo/1/light"])
def test_there_is_no_other_pad(client: Client, path: str) -> None:
    assert client.get(f"/api/pads/{path}.svg").status_code == 404
