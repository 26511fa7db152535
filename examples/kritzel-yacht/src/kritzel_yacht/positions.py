"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

from functools import cache

from kritzel.game import NotationError, Text
from kritzel.mechanics.dice import Roll
from kritzel.position import Part, table_and_seats
from kritzel_yacht.material import DICE, FACES, SEAT_COUNTS, THROWS, Sheet
from kritzel_yacht.notation import parse_dice
from kritzel_yacht.scoring import worth
from kritzel_yacht.state import Pad, State

TABLE_WORDS = ("throw=", "dice=", "over")


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line."""
    boxes = [f"{box}=" for box in sheet.boxes]
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, TABLE_WORDS, boxes)
    pads = tuple([read_pad(sheet, seat) for seat in seats])
    dice = parse_dice(table["dice"]) if "dice" in table else ()
    state = State(sheet, turn_of(pads), read_throw(table), dice, pads)
    check(table, state)
    return state


def read_throw(table: Part) -> int:
    """Y2: which throw it is, unless the game is over."""
    if ("over" in table) == ("throw" in table):
        raise table.wrong("entweder throw= oder over erwartet", "either throw= or over expected")
    return table.number("throw", 1, THROWS, missing=1)


def read_pad(sheet: Sheet, seat: Part) -> Pad:
    """Y4-Y9: only points that dice can bring."""
    for box in sheet.boxes:
        if box in seat and seat[box] not in possible(box):
            there = ", ".join(sorted(possible(box), key=int))
            raise seat.wrong(
                f"{box} bringt {there}, nicht '{seat[box]}'", f"{box} brings {there}, not '{seat[box]}'"
            )
    return tuple([int(seat[box]) if box in seat else None for box in sheet.boxes])


@cache
def possible(box: str) -> frozenset[str]:
    """What can stand in a box."""
    return frozenset(str(worth(box, dice)) for dice, _ in Roll(DICE, FACES).outcomes())


def turn_of(pads: tuple[Pad, ...]) -> int:
    """Y1: the seats take turns, so each has written as many boxes as the next, or one more."""
    filled = [len(pad) - pad.count(None) for pad in pads]
    turn = sum(filled)
    if filled != [(turn + len(pads) - 1 - seat) // len(pads) for seat in range(len(pads))]:
        de = f"reihum geschrieben, können nicht {filled} Felder voll sein"
        raise NotationError(Text(de, f"the seats take turns, so they cannot have {filled} boxes filled"))
    return turn


def check(table: Part, state: State) -> None:
    """Y2, Y10: over exactly where all boxes are full; dice are kept only after a throw."""
    if "over" in table and not state.is_over:
        raise table.wrong("over: ein Feld ist noch leer", "over: a box is empty")
    if state.is_over and "over" not in table:
        raise table.wrong("alle Felder sind voll, also over", "all boxes are full, so the game is over")
    if state.dice and (state.is_over or (state.throw == 1 and not state.is_thrown)):
        raise table.wrong(
            "dice= gehört nicht hierhin: noch ist nichts geworfen",
            "dice= does not belong there: none of them is thrown yet",
        )
