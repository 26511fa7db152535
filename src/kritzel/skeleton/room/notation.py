"""Moves, outcomes and positions as text: `a3`, `skip`, `25`, `tiny/1 turn=3 dice=25 | x=a3 | -`; and back."""

from __future__ import annotations

from kritzel.game import NotationError, Outcome, Text
from kritzel.mechanics.dice import read_off
from kritzel.position import Part, table_and_seats
from kritzel.skeleton.room.sheet import DICE, ROUNDS, SEAT_COUNTS, SLUG, Sheet
from kritzel.skeleton.room.state import SKIP, Cross, Move, State


# Moves and outcomes -----------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text."""
    return move.cell if isinstance(move, Cross) else "skip"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    said = text.strip()
    if said == "skip":
        return SKIP
    if said in sheet.numbers:
        return Cross(said)
    cells = " ".join(sheet.numbers)
    raise NotationError(
        Text(
            f"kein Zug: '{said}'; erwartet: skip oder ein Feld: {cells}",
            f"no move: '{said}'; expected skip or a cell: {cells}",
        )
    )


def outcome_text(state: State, outcome: Outcome) -> str:
    """A throw as text: its faces."""
    return "".join(map(str, outcome))


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as throw."""
    return _parse_dice(read_off(text))


def _parse_dice(text: str) -> Outcome:
    """Faces as dice, in ascending order."""
    if len(text) != DICE or set(text) - set("123456"):
        raise NotationError(
            Text(
                f"erwartet: {DICE} Würfel wie 25, nicht '{text}'",
                f"expected {DICE} dice like 25, not '{text}'",
            )
        )
    return tuple(sorted(map(int, text)))


# Positions --------------------------------------------------------------------------------------
def position_text(state: State) -> str:
    """The whole table in one line."""
    words = [f"{SLUG}/{state.sheet.id}", f"turn={state.turn}"]
    words += [f"dice={outcome_text(state, state.dice)}"] if state.dice else []
    pads = [[cell for cell in state.sheet.numbers if cell in pad] for pad in state.pads]
    return " | ".join([" ".join(words), *[f"x={','.join(pad)}" if pad else "-" for pad in pads]])


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line."""
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, ("turn=", "dice="), ("x=",))
    turn = table.number("turn", 0, ROUNDS * len(seats))
    dice = _parse_dice(table["dice"]) if "dice" in table else ()
    state = State(sheet, turn, dice, tuple([_read_pad(sheet, seat) for seat in seats]))
    if state.is_over and dice:
        raise table.wrong(
            "nach der letzten Runde liegen keine Würfel", "no dice lie there after the last round"
        )
    return state


def _read_pad(sheet: Sheet, seat: Part) -> frozenset[str]:
    """Q3: the cells that are crossed."""
    cells = seat["x"].split(",") if "x" in seat else []
    for cell in cells:
        if cell not in sheet.numbers:
            raise seat.wrong(f"'{cell}' ist kein Feld dieses Blatts", f"'{cell}' is no cell of this sheet")
    return frozenset(cells)
