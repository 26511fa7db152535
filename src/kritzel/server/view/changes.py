"""From what a viewer saw to what they see now: the message that says what is new, and nothing else.

What everybody gets to know is compared once for all who saw the same before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from kritzel.layout import Picture
from kritzel.server.view.book import Book
from kritzel.server.view.pictures import drawn
from kritzel.server.view.showing import NOBODYS, Own, Pictures, Public, Score, Seen, Showing
from kritzel.server.wire.parts import AnyTold, Clock, Drawn, Hand, Scored, Spoken, Told
from kritzel.server.wire.protocol import PROTOCOL, Table, Update

STORY = 300
"""How many entries of a story are told to somebody who comes; older ones are asked for."""


def whole(seen: Seen, entries: Sequence[Spoken], known: int, ack: str = "") -> Table:
    """Everything; of the story what a page does not know that knows so much, and no more than the newest."""
    standing, version = seen.showing.standing, seen.version
    since = max(known if known <= version else 0, version - STORY)
    return Table(
        protocol=PROTOCOL,
        table=standing.id,
        game=standing.table.game.slug,
        sheet=f"{standing.table.game.slug}/{standing.table.sheet.id}",
        document=seen.showing.book.address,
        you=tuple(sorted(seen.viewer.seats)),
        owner=seen.viewer.owner,
        grace=seen.showing.presence.grace,
        since=since,
        now=Update(version, ack, **_changed(None, seen, entries[since:version])),
    )


def update(old: Seen, new: Seen, entries: Sequence[Spoken], ack: str = "") -> Table | Update | None:
    """What is new since `old`; None where nothing is; everything where the viewer has become another."""
    if old.viewer != new.viewer:
        return whole(new, entries, 0, ack)
    changed = _changed(old, new, entries[old.version : new.version])
    return Update(new.version, ack, **changed) if changed or ack else None


def _changed(old: Seen | None, new: Seen, entries: Sequence[Spoken]) -> dict[str, Any]:
    """The fields that are new."""
    found = dict(_news(old.showing if old else None, new.showing))
    if entries:
        found["told"] = told(new.showing.book, entries)
    if pictures := _pictures(old, new):
        found["pictures"] = pictures
    if hands := _hands(old.hands if old else (), new.hands):
        found["hands"] = hands
    if old is None or old.own != new.own:
        found |= _fields(old.own if old else None, new.own, NOBODYS)
    return found


# What everybody gets to know -------------------------------------------------------------------
def _news(old: Showing | None, new: Showing) -> dict[str, Any]:
    if old is new:
        return {}
    if old is None:
        return _compared(None, new)
    if new.news is None or new.news[0] is not old:
        old.news, new.news = None, (old, _compared(old, new))
    return new.news[1]


def _compared(old: Showing | None, new: Showing) -> dict[str, Any]:
    fields = _fields(old.public if old else None, new.public, None)
    if scores := _scores(new, old.scores if old else (None,) * len(new.scores)):
        fields["scores"] = scores
    return fields


def _fields(old: Public | Own | None, new: Public | Own, usual: Own | None) -> dict[str, Any]:
    """The fields that changed, by name; for somebody who knew nothing all but the `usual` ones."""
    before = old or usual or (UNSET,) * len(new)
    both = zip(new._fields, before, new, strict=True)
    return {name: after for name, was, after in both if was is not after and was != after}


def _scores(showing: Showing, before: Sequence[Score | None]) -> tuple[Scored, ...]:
    both = enumerate(zip(before, showing.scores, strict=True))
    return tuple([_scored(showing, seat, old, new) for seat, (old, new) in both if old != new])


def _scored(showing: Showing, seat: int, old: Score | None, new: Score) -> Scored:
    if old is None:
        lines = [number for nth, line in enumerate(new.lines) for number in (nth, *line[2:5])]
        return Scored(seat, new.total, tuple(lines), _goal(showing, new) if new.goal else UNSET)
    each = enumerate(zip(old.lines, new.lines, strict=True))
    changed = [number for nth, (was, line) in each if was != line for number in (nth, *line[2:5])]
    goal = _goal(showing, new) if old.goal != new.goal else UNSET
    return Scored(seat, new.total if new.total != old.total else UNSET, tuple(changed), goal)


def _goal(showing: Showing, score: Score) -> Clock | UnsetType | None:
    return showing.clock(score.goal) if score.goal else None


# What depends on who looks ---------------------------------------------------------------------
def _pictures(old: Seen | None, new: Seen) -> tuple[Drawn, ...]:
    before: Pictures = old.pictures if old else (None,) * len(new.pictures)
    last = new.showing.pictures
    if last and last[0] is before and last[1] is new.pictures:
        return last[2]
    both = enumerate(zip(before, new.pictures, strict=True))
    made = [_picture(new.showing, seat, was, now) for seat, (was, now) in both if was is not now]
    found = tuple([one for one in made if one is not None])
    new.showing.pictures = before, new.pictures, found
    return found


def _picture(showing: Showing, seat: int, old: Picture | None, new: Picture) -> Drawn | None:
    """What is new on a sheet. Most who look saw the same before."""
    last = showing.drawn.get((seat, old is None))
    if last and last[0] is old and last[1] is new:
        return last[2]
    board, book = showing.board(seat), showing.book
    made = drawn(seat, old, new, board, book.layouts[board - 1], book.sentence)
    showing.drawn[seat, old is None] = old, new, made
    return made


def _hands(old: Sequence[Hand], new: Sequence[Hand]) -> tuple[Hand, ...]:
    return tuple(new) if not old else tuple([hand for was, hand in zip(old, new, strict=True) if was != hand])


# The story -------------------------------------------------------------------------------------
def told(book: Book, entries: Sequence[Spoken]) -> tuple[AnyTold, ...]:
    """Entries of the story as they travel: a move of the document by its number."""
    return tuple([book.told(entry, _told) for entry in entries])


def _told(book: Book, entry: Spoken) -> AnyTold:
    number = book.move_of(entry.text) if entry.kind == "played" and not entry.bot else None
    if number is not None and entry.seat is not None:
        return entry.seat, number
    faces = "".join(entry.faces)
    return Told(
        entry.kind,
        entry.seat,
        book.spoken(entry.words),
        "" if entry.text == faces else entry.text,
        entry.cell,
        entry.clause,
        entry.bot,
        faces,
        entry.yours,
    )
