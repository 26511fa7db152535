"""Cold start: what importing Kritzel, compiling a twin for the first time and loading it later take.

Each is measured in a fresh process; twins in an empty cache folder of their own, then once more in the same.
"""

from __future__ import annotations

import json
import tempfile
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.lines import SCRIPT, last_words, start
from kritzel.games import catalogue

SEED = 1
IMPORT = """
from time import perf_counter, process_time
clock, begun = perf_counter(), process_time()
import {0}
print([process_time() - begun, perf_counter() - clock])
"""


class Start(NamedTuple):
    """One cold start in CPU seconds and by the clock; or why there is none."""

    what: str
    cpu_seconds: float = 0
    clock_seconds: float = 0
    problem: str = ""


def starts() -> list[Start]:
    """Imports alone, then twin by twin."""
    modules = ("kritzel", "kritzel.cli", "numba")
    found = [_start(f"import {module}", ["-c", IMPORT.format(module)]) for module in modules]
    for slug in catalogue.GAMES:
        with tempfile.TemporaryDirectory() as folder:
            again = [SCRIPT, "--cold", slug]
            found.append(_start(f"{slug}: first ever, compiled", again, KRITZEL_CACHE=folder))
            found.append(_start(f"{slug}: later, from the cache", again, KRITZEL_CACHE=folder))
    return found


def _start(what: str, arguments: list[str], **environment: str) -> Start:
    try:
        return Start(what, *json.loads(last_words(start(arguments, **environment))))
    except RuntimeError as problem:
        return Start(what, problem=str(problem))


def start_here(slug: str) -> None:
    """The work of a fresh process: prints the CPU seconds and those by the clock as JSON."""
    clock, begun = perf_counter(), process_time()
    use_everything(slug)
    print(json.dumps([process_time() - begun, perf_counter() - clock]))


def use_everything(slug: str) -> None:
    """Every compiled function of a twin and the greedy bot once, by a short walk through a game."""
    from kritzel.fast.twin import twin as twin_of
    from kritzel.minds.mind import mind

    twin = twin_of(slug)
    import numpy as np

    packed = twin.pack(catalogue.find(slug)[1])
    state = twin.blank(packed, 2)
    moves, faces = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(16, np.int32)
    while twin.pending(packed, state) > 1:
        twin.reveal(packed, state, faces, twin.outcome(packed, state, SEED, faces))
    seat = _lowest(twin.deciding(packed, state))
    twin.legal(packed, state, seat, moves)
    move = int(mind(slug).greedy(packed, state, seat, SEED))
    twin.allowed(packed, state, seat, move)
    twin.apply(packed, state, seat, move)
    _finish(twin, packed, state, np)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _finish(twin: Any, packed: Any, state: Any, np: Any) -> None:
    twin.playout(packed, state, SEED)
    points = np.zeros(4, np.int32)
    twin.scores(packed, state, points)
    twin.places(packed, state, points)
    twin.playouts(packed, 2, 1, SEED, np.zeros(4, np.int64))
