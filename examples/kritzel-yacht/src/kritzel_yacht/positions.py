"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

from functools import cache

from kritzel.game import NotationError, Seat
from kritzel.mechanics.dice import Roll
from kritzel_yacht.material import DICE, FACES, SEAT_COUNTS, SLUG, THROWS, Sheet
from kritzel_yacht.notation import parse_dice
from kritzel_yacht.scoring import worth
from kritzel_yacht.state import Pad, State

TABLE_WORDS = ("throw", "dice", "over")


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line."""
    table, *sections = text.split("|")
    name, *words = table.split() or [""]
    if name != f"{SLUG}/{sheet.id}":
        raise NotationError(f"the position must begin with {SLUG}/{sheet.id}, not {name!r}")
    if len(sections) not in SEAT_COUNTS:
        raise NotationError(
            f"expected 1 to {SEAT_COUNTS[-1]} seats, each after a bar |, found {len(sections)}"
        )
    pads = tuple([_parse_pad(sheet, seat, section) for seat, section in enumerate(sections)])
    said = _parse_words(words, TABLE_WORDS, "the table")
    state = State(sheet, _turn(pads), _throw(said), parse_dice(said["dice"]) if "dice" in said else (), pads)
    _check(state, over="over" in said)
    return state


def _parse_words(words: list[str], known: tuple[str, ...], where: str) -> dict[str, str]:
    said: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in known:
            raise NotationError(f"{where}: unknown word {word!r}; known are {' '.join(known)}")
        if key in said:
            raise NotationError(f"{where}: {key!r} is there twice")
        said[key] = value
    return said


def _parse_pad(sheet: Sheet, seat: Seat, section: str) -> Pad:
    """Y4-Y9: only points that dice can bring."""
    words = [] if section.strip() == "-" else section.split()
    said = _parse_words(words, sheet.boxes, f"seat {seat}")
    for box, points in said.items():
        if points not in possible(box):
            there = ", ".join(sorted(possible(box), key=int))
            raise NotationError(f"seat {seat}: {box} brings {there}, not {points!r}")
    return tuple([int(said[box]) if box in said else None for box in sheet.boxes])


@cache
def possible(box: str) -> frozenset[str]:
    """What can stand in a box."""
    return frozenset(str(worth(box, dice)) for dice, _ in Roll(DICE, FACES).outcomes())


def _turn(pads: tuple[Pad, ...]) -> int:
    """Y1: the seats take turns, so each has written as many boxes as the next, or one more."""
    filled = [len(pad) - pad.count(None) for pad in pads]
    turn = sum(filled)
    if filled != [(turn + len(pads) - 1 - seat) // len(pads) for seat in range(len(pads))]:
        raise NotationError(f"the seats take turns, so they cannot have {filled} boxes filled")
    return turn


def _throw(said: dict[str, str]) -> int:
    if ("over" in said) == ("throw" in said):
        raise NotationError("the table needs either throw= or over")
    text = said.get("throw", "1")
    if text not in map(str, range(1, THROWS + 1)):
        raise NotationError(f"throw is a number from 1 to {THROWS}, not {text!r}")
    return int(text)


def _check(state: State, over: bool) -> None:
    """Y2, Y10: over exactly where all boxes are full; dice are kept only after a throw."""
    if over != state.is_over:
        raise NotationError("over: a box is empty" if over else "all boxes are full, so the game is over")
    if state.dice and (over or (state.throw == 1 and not state.is_thrown)):
        raise NotationError("dice= does not belong there: none of them is thrown yet")
