"""Histories in the manner of Jepsen: what clients said and heard, held against what is written in the end.

Each command is invoked and then acknowledged (ok), refused (fail) or never answered (unknown). `faults` says
what cannot be: something acknowledged that is not in the log exactly once, something refused that is, a gap,
a twin, a story that was told otherwise before, a line of a server that kept its table no longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Line(NamedTuple):
    """A line of a log: its version, its command, and the token of whoever wrote it."""

    version: int
    command: str | None = None
    token: int = 0


class Claim(NamedTuple):
    """Somebody keeps a table from a version on."""

    token: int
    version: int
    owner: int = 0


class History:
    """What one client has said and heard. `outbox` is what was not answered yet."""

    def __init__(self) -> None:
        self.ok: dict[str, int] = {}
        self.refused: set[str] = set()
        self.invoked: set[str] = set()
        self.outbox: Json | None = None
        self.stories: dict[str, list[Json]] = {}
        self.faults: list[str] = []

    def says(self, command: Json) -> None:
        self.outbox = command
        self.invoked.add(command["id"])

    def heard(self, answer: Json) -> None:
        self.outbox = None
        if answer["t"] == "ack":
            before = self.ok.setdefault(answer["id"], answer["version"])
            if before != answer["version"]:
                self.faults.append(f"{answer['id']}: acknowledged at {before} and at {answer['version']}")
        elif answer["code"] != "retry":
            self.refused.add(answer["id"])

    def told(self, table: str, story: list[Json]) -> None:
        """A page was told a story; what was told of this table before has to be its beginning."""
        known = self.stories.get(table, [])
        if story[: len(known)] != known:
            self.faults.append(f"{table}: what was told once is no longer true")
        self.stories[table] = story


def faults(
    histories: Iterable[History],
    logs: Mapping[str, Sequence[Line]],
    claims: Mapping[str, Sequence[Claim]] | None = None,
) -> list[str]:
    """Everything that cannot be."""
    found = [fault for history in histories for fault in history.faults]
    seen = Counter(line.command for lines in logs.values() for line in lines if line.command)
    for history in histories:
        found += [
            f"{each}: acknowledged, written {seen[each]} times" for each in history.ok if seen[each] != 1
        ]
        found += [f"{each}: refused and written" for each in history.refused if seen[each]]
        unknown = history.invoked - history.refused - history.ok.keys()
        found += [f"{each}: written {seen[each]} times" for each in unknown if seen[each] > 1]
    for table, lines in logs.items():
        versions = [line.version for line in lines]
        if versions != list(range(1, len(versions) + 1)):
            found.append(f"{table}: gaps or twins in {versions}")
    for table, kept in (claims or {}).items():
        found += [f"{table}: {fault}" for fault in _two_owners(logs.get(table, ()), kept)]
    return found


def _two_owners(lines: Sequence[Line], claims: Sequence[Claim]) -> list[str]:
    tokens = [claim.token for claim in claims]
    found = [] if tokens == sorted(set(tokens)) else [f"tokens given twice, or not in order: {tokens}"]
    for line in lines:
        keeper = max((claim.token for claim in claims if claim.version < line.version), default=0)
        if line.token != keeper:
            found.append(f"version {line.version} was written with token {line.token}, kept by {keeper}")
    return found
