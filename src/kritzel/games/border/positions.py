"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TypeAlias

from kritzel.game import NotationError
from kritzel.games.border.crossing import begun, colours_of
from kritzel.games.border.material import DICE, SLUG, THROWS, Area, Sheet
from kritzel.games.border.moves import Dice
from kritzel.games.border.notation import parse_dice
from kritzel.games.border.rules import carry_on, check_boards, enclosed
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, gather

Words: TypeAlias = dict[str, str]
"""The words of a part of the text with their values; single words have none."""

NUMBER = re.compile(r"[1-9][0-9]{0,5}")
CELL = re.compile(r"[a-z][0-9]+")
AREA_POINTS = re.compile(r"([a-z]):([0-9]{1,3})")

VALUED = ("round", "throw", "dice", "board", "x", "areas", "new")
SECTION_WORDS = ("board", "x", "areas", "new", "done")

# The words of the table in each phase: those that must be there and those that may.
TABLE_WORDS: dict[Phase, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Phase.THROW: (("round", "throw"), ("dice",)),
    Phase.KEEP: (("round", "keep", "throw", "dice"), ()),
    Phase.MARK: (("round", "mark", "dice"), ()),
    Phase.FOLLOW: (("round", "follow", "dice"), ("one",)),
    Phase.OVER: (("round", "over"), ()),
}


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line; where all are done with action 2 it is carried on (B8)."""
    head, *sections = text.split("|")
    name, *words = head.split() or [""]
    if name != f"{SLUG}/{sheet.id}":
        raise NotationError(f"expected a position of {SLUG}/{sheet.id}, not {name!r}")
    pads = tuple([read_pad(sheet, seat, section) for seat, section in enumerate(sections)])
    try:
        check_boards(sheet, len(pads), [mine.board for mine in pads])
    except ValueError as error:
        raise NotationError(str(error)) from None
    state = read_table(sheet, words, pads)
    check_running_action(state)
    check_points(state)
    return carry_on(state) if state.phase is Phase.FOLLOW else state


# Words ------------------------------------------------------------------------------------------
def read_words(where: str, words: Sequence[str], known: Collection[str]) -> Words:
    """Words with their values: known ones, each once, with a value exactly where one belongs."""
    found: Words = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in known:
            raise NotationError(f"{where}: unknown word {word!r}; there are: {', '.join(known)}")
        if key in found:
            raise NotationError(f"{where}: {key!r} stands there twice")
        if bool(value) != (key in VALUED) or bool(equals) != bool(value):
            wanted = f"{key}=..." if key in VALUED else key
            raise NotationError(f"{where}: expected {wanted!r}, not {word!r}")
        found[key] = value
    return found


def read_number(where: str, key: str, value: str) -> int:
    """A number from 1."""
    if not NUMBER.fullmatch(value):
        raise NotationError(f"{where}: expected {key}=N with N from 1 to 999999, not {value!r}")
    return int(value)


# The table --------------------------------------------------------------------------------------
def read_table(sheet: Sheet, said: Sequence[str], pads: tuple[Pad, ...]) -> State:
    """B2-B5: the running action and its dice."""
    known = dict.fromkeys(word for both in TABLE_WORDS.values() for some in both for word in some)
    words = read_words("table", said, known)
    phase = read_phase(words)
    number = read_number("table", "round", words["round"])
    throw = read_throw(phase, words.get("throw"))
    dice = parse_dice(words.get("dice", ""))
    check_dice(phase, throw, len(dice), "one" in words)
    return State(sheet, number, phase, throw, dice, "one" in words, pads)


def read_phase(words: Words) -> Phase:
    """The phase, with all the words that belong to it and no other."""
    named = [phase for phase in Phase if phase is not Phase.THROW and phase.value in words]
    if len(named) > 1:
        raise NotationError(f"table: {named[0].value!r} and {named[1].value!r} exclude each other")
    phase = named[0] if named else Phase.THROW
    needed, allowed = TABLE_WORDS[phase]
    for word in needed:
        if word not in words:
            raise NotationError(f"table: {word!r} is missing in a position of {phase.value!r}")
    for word in words:
        if word not in needed + allowed:
            raise NotationError(f"table: {word!r} does not belong to a position of {phase.value!r}")
    return phase


def read_throw(phase: Phase, value: str | None) -> int:
    """B2: the number of the throw; one that lies there and may be followed by another is not the last."""
    if value is None:
        return 0
    last = THROWS - 1 if phase is Phase.KEEP else THROWS
    if value not in [str(throw) for throw in range(1, last + 1)]:
        raise NotationError(f"table: expected throw=1 to throw={last}, not {value!r} (B2)")
    return int(value)


def check_dice(phase: Phase, throw: int, dice: int, one: bool) -> None:
    """B2-B5: how many dice lie there."""
    least, most = DICE, DICE
    if phase is Phase.THROW:
        least, most = 0, DICE - 1 if throw > 1 else 0
    elif phase is Phase.OVER:
        least, most = 0, 0
    elif phase is Phase.FOLLOW and not one:
        least = 1
    if not least <= dice <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise NotationError(f"table: expected {wanted} dice in a position of {phase.value!r}, not {dice}")


# The seats --------------------------------------------------------------------------------------
def read_pad(sheet: Sheet, seat: int, section: str) -> Pad:
    """One seat's section."""
    where, said = f"seat {seat}", section.split()
    if not said:
        raise NotationError(f"{where}: expected words, or - for none")
    words = read_words(where, [] if said == ["-"] else said, SECTION_WORDS)
    board = read_number(where, "board", words.get("board", str(seat + 1)))
    crosses = read_cells(sheet, where, words.get("x", ""))
    new = read_cells(sheet, where, words.get("new", ""))
    if crosses & new:
        raise NotationError(f"{where}: a cell stands in x= and in new=")
    points = read_points(sheet, where, words.get("areas"))
    return Pad(board, crosses | sheet.white, points, new, "done" in words)


def read_cells(sheet: Sheet, where: str, text: str) -> Cells:
    """A list of border cells without separators, each once, no white ones."""
    names = CELL.findall(text)
    if "".join(names) != text:
        raise NotationError(f"{where}: expected cells like c4c5, not {text!r}")
    for name in names:
        if name not in sheet.cell_named:
            raise NotationError(f"{where}: {name!r} is no border cell of this sheet")
        if sheet.white >> sheet.cell_named[name] & 1:
            raise NotationError(f"{where}: {name} is white: it is crossed anyway and not listed")
    if len(set(names)) < len(names):
        raise NotationError(f"{where}: a cell stands twice in {text!r}")
    return gather(sheet.cell_named[name] for name in names)


def read_points(sheet: Sheet, where: str, text: str | None) -> Points:
    """B6: the points for each enclosed area: its higher or its lower number."""
    areas = {area.letter.lower(): area for area in sheet.areas}
    got: dict[str, int] = {}
    for pair in text.split(",") if text else ():
        found = AREA_POINTS.fullmatch(pair)
        if not found:
            raise NotationError(f"{where}: expected areas=a:12,c:3, not {pair!r}")
        letter, points = found[1], int(found[2])
        if letter not in areas or letter in got:
            raise NotationError(f"{where}: area {letter!r} does not exist or stands there twice")
        check_number(where, areas[letter], points)
        got[letter] = points
    return tuple(got.get(letter) for letter in areas)


def check_number(where: str, area: Area, points: int) -> None:
    """B6: an area has two numbers."""
    if points not in (area.first, area.later):
        numbers = f"{area.first} or {area.later}"
        raise NotationError(f"{where}: area {area.letter.lower()} scores {numbers}, not {points} (B6)")


# What could not have come about -------------------------------------------------------------------
def check_running_action(state: State) -> None:
    """B1, B3-B5: who may have crossed something in the running action, and what."""
    for seat, mine in enumerate(state.pads):
        where, follows = f"seat {seat}", state.phase is Phase.FOLLOW and seat != state.active
        if mine.done and not follows:
            raise NotationError(f"{where}: done is for action 2 (B4)")
        if mine.new and not (follows or (state.phase is Phase.MARK and seat == state.active)):
            raise NotationError(f"{where}: new= is for the running action (B3, B4)")
        if mine.new:
            check_new(state, where, mine)


def check_new(state: State, where: str, mine: Pad) -> None:
    """B3-B5: each new cross used a die and is where it may be."""
    board = state.sheet.boards[mine.board - 1]
    missing = begun(board, mine) if state.phase is Phase.MARK else 0
    if not within(colours_of(board, mine.new), state.dice):
        raise NotationError(f"{where}: new= uses dice that are not there")
    if not within(colours_of(board, mine.new | missing), state.dice):
        raise NotationError(f"{where}: new= begins a segment that the dice cannot fill (B3)")
    if state.one and mine.new.bit_count() > 1:
        raise NotationError(f"{where}: new= uses more than one of the five dice (B5)")
    if state.phase is Phase.FOLLOW and not connected(state.sheet, mine):
        raise NotationError(f"{where}: new= has a cell beside no cross (B4)")


def within(some: Dice, dice: Dice) -> bool:
    """Whether these dice are among the others."""
    return all(some.count(colour) <= dice.count(colour) for colour in set(some))


def connected(sheet: Sheet, mine: Pad) -> bool:
    """B4: every new cross hangs on an older one, if only through other new ones."""
    crossed, grown = 0, mine.crosses
    while crossed != grown:
        crossed = grown
        grown |= sheet.grid.beside(crossed) & mine.new
    return not mine.new & ~crossed


def check_points(state: State) -> None:
    """B6, B8: points for exactly the enclosed areas; the first one got the higher number; a true end."""
    for index, area in enumerate(state.sheet.areas):
        got = [mine.points[index] for mine in state.pads]
        for seat, mine in enumerate(state.pads):
            check_enclosed(f"seat {seat}", area, mine, got[seat])
        if any(points is not None for points in got) and area.first not in got:
            letter = area.letter.lower()
            raise NotationError(f"area {letter}: no seat has the {area.first} points of the first (B6)")
    check_end(state)


def check_enclosed(where: str, area: Area, mine: Pad, got: int | None) -> None:
    """B6: an area scores if, and only if, it is enclosed."""
    letter, is_enclosed = area.letter.lower(), not area.ring & ~mine.crosses
    if is_enclosed and got is None:
        raise NotationError(f"{where}: area {letter} is enclosed, but areas= has no points for it (B6)")
    if got is not None and not is_enclosed:
        raise NotationError(f"{where}: areas= has points for {letter}, but x= does not enclose it (B6)")


def check_end(state: State) -> None:
    """B8: only a round's own actions bring a seat to the number of areas that ends the game."""
    ended = {seat for seat, mine in enumerate(state.pads) if enclosed(mine.points) >= state.sheet.end}
    if state.phase is Phase.OVER and not ended:
        raise NotationError(f"over, but no seat has enclosed {state.sheet.end} areas (B8)")
    early = ended - {state.active} if state.phase is Phase.FOLLOW else ended
    if state.phase is not Phase.OVER and early:
        raise NotationError(f"seat {min(early)} had ended the game before this action (B8)")
