"""Writes the tables and examples of docs/protocol.md: every message, every part, every field.

    python -m tools.protocol_page [--check]

They are made from the structs themselves: names, types, docstrings, and what is left out. The examples are
what a real room says (`protocol_examples`). With --check nothing is written; the exit code says whether the
page is up to date.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType, NoneType
from typing import Any, get_args

from msgspec import NODEFAULT, Struct

from kritzel import layout, rulebook
from kritzel.server.table import commands, dice, document, log, room, story, view
from kritzel.server.table.refusals import SENTENCES
from kritzel.server.web import http
from kritzel.server.wire import answers, bodies, calls, protocol, reviews, schema
from tools import protocol_examples, protocol_requests

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
BLOCK = re.compile(r"(<!-- made by tools/protocol_page.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
HEAD = "| {} | what it says | fields |\n|---|---|---|\n"

DOCUMENT = (
    document.Document, document.Option, document.LineName, document.SoloRank, layout.Layout, layout.Spot,
    layout.Sign, layout.Edge, layout.Plate, layout.Slot, layout.Entry,
)  # fmt: skip
NEWS = (
    view.View, story.LogEntry, document.Words, view.SeatView, view.Substitute, view.ClockView, view.ScorePad,
    view.SheetView, view.Hand, view.RollEntry, view.Correction, view.Dice, view.Seal, view.Result, view.Rank,
)  # fmt: skip
BASES = (commands.Message, protocol.Answer, bodies.Body, document.MessagePart)
FROM_PAGE = (commands.Message, protocol.Touched, bodies.Body)
"""What pages send: they may leave out whatever has a default."""
PLAIN = {
    "str": "text", "int": "number", "float": "number", "bool": "yes or no", "object": "anything",
    "Any": "anything", "Seat": "number", "Outcome": "[number]", "Count": "[text, text, text]",
    "Path": "[text, [number]]",
}  # fmt: skip
OTHERS = ("Command", "AnyCommand", "Events", "FromPage", "FromServer")
"""Names in the same files that are no values of a message."""
AS_PAIRS = {"Text": "[de, en]", "Mark": "[kind, detail]", "Point": "[x, y]"}
"""What a document writes as a list instead of an object."""


def own(*modules: ModuleType) -> tuple[type[Any], ...]:
    """What travels of these modules, in their order."""
    every = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    names = [module.__name__ for module in modules]
    mine = [each for each in every if each.__module__ in names and each not in BASES]
    return tuple(dict.fromkeys(each for each in mine if issubclass(each, Struct) or is_dataclass(each)))


ASKED = own(bodies)
ANSWERS: tuple[type[Any], ...] = (
    *own(answers),
    dice.DeviceSeed,
    room.Summary,
    rulebook.Chapter,
    rulebook.Clause,
    *own(reviews),
)


# Types -----------------------------------------------------------------------------------------
def spelled(kind: ast.expr, names: dict[str, str]) -> str:
    """A type in few signs; `names` are other names for some."""
    match kind:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return names.get(name, name)
        case ast.BinOp(left=left, right=right):
            both = [side for side in (left, right) if ast.unparse(side) != "UnsetType"]
            return " or ".join([spelled(side, names) for side in both])
        case ast.Subscript(value=ast.Name(id=name), slice=inner):
            return _of(name, inner.elts if isinstance(inner, ast.Tuple) else [inner], names)
    raise TypeError(ast.unparse(kind))


def _of(name: str, inner: list[ast.expr], names: dict[str, str]) -> str:
    if name == "Literal":
        return ", ".join([f"`{ast.literal_eval(each)}`" for each in inner])
    if name == "Annotated":
        return f"{spelled(inner[0], names)} ({_limits(inner[1], names)})"
    told = [spelled(each, names) for each in inner if ast.unparse(each) != "..."]
    return f"{{{': '.join(told)}}}" if name == "dict" else f"[{', '.join(told)}]"


def _limits(meta: ast.expr, names: dict[str, str]) -> str:
    """The bounds of a value: what it looks like, how large or how long it is."""
    assert isinstance(meta, ast.Call)
    told = {each.arg: ast.unparse(each.value) for each in meta.keywords}
    if "pattern" in told:
        return f"`{ast.literal_eval(told['pattern'])}`"
    least = told.get("ge") or told.get("min_length", "0")
    most = told.get("le") or told["max_length"]
    return f"{least} to {names.get(most, most)}"


# Structs ---------------------------------------------------------------------------------------
def row(part: type[Any]) -> str:
    """A part, what it says, and its fields."""
    said = " ".join(inspect.cleandoc(part.__doc__ or "").split())
    return _cells(f"`{name(part)}`", said, ", ".join(fields(part)))


def name(part: type[Any]) -> str:
    """What it is called on the wire: messages by their tag."""
    config = getattr(part, "__struct_config__", None)
    return str(config.tag) if config and config.tag else part.__name__


def fields(part: type[Any]) -> Iterator[str]:
    """Every field with its type; `?` where it may be left out, and what counts then unless it is nothing."""
    defaults = _defaults(part)
    names = PLAIN | _numbers(part) | (AS_PAIRS if part.__module__ == layout.__name__ else {})
    for field, annotation in part.__annotations__.items():
        written = str(annotation)
        default, may = defaults.get(field), _may_be_left_out(part, field, written)
        usual = f" = `{default}`" if may and issubclass(part, FROM_PAGE) and default else ""
        yield f"`{field}`{'?' * may} {spelled(ast.parse(written, mode='eval').body, names)}{usual}"


def _numbers(part: type[Any]) -> dict[str, str]:
    """The numbers that have a name beside it."""
    beside = vars(sys.modules[part.__module__])
    return {each: str(value) for each, value in beside.items() if isinstance(value, int)}


def _defaults(part: type[Any]) -> dict[str, Any]:
    if not issubclass(part, Struct):
        return {}  # what is printed travels whole
    backwards = zip(reversed(part.__struct_fields__), reversed(part.__struct_defaults__), strict=False)
    return {field: default for field, default in backwards if default is not NODEFAULT}


def _may_be_left_out(part: type[Any], field: str, written: str) -> bool:
    if field not in _defaults(part):
        return False
    return part.__struct_config__.omit_defaults or issubclass(part, FROM_PAGE) or "UnsetType" in written


def _cells(*told: str) -> str:
    escaped = [each.replace("|", "\\|") for each in told]
    return f"| {' | '.join(escaped)} |\n"


def table(first: str, some: tuple[type[Any], ...]) -> str:
    """Several parts."""
    return HEAD.format(first) + "".join(map(row, some))


# Values ----------------------------------------------------------------------------------------
def values() -> str:
    """The names of values that more than one message has."""
    found = _aliases(protocol, commands, document, log, view, bodies, answers, reviews)
    rows = [_cells(f"`{name}`", told, said) for name, told, said in found]
    return "| value | what it is | |\n|---|---|---|\n" + "".join(rows)


def _aliases(*modules: ModuleType) -> Iterator[tuple[str, str, str]]:
    """Every name with its type, and what the source says of it below."""
    for module in modules:
        for node, below in pairwise(ast.parse(inspect.getsource(module)).body):
            if isinstance(node, ast.AnnAssign) and node.value and ast.unparse(node.target) not in OTHERS:
                said = ast.literal_eval(below.value) if isinstance(below, ast.Expr) else ""
                yield ast.unparse(node.target), spelled(node.value, PLAIN), said


# Requests --------------------------------------------------------------------------------------
def requests() -> str:
    """Every request: what it carries, what comes back, why it may be refused, what it does."""
    head = "| request | body | answer | refused with | what it does |\n|---|---|---|---|---|\n"
    return head + "".join([_request(call) for call in calls.CALLS])


def _request(call: calls.Call[Any, Any]) -> str:
    query = "&".join([f"{name}={name.upper()}" for name in call.query])
    sent = "" if call.body is NoneType else _kind(call.body, "text")
    refused = ", ".join([f"`{code}`" for code in dict.fromkeys(call.refusals)])
    asked = f"`{call.method} {call.display_path}{'?' * bool(query)}{query}`"
    return _cells(asked, sent, _kind(call.answer, call.media), refused, call.does)


def _kind(kind: Any, text: str) -> str:
    """What a body or an answer is."""
    if kind is str:
        return text
    listed = get_args(kind)
    return f"[`{listed[0].__name__}`]" if listed else f"`{name(kind)}`"


def codes() -> str:
    """Why a request may be refused: by each code its status and what people read."""
    rows = [
        _cells(f"`{code}`", str(http.STATUS.get(code, 409)), SENTENCES[code].en if code in SENTENCES else "")
        for code in schema.codes()
    ]
    return "| code | status | in words |\n|---|---|---|\n" + "".join(rows)


# The page --------------------------------------------------------------------------------------
MADE: dict[str, Callable[[], str]] = {
    "pages": lambda: table("`t`", (*get_args(protocol.FromPage), protocol.Touched)),
    "server": lambda: table("`t`", get_args(protocol.FromServer)),
    "news": lambda: table("part", NEWS),
    "document": lambda: table("part", DOCUMENT),
    "bodies": lambda: table("body", ASKED),
    "answers": lambda: table("answer", ANSWERS),
    "values": values,
    "requests": requests,
    "codes": codes,
    "refused_request": protocol_requests.refusal,
    "every_request": protocol_requests.requests,
    **protocol_examples.EXAMPLES,
}


def page(text: str) -> str:
    """The page with all its tables and examples generated again."""
    return BLOCK.sub(lambda found: found[1] + MADE[found[2]]() + found[3], text)


def main(arguments: list[str]) -> int:
    old = PAGE.read_text("utf-8")
    stale = page(old) != old
    if "--check" in arguments:
        print(f"docs/protocol.md is {'stale: run python -m tools.protocol_page' if stale else 'up to date'}")
        return int(stale)
    PAGE.write_text(page(old), "utf-8")
    print(f"docs/protocol.md: {'changed' if stale else 'as before'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
