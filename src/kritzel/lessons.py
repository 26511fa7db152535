"""Lessons: ten guided steps in each game.

Knows how the files `lessons.toml` of a game are written, not what they teach, and not how a step is shown.
A step stands on a position, or goes on where the one before it ended. `play` tells what happens there:

    play = ["roll: 1235566", "5g6", "1: 3h7", ["b1", "c1"], "reroll or out"]

A bare text is a move the learner is to make; moves joined by `or` are equally good; a list of moves may be
made in any order. What begins with a seat or a chance event happens without the learner, as in a record.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from kritzel import rulebook
from kritzel.game import (
    LANGUAGES,
    Chance,
    IllegalMove,
    IllegalOutcome,
    NotationError,
    Seat,
    Sheet,
    State,
    Text,
)
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.sheetfile import as_text

STEPS = 10
BY_HAND = 7
"""How many steps ask for a move, at least."""

_EVENT = re.compile(r"(\d|[a-z]+): (.+)")
_WRONG_EVENT = (LookupError, NotationError, IllegalMove, IllegalOutcome)


class LessonError(ValueError):
    """A defect of a lesson, with its step."""


class Happens(NamedTuple):
    """Something that happens without the learner: the move of another seat, or an outcome of chance."""

    who: str
    text: str


class Wanted(NamedTuple):
    """Moves the learner is to make: all of them in any order, or one of them."""

    moves: tuple[str, ...]
    every: bool


Turn: TypeAlias = Happens | Wanted


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what the coach says, where it happens, what is to be done, and what is said then.

    `position` is empty where the step goes on from the one before it; `play` where there is only something
    to read.
    """

    id: str
    clauses: tuple[str, ...]
    text: Text
    hint: Text
    praise: Text
    position: str
    play: tuple[Turn, ...]

    @property
    def by_hand(self) -> bool:
        return any(isinstance(turn, Wanted) for turn in self.play)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of one game: its sheet, the learner's seat, the names of all seats, the steps."""

    game: str
    sheet: str
    version: int | None
    """That of the sheet, which its positions stand on; None: the newest."""
    seat: Seat
    names: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """A table on the way through a step, and the ways on: by wanted moves, or by what happens.

    A stand without either is where the step ends. Numbers count the stands of the step from 0.
    """

    state: Any
    wanted: Mapping[str, int] = field(default_factory=dict)
    happens: Happens | None = None
    then: int = 0

    @property
    def last(self) -> bool:
        return not self.wanted and self.happens is None


# Reading -------------------------------------------------------------------------------------------
def taught(game: str) -> bool:
    """Whether the game has a lesson."""
    return _file(game).is_file()


def _file(game: str) -> Traversable:
    return files(catalogue.game(game).home) / "lessons.toml"


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game, checked. Raises LessonError or UnknownName."""
    found = read(game, _file(game).read_text("utf-8"))
    check(found)
    return found


def read(game: str, text: str) -> Lesson:
    """A lesson from the text of its file. Raises LessonError."""
    try:
        data = tomllib.loads(text)
        steps = tuple(_step(entry) for entry in data["step"])
        return Lesson(
            game, str(data["sheet"]), data.get("version"), data.get("seat", 0), tuple(data["names"]), steps
        )
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{game}: not valid TOML: {error}") from None
    except KeyError as error:
        raise LessonError(f"{game}: missing: {error}") from None


def _step(entry: Mapping[str, Any]) -> Step:
    name = str(entry["id"])
    try:
        return Step(
            id=name,
            clauses=tuple(entry["clauses"]),
            text=_sentence(entry, "text"),
            hint=_sentence(entry, "hint"),
            praise=_sentence(entry, "praise"),
            position=entry.get("position", ""),
            play=tuple(_turn(turn) for turn in entry.get("play", ())),
        )
    except KeyError as error:
        raise LessonError(f"step '{name}': missing: {error}") from None


def _sentence(entry: Mapping[str, Any], key: str) -> Text:
    """A sentence in both languages; only a step with `play` needs a hint."""
    if key == "hint" and "play" not in entry:
        return Text("", "")
    if set(entry[key]) != set(LANGUAGES):
        raise LessonError(f"step '{entry['id']}': {key} needs {' and '.join(LANGUAGES)}")
    return as_text(entry[key])


def _turn(entry: str | list[str]) -> Turn:
    if isinstance(entry, list):
        return Wanted(tuple(entry), every=True)
    if event := _EVENT.fullmatch(entry):
        return Happens(event[1], event[2])
    return Wanted(tuple(entry.split(" or ")), every=False)


# Walking -------------------------------------------------------------------------------------------
def walks(lesson: Lesson) -> tuple[tuple[Stand, ...], ...]:
    """The stands of every step. Raises LessonError where something cannot happen."""
    game, sheet = catalogue.find(f"{lesson.game}/{lesson.sheet}", lesson.version)
    found: list[tuple[Stand, ...]] = []
    for step in lesson.steps:
        if not step.position and not found:
            raise LessonError(f"step '{step.id}': the first step needs a position")
        state = _position(game, sheet, step) if step.position else _end(found[-1]).state
        found.append(_Walk(game, lesson.seat, step).stands(state))
    return tuple(found)


def _position(game: AnyGame, sheet: Sheet, step: Step) -> Any:
    try:
        return game.notation.parse_position(sheet, step.position)
    except NotationError as error:
        raise LessonError(f"step '{step.id}': {error}") from None


def _end(stands: tuple[Stand, ...]) -> Stand:
    """Where a step ends if the first of several good moves is made."""
    stand = stands[0]
    while not stand.last:
        stand = stands[stand.then if stand.happens else next(iter(stand.wanted.values()))]
    return stand


class _Walk:
    """All ways through one step."""

    def __init__(self, game: AnyGame, seat: Seat, step: Step) -> None:
        self._game, self._seat, self._step = game, seat, step
        self._stands: list[Stand] = []

    def stands(self, state: State) -> tuple[Stand, ...]:
        """The stands from this state on, the first one first."""
        self._go(state, self._step.play)
        return tuple(self._stands)

    def _go(self, state: State, play: tuple[Turn, ...]) -> int:
        """Add the stand of this state and all that follow; returns its number."""
        known = [at for at, stand in enumerate(self._stands) if stand.state == state]
        if known:
            return known[0]
        at = len(self._stands)
        self._stands.append(Stand(state))
        if play and isinstance(play[0], Happens):
            to = self._go(self._happened(state, play[0]), play[1:])
            self._stands[at] = Stand(state, happens=play[0], then=to)
        elif play:
            ways = {move: self._go(self._moved(state, move), rest) for move, rest in _ways(play)}
            self._stands[at] = Stand(state, wanted=ways)
        return at

    def _happened(self, state: State, event: Happens) -> Any:
        game, pending = self._game, self._game.rules.pending(state)
        try:
            if event.who.isdigit():
                return game.rules.play(
                    state, int(event.who), game.notation.parse_move(state.sheet, event.text)
                )
            if not isinstance(pending, Chance) or pending.purpose != event.who:
                raise LookupError(f"the table waits for {pending}")
            return game.rules.reveal(state, game.notation.parse_outcome(state, event.text))
        except _WRONG_EVENT as error:
            raise LessonError(f"step '{self._step.id}': '{event.who}: {event.text}': {error}") from None

    def _moved(self, state: State, move: str) -> Any:
        try:
            return self._game.rules.play(state, self._seat, self._game.notation.parse_move(state.sheet, move))
        except (NotationError, IllegalMove) as error:
            raise LessonError(f"step '{self._step.id}': '{move}': {error}") from None


def _ways(play: tuple[Turn, ...]) -> Iterator[tuple[str, tuple[Turn, ...]]]:
    """The moves that are wanted now, each with what is left to do after it."""
    turn, rest = play[0], play[1:]
    assert isinstance(turn, Wanted)
    for move in turn.moves:
        left = tuple(other for other in turn.moves if other != move)
        yield move, (Wanted(left, every=True), *rest) if turn.every and left else rest


# Checking ------------------------------------------------------------------------------------------
def check(lesson: Lesson) -> None:
    """Raises LessonError with the first defect."""
    if len(lesson.steps) != STEPS:
        raise LessonError(f"{lesson.game}: {len(lesson.steps)} steps instead of {STEPS}")
    if sum(step.by_hand for step in lesson.steps) < BY_HAND:
        raise LessonError(f"{lesson.game}: fewer than {BY_HAND} steps are done by hand")
    if len({step.id for step in lesson.steps}) < STEPS:
        raise LessonError(f"{lesson.game}: two steps of one name")
    for step in lesson.steps:
        _check_clauses(lesson.game, step)
    for step, after in pairwise(lesson.steps):
        if not after.position and any(_several(turn) for turn in step.play):
            raise LessonError(f"step '{after.id}': needs a position, '{step.id}' may end in several ways")
    _check_seats(lesson)


def _several(turn: Turn) -> bool:
    return isinstance(turn, Wanted) and not turn.every and len(turn.moves) > 1


def _check_clauses(game: str, step: Step) -> None:
    if not step.clauses:
        raise LessonError(f"step '{step.id}': teaches no clause")
    for clause in step.clauses:
        try:
            found = rulebook.clause(clause, LANGUAGES[0])
        except UnknownName as error:
            raise LessonError(f"step '{step.id}': {error}") from None
        if found.game != game:
            raise LessonError(f"step '{step.id}': {clause} is a clause of {found.game}")


def _check_seats(lesson: Lesson) -> None:
    game, _ = catalogue.find(f"{lesson.game}/{lesson.sheet}", lesson.version)
    for step, stands in zip(lesson.steps, walks(lesson), strict=True):
        seats = len(game.rules.score(stands[0].state))
        if seats != len(lesson.names):
            raise LessonError(f"step '{step.id}': {seats} seats, but {len(lesson.names)} names")
