"""A first game as it travels: every stand of every step with its scenes and options. Words only, no rule."""

from __future__ import annotations

from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Option, Spoken, Words
from kritzel.server.wire.scenes import Scene, SceneChange


class Happening(Answered, frozen=True):
    """What happens by itself, `told` as at a table, and the number of the stand after it (`to`)."""

    told: Spoken
    to: int


class Stand(Answered, frozen=True):
    """A table on the way: what is new against the step's first one, what is legal, what is wanted.

    `options` are its legal moves. `wanted` leads from moves to the numbers of stands, `happens` is what comes
    by itself. Where nothing is wanted and nothing happens, the step ends.
    """

    position: str
    scenes: tuple[SceneChange, ...]
    options: tuple[Option, ...]
    wanted: dict[str, int]
    happens: Happening | None


class Step(Answered, frozen=True):
    """One step in one language: its `text`, a `hint`, `praise` at its end, the `clauses` it is about.

    `scenes` is what is new against those of the lesson. It begins at the first of its `stands`.
    """

    id: str
    clauses: tuple[str, ...]
    text: str
    hint: str
    praise: str
    scenes: tuple[SceneChange, ...]
    stands: tuple[Stand, ...]


class Lesson(Answered, frozen=True):
    """A first game in one language, learned on this `seat`; `names` are by seat.

    `scenes` are the sheets of all seats before anything happened.
    """

    game: str
    title: Words
    sheet: str
    seat: int
    names: tuple[str, ...]
    scenes: tuple[Scene, ...]
    steps: tuple[Step, ...]
