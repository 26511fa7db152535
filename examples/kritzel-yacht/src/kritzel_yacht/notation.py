"""Moves, outcomes and positions as text. `positions` reads positions back.

A move is `roll 336` (throw these again), `stop`, or the key of a box: `full`. A position says which throw it
is, which dice lie there, and what each seat has written: `yacht/1 throw=2 dice=336 | sixes=18 | -`.
"""

from __future__ import annotations

from kritzel.game import NotationError, Outcome, Text
from kritzel.mechanics.dice import read_off
from kritzel_yacht.material import DICE, FACES, SLUG, Sheet
from kritzel_yacht.moves import STOP, Again, Dice, Move, Stop, Write
from kritzel_yacht.state import Pad, State


# Moves and outcomes -----------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text."""
    if isinstance(move, Write):
        return move.box
    return "stop" if isinstance(move, Stop) else f"roll {dice_text(move.dice)}"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    said = " ".join(text.split())
    if said == "stop":
        return STOP
    if said.startswith("roll "):
        return Again(parse_dice(said.removeprefix("roll ")))
    if said in sheet.boxes:
        return Write(said)
    boxes = " ".join(sheet.boxes)
    de = f"kein Zug: '{said}'; erwartet wird stop, roll 336 oder ein Feld: {boxes}"
    raise NotationError(Text(de, f"no move: '{said}'; expected stop, roll 336, or a box: {boxes}"))


def outcome_text(state: State, outcome: Outcome) -> str:
    """A throw as text: its faces."""
    return dice_text(outcome)


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as throw, possible now or not."""
    return parse_dice(read_off(text))


def dice_text(dice: Dice) -> str:
    """Dice as their faces: `336`."""
    return "".join(map(str, dice))


def parse_dice(text: str) -> Dice:
    """Faces as dice, in ascending order."""
    if not 0 < len(text) <= DICE or set(text) - set(dice_text(FACES)):
        de = f"1 bis {DICE} Würfel wie 336 erwartet, nicht '{text}'"
        raise NotationError(Text(de, f"expected 1 to {DICE} dice like 336, not '{text}'"))
    return tuple(sorted(map(int, text)))


# Positions --------------------------------------------------------------------------------------
def position_text(state: State) -> str:
    """The whole table in one line."""
    words = [f"{SLUG}/{state.sheet.id}"]
    words += ["over"] if state.is_over else [f"throw={state.throw}"]
    words += [f"dice={dice_text(state.dice)}"] if state.dice else []
    return " | ".join([" ".join(words), *[_pad_text(state.sheet, pad) for pad in state.pads]])


def _pad_text(sheet: Sheet, pad: Pad) -> str:
    boxes = zip(sheet.boxes, pad, strict=True)
    return " ".join([f"{box}={points}" for box, points in boxes if points is not None]) or "-"
