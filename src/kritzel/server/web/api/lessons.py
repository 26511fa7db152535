"""The first game, ready to be walked through: every stand of every step with its sheets and options.

A page needs no rule for it: it gets what is legal, what is wanted and what happens, and asks why
something is impossible.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kritzel import lessons
from kritzel.game import NotationError, State, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.server.live import because
from kritzel.server.table.document import Option, Words, option, sheet_document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.story import move_entry, outcome_entry
from kritzel.server.table.view import SheetView, map_patch, sheet_of
from kritzel.server.web.api import games
from kritzel.server.web.http import body, encode_answer, endpoint
from kritzel.server.web.static import EncodedBody, encode_body, respond
from kritzel.server.wire import answers, calls
from kritzel.server.wire.protocol import Why, WhyAnswer


# Lessons -------------------------------------------------------------------------------------------
@endpoint(calls.LESSON)
async def lesson(request: Request) -> Response:
    slug, lang = request.path_params["game"], games.language(request)
    if slug not in catalogue.GAMES:
        raise Refused("no_table", Text("Dieses Spiel gibt es hier nicht.", "There is no such game here."))
    if not lessons.taught(slug):
        raise Refused("no_lessons")
    return respond(request, _lesson(slug, lang))


@cache
def _lesson(slug: str, lang: str) -> EncodedBody:
    return encode_body(encode_answer(calls.LESSON, _Teacher(lessons.lesson(slug), lang).lesson()))


class _Teacher:
    """A lesson in one language."""

    def __init__(self, taught: lessons.Lesson, lang: str) -> None:
        self._taught, self._lang = taught, lang
        self._game: AnyGame = catalogue.game(taught.game)
        self._walks = lessons.walks(taught)
        first = self._walks[0][0].state
        self._document = sheet_document(self._game, first.sheet, len(taught.names))
        self._first = self._sheets(first)

    def lesson(self) -> answers.LessonView:
        taught = self._taught
        steps = tuple(self._step(*each) for each in zip(taught.steps, self._walks, strict=True))
        return answers.LessonView(
            game=taught.game,
            title=Words.of(self._game.title),
            sheet=f"{taught.game}/{taught.sheet}",
            seat=taught.seat,
            names=taught.names,
            document=self._document.address,
            sheets=self._first,
            steps=steps,
        )

    def _step(self, step: lessons.Step, stands: tuple[lessons.Stand, ...]) -> answers.StepView:
        begun = self._sheets(stands[0].state)
        return answers.StepView(
            id=step.id,
            clauses=step.clauses,
            text=step.text.say(self._lang),
            hint=step.hint.say(self._lang),
            praise=step.praise.say(self._lang),
            sheets=map_patch(self._first, begun),
            stands=tuple(self._stand(stand, begun) for stand in stands),
        )

    def _stand(self, stand: lessons.Stand, begun: dict[str, SheetView]) -> answers.StandView:
        return answers.StandView(
            position=self._game.notation.position_text(stand.state),
            sheets=map_patch(begun, self._sheets(stand.state)),
            options=self._options(stand.state),
            wanted=dict(stand.wanted),
            happens=self._happening(stand) if stand.happens else None,
        )

    def _sheets(self, state: State) -> dict[str, SheetView]:
        """Every seat's sheet as the learner sees it, without unsettled choices of the others."""
        seen = self._game.rules.view(state, self._taught.seat)
        seats = range(len(self._taught.names))
        return {str(seat): sheet_of(self._game, seen, seat, self._document.sentence) for seat in seats}

    def _options(self, state: State) -> tuple[Option, ...]:
        seat = self._taught.seat
        moves = self._game.rules.moves(self._game.rules.view(state, seat), seat)
        return tuple(option(self._game, state.sheet, move) for move in moves)

    def _happening(self, stand: lessons.Stand) -> answers.StandEvent:
        assert stand.happens is not None
        who, text = stand.happens
        game, state = self._game, stand.state
        if who.isdigit():
            said = game.words.say_move(state.sheet, game.notation.parse_move(state.sheet, text))
            return answers.StandEvent(move_entry(int(who), said, text), stand.then)
        said = game.words.say_outcome(state, game.notation.parse_outcome(state, text))
        return answers.StandEvent(outcome_entry(said, text), stand.then)


# Why not -------------------------------------------------------------------------------------------
@endpoint(calls.WHY)
async def why(request: Request) -> WhyAnswer:
    asked = await body(request, calls.WHY)
    game, state = _position(asked.position)
    if asked.seat >= len(game.rules.score(state)):
        raise Refused("bad_message", Text("Diesen Platz gibt es nicht.", "There is no such seat."))
    return because(game, state, Why(asked.seat, asked.touched))


def _position(line: str) -> tuple[AnyGame, Any]:
    """The table of a position in notation. Raises Refused."""
    try:
        game, sheet = catalogue.find((line.split() or [""])[0])
        return game, game.notation.parse_position(sheet, line)
    except UnknownName as error:
        raise Refused("bad_message", error.sentence) from None
    except NotationError as error:
        why = str(error)[:200]
        raise Refused("bad_message", Text(f"Keine Stellung: {why}", f"No position: {why}")) from None


ROUTES = [lesson, why]
