"""What a page will ask for next, told together with the page: a browser then asks for all of it at once.

Without it a browser first reads the script of all pages to learn of the one that was asked for. Knows the
list of files that the build leaves (`chunks.json`); without one nothing is told, and nothing is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

LIST = "chunks.json"
SOURCES = {
    "t": "src/table/Page.svelte",
    "review": "src/review/Page.svelte",
    "rules": "src/rulebook/Page.svelte",
    "learn": "src/learn/Page.svelte",
    "verify": "src/verify/Page.svelte",
    "device": "src/home/Device.svelte",
}
"""The part of the pages that an address asks for, by its first word (web/src/App.svelte)."""
HOME = "</api/games>; rel=preload; as=fetch; crossorigin"
Chunks = dict[str, dict[str, Any]]


def links(folder: Path, path: str) -> str:
    """The header `Link` for the page of an address; empty where there is nothing to tell."""
    parts = path.strip("/").split("/")
    word = "review" if parts[0] == "t" and parts[-1] == "review" else parts[0]
    listed = folder / LIST
    if not word:
        return HOME
    if word not in SOURCES or not listed.is_file():
        return ""
    return ", ".join(_links(str(listed), listed.stat().st_mtime_ns, SOURCES[word]))


@lru_cache(64)
def _links(listed: str, changed: int, source: str) -> tuple[str, ...]:
    chunks: Chunks = msgspec.json.decode(Path(listed).read_bytes())
    there = set(_files(chunks, "index.html"))
    return tuple(_link(file) for file in dict.fromkeys(_files(chunks, source)) if file not in there)


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
