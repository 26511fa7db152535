"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

from kritzel.game import NotationError
from kritzel.skeleton.room.material import ROUNDS, SEAT_COUNTS, SLUG, Sheet
from kritzel.skeleton.room.notation import parse_outcome
from kritzel.skeleton.room.state import State


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line. Raises NotationError naming the part that is wrong."""
    table, *sections = [part.strip() for part in text.split("|")]
    name, turn, dice = ([*table.split(" "), "", ""])[:3]
    if name != f"{SLUG}/{sheet.id}" or not turn.startswith("turn=") or not turn[5:].isdecimal():
        raise NotationError(f"expected {SLUG}/{sheet.id} turn=0 | - | -, not {text!r}")
    if len(sections) not in SEAT_COUNTS or int(turn[5:]) > ROUNDS * len(sections):
        raise NotationError(f"expected 1 to {SEAT_COUNTS[-1]} seats and no more than {ROUNDS} rounds")
    pads = tuple([_parse_pad(sheet, section) for section in sections])
    state = State(sheet, int(turn[5:]), (), pads)
    if not dice:
        return state
    return State(sheet, state.turn, parse_outcome(state, dice.removeprefix("dice=")), pads)


def _parse_pad(sheet: Sheet, section: str) -> frozenset[str]:
    cells = [] if section == "-" else section.removeprefix("x=").split(",")
    if unknown := [cell for cell in cells if cell not in sheet.numbers]:
        raise NotationError(f"{unknown[0]!r} is no cell of this sheet")
    return frozenset(cells)
