"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

from kritzel.position import Part, table_and_seats
from kritzel.skeleton.room.material import ROUNDS, SEAT_COUNTS, Sheet
from kritzel.skeleton.room.notation import parse_dice
from kritzel.skeleton.room.state import State


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line."""
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, ("turn=", "dice="), ("x=",))
    turn = table.number("turn", 0, ROUNDS * len(seats))
    dice = parse_dice(table["dice"]) if "dice" in table else ()
    state = State(sheet, turn, dice, tuple([read_pad(sheet, seat) for seat in seats]))
    if state.is_over and dice:
        raise table.wrong(
            "nach der letzten Runde liegen keine Würfel", "no dice lie there after the last round"
        )
    return state


def read_pad(sheet: Sheet, seat: Part) -> frozenset[str]:
    """Q3: the cells that are crossed."""
    cells = seat["x"].split(",") if "x" in seat else []
    for cell in cells:
        if cell not in sheet.numbers:
            raise seat.wrong(f"'{cell}' ist kein Feld dieses Blatts", f"'{cell}' is no cell of this sheet")
    return frozenset(cells)
