"""Result folders: a manifest, and a line of JSON for every finished deal. Knows files, no games.

Lines are added as deals finish; at the end the file is rewritten, sorted by deal, so that equal jobs leave
equal files. A line torn by a crash is dropped and its deal played again; a deal that is there is never
played again. A folder of another job is refused, and left as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from kritzel.arena.job import ArenaError, Job, refuse

MANIFEST, DEALS = "manifest.json", "deals.jsonl"


class Folder:
    """The results of one job: `lines` by deal, in memory and in the file."""

    def __init__(self, path: Path, job: Job, *, resume: bool) -> None:
        """Begin or go on. ArenaError where there are other results, or some and `resume` is False."""
        self.path = path
        self._job = job
        self.lines: dict[int, str] = {}
        if (path / MANIFEST).exists():
            self._expect_same(resume)
            self.lines = read_lines(path / DEALS, job)
        elif path.is_dir() and any(path.iterdir()):
            raise refuse(
                f"{path}: Der Ordner ist nicht leer und enthält keine Ergebnisse der Arena.",
                f"{path}: the folder is not empty, and what is in it are no arena results.",
            )
        path.mkdir(parents=True, exist_ok=True)
        write(path / MANIFEST, json.dumps(job.manifest(), ensure_ascii=False, indent=2) + "\n")
        self.settle()
        self._file: IO[str] = (path / DEALS).open("a", encoding="utf-8", newline="\n")

    def add(self, lines: Mapping[int, str]) -> None:
        """Deals that are there already are not written again."""
        fresh = {deal: line for deal, line in lines.items() if deal not in self.lines}
        self.lines |= fresh
        self._file.writelines(f"{line}\n" for line in fresh.values())
        self._file.flush()
        os.fsync(self._file.fileno())

    def settle(self) -> None:
        self.lines = dict(sorted(self.lines.items()))
        write(self.path / DEALS, "".join(f"{line}\n" for line in self.lines.values()))

    def close(self) -> None:
        self._file.close()
        self.settle()

    def deals(self) -> list[Any]:
        return [json.loads(line) for _, line in sorted(self.lines.items())]

    def _expect_same(self, resume: bool) -> None:
        there = _manifest(self.path)
        if differing := differences(there, self._job.manifest()):
            raise _other_job(self.path, differing)
        if not resume:
            raise refuse(
                f"{self.path}: Hier liegen schon Ergebnisse. Mit --resume geht es weiter.",
                f"{self.path}: there are results already. --resume goes on with them.",
            )


def differences(there: Mapping[str, Any], now: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What differs between two manifests: the key, and what it says there and now."""
    keys = dict.fromkeys([*now, *there])
    return [
        (key, _value_text(there, key), _value_text(now, key))
        for key in keys
        if there.get(key) != now.get(key)
    ]


def _value_text(manifest: Mapping[str, Any], key: str) -> str:
    value = manifest.get(key, "-")
    if key == "bots" and isinstance(value, list):
        return ",".join(str(bot.get("name")) if isinstance(bot, dict) else str(bot) for bot in value)
    return str(value)


def _other_job(path: Path, differing: Iterable[tuple[str, str, str]]) -> ArenaError:
    differing = list(differing)
    de = "; ".join(f"{key}: dort {there}, jetzt {now}" for key, there, now in differing)
    en = "; ".join(f"{key}: {there} there, {now} now" for key, there, now in differing)
    return refuse(
        f"{path}: Ergebnisse eines anderen Auftrags ({de}).",
        f"{path}: results of another job ({en}).",
    )


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = json.loads((path / MANIFEST).read_text("utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise refuse(
            f"{path / MANIFEST}: Das ist kein Manifest der Arena.",
            f"{path / MANIFEST}: this is no manifest of the arena.",
        )
    return found


def read_lines(path: Path, job: Job) -> dict[int, str]:
    """The finished deals of a file. A torn last line is dropped; any other broken line is refused."""
    if not path.exists():
        return {}
    *whole, torn = path.read_bytes().decode("utf-8", "replace").split("\n")
    lines: dict[int, str] = {}
    for number, line in enumerate([*whole, torn] if torn else whole, 1):
        deal = _deal(line, job)
        if deal is not None:
            lines.setdefault(deal, line)
        elif number <= len(whole):
            raise refuse(
                f"{path}:{number}: Das ist keine Gabe dieses Auftrags.",
                f"{path}:{number}: this is no deal of this job.",
            )
    return lines


def _deal(line: str, job: Job) -> int | None:
    """The number of a line's deal, if it is one of this job with all its games."""
    try:
        found = json.loads(line)
        deal = found["deal"]
        seated = [(game["bots"], game["boards"]) for game in found["games"]]
        full = all(len(game[key]) == job.seats for game in found["games"] for key in ("scores", "places"))
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(deal, int) or deal < 0 or not full:
        return None
    names = [entry.name for entry in job.entries]
    wanted = [([names[bot] for bot in bots], list(boards)) for bots, boards in job.games(deal)]
    return deal if seated == wanted else None


def write(path: Path, text: str) -> None:
    """Write a whole file, or leave the old one: never half of it."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
