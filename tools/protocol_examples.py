"""The examples of docs/protocol.md: what a page and a real room say to each other at the beginning of a game.

Two people at the first sheet of Dizzle, always with the same luck. Only what is long is shortened.
"""

from __future__ import annotations

import dataclasses
import json
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from kritzel.layout import Layout
from kritzel.server.live import LiveTable, because
from kritzel.server.table import commands
from kritzel.server.table.document import Document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.view import changed_fields
from kritzel.server.wire import protocol
from tests.server.rooms import ANA, Driver, laid

WIDTH = 120
ID, ANOTHER = "3q2-7wAAEjRWeJq83vAR0g", "9kL0c2VtYmVyLTE2LTIw_w"
"""Ids as a page makes them up."""
MARK = "52080d95acbd630a"
"""The end of a document's address; the real one is another with every change of a word."""


class Talk(NamedTuple):
    """What was said, in its order."""

    hello: protocol.Hello
    welcome: protocol.Welcome
    document: Document
    move: commands.Move
    update: protocol.Update
    wrong: commands.Move
    refused: protocol.Refusal
    why: protocol.Why
    because: protocol.WhyAnswer


@cache
def talk() -> Talk:
    """A guest comes to a table that has just begun, makes a move, and tries one that is none."""
    driver = laid("dizzle/1", 2).begin()
    live = LiveTable(driver.room, 60, lambda: 0.0)
    viewer = live.viewer(ANA)
    before = live.view(viewer)
    seat, text = 0, driver.table.moves(0)[0]
    version = len(driver.room.feed(ANA).entries)
    move = commands.Move(ID, seat, text, version)
    wrong = structs.replace(move, id=ANOTHER, move=f"1{text[1:]}")
    touched = protocol.Why(seat, protocol.Touched(cell=text[1:], die=1))
    told = because(driver.table.game, driver.table.view(seat), touched, driver.table.names)
    no = _refused(driver, wrong)
    welcome = live.welcome(viewer, before, 0)
    driver.say(ANA, move)
    live.changed()
    now = live.view(viewer)
    entries = tuple(driver.room.feed(ANA).entries[before.version : now.version])
    news = protocol.Update(changed_fields(before, now), entries, ID)
    document = msgspec.json.decode(driver.room.state.document.encoded, type=Document)
    hello = protocol.Hello(protocol.PROTOCOL)
    return Talk(hello, _short(welcome), _shortest(document), move, news, wrong, no, touched, told)


def _refused(driver: Driver, move: commands.Move) -> protocol.Refusal:
    try:
        driver.room.decide(ANA, move, frozenset())
    except Refused as no:
        return protocol.Refusal(move.id, no.code, no.words, no.clause)
    raise AssertionError(f"{move.move} is legal")


# Shortened -------------------------------------------------------------------------------------
def _short(welcome: protocol.Welcome) -> protocol.Welcome:
    """Without the sheet and the points of the other seat."""
    view = welcome.view
    first = structs.replace(view, sheets={"0": view.sheets["0"]}, scores={"0": view.scores["0"]})
    return structs.replace(welcome, document=f"{welcome.document.rpartition('/')[0]}/{MARK}", view=first)


def _shortest(document: Document) -> Document:
    """One of everything."""
    short = {name: getattr(document, name)[:1] for name in ("moves", "sentences", "lines")}
    return structs.replace(document, layouts=(_printed(document.layouts[0]),), **short)


def _printed(layout: Layout) -> Layout:
    lists = ("cells", "signs", "edges", "rulers", "plates", "slots", "legend")
    return dataclasses.replace(layout, **{name: getattr(layout, name)[:1] for name in lists})


# As text ---------------------------------------------------------------------------------------
def example(*names: str) -> str:
    """What was said under these names, as blocks of JSON."""
    told = [json.loads(protocol.encode(getattr(talk(), name))) for name in names]
    return "".join([f"```json\n{pretty(each)}\n```\n" for each in told])


def pretty(thing: Any, room: int = WIDTH) -> str:
    """JSON in lines of some width: what fits into one stays in one."""
    line = json.dumps(thing, ensure_ascii=False)
    if len(line) <= room or not isinstance(thing, dict | list) or not thing:
        return line
    if isinstance(thing, list):
        inner = [pretty(each, room - 2) for each in thing]
    else:
        inner = [f"{json.dumps(key)}: {pretty(each, room - 4 - len(key))}" for key, each in thing.items()]
    first, last = "[]" if isinstance(thing, list) else "{}"
    return "\n".join([first, textwrap.indent(",\n".join(inner), "  "), last])


EXAMPLES: dict[str, Callable[[], str]] = {
    "hello": lambda: example("hello"),
    "welcome": lambda: example("welcome"),
    "printed": lambda: example("document"),
    "move": lambda: example("move", "update"),
    "refusal": lambda: example("wrong", "refused"),
    "reason": lambda: example("why", "because"),
}
