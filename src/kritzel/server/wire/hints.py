"""What a seat is told that asks for a hint. Words only, no rule."""

from __future__ import annotations

from typing import Literal, TypeAlias

from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Option, Words

Verdict: TypeAlias = Literal["move", "even", "only"]


class Hint(Answered, frozen=True):
    """Advice for a `seat`, all three steps at once; a page shows them one after the other.

    `verdict`: there is a best `move`; or many are as good as equal (`even`), or there is `only` one: then
    nothing else is told, and nothing is counted. `around`: a few cells of the sheet, where to look; `cells`:
    those of the whole step, in the order in which they are played; `faces`: what of the tray it needs. `move`
    is its first small move, `then` are those after it that are about a cell; `words` say the whole step, and
    `why` it is better than the next best, where that can be proven. `taken`: how many hints the seat has
    taken so far, with this one.
    """

    seat: int
    verdict: Verdict
    taken: int
    around: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    faces: str = ""
    move: Option | None = None
    then: tuple[Option, ...] = ()
    words: Words | None = None
    why: Words | None = None
