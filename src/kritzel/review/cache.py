"""Parts of reviews on disk, so that a review goes on where it stopped. The folder never grows large."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from kritzel.fast import cache
from kritzel.review.labels import Measured
from kritzel.review.luck import EventLuck, LuckReplay, Odds
from kritzel.review.moves import Candidate, MoveFigures

MAX_FILES = 400
"""Those used longest ago are deleted."""

Part: TypeAlias = EventLuck | MoveFigures | LuckReplay | None
"""A part of a review: the luck of one event (None where only rollouts tell), one step, the same luck."""
PART_TYPES = {kind.__name__: kind for kind in (EventLuck, Odds, MoveFigures, Candidate, Measured, LuckReplay)}


def folder() -> Path:
    """Beside the compiled twins."""
    return cache.cache_folder().parent / "reviews"


@lru_cache(1)
def code_hash() -> str:
    found = hashlib.sha256(cache.fingerprint().encode())
    for source in sorted(Path(__file__).parent.iterdir()):
        if source.suffix in (".py", ".json"):
            found.update(source.name.encode() + source.read_bytes())
    return found.hexdigest()[:16]


def cache_key(*depends_on: object) -> str:
    text = json.dumps([code_hash(), *map(str, depends_on)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class PartCache:
    """The parts of one review, in memory and on disk, if the disk can be written to."""

    def __init__(self, key: str, on_disk: bool = True) -> None:
        self._path = folder() / f"{key}.jsonl" if on_disk else None
        self.parts: dict[str, Part] = {}
        if self._path is not None and self._path.is_file():
            self.parts = _read(self._path)

    def add(self, key: str, part: Part) -> None:
        self.parts[key] = part
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self._path.exists()
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, part], default=_to_json) + "\n")
            if fresh:
                sweep(self._path.parent)
        except OSError:
            self._path = None


def _to_json(part: Any) -> dict[str, Any]:
    """A dataclass as an object that names its type."""
    assert is_dataclass(part), "parts are dataclasses"
    return {"type": type(part).__name__} | {each.name: getattr(part, each.name) for each in fields(part)}


def _from_json(found: dict[str, Any]) -> Any:
    return PART_TYPES[found.pop("type")](**found)


def _read(path: Path) -> dict[str, Part]:
    """All whole lines; the last one may have been cut off."""
    parts = dict[str, Part]()
    for line in path.read_text("utf-8").splitlines():
        try:
            key, part = json.loads(line, object_hook=_from_json)
        except ValueError:
            continue
        parts[key] = part
    os.utime(path)
    return parts


def sweep(folder: Path, most: int = MAX_FILES) -> None:
    """Delete all but the files used last."""
    files = sorted(folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[most:]:
        file.unlink(missing_ok=True)
