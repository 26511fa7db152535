"""What lies on the table, and what each seat sees of it. Frozen; cell sets are ints. Knows no rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from kritzel.game import Seat
from kritzel.games.dizzle.sheet import Piece, Sheet
from kritzel.mechanics.cells import Cells

VOLCANO = "volcano"
FLOW = "flow"
ROLL = "roll"
PLACE = "place"
REROLL = "reroll"
REROLLED = "rerolled"
REMOVE = "remove"
PLANETS = "planets"
RAILS = "rails"
OVER = "over"

PLACING = (PLACE, REROLL, REROLLED, REMOVE)
"""Phases with a pool on the table and a seat in turn."""

CHOOSING = (FLOW, PLANETS, RAILS)
"""Phases in which all seats concerned choose at the same time (D23)."""

Settled: TypeAlias = tuple[Cells, Cells, Cells, tuple[Piece, ...], tuple[int | None, ...]]
"""The first five fields of a pad: what counts."""


@dataclass(frozen=True, slots=True)
class Pad:
    """One seat's sheet: what is settled, and what runs until the pass ends.

    `crosses` holds the printed start crosses or rails too. `flags` are the points got for each flag of the
    sheet, None where it was not reached. `rockets` are the planets owed. `pick` (lava, planets) and `drawn`
    (rails) are chosen, not settled, and hidden from others.
    """

    crosses: Cells
    lost: Cells
    lava: Cells
    rails: tuple[Piece, ...]
    flags: tuple[int | None, ...]
    dice: Cells = 0
    out: bool = False
    rockets: int = 0
    pick: Cells = 0
    drawn: tuple[Piece, ...] = ()

    def running(
        self,
        dice: Cells = 0,
        out: bool = False,
        rockets: int = 0,
        pick: Cells = 0,
        drawn: tuple[Piece, ...] = (),
    ) -> Pad:
        """The same settled things, with these running and nothing else."""
        return Pad(*self.settled, dice, out, rockets, pick, drawn)

    @property
    def settled(self) -> Settled:
        """What stays when the pass ends."""
        return self.crosses, self.lost, self.lava, self.rails, self.flags


@dataclass(frozen=True, slots=True)
class State:
    """The table. Outside `PLACING` the pool is empty and `turn` the start player; `shown` is the volcano's
    number while lava flows, else 0. `removed` are the dice the extra dice have taken in this pass (D33): they
    are drawn crossed, but no rule asks for them, so positions do not write them and do not differ by them.
    """

    sheet: Sheet
    pass_no: int
    phase: str
    turn: int
    pool: tuple[int, ...]
    shown: int
    pads: tuple[Pad, ...]
    removed: tuple[int, ...] = field(default=(), compare=False)


# What a seat sees ----------------------------------------------------------------------------------
def view(state: State, seat: Seat | None) -> State:
    """The table without the unsettled choices of other seats (D23). `seat` None: a spectator."""
    if not secret(state):
        return state
    pads = [
        mine if nth == seat else mine.running(mine.dice, mine.out, mine.rockets)
        for nth, mine in enumerate(state.pads)
    ]
    return State(state.sheet, state.pass_no, state.phase, state.turn, state.pool, state.shown, tuple(pads))


def secret(state: State) -> bool:
    """D23: whether something is chosen at the same time."""
    return state.phase in CHOOSING
