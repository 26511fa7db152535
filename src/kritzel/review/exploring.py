"""A finished game played on in another way: what a seat does is asked, everything else goes on by itself.

The others play like the reference player of reviews. Dice and cards come anew, out of the record and the
moves made since: whoever goes back and does the same gets the same. So nothing has to be kept, and nobody can
throw again until they like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import Chance, Decision, Description, Over, Pending, Seat, State
from kritzel.record import SeededDealer
from kritzel.review.story import LONGEST
from kritzel.review.ways import Ways, parsed
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.review.working import Context

CHANCE = -1
"""Who made an event that nobody made."""


class Explored(NamedTuple):
    """Where an exploration leads: the table in notation, what happened since the seat's last move (by seat,
    or CHANCE), and what its ways are worth, where that was asked."""

    position: str
    told: tuple[tuple[int, Description], ...] = ()
    ways: Ways | None = None


def explored(record: str, at: int, seat: Seat, moves: Sequence[str], values: bool) -> Explored:
    """The table after so many events of a record and these small moves of a seat.

    IllegalMove, NotationError.
    """
    from kritzel.review import weighing, working

    context = working.context_of(working.ask(record, "quick", 0, None))
    path = _Path(context, at, seat)
    for move in moves:
        path.go(move)
    path.on()
    game, ways = context.story.game, None
    if values and path.asked:
        ways = weighing.ways_of(context.story, context.yardstick, path.state, seat, path.word)
    return Explored(game.notation.position_text(path.state), tuple(path.told), ways)


class _Path:
    """A way through a game that was not played."""

    def __init__(self, context: Context, at: int, seat: Seat) -> None:
        self._game, self._yardstick = context.story.game, context.yardstick
        self._seat = seat
        self.state: State = context.story.table.moments[at].state
        self.word = f"explore/{digest(context.asked.record)}/{at}/{seat}"
        self.told = list[tuple[int, Description]]()

    @property
    def _pending(self) -> Pending:
        return self._game.rules.pending(self.state)

    @property
    def asked(self) -> bool:
        """Whether the seat is to decide."""
        pending = self._pending
        return isinstance(pending, Decision) and self._seat in pending.seats

    def go(self, text: str) -> None:
        """A move of the seat itself."""
        self.on()
        (move,) = parsed(self._game, self.state, [text])
        self.state = self._game.rules.play(self.state, self._seat, move)
        self.word += f"/{text}"
        self.told.clear()

    def on(self) -> None:
        """All that happens before the seat is asked again."""
        dealer = SeededDealer(self.word)
        for _ in range(LONGEST):
            pending = self._pending
            if self.asked or isinstance(pending, Over):
                return
            if isinstance(pending, Chance):
                outcome = dealer.deal(pending.purpose, pending.event)
                self.told.append((CHANCE, self._game.words.say_outcome(self.state, outcome)))
                self.state = self._game.rules.reveal(self.state, outcome)
            else:
                self._other(pending.seats[0])

    def _other(self, seat: Seat) -> None:
        move = self._yardstick.choose(0, self.state, seat)
        self.told.append((seat, self._game.words.say_move(self.state.sheet, move)))
        self.state = self._game.rules.play(self.state, seat, move)
