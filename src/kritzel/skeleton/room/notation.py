"""Moves, outcomes and positions as text: `a3`, `skip`, `25`, `tiny/1 turn=3 dice=25 | x=a3 | -`."""

from __future__ import annotations

from kritzel.game import NotationError, Outcome, Text
from kritzel.mechanics.dice import read_off
from kritzel.skeleton.room.material import DICE, SLUG, Sheet
from kritzel.skeleton.room.moves import SKIP, Cross, Move
from kritzel.skeleton.room.state import State


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
    return parse_dice(read_off(text))


def parse_dice(text: str) -> Outcome:
    """Faces as dice, in ascending order."""
    if len(text) != DICE or set(text) - set("123456"):
        raise NotationError(
            Text(
                f"erwartet: {DICE} Würfel wie 25, nicht '{text}'",
                f"expected {DICE} dice like 25, not '{text}'",
            )
        )
    return tuple(sorted(map(int, text)))


def position_text(state: State) -> str:
    """The whole table in one line."""
    words = [f"{SLUG}/{state.sheet.id}", f"turn={state.turn}"]
    words += [f"dice={outcome_text(state, state.dice)}"] if state.dice else []
    pads = [[cell for cell in state.sheet.numbers if cell in pad] for pad in state.pads]
    return " | ".join([" ".join(words), *[f"x={','.join(pad)}" if pad else "-" for pad in pads]])
