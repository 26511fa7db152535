"""Moves, outcomes and positions as text and back.

A move is `roll 336` (throw these again), `stop`, or the key of a box: `full`. A position says which throw it
is, which dice lie there, and what each seat has written: `yacht/1 throw=2 dice=336 | sixes=18 | -`.
"""

from __future__ import annotations

from functools import cache

from kritzel.game import NotationError, Outcome, Text
from kritzel.mechanics.dice import Roll, read_off
from kritzel.position import Part, table_and_seats
from kritzel_yacht.scoring import worth
from kritzel_yacht.sheet import DICE, FACES, SEAT_COUNTS, SLUG, THROWS, Sheet
from kritzel_yacht.state import STOP, Again, Dice, Move, Pad, State, Stop, Write

TABLE_WORDS = ("throw=", "dice=", "over")


# Moves and outcomes -----------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text."""
    if isinstance(move, Write):
        return move.box
    return "stop" if isinstance(move, Stop) else f"roll {_dice_text(move.dice)}"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    said = " ".join(text.split())
    if said == "stop":
        return STOP
    if said.startswith("roll "):
        return Again(_parse_dice(said.removeprefix("roll ")))
    if said in sheet.boxes:
        return Write(said)
    boxes = " ".join(sheet.boxes)
    de = f"kein Zug: '{said}'; erwartet wird stop, roll 336 oder ein Feld: {boxes}"
    raise NotationError(Text(de, f"no move: '{said}'; expected stop, roll 336, or a box: {boxes}"))


def outcome_text(state: State, outcome: Outcome) -> str:
    """A throw as text: its faces."""
    return _dice_text(outcome)


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as throw, possible now or not."""
    return _parse_dice(read_off(text))


def _dice_text(dice: Dice) -> str:
    """Dice as their faces: `336`."""
    return "".join(map(str, dice))


def _parse_dice(text: str) -> Dice:
    """Faces as dice, in ascending order."""
    if not 0 < len(text) <= DICE or set(text) - set(_dice_text(FACES)):
        de = f"1 bis {DICE} Würfel wie 336 erwartet, nicht '{text}'"
        raise NotationError(Text(de, f"expected 1 to {DICE} dice like 336, not '{text}'"))
    return tuple(sorted(map(int, text)))


# Positions --------------------------------------------------------------------------------------
def position_text(state: State) -> str:
    """The whole table in one line."""
    words = [f"{SLUG}/{state.sheet.id}"]
    words += ["over"] if state.is_over else [f"throw={state.throw}"]
    words += [f"dice={_dice_text(state.dice)}"] if state.dice else []
    return " | ".join([" ".join(words), *[_pad_text(state.sheet, pad) for pad in state.pads]])


def _pad_text(sheet: Sheet, pad: Pad) -> str:
    boxes = zip(sheet.boxes, pad, strict=True)
    return " ".join([f"{box}={points}" for box, points in boxes if points is not None]) or "-"


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line."""
    boxes = [f"{box}=" for box in sheet.boxes]
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, TABLE_WORDS, boxes)
    pads = tuple([_read_pad(sheet, seat) for seat in seats])
    dice = _parse_dice(table["dice"]) if "dice" in table else ()
    state = State(sheet, _turn_of(pads), _read_throw(table), dice, pads)
    _check_position(table, state)
    return state


def _read_throw(table: Part) -> int:
    """Y2: which throw it is, unless the game is over."""
    if ("over" in table) == ("throw" in table):
        raise table.wrong("entweder throw= oder over erwartet", "either throw= or over expected")
    return table.number("throw", 1, THROWS, missing=1)


def _read_pad(sheet: Sheet, seat: Part) -> Pad:
    """Y4-Y9: only points that dice can bring."""
    for box in sheet.boxes:
        if box in seat and seat[box] not in _possible(box):
            there = ", ".join(sorted(_possible(box), key=int))
            raise seat.wrong(
                f"{box} bringt {there}, nicht '{seat[box]}'", f"{box} brings {there}, not '{seat[box]}'"
            )
    return tuple([int(seat[box]) if box in seat else None for box in sheet.boxes])


@cache
def _possible(box: str) -> frozenset[str]:
    """What can stand in a box."""
    return frozenset(str(worth(box, dice)) for dice, _ in Roll(DICE, FACES).outcomes())


def _turn_of(pads: tuple[Pad, ...]) -> int:
    """Y1: the seats take turns, so each has written as many boxes as the next, or one more."""
    filled = [len(pad) - pad.count(None) for pad in pads]
    turn = sum(filled)
    if filled != [(turn + len(pads) - 1 - seat) // len(pads) for seat in range(len(pads))]:
        de = f"reihum geschrieben, können nicht {filled} Felder voll sein"
        raise NotationError(Text(de, f"the seats take turns, so they cannot have {filled} boxes filled"))
    return turn


def _check_position(table: Part, state: State) -> None:
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
