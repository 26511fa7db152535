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
from kritzel.server.table.refusals import No
from kritzel.server.view import changes
from kritzel.server.view.reasons import because
from kritzel.server.view.showing import Presence, Seen, Showing, Viewer
from kritzel.server.wire import protocol
from kritzel.server.wire.parts import Document
from tests.server.rooms import ANA, Driver, laid

WIDTH = 120
ID, ANOTHER = "3q2-7wAAEjRWeJq83vAR0g", "9kL0c2VtYmVyLTE2LTIw_w"
"""Ids as a page makes them up."""
MARK = "52080d95acbd630a"
"""The end of a document's address; the real one is another with every change of a word."""


class Talk(NamedTuple):
    """What was said, in its order."""

    hello: protocol.Hello
    table: protocol.Table
    document: Document
    move: protocol.Move
    update: protocol.Update
    wrong: protocol.Move
    refused: protocol.Refused
    why: protocol.Why
    because: protocol.Because


@cache
def talk() -> Talk:
    """Somebody comes to a table that has just begun, makes a move, and tries one that is none."""
    driver = laid("dizzle/1", 2).begin()
    before = _seen(driver)
    seat, text = 0, driver.table.moves(0)[0]
    version = len(driver.room.feed(ANA).entries)
    move = protocol.Move(ID, seat, text, version)
    wrong = structs.replace(move, id=ANOTHER, move=f"1{text[1:]}")
    touched = protocol.Why(seat, protocol.Touched(cell=text[1:], die=1))
    told = because(driver.table.game, driver.table.view(seat), touched, driver.table.names)
    no = _refused(driver, wrong)
    whole = changes.whole(before, driver.room.feed(ANA).entries, 0)
    driver.say(ANA, move)
    news = changes.update(before, _seen(driver), driver.room.feed(ANA).entries, ID)
    assert isinstance(news, protocol.Update)
    document = msgspec.json.decode(before.showing.book.bytes, type=Document)
    hello = protocol.Hello(protocol.PROTOCOL)
    return Talk(hello, _short(whole), _shortest(document), move, news, wrong, no, touched, told)


def _seen(driver: Driver) -> Seen:
    """The table as Ana sees it, while both are there."""
    standing = driver.room.standing
    here = Presence(frozenset(standing.company.people), grace=60)
    entries = driver.room.feed(ANA).entries
    return Showing(standing, here).seen(Viewer(driver.room.seats_of(ANA), owner=True), len(entries))


def _refused(driver: Driver, move: protocol.Move) -> protocol.Refused:
    try:
        driver.room.decide(ANA, move, frozenset())
    except No as no:
        return protocol.Refused(move.id, no.code, no.words, no.clause)
    raise AssertionError(f"{move.move} is legal")


# Shortened -------------------------------------------------------------------------------------
def _short(table: protocol.Table) -> protocol.Table:
    """Without the sheet and the points of the other seat."""
    now = structs.replace(table.now, pictures=table.now.pictures[:1], scores=table.now.scores[:1])
    return structs.replace(table, document=f"{table.document.rpartition('/')[0]}/{MARK}", now=now)


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
    "table": lambda: example("table"),
    "printed": lambda: example("document"),
    "move": lambda: example("move", "update"),
    "refusal": lambda: example("wrong", "refused"),
    "reason": lambda: example("why", "because"),
}
