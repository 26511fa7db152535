"""Where the CPU of a live move goes: stacks that were sampled, counted by stage.

Stages are named by the modules they live in, never by functions of ours, so that they outlive a tidying up.
A stack is read twice: from the outside for whom the work is done (decide, view, store), from the inside for
what it is. What belongs to neither is the way in and out.
"""

from __future__ import annotations

import linecache
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple


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

PICTURES = ("kritzel.scene", "kritzel.layout", "kritzel.games.*.scene")
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
    for_whom = next((found for frame in reversed(stack) if (found := _named(frame.module, FOR_WHOM))), "")
    called = next((name for name, words in CALLS.items() if stack and words.search(stack[0].code)), "")
    if not for_whom:
        return called or _around(stack)
    drawing = any(_within(frame.module, module) for frame in stack for module in PICTURES)
    return f"{for_whom}: {called or ('pictures' if drawing else _innermost(stack, WHAT))}"


def _around(stack: Stack) -> str:
    found = _innermost(stack, AROUND)
    if found != "wire":
        return found
    wired = [frame.function for frame in stack if _named(frame.module, AROUND) == "wire"]
    ways = (way for function in wired for way, words in WAYS.items() if words.search(function))
    return next(ways, "wire, neither")


def _innermost(stack: Stack, stages: dict[str, tuple[str, ...]]) -> str:
    return next((found for frame in stack if (found := _named(frame.module, stages))), UNKNOWN)


def _named(module: str, stages: Mapping[str, tuple[str, ...]]) -> str:
    return next((name for name, begins in stages.items() if any(_within(module, b) for b in begins)), "")


def _within(module: str, package: str) -> bool:
    """Whether a module is this one or in it; `*` stands for any one name."""
    names, wanted = module.split("."), package.split(".")
    pairs = zip(names, wanted, strict=False)
    return len(names) >= len(wanted) and all(want in (name, "*") for name, want in pairs)


def counted(stacks: Iterable[Stack]) -> Counter[str]:
    """How many samples each stage has."""
    return Counter(map(stage, stacks))


# Reading what faulthandler wrote ----------------------------------------------------------------------------
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
