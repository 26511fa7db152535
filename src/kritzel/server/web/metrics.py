"""What is counted, for programs that watch the server: `GET /metrics` in OpenMetrics.

Nothing in it is about a person or a table. Strangers find nothing here: it is told to the machine itself, as
long as no proxy stands before it, and to whoever brings the secret of `KRITZEL_METRICS`.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from mmap import PAGESIZE
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kritzel.server import meters
from kritzel.server.hall import Hall
from kritzel.server.settings import Settings
from kritzel.server.web import about, files
from kritzel.server.web.asking import house, refusing
from kritzel.server.web.network import FORWARDED, HERE

KIND = "application/openmetrics-text; version=1.0.0; charset=utf-8"
OFF = "off"
OWN = Path("/proc/self")


@refusing
async def metrics(request: Request) -> Response:
    """Everything that is counted; for strangers there is no such page."""
    home = house(request)
    if not admits(request, home.settings):
        raise HTTPException(404)
    text = await home.whole.counted() if home.whole else "".join(told(home.hall))
    return Response(text, media_type=KIND)


def admits(request: Request, chosen: Settings) -> bool:
    """Whether this is told: with the secret; without one to the machine itself, where no proxy is around."""
    if chosen.metrics == OFF:
        return False
    if chosen.metrics:
        brought = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(brought.encode(), chosen.metrics.encode())
    called = request.headers.get("host", "").rpartition(":")[0]
    near = request.client is not None and request.client.host in HERE and called in about.NEAR
    return near and not chosen.secure and not any(name in request.headers for name in FORWARDED)


# The text --------------------------------------------------------------------------------------
def told(hall: Hall) -> Iterator[str]:
    """All meters as text."""
    for count in meters.COUNTS:
        yield from _count(count)
    for spread in meters.SPREADS:
        yield from _spread(spread)
    yield from _gauges(_now(hall))
    yield from _process()
    yield from _head("kritzel_build", "info", "Which Kritzel this is.")
    yield f'kritzel_build_info{{version="{_plain(about.version())}"}} 1\n'
    yield "# EOF\n"


def _now(hall: Hall) -> Iterator[tuple[str, str, float]]:
    """What there is at this moment."""
    seen = hall.census()
    yield "kritzel_tables", "Tables in memory.", seen.tables
    yield "kritzel_pages", "Pages that look at a table.", seen.pages
    yield "kritzel_seats_empty", "People whose seat is kept while they are away.", seen.away
    yield "kritzel_door_waiting", "Pages that wait to be let in.", seen.waiting
    yield "kritzel_bots_asked", "Bots that are to move and have not yet.", seen.asked
    yield meters.PENDING.name, meters.PENDING.words, meters.PENDING.value


def _gauges(levels: Iterable[tuple[str, str, float]]) -> Iterator[str]:
    for name, words, value in levels:
        yield from _head(name, "gauge", words)
        yield f"{name} {value:g}\n"


def _process() -> Iterator[str]:
    """This process."""
    yield from _gauges(_used())
    yield from _head(
        "process_cpu_seconds", "counter", "Time on the processor, without that of bots.", "seconds"
    )
    yield f"process_cpu_seconds_total {time.process_time():.3f}\n"


def _used() -> Iterator[tuple[str, str, float]]:
    with suppress(OSError):  # only Linux tells so simply
        pages = int(OWN.joinpath("statm").read_text("ascii").split()[1])
        yield "process_resident_memory_bytes", "Memory, without that of bots.", pages * PAGESIZE
        yield "process_open_fds", "Open files and connections.", len(list(OWN.joinpath("fd").iterdir()))
    yield "process_max_fds", "How many there may be.", files.raise_limit()


def _head(name: str, kind: str, words: str, unit: str = "") -> Iterator[str]:
    yield f"# TYPE {name} {kind}\n"
    if unit:
        yield f"# UNIT {name} {unit}\n"
    yield f"# HELP {name} {words}\n"


def _count(count: meters.Count) -> Iterator[str]:
    yield from _head(count.name, "counter", count.words)
    kinds = sorted(count.kinds.copy().items()) or ([] if count.label else [("", 0)])
    for kind, times in kinds:
        label = f'{{{count.label}="{_plain(kind)}"}}' if count.label else ""
        yield f"{count.name}_total{label} {times}\n"


def _spread(spread: meters.Spread) -> Iterator[str]:
    yield from _head(spread.name, "histogram", spread.words, spread.unit)
    counts, total = spread.read()
    for bound, count in zip([*map(str, spread.bounds), "+Inf"], counts, strict=True):
        yield f'{spread.name}_bucket{{le="{bound}"}} {count}\n'
    yield f"{spread.name}_count {counts[-1]}\n{spread.name}_sum {total:.6f}\n"


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


# Several workers -------------------------------------------------------------------------------
def of_front(workers: Mapping[str, bool]) -> Iterator[str]:
    """What the front counts itself: which workers answer, and its own process."""
    yield from _head("kritzel_worker_up", "gauge", "Whether a worker answers.")
    for number, up in workers.items():
        yield f'kritzel_worker_up{{number="{number}"}} {up:d}\n'
    yield from _process()
    yield "# EOF\n"


def joined(texts: Mapping[str, str]) -> str:
    """The texts of several processes as one: each line says whose it is (`worker`)."""
    heads: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    for who, text in texts.items():
        family = ""
        for line in text.splitlines(keepends=True):
            if line.startswith("# TYPE "):
                family = line.split()[2]
            if not line.startswith("#"):
                samples.setdefault(family, []).append(_of(who, line))
            elif line != "# EOF\n" and line not in heads.setdefault(family, []):
                heads[family].append(line)
    parts = [line for family, head in heads.items() for line in (*head, *samples.get(family, ()))]
    return "".join([*parts, "# EOF\n"])


def _of(who: str, line: str) -> str:
    name, space, value = line.rpartition(" ")
    begun = f"{name[:-1]}," if name.endswith("}") else f"{name}{{"
    return f'{begun}worker="{who}"}}{space}{value}'


ROUTES = [Route("/metrics", metrics)]
