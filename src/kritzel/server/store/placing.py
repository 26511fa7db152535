"""Which worker keeps a table, by its name; and the files in which workers keep theirs."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_NUMBER = re.compile(r"\.shard-(\d+)$")


def place(table: str, of: int) -> int:
    """The number of the worker that keeps this table, of so many."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:4]) % of


def shard(data: Path, number: int) -> Path:
    """The file in which this worker writes its tables, beside the one for guests and lists."""
    return data.with_name(f"{data.name}.shard-{number}")


def shards(data: Path) -> dict[int, Path]:
    """The files of workers that are there, by number."""
    found = {path: _NUMBER.search(path.name) for path in data.parent.glob(f"{data.name}.shard-*")}
    return {int(number[1]): path for path, number in sorted(found.items()) if number}
