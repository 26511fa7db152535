"""Who helped a seat: a hint was taken for a move, or a bot made it in somebody's place. Knows no game.

A record says it in comments, so that a review of it knows whose moves are whose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

HINT, BOT = "hint", "bot"
KINDS = (HINT, BOT)
NOTE = "# help "
EVENT = re.compile("[0-9]{1,6}")

Helped: TypeAlias = tuple[tuple[int, str], ...]
"""Events of a record, by number, and the kind of help each of them had."""


def notes(helped: Mapping[int, str]) -> str:
    """The same as comments at the end of a record; nothing where nobody was helped."""
    by_kind = {kind: [str(event) for event in sorted(helped) if helped[event] == kind] for kind in KINDS}
    return "".join(f"{NOTE}{kind}: {' '.join(events)}\n" for kind, events in by_kind.items() if events)


def helped_in(record: str) -> Helped:
    """What the comments of a record say; what cannot be read is no help."""
    return tuple(sorted(dict(_noted(record)).items()))


def _noted(record: str) -> Iterator[tuple[int, str]]:
    for line in record.split("\n"):
        kind, colon, events = line.removeprefix(NOTE).partition(":")
        if line.startswith(NOTE) and colon and kind in KINDS:
            yield from ((int(each), kind) for each in events.split() if EVENT.fullmatch(each))
