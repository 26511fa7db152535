"""The dice of a finished game laid open, so that a page can check every draw: of a table, or of a record.

The server says what was awaited at each draw, which only the rules know; whether the dice are true is for
the page to find out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import Chance, State, Text
from kritzel.mechanics import cards
from kritzel.mechanics.dice import Roll
from kritzel.record import RecordError, Revealed, Table, read
from kritzel.server.table import proving
from kritzel.server.table.refusals import No
from kritzel.server.web.afterwards import ended, kept
from kritzel.server.web.asking import STATUS, at, changing, encoded, house, refusing
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Problem
from kritzel.server.wire.endings import Broken, Draw, Opened
from kritzel.server.wire.parts import Words

RECORD = 64 * 1024
"""The largest record that is read, in bytes; the longest games take a tenth of it."""
UNPROVEN = Text(
    "Hier gibt es keinen Beweis der Würfel. Echte Würfel habt ihr selbst gesehen.",
    "There is no proof of dice here. Real dice you saw yourselves.",
)
UNREADABLE = Text(
    "Das ist keine Aufzeichnung von Kritzel: Zeile {line}. {why}",
    "This is no record of Kritzel: line {line}. {why}",
)
BROKEN = Text("Zeile {line} kann nicht stimmen. {why}", "Line {line} cannot be true. {why}")


# Requests --------------------------------------------------------------------------------------
@refusing
async def proof(request: Request) -> Response:
    """All that a page needs to check the dice itself."""
    room = await ended(request)
    table, found = room.standing.table, room.standing.proof
    if found is None:
        raise No("no_chance", UNPROVEN)
    return kept(request, room, ("dice",), lambda: encoded(calls.DICE, opened(table, found)))


@changing
async def verify(request: Request) -> Response:
    """The same of a record that somebody kept. Changes nothing, but costs work."""
    status, told = await house(request).checker.answer(await _text(request))
    return Response(told, status, media_type="application/json")


def verified(text: str) -> tuple[int, bytes]:
    """The answer to whoever brings a record; worked out in a process of its own (`checking`)."""
    try:
        return calls.VERIFY.status, encoded(calls.VERIFY, opened_record(text))
    except proving.NotProven:
        return _no("no_proof", Words.of(UNPROVEN))
    except RecordError as error:
        return _no("no_record", _at_line(UNREADABLE, error))


def _no(code: str, words: Words) -> tuple[int, bytes]:
    return STATUS[code], encode(Problem(code, words))


async def _text(request: Request) -> str:
    """The body as text. Raises No."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > RECORD:
            raise No("too_large")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeError:
        raise No("bad_message") from None


# Opening ---------------------------------------------------------------------------------------
def opened(table: Table, proven: proving.Proof, broken: Broken | None = None) -> Opened:
    """A game with its draws."""
    draws = tuple(_drawn(table, *each) for each in proving.draws(table))
    game = table.game
    return Opened(
        proven.scheme,
        *proven[:4],
        draws,
        game.slug,
        Words.of(table.sheet.title),
        tuple(table.names),
        broken,
        proven.round,
        proven.chairs,
        proven.seals,
        proven.lots,
    )


def _drawn(table: Table, site: int, chance: Chance, event: Revealed) -> Draw:
    names = tuple(_names(table, table.after(site).state, chance))
    return Draw(
        site,
        event.purpose,
        Words.of(table.game.facts.chance(event.purpose)),
        proving.shape(chance.event),
        names,
        event.outcome,
    )


def _names(table: Table, state: State, chance: Chance) -> Iterator[str]:
    """What each face or kind is called, in their order."""
    say, event = table.game.say_outcome, chance.event
    if isinstance(event, Roll):
        return (say(state, (face,) * event.dice).faces[0] for face in event.faces)
    kinds = range(len(event.left)) if isinstance(event, cards.Draw) else ()
    return ("".join(say(state, (kind,)).faces) for kind in kinds)


def opened_record(text: str) -> Opened:
    """A record with its draws, up to where it stops making sense. NotProven, RecordError."""
    proven = proving.proof_of(text)
    try:
        return opened(read(text), proven)
    except RecordError as error:
        part = _until(text, error)
        return opened(part, proven, Broken(error.line, _at_line(BROKEN, error)))


def _until(text: str, error: RecordError) -> Table:
    """What can be read before the first wrong line. RecordError where that is nothing."""
    lines = text.split("\n")
    for end in range(error.line - 1, max(0, error.line - 8), -1):
        try:
            return read("\n".join(lines[:end]))
        except RecordError:
            continue
    raise error


def _at_line(sentence: Text, error: RecordError) -> Words:
    return Words.of(sentence.filled(line=error.line, why=error.why))


ROUTES: list[Any] = [
    at(calls.DICE, proof),
    at(calls.VERIFY, verify),
]
