"""Why one move in Dizzle is better than another, as far as the sheet proves it."""

from __future__ import annotations

from kritzel.game import Because, Seat, Text
from kritzel.games.dizzle.placing import open_cells, pool_cells
from kritzel.games.dizzle.state import PLACING, State
from kritzel.mechanics.cells import Cells

GOES_ON = Text(
    "Danach passt noch {numbers}, nach dem gespielten Zug kein Würfel aus der Mitte mehr.",
    "After it {numbers} still fits, after the move played no die of the pool does.",
)
OR = Text(" oder ", " or ")


def why_better(before: State, seat: Seat, better: State, played: State) -> tuple[Because, ...]:
    """The better move leaves a place for a die that lies there, the one played does not."""
    if not (_runs(before, better) and _runs(before, played)):
        return ()
    numbers = [number for number in sorted(set(better.pool)) if _fits(better, seat, (number,))]
    if not numbers or _fits(played, seat, played.pool):
        return ()
    listed = [word.join(map(str, numbers)) for word in OR]
    return (Because("goes_on", {"numbers": numbers}, GOES_ON.filled(numbers=Text(*listed))),)


def _runs(before: State, after: State) -> bool:
    """Whether the pass of the move still runs and dice are taken."""
    return after.pass_no == before.pass_no and after.phase in PLACING


def _fits(state: State, seat: Seat, pool: tuple[int, ...]) -> Cells:
    """Where this seat could place one of these dice."""
    return open_cells(state.sheet, state.pads[seat]) & pool_cells(state.sheet, pool)
