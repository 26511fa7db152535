"""What a page will ask for next, told together with the page: a browser then asks for all of it at once.

Without it a browser first reads the script of all pages to learn of the one that was asked for, and that one
to learn what it shows. Knows the list of files that the build leaves (`chunks.json`); without one nothing is
told of files, and nothing is missing. What a table needs is told where the table is in memory anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kritzel.games import catalogue
from kritzel.server.live import Live
from kritzel.server.web.asking import house
from kritzel.server.wire import calls

LIST = "chunks.json"
SOURCES = {
    "": "src/home/Page.svelte",
    "t": "src/table/Page.svelte",
    "review": "src/review/Page.svelte",
    "try": "src/puzzle/Page.svelte",
    "explore": "src/puzzle/Explore.svelte",
    "puzzle": "src/puzzle/Page.svelte",
    "rules": "src/rulebook/Page.svelte",
    "learn": "src/learn/Page.svelte",
    "verify": "src/verify/Page.svelte",
    "device": "src/home/Device.svelte",
}
"""The part of the pages that an address asks for, by its first word (web/src/App.svelte)."""
OF_TABLES = ("review", "try", "explore")
"""Words that stand behind a table's name instead."""
BY_PHASE = {"open": "src/table/Lobby.svelte", "over": "src/end/End.svelte", "stopped": "src/end/End.svelte"}
"""What the page of a table loads besides, before and after play (web/src/table/Page.svelte)."""
WORDS = "src/words/{lang}.ts"
"""What all pages say, by language (web/src/words/words.svelte.ts)."""
IN_WORDS: dict[str, calls.AnyCall] = {"rules": calls.RULEBOOK, "learn": calls.LESSON}
"""What is read on a page of a game, in the language of the page."""
Chunks = dict[str, dict[str, Any]]


def foresee(page: Response, folder: Path, request: Request) -> None:
    """Put the header `Link` on a page, where there is something to tell."""
    word, rest = _asks_for(request.scope["path"])
    live = house(request).hall.at_hand(rest) if word == "t" else None
    lang = _first_language(request.headers.get("accept-language", ""))
    sources = [WORDS.format(lang=lang), SOURCES.get(word, "")]
    sources += [BY_PHASE.get(live.room.standing.phase, "")] if live else []
    code = _code(folder, tuple(filter(None, sources)))
    if told := [*code, *_asked(word, rest, live, lang)]:
        page.headers["link"] = ", ".join(told)
    if code or word in IN_WORDS:
        page.headers.add_vary_header("accept-language")


def _first_language(accepted: str) -> str:
    """As web/src/settings.svelte.ts has it."""
    return "de" if accepted.lower().startswith("de") else "en"


def _asks_for(path: str) -> tuple[str, str]:
    """The word of `SOURCES` that stands for a page, and what follows it in the address."""
    word, _, rest = path.strip("/").partition("/")
    last = rest.rpartition("/")[2]
    return (last, rest) if word == "t" and last in OF_TABLES else (word, rest)


def _asked(word: str, rest: str, live: Live | None, lang: str) -> Iterator[str]:
    """What the page asks of the server."""
    if live is not None:
        yield _fetched(live.showing().book.address)
    if word in ("", *IN_WORDS):
        yield _fetched(calls.GAMES.path)
    if word in IN_WORDS and rest in catalogue.GAMES:
        yield _fetched(IN_WORDS[word].path.format(game=rest, lang=lang))


def _fetched(address: str) -> str:
    return f"<{address}>; rel=preload; as=fetch; crossorigin"


def _code(folder: Path, sources: tuple[str, ...]) -> tuple[str, ...]:
    listed = folder / LIST
    try:
        return _links(str(listed), listed.stat().st_mtime_ns, sources)
    except (OSError, msgspec.MsgspecError):  # there is none, or another one is just being written
        return ()


@lru_cache(64)
def _links(listed: str, changed: int, sources: tuple[str, ...]) -> tuple[str, ...]:
    chunks: Chunks = msgspec.json.decode(Path(listed).read_bytes())
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
