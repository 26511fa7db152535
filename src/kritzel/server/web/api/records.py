"""Finished games: replay, timeline, record, the proof of their dice, and records that users bring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from kritzel.bots.guard import Limits
from kritzel.game import LANGUAGES, Chance, Description, Score, State, Text
from kritzel.game import Event as ChanceEvent
from kritzel.mechanics import cards
from kritzel.mechanics.dice import ColouredDice, Roll
from kritzel.record import Played, RecordError, Revealed, Table, read
from kritzel.record.table import Event
from kritzel.review.history import help_comments
from kritzel.server.live import welcome
from kritzel.server.table import dice_proof
from kritzel.server.table.dice import SCHEME
from kritzel.server.table.document import Words
from kritzel.server.table.hints import HintTaken, helped, hinted
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room
from kritzel.server.table.state import TableState
from kritzel.server.table.view import ViewBuilder, Viewer
from kritzel.server.web.http import (
    STATUS,
    context_of,
    encode_answer,
    endpoint,
    query_number,
    read_body,
    table_of,
)
from kritzel.server.wire import answers, calls
from kritzel.server.wire.calls import Call
from kritzel.server.workers import Failed, Worker

AnswerT = TypeVar("AnswerT")
MAX_RECORD_BYTES = 64 * 1024
"""The longest games take a tenth of it."""
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
async def ended_room(request: Request) -> Room:
    """The room of the path, if its game has ended. Raises Refused."""
    room = (await context_of(request).tables.find(table_of(request))).room
    if room.state.phase not in ("over", "stopped"):
        raise Refused("not_over")
    return room


def cached_response(
    request: Request, room: Room, call: Call[Any, AnswerT], make: Callable[[], AnswerT], *query: str | int
) -> Response:
    """The answer about a game that has ended: made once, as long as its log stays the same."""
    names = tuple(room.state.table.names)  # they change when a guest is deleted
    key, responses = (room.id, room.version, names, call.path, *query), context_of(request).responses
    if (content := responses.get(key)) is None:
        responses[key] = content = encode_answer(call, make())
    return Response(content, media_type=call.media)


def language(request: Request) -> str:
    lang = request.query_params.get("lang", "en")
    return lang if lang in LANGUAGES else "en"


@endpoint(calls.REPLAY)
async def replay(request: Request) -> Response:
    room = await ended_room(request)
    of = len(room.state.table.events)
    so_far = min(query_number(request, "at", of), of)
    return cached_response(request, room, calls.REPLAY, lambda: _replay_at(room, so_far), so_far)


def _replay_at(room: Room, so_far: int) -> answers.ReplayStep:
    viewer = Viewer(program=True)
    view = ViewBuilder(room.state.until(so_far)).view(viewer, 0)
    events = tuple(event.text for event in room.state.table.events)
    return answers.ReplayStep(so_far, len(events), events, welcome(room, viewer, view, 0, 0, ()))


@endpoint(calls.TIMELINE)
async def timeline(request: Request) -> Response:
    room, lang = await ended_room(request), language(request)
    table, hints = room.state.table, room.state.hints
    return cached_response(request, room, calls.TIMELINE, lambda: timeline_of(table, lang, hints), lang)


@endpoint(calls.RECORD)
async def record(request: Request) -> Response:
    try:
        room = await ended_room(request)
    except Refused as no:
        if no.code == "unreadable" and (left := await _remains(request)):
            return left
        raise
    table_state = room.state
    answer = cached_response(request, room, calls.RECORD, lambda: _record_with_proof(table_state))
    name = f"{table_state.table.game.slug}-{table_state.table.sheet.id}-{table_state.id[:6]}.txt"
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer


async def _remains(request: Request) -> Response | None:
    """What is left of a table that cannot be read, if anything."""
    context, table = context_of(request), table_of(request)
    player = await context.player(request)
    text = await context.tables.rooms.remains(table, player.id if player else "")
    named = {"content-disposition": f'attachment; filename="kritzel-{table[:6]}.txt"'}
    return Response(text, media_type="text/plain", headers=named) if text else None


def record_with_help(table_state: TableState) -> str:
    """The record of a game, with notes on hints and stand-in bots."""
    return table_state.table.record() + help_comments(helped(table_state))


def _record_with_proof(table_state: TableState) -> str:
    proof = dice_proof.notes(table_state.proof) if table_state.proof else ""
    return record_with_help(table_state) + proof


@endpoint(calls.DICE)
async def proof(request: Request) -> Response:
    room = await ended_room(request)
    table, found = room.state.table, room.state.proof
    if found is None:
        raise Refused("no_chance", UNPROVEN)
    return cached_response(request, room, calls.DICE, lambda: dice_of(table, found))


@endpoint(calls.VERIFY)
async def verify(request: Request) -> Response:
    status, content = await context_of(request).checker.answer(await _text(request))
    return Response(content, status, media_type="application/json")


def verify_record(text: str) -> tuple[int, bytes]:
    """The answer about a record that a user brings, made in a process of its own."""
    try:
        return calls.VERIFY.status, encode_answer(calls.VERIFY, dice_of_record(text))
    except dice_proof.NotProven:
        code, words = "no_proof", Words.of(UNPROVEN)
    except RecordError as error:
        code, words = "no_record", _at_line(UNREADABLE, error)
    return STATUS[code], encode(answers.Problem(code, words))


async def _text(request: Request) -> str:
    """The body as text. Raises Refused."""
    try:
        return (await read_body(request, MAX_RECORD_BYTES)).decode().replace("\r\n", "\n")
    except UnicodeError:
        raise Refused("bad_message") from None


# The timeline ----------------------------------------------------------------------------------
def timeline_of(table: Table, lang: str, hints: tuple[HintTaken, ...] = ()) -> answers.Timeline:
    game = table.game
    pads = [
        [_visible_score(pad) for pad in game.rules.score(game.rules.view(state, None))]
        for state in table.states
    ]
    if table.over:
        pads[-1] = list(game.rules.score(table.state))
    gains = [_gains(before, after) for before, after in pairwise(pads)]
    events = enumerate(zip(table.events, hinted(table, hints), strict=True))
    moments = tuple(
        _moment(event, table.describe(nth), gains[nth], lang, tip) for nth, (event, tip) in events
    )
    return answers.Timeline(moments, _clocks(table, lang), tuple(pad.total for pad in pads[0]))


def _visible_score(pad: Score) -> Score:
    """A pad as people see it while they play: what is counted at the end is counted then."""
    return Score(tuple([line._replace(points=0) if line.at_end else line for line in pad.lines]))


def _moment(
    event: Event, said: Description, gains: tuple[answers.Gain, ...], lang: str, hinted: bool
) -> answers.TimelineEvent:
    if isinstance(event, Played):
        return answers.TimelineEvent(
            "played", event.text, said.words.say(lang), event.seat, said.cell, gains, hinted
        )
    return answers.TimelineEvent(said.kind, event.text, said.beside.say(lang), gains=gains)


def _gains(before: Sequence[Score], after: Sequence[Score]) -> tuple[answers.Gain, ...]:
    """What an event changed on the score pads. Most change nothing."""
    return tuple(
        answers.Gain(seat, new.key, new.points - old.points)
        for seat, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now
        for old, new in zip(was.lines, now.lines, strict=True)
        if old.points != new.points
    )


def _clocks(table: Table, lang: str) -> tuple[answers.Stretch, ...]:
    found: list[answers.Stretch] = []
    for nth, state in enumerate(table.states[: len(table.events)]):
        now = table.game.words.clock(state).words.say(lang)
        if not found or found[-1].words != now:
            found.append(answers.Stretch(nth, now))
    return tuple(found)


# The process that checks ------------------------------------------------------------------------
CHECK_WITHIN_S = 20.0
"""A long record takes a tenth of a second on a quiet machine."""
MAX_RECORDS_WAITING = 8
IDLE_S = 60.0
"""After this time without a record the process ends."""
CHECK_NICE = 5
CHECK_BOUNDS = Limits(memory_mib=1024, processes=0)
CROWDED = Text(
    "Gerade wird viel nachgeprüft. Versuch es gleich noch einmal.",
    "Much is being checked right now. Try again in a moment.",
)

Checked = tuple[int, bytes]
"""Status and body of a response."""


class Checker:
    """Reads records of users in a process with bounds on time and memory, one at a time.

    The process starts with the first record and ends when none has come for a while.
    """

    def __init__(self, work: Callable[[str], Checked], within_s: float = CHECK_WITHIN_S) -> None:
        self._work, self._within_s = work, within_s
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._worker: Worker | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def answer(self, text: str) -> Checked:
        """The response to a record. Raises Refused: too many wait, or it takes too long."""
        if self._waiting >= MAX_RECORDS_WAITING:
            raise Refused("busy", CROWDED)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._answer(text)
        finally:
            self._waiting -= 1

    async def _answer(self, text: str) -> Checked:
        if self._idle is not None:
            self._idle.cancel()
        try:
            if self._worker is None or self._worker.ended:
                self._worker = Worker(self._work, name="kritzel-check", nice=CHECK_NICE, bounds=CHECK_BOUNDS)
            found: Checked = await self._worker.call(text, self._within_s)
        except (Failed, TimeoutError, EOFError):  # it is too much for it
            raise Refused("too_hard") from None
        except OSError:  # it was gone before, or there is no room for one
            raise Refused("busy", CROWDED) from None
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self.end)
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._worker is not None:
            self._worker.end()


# Opening ---------------------------------------------------------------------------------------
def dice_of(
    table: Table, proven: dice_proof.Proof, broken: answers.Broken | None = None
) -> answers.OpenedDice:
    return answers.OpenedDice(
        SCHEME,
        proven.table,
        proven.round,
        proven.commit,
        proven.seed,
        proven.people,
        proven.begins,
        proven.order,
        proven.names,
        proven.erased,
        tuple([_draw(table, *each) for each in dice_proof.draws(table)]),
        table.game.slug,
        Words.of(table.sheet.title),
        tuple(table.names),
        broken,
    )


def _draw(
    table: Table, site: int, place: int, nth: int, chance: Chance, event: Revealed
) -> answers.ProofDraw:
    names = tuple(_names(table, table.after(site).state, chance))
    return answers.ProofDraw(
        site,
        place,
        event.purpose,
        Words.of(table.game.facts.chance(event.purpose)),
        _shape(chance.event),
        names,
        event.outcome,
    )


def _shape(event: ChanceEvent) -> answers.Shape:
    """An event as data, so that a page can draw from it without knowing a rule."""
    if isinstance(event, Roll):
        return answers.RollShape(event.dice, tuple(event.faces))
    if isinstance(event, ColouredDice):
        return answers.ColouredShape(event.colours, event.faces)
    return answers.DrawShape(tuple(event.left) if isinstance(event, cards.Draw) else ())


def _names(table: Table, state: State, chance: Chance) -> Iterator[str]:
    """What each face or kind is called, in their order."""
    say, event = table.game.words.say_outcome, chance.event
    if isinstance(event, Roll):
        return (say(state, (face,) * event.dice).faces[0] for face in event.faces)
    if isinstance(event, ColouredDice):
        return iter(event.every_face())
    kinds = range(len(event.left)) if isinstance(event, cards.Draw) else ()
    return ("".join(say(state, (kind,)).faces) for kind in kinds)


def dice_of_record(text: str) -> answers.OpenedDice:
    """A record with its draws, up to where it stops making sense. NotProven, RecordError."""
    proven = dice_proof.proof_of(text)
    try:
        return dice_of(read(text), proven)
    except RecordError as error:
        part = _readable_part(text, error)
        return dice_of(part, proven, answers.Broken(error.line, _at_line(BROKEN, error)))


def _readable_part(text: str, error: RecordError) -> Table:
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


ROUTES = [replay, timeline, record, proof, verify]
