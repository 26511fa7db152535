"""Pages and what is the same for all callers: compressed once, cached by browsers, preloaded."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from kritzel.games import catalogue
from kritzel.server.live import LiveTable
from kritzel.server.web.http import context_of
from kritzel.server.wire import calls

CACHE_FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""
CACHE_5_MIN = "public, max-age=300"
REVALIDATE = "no-cache"
"""Cached, but checked by ETag on each use."""
COMPRESSIBLE = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/javascript",
    "image/svg+xml",
)
"""Media types worth compressing."""


class EncodedBody(NamedTuple):
    """A response body, plain and gzipped (empty where that is not smaller), with its type and ETag."""

    plain: bytes
    gzipped: bytes
    media: str
    tag: str


def encode_body(data: bytes, media: str = "application/json") -> EncodedBody:
    """Compress a body. The tag is weak: the same for both encodings."""
    gzipped = gzip.compress(data, 9, mtime=0) if media.startswith(COMPRESSIBLE) else b""
    tag = f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'
    return EncodedBody(data, gzipped if len(gzipped) < len(data) else b"", media, tag)


def respond(request: Request, body: EncodedBody, cache: str = CACHE_5_MIN) -> Response:
    """The response in the encoding that the caller accepts; 304 if its ETag is known."""
    headers = {"etag": body.tag, "cache-control": cache}
    if body.gzipped:
        headers["vary"] = "accept-encoding"
    if body.tag in _split(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if body.gzipped and accepts_gzip(request.headers.get("accept-encoding", "")):
        return Response(body.gzipped, headers=headers | {"content-encoding": "gzip"}, media_type=body.media)
    return Response(body.plain, headers=headers, media_type=body.media)


def accepts_gzip(accepted: str) -> bool:
    """Whether the caller accepts gzip; `gzip;q=0` refuses it."""
    for wish in _split(accepted):
        name, _, weight = wish.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return weight.strip("0.") != "" or not weight
    return False


def _split(header: str) -> list[str]:
    return [part.strip() for part in header.split(",")]


MANIFEST = "chunks.json"
SOURCES = {
    "": "src/home/HomePage.svelte",
    "t": "src/table/TablePage.svelte",
    "review": "src/review/ReviewPage.svelte",
    "try": "src/puzzle/PuzzlePage.svelte",
    "explore": "src/puzzle/Explore.svelte",
    "puzzle": "src/puzzle/PuzzlePage.svelte",
    "rules": "src/rulebook/RulebookPage.svelte",
    "learn": "src/learn/LessonPage.svelte",
    "verify": "src/verify/VerifyPage.svelte",
    "device": "src/home/Device.svelte",
}
"""The part of the pages that an address asks for, by its first word (web/src/App.svelte)."""
OF_TABLES = ("review", "try", "explore")
"""Words that stand behind a table's name instead."""
BY_PHASE = {"open": "src/table/Lobby.svelte", "over": "src/end/End.svelte", "stopped": "src/end/End.svelte"}
"""What the page of a table loads besides, before and after play (web/src/table/TablePage.svelte)."""
WORDS = "src/words/{lang}.ts"
"""What all pages say, by language (web/src/words/words.svelte.ts)."""
IN_WORDS: dict[str, calls.AnyCall] = {"rules": calls.RULEBOOK, "learn": calls.LESSON}
"""What is read on a page of a game, in the language of the page."""
Chunks = dict[str, dict[str, Any]]


def add_preload_links(page: Response, folder: Path, request: Request) -> None:
    """Add the header `Link` with what the page will load."""
    word, rest = _page_of(request.scope["path"])
    live = context_of(request).tables.in_memory(rest) if word == "t" else None
    # as web/src/settings.svelte.ts chooses the language
    lang = "de" if request.headers.get("accept-language", "").lower().startswith("de") else "en"
    sources = [WORDS.format(lang=lang), SOURCES.get(word, "")]
    sources += [BY_PHASE.get(live.room.state.phase, "")] if live else []
    code = _code_links(folder, tuple(filter(None, sources)))
    if links := [*code, *_data_links(word, rest, live, lang)]:
        page.headers["link"] = ", ".join(links)
    if code or word in IN_WORDS:
        page.headers.add_vary_header("accept-language")


def _page_of(path: str) -> tuple[str, str]:
    """The word of `SOURCES` that stands for a page, and what follows it in the address."""
    word, _, rest = path.strip("/").partition("/")
    last = rest.rpartition("/")[2]
    return (last, rest) if word == "t" and last in OF_TABLES else (word, rest)


def _data_links(word: str, rest: str, live: LiveTable | None, lang: str) -> Iterator[str]:
    """Links for what the page fetches from the API."""
    if live is not None:
        yield _fetch_link(live.room.state.document.address)
    if word in ("", *IN_WORDS):
        yield _fetch_link(calls.GAMES.path)
    if word in IN_WORDS and rest in catalogue.GAMES:
        yield _fetch_link(IN_WORDS[word].path.format(game=rest, lang=lang))


def _fetch_link(address: str) -> str:
    return f"<{address}>; rel=preload; as=fetch; crossorigin"


def _code_links(folder: Path, sources: tuple[str, ...]) -> tuple[str, ...]:
    manifest = folder / MANIFEST
    try:
        return _links(str(manifest), manifest.stat().st_mtime_ns, sources)
    except (OSError, msgspec.MsgspecError):  # there is none, or another one is just being written
        return ()


@lru_cache(64)
def _links(manifest: str, changed: int, sources: tuple[str, ...]) -> tuple[str, ...]:
    chunks: Chunks = msgspec.json.decode(Path(manifest).read_bytes())
    there = set(_files(chunks, "index.html"))
    every = [file for source in sources for file in _files(chunks, source)]
    return tuple(_link(file) for file in dict.fromkeys(every) if file not in there)


def _files(chunks: Chunks, name: str) -> Iterator[str]:
    """The files of a part and of all it is built on."""
    part = chunks.get(name, {})
    for other in part.get("imports", []):
        yield from _files(chunks, other)
    yield from part.get("css", [])
    if "file" in part:
        yield part["file"]


def _link(file: str) -> str:
    kind = "rel=preload; as=style" if file.endswith(".css") else "rel=modulepreload"
    return f"</{file}>; {kind}; crossorigin"


# The pages ---------------------------------------------------------------------------------------
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix: those of the machine differ."""
NOT_PAGES = ("api", "control")
"""Beginnings of paths that are never the app's own."""


class Pages(StaticFiles):
    """The built pages; an address without a file is the app's own, which reads it itself."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or path.startswith(NOT_PAGES) or "." in path:
                raise
            return await super().get_response("index.html", scope)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, compressed; names in `assets/` change with the content; a page gets preload links."""
        try:
            body = _file(str(full_path), stat_result.st_mtime_ns, stat_result.st_size)
        except OSError:  # another version is being installed, or it is not readable
            raise HTTPException(404) from None
        named = Path(full_path).parent.name == "assets"
        request = Request(scope)
        answer = respond(request, body, CACHE_FOREVER if named else REVALIDATE)
        if Path(full_path).name == "index.html":
            add_preload_links(answer, Path(full_path).parent, request)
        return answer


@lru_cache(256)
def _file(path: str, changed: int, size: int) -> EncodedBody:
    """A file, encoded again when it has changed."""
    return encode_body(Path(path).read_bytes(), KINDS.get(Path(path).suffix) or "application/octet-stream")
