"""Where the CPU of a move goes by stage, and its bytes by field: `python -m bench.server profile`.

Each game is played by the same clients without and with a sampler, in turns. Shares come from the runs
with it, microseconds are these shares of the runs without it. `python -m bench.server_profile FILE serve`
is the server under the sampler.
"""

from __future__ import annotations

import faulthandler
import linecache
import re
import runpy
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bench.clients import Scales


class Profile(NamedTuple):
    """One game: CPU microseconds per move without the sampler and with it, and samples by stage."""

    game: str
    plains: Sequence[float]
    sampleds: Sequence[float]
    stages: Counter[str]
    scales: Scales
    moves: int
    """Moves that were weighed."""

    @property
    def plain(self) -> float:
        """Microseconds per move without the sampler."""
        return statistics.median(self.plains)

    @property
    def sampled(self) -> float:
        """And with it."""
        return statistics.median(self.sampleds)

    @property
    def samples(self) -> int:
        """All of them."""
        return self.stages.total()

    def spent(self, stage: str) -> float:
        """Microseconds per move."""
        return self.plain * self.stages[stage] / max(self.samples, 1)

    def sent(self, field: str) -> float:
        """Bytes per move to both clients."""
        return self.scales[field] / max(self.moves, 1)

    def as_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "game": self.game,
            "cpu_us": [round(each) for each in self.plains],
            "cpu_us_sampled": [round(each) for each in self.sampleds],
            "samples": self.samples,
            "stages_us": {stage: round(self.spent(stage), 1) for stage in sorted(self.stages)},
            "bytes": {field: round(self.sent(field), 1) for field in sorted(self.scales)},
        }


def read(text: str) -> Counter[str]:
    """Samples of a file by stage."""
    return count_stages(stacks(text))


# The terminal -------------------------------------------------------------------------------------
def as_text(profiles: Sequence[Profile]) -> str:
    """Three tables: stages, what the sampler itself costs, bytes."""
    stages = _stage_order(*(profile.stages for profile in profiles))
    fields = _heaviest(profiles)
    parts = [
        "CPU of the server by stage, µs per durable move, two clients at each table",
        _table(profiles, stages, Profile.spent, lambda profile: profile.plain),
        "",
        *(_cost(profile) for profile in profiles),
        "",
        "Bytes per move to both clients, by message and field",
        _table(profiles, fields, Profile.sent, lambda profile: sum(map(profile.sent, profile.scales))),
    ]
    return "\n".join(parts)


def _stage_order(*counts: Mapping[str, int]) -> list[str]:
    """All stages: those of a group together, the way in and out after them."""
    return sorted({stage for count in counts for stage in count}, key=lambda name: (":" not in name, name))


def _heaviest(profiles: Sequence[Profile]) -> list[str]:
    fields = {field for profile in profiles for field in profile.scales}
    return sorted(fields, key=lambda field: -max(profile.sent(field) for profile in profiles))


def _cost(profile: Profile) -> str:
    more = profile.sampled / profile.plain - 1 if profile.plain else 0.0
    return (
        f"{profile.game}: without the sampler {_each(profile.plains)} µs, with it {_each(profile.sampleds)} "
        f"({more:+.0%}); {profile.samples:,} samples, so a stage of 10 % is known to ±{_error(profile):.1%}."
    )


def _each(figures: Sequence[float]) -> str:
    return ", ".join(f"{figure:,.0f}" for figure in figures)


def _error(profile: Profile) -> float:
    """Two standard deviations of a share of a tenth."""
    return 2 * float((0.1 * 0.9 / max(profile.samples, 1)) ** 0.5)


def _table(
    profiles: Sequence[Profile],
    names: Sequence[str],
    figure: Callable[[Profile, str], float],
    total: Callable[[Profile], float],
) -> str:
    head = f"{'':<28}" + "".join(f"{profile.game:>12}{'':>6}" for profile in profiles)
    rows = [(name, [figure(profile, name) for profile in profiles]) for name in names]
    sums = [total(profile) for profile in profiles]
    return "\n".join([head, *(_row(name, figures, sums) for name, figures in [*rows, ("together", sums)])])


def _row(name: str, figures: Sequence[float], sums: Sequence[float]) -> str:
    cells = [f"{each:>12,.0f}{each / (of or 1):>6.0%}" for each, of in zip(figures, sums, strict=True)]
    return f"{name:<28}" + "".join(cells)


# Stages -------------------------------------------------------------------------------------------
class Frame(NamedTuple):
    """One line of a stack."""

    module: str
    function: str
    code: str = ""


Stack = Sequence[Frame]
"""Innermost first."""

FOR_WHOM = {
    "store": ("kritzel.server.store",),
    "view": ("kritzel.server.table.view",),
    "decide": ("kritzel.server.table",),
}
"""The outermost of these on a stack is whom the work is done for."""

PICTURES = ("kritzel.scene", "kritzel.layout", "kritzel.games.*.picture")
"""Whatever happens beneath these makes pictures, rules that they ask for included."""

WHAT = {
    "rules": ("kritzel.games", "kritzel.mechanics", "kritzel.game"),
    "dice": ("kritzel.server.table.dice",),
    "log lines": ("kritzel.server.table.log",),
    "story": ("kritzel.server.table.story",),
    "hands": ("kritzel.server.table.document", "kritzel.server.table.commands"),
    "fold": ("kritzel.record", "kritzel.server.table.state", "kritzel.server.table.room"),
    "seats, changes and the rest": ("kritzel.server.table.view",),
    "commands": ("kritzel.server.table",),
    "sqlite": ("kritzel.server.store",),
}
"""Else it is the innermost of these. Of two that fit the first counts."""

CALLS = {"encode": re.compile(r"\bencode\((?!\))"), "decode": re.compile(r"\bdecode\((?!\))")}
"""What is done in C: known by the line that calls it. Without arguments it is only text to bytes and back."""

AROUND = {
    "tables": (
        "kritzel.server.tables",
        "kritzel.server.live",
        "kritzel.server.door",
        "kritzel.server.sessions",
        "kritzel.server.bots",
    ),
    "messages": ("kritzel.server.wire",),
    "wire": ("kritzel.server.web", "uvicorn.protocols", "websockets", "starlette", "wsproto", "httptools"),
    "asyncio and the loop": ("asyncio", "uvloop", "uvicorn", "kritzel.cli", "kritzel.__main__"),
}
"""Everything else: the innermost that is known."""

WAYS = {
    "wire in": re.compile(r"receiv|recv|feed|parse|hear|read"),
    "wire out": re.compile(r"send|sent|writ|flush|news|fram|serialize|answer"),
}
"""Functions of the wire by the direction in their names."""

UNKNOWN = "not attributed"


def stage(stack: Stack) -> str:
    """Where this moment was spent."""
    for_whom = next((found for frame in reversed(stack) if (found := _group_of(frame.module, FOR_WHOM))), "")
    called = next((name for name, words in CALLS.items() if stack and words.search(stack[0].code)), "")
    if not for_whom:
        return called or _around(stack)
    drawing = any(_within(frame.module, module) for frame in stack for module in PICTURES)
    return f"{for_whom}: {called or ('pictures' if drawing else _innermost(stack, WHAT))}"


def _around(stack: Stack) -> str:
    found = _innermost(stack, AROUND)
    if found != "wire":
        return found
    wired = [frame.function for frame in stack if _group_of(frame.module, AROUND) == "wire"]
    ways = (way for function in wired for way, words in WAYS.items() if words.search(function))
    return next(ways, "wire, neither")


def _innermost(stack: Stack, stages: dict[str, tuple[str, ...]]) -> str:
    return next((found for frame in stack if (found := _group_of(frame.module, stages))), UNKNOWN)


def _group_of(module: str, stages: Mapping[str, tuple[str, ...]]) -> str:
    return next((name for name, begins in stages.items() if any(_within(module, b) for b in begins)), "")


def _within(module: str, package: str) -> bool:
    """Whether a module is this one or in it; `*` stands for any one name."""
    names, wanted = module.split("."), package.split(".")
    pairs = zip(names, wanted, strict=False)
    return len(names) >= len(wanted) and all(want in (name, "*") for name, want in pairs)


def count_stages(stacks: Iterable[Stack]) -> Counter[str]:
    """How many samples each stage has."""
    return Counter(map(stage, stacks))


# Reading what faulthandler wrote ------------------------------------------------------------------
LINE = re.compile(r'  File "(.*)", line (\d+) in (.*)')


def stacks(text: str) -> Iterator[Stack]:
    """Every whole stack of a file, or of a part of one."""
    for part in text.split("Stack (most recent call first):\n")[1:]:
        yield [_frame(*found.groups()) for found in map(LINE.fullmatch, part.splitlines()) if found]


@lru_cache(maxsize=10_000)
def _frame(file: str, line: str, function: str) -> Frame:
    return Frame(module_of(file), function, linecache.getline(file, int(line)).strip())


def module_of(file: str) -> str:
    """The name of the module in a file: whatever follows the last folder that packages lie in."""
    path = re.split(r"/src/|/site-packages/|/python3\.\d+/(?!site-packages/)", file)[-1]
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


# The server under a sampler -----------------------------------------------------------------------
EVERY_S = 0.001
"""Seconds of CPU time between samples; the kernel takes its own tick where that is longer."""


def main(file: str, *arguments: str) -> None:
    faulthandler.register(signal.SIGPROF, file=Path(file).open("wb"), all_threads=False)  # noqa: SIM115
    signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)
    sys.argv[:] = ["kritzel", *arguments]
    sys.path.pop(0)
    runpy.run_module("kritzel", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
