"""A real server whose luck is written down: the same test meets the same dice, however tests are spread.

The dice of a table come from its name, its secret seed and the seeds of the pages (docs/protocol.md). Here
the first two follow from a word in a file, which each test sets, and from how many tables were laid since;
the seeds of the pages are fixed in `people`. Everybody sits where they were put, unless the word speaks of
lots. Nothing else differs from `kritzel serve`: dice stay verifiable.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from tests.server.serving import Server as PlainServer

LUCK = "KRITZEL_TEST_LUCK"


class Server(PlainServer):
    """`kritzel serve` with scripted luck, and with these pages."""

    module = "tests.browser.serving"

    def __init__(self, folder: Path, pages: Path, **env: str) -> None:
        super().__init__(folder, KRITZEL_PAGES=str(pages), **env)
        self.luck("")
        self.env[LUCK] = str(folder / "luck.txt")

    def luck(self, word: str) -> None:
        """What the dice of the next tables follow from."""
        (self.folder / "luck.txt").write_text(word, "utf-8")


def script(word_file: Path) -> None:
    """Let names and seeds of tables follow from the word in the file."""
    from msgspec.structs import replace

    from kritzel.server import tables
    from kritzel.server.web import app

    laid: Counter[str] = Counter()
    seed = [b""]

    class Scripted(tables.Tables):
        async def lay(self, created: Any, *, table: str = "", digital: bool = True) -> str:
            word = word_file.read_text("utf-8")
            laid[word] += 1
            digest = hashlib.sha256(f"{word}|{laid[word]}".encode()).digest()
            seed[0] = digest
            if "lots" not in word:
                created = replace(created, begins="")
            return await super().lay(created, table=table or digest.hex()[:16], digital=digital)

    mock.patch.object(tables, "secrets", SimpleNamespace(token_bytes=lambda _: seed[0])).start()
    mock.patch.object(app, "Tables", Scripted).start()


if __name__ == "__main__":
    from kritzel.cli.serve import serve

    script(Path(os.environ[LUCK]))
    serve(args=[])
