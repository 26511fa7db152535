"""Reviews that were worked out, on disk: by a word for all that they depend on. The folder never grows large.

A review is kept part by part while it is worked out, so that it goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from kritzel.fast import cache

MOST_FILES = 400
"""Older ones go."""


def folder() -> Path:
    """Where they are kept: beside the compiled twins."""
    return cache.cache_folder().parent / "reviews"


@lru_cache(1)
def edition() -> str:
    """A word for the code that works reviews out."""
    seen = hashlib.sha256(cache.fingerprint().encode())
    for source in sorted(Path(__file__).parent.iterdir()):
        if source.suffix in (".py", ".json"):
            seen.update(source.name.encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def word_for(*parts: object) -> str:
    """A word that nothing but these parts and this code brings."""
    said = json.dumps([edition(), *map(str, parts)])
    return hashlib.sha256(said.encode()).hexdigest()[:32]


class Kept:
    """The parts of one review. Where nothing can be written, nothing is kept, and nothing is missing."""

    def __init__(self, word: str, on_disk: bool = True) -> None:
        self._path = folder() / f"{word}.jsonl" if on_disk else None
        self.parts: dict[str, Any] = {}
        if self._path is not None and self._path.is_file():
            self.parts = dict(_read(self._path))

    def add(self, key: str, part: dict[str, Any]) -> None:
        """One more part."""
        self.parts[key] = part
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self._path.exists()
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, part]) + "\n")
            if fresh:
                sweep(self._path.parent)
        except OSError:
            self._path = None


def _read(path: Path) -> list[tuple[str, Any]]:
    """All whole lines; somebody may have stopped in the middle of the last one."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        try:
            key, part = json.loads(line)
        except ValueError:
            continue
        found.append((key, part))
    os.utime(path)
    return found


def sweep(folder: Path, most: int = MOST_FILES) -> None:
    """Only so many are kept, those that were asked for last."""
    files = sorted(folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[most:]:
        file.unlink(missing_ok=True)
