"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

import re

from kritzel.game import NotationError, SetupError, Text
from kritzel.games.border.crossing import begun, colours_of
from kritzel.games.border.material import DICE, SEAT_COUNTS, THROWS, Area, Sheet
from kritzel.games.border.moves import Dice
from kritzel.games.border.notation import parse_dice
from kritzel.games.border.rules import carry_on, check_boards, enclosed
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, gather
from kritzel.position import Part, table_and_seats

CELL = re.compile(r"[a-z][0-9]+")
AREA_POINTS = "[a-z]:[0-9]{1,3}"
MOST_ROUNDS = 999_999
CELLS = Text("Felder wie c4c5", "cells like c4c5")
COLOURS = Text("Farben wie rrgb", "colours like rrgb")

TABLE_WORDS = ("round=", "throw=", "dice=", "keep", "mark", "follow", "one", "over")
SEAT_WORDS = ("board=", "x=", "areas=", "new=", "done")

PHASE_WORDS: dict[Phase, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Phase.THROW: (("round", "throw"), ("dice",)),
    Phase.KEEP: (("round", "keep", "throw", "dice"), ()),
    Phase.MARK: (("round", "mark", "dice"), ()),
    Phase.FOLLOW: (("round", "follow", "dice"), ("one",)),
    Phase.OVER: (("round", "over"), ()),
}
"""The words of the table in each phase: those that must be there and those that may."""


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line; where all are done with action 2 it is carried on (B8)."""
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, TABLE_WORDS, SEAT_WORDS)
    pads = tuple([read_pad(sheet, nth, seat) for nth, seat in enumerate(seats)])
    try:
        check_boards(sheet, len(pads), [mine.board for mine in pads])
    except SetupError as error:
        raise NotationError(error.sentence) from None
    state = read_table(sheet, table, pads)
    check_running_action(state, seats)
    check_points(state, seats)
    return carry_on(state) if state.phase is Phase.FOLLOW else state


# The table --------------------------------------------------------------------------------------
def read_table(sheet: Sheet, table: Part, pads: tuple[Pad, ...]) -> State:
    """B2-B5: the running action and its dice."""
    phase = read_phase(table)
    number = table.number("round", 1, MOST_ROUNDS)
    throw = table.number("throw", 1, THROWS - (phase is Phase.KEEP), missing=0)  # B2: no throw after the last
    dice = parse_dice(table.value("dice", "[a-z]+", COLOURS)) if "dice" in table else ()
    check_dice(table, phase, throw, len(dice))
    return State(sheet, number, phase, throw, dice, "one" in table, pads)


def read_phase(table: Part) -> Phase:
    """The phase, with all the words that belong to it and no other."""
    named = [phase for phase in Phase if phase is not Phase.THROW and phase.value in table]
    if len(named) > 1:
        one, other = named[0].value, named[1].value
        raise table.wrong(
            f"'{one}' und '{other}' schließen sich aus", f"'{one}' and '{other}' exclude each other"
        )
    phase = named[0] if named else Phase.THROW
    needed, allowed = PHASE_WORDS[phase]
    for word in needed:
        if word not in table:
            raise table.wrong(
                f"'{word}' fehlt bei '{phase.value}'", f"'{word}' is missing with '{phase.value}'"
            )
    table.only(needed + allowed)
    return phase


def check_dice(table: Part, phase: Phase, throw: int, dice: int) -> None:
    """B2-B5: how many dice lie there."""
    least, most = DICE, DICE
    if phase is Phase.THROW:
        least, most = 0, DICE - 1 if throw > 1 else 0
    elif phase is Phase.OVER:
        least, most = 0, 0
    elif phase is Phase.FOLLOW and "one" not in table:
        least = 1
    if not least <= dice <= most:
        wanted = str(least) if least == most else f"{least}..{most}"
        raise table.wrong(
            f"{wanted} Würfel erwartet bei '{phase.value}', nicht {dice}",
            f"{wanted} dice expected with '{phase.value}', not {dice}",
        )


# The seats --------------------------------------------------------------------------------------
def read_pad(sheet: Sheet, nth: int, seat: Part) -> Pad:
    """One seat's section."""
    board = seat.number("board", 1, len(sheet.boards), missing=nth + 1)
    crosses, new = read_cells(sheet, seat, "x"), read_cells(sheet, seat, "new")
    if crosses & new:
        raise seat.wrong("ein Feld steht in x= und in new=", "a cell stands in x= and in new=")
    return Pad(board, crosses | sheet.white, read_points(sheet, seat), new, "done" in seat)


def read_cells(sheet: Sheet, seat: Part, key: str) -> Cells:
    """A list of border cells without separators, each once, no white ones."""
    if key not in seat:
        return 0
    names = CELL.findall(seat.value(key, f"(?:{CELL.pattern})+", CELLS))
    for name in names:
        if name not in sheet.cell_named:
            raise seat.wrong(
                f"'{name}' ist kein Grenzfeld dieses Blatts", f"'{name}' is no border cell of this sheet"
            )
        if sheet.white >> sheet.cell_named[name] & 1:
            raise seat.wrong(
                f"{name} ist weiß: ohnehin angekreuzt und nicht aufgezählt",
                f"{name} is white: it is crossed anyway and not listed",
            )
    if len(set(names)) < len(names):
        raise seat.wrong(f"{key}: ein Feld steht zweimal da", f"{key}: a cell is there twice")
    return gather(sheet.cell_named[name] for name in names)


def read_points(sheet: Sheet, seat: Part) -> Points:
    """B6: the points for each enclosed area: its higher or its lower number."""
    areas = {area.letter.lower(): area for area in sheet.areas}
    got: dict[str, int] = {}
    example = Text("Punkte wie a:12,c:3", "points like a:12,c:3")
    text = seat.value("areas", f"{AREA_POINTS}(?:,{AREA_POINTS})*", example) if "areas" in seat else ""
    for letter, points in [pair.split(":") for pair in text.split(",") if pair]:
        if letter not in areas or letter in got:
            raise seat.wrong(
                f"Gebiet '{letter}' gibt es nicht oder steht zweimal da",
                f"area '{letter}' does not exist or is there twice",
            )
        check_number(seat, areas[letter], int(points))
        got[letter] = int(points)
    return tuple(got.get(letter) for letter in areas)


def check_number(seat: Part, area: Area, points: int) -> None:
    """B6: an area has two numbers."""
    if points not in (area.first, area.later):
        letter, first, later = area.letter.lower(), area.first, area.later
        raise seat.wrong(
            f"Gebiet {letter} bringt {first} oder {later}, nicht {points} (B6)",
            f"area {letter} scores {first} or {later}, not {points} (B6)",
        )


# What could not have come about -------------------------------------------------------------------
def check_running_action(state: State, seats: list[Part]) -> None:
    """B1, B3-B5: who may have crossed something in the running action, and what."""
    for nth, (seat, mine) in enumerate(zip(seats, state.pads, strict=True)):
        follows = state.phase is Phase.FOLLOW and nth != state.active
        if mine.done and not follows:
            raise seat.wrong("done gehört zu Aktion 2 (B4)", "done is for action 2 (B4)")
        if mine.new and not (follows or (state.phase is Phase.MARK and nth == state.active)):
            raise seat.wrong(
                "new= gehört zur laufenden Aktion (B3, B4)", "new= is for the running action (B3, B4)"
            )
        if mine.new:
            check_new(state, seat, mine)


def check_new(state: State, seat: Part, mine: Pad) -> None:
    """B3-B5: each new cross used a die and is where it may be."""
    board = state.sheet.boards[mine.board - 1]
    missing = begun(board, mine) if state.phase is Phase.MARK else 0
    if not within(colours_of(board, mine.new), state.dice):
        raise seat.wrong("new= nutzt Würfel, die nicht daliegen", "new= uses dice that are not there")
    if not within(colours_of(board, mine.new | missing), state.dice):
        raise seat.wrong(
            "new= beginnt einen Abschnitt, den die Würfel nicht füllen können (B3)",
            "new= begins a segment that the dice cannot fill (B3)",
        )
    if state.one and mine.new.bit_count() > 1:
        raise seat.wrong(
            "new= nutzt mehr als einen der fünf Würfel (B5)", "new= uses more than one of the five dice (B5)"
        )
    if state.phase is Phase.FOLLOW and not connected(state.sheet, mine):
        raise seat.wrong("new= hat ein Feld neben keinem Kreuz (B4)", "new= has a cell beside no cross (B4)")


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


def check_points(state: State, seats: list[Part]) -> None:
    """B6, B8: points for exactly the enclosed areas; the first one got the higher number; a true end."""
    for index, area in enumerate(state.sheet.areas):
        got = [mine.points[index] for mine in state.pads]
        for seat, mine, points in zip(seats, state.pads, got, strict=True):
            check_enclosed(seat, area, mine, points)
        if any(points is not None for points in got) and area.first not in got:
            letter, first = area.letter.lower(), area.first
            de = f"Gebiet {letter}: kein Platz hat die {first} Punkte des ersten (B6)"
            raise NotationError(Text(de, f"area {letter}: no seat has the {first} points of the first (B6)"))
    check_end(state)


def check_enclosed(seat: Part, area: Area, mine: Pad, got: int | None) -> None:
    """B6: an area scores if, and only if, it is enclosed."""
    letter, is_enclosed = area.letter.lower(), not area.ring & ~mine.crosses
    if is_enclosed and got is None:
        raise seat.wrong(
            f"Gebiet {letter} ist umschlossen, aber areas= nennt keine Punkte dafür (B6)",
            f"area {letter} is enclosed, but areas= has no points for it (B6)",
        )
    if got is not None and not is_enclosed:
        raise seat.wrong(
            f"areas= nennt Punkte für {letter}, aber x= umschließt es nicht (B6)",
            f"areas= has points for {letter}, but x= does not enclose it (B6)",
        )


def check_end(state: State) -> None:
    """B8: only a round's own actions bring a seat to the number of areas that ends the game."""
    ended = {seat for seat, mine in enumerate(state.pads) if enclosed(mine.points) >= state.sheet.end}
    if state.phase is Phase.OVER and not ended:
        end = state.sheet.end
        de = f"over, aber kein Platz hat {end} Gebiete umschlossen (B8)"
        raise NotationError(Text(de, f"over, but no seat has enclosed {end} areas (B8)"))
    early = ended - {state.active} if state.phase is Phase.FOLLOW else ended
    if state.phase is not Phase.OVER and early:
        de = f"Platz {min(early)} hatte das Spiel schon vor dieser Aktion beendet (B8)"
        raise NotationError(Text(de, f"seat {min(early)} had ended the game before this action (B8)"))
