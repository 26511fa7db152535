"""Moves, outcomes and positions as text and back (docs/notation.md). Parsers raise NotationError."""

from __future__ import annotations

import re

from kritzel.game import NotationError, Outcome, SetupError, Text
from kritzel.games.border.refusals import NO_THROW
from kritzel.games.border.rules import carry_on, check_boards, count_enclosed
from kritzel.games.border.sheet import COLOURS, DICE, SEAT_COUNTS, SLUG, THROWS, Area, Sheet
from kritzel.games.border.state import (
    DONE,
    STOP,
    CrossCell,
    Dice,
    Move,
    Pad,
    Phase,
    Points,
    State,
    StopThrowing,
    ThrowAgain,
    colours_of,
    crossings,
    unfilled_cells,
)
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.dice import read_off
from kritzel.position import Part, table_and_seats

ROLL = re.compile(r"roll +(\S+)")


# Moves ------------------------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    if isinstance(move, CrossCell):
        return sheet.names[move.cell]
    if isinstance(move, ThrowAgain):
        return f"roll {dice_text(move.dice)}"
    return "stop" if isinstance(move, StopThrowing) else "done"


def parse_move(sheet: Sheet, text: str) -> Move:
    word = text.strip()
    if word == "stop":
        return STOP
    if word == "done":
        return DONE
    if found := ROLL.fullmatch(word):
        return ThrowAgain(parse_dice(found[1]))
    if word in sheet.cell_named:
        return crossings(sheet)[sheet.cell_named[word]]
    de = f"kein Zug: '{word}'; erwartet wird ein Grenzfeld, done, stop oder roll mit Farben"
    raise NotationError(
        Text(de, f"no move: '{word}'; expected a border cell, done, stop, or roll with colours")
    )


# Dice and outcomes ------------------------------------------------------------------------------
def dice_text(dice: Dice) -> str:
    return "".join(COLOURS[colour] for colour in dice)


def outcome_text(state: State, outcome: Outcome) -> str:
    return dice_text(outcome)


def parse_dice(text: str) -> Dice:
    if strange := [letter for letter in text if letter not in COLOURS]:
        de = f"keine Würfelfarbe: '{strange[0]}'; erwartet werden Buchstaben aus {COLOURS}"
        en = f"no colour of a die: '{strange[0]}'; expected letters of {COLOURS}"
        raise NotationError(Text(de, en))
    return tuple(sorted(COLOURS.index(letter) for letter in text))


def parse_outcome(state: State, text: str) -> Outcome:
    if state.phase is not Phase.THROW:
        raise NotationError(NO_THROW)
    thrown, awaited = parse_dice(read_off(text)), DICE - len(state.dice)
    if len(thrown) != awaited:
        de = f"ein Wurf mit {awaited} Würfeln erwartet, nicht {len(thrown)}: '{text.strip()}'"
        en = f"expected a throw of {awaited} dice, not {len(thrown)}: '{text.strip()}'"
        raise NotationError(Text(de, en))
    return thrown


# Positions --------------------------------------------------------------------------------------
def position_text(state: State) -> str:
    words = {
        f"{SLUG}/{state.sheet.id} round={state.round}": True,
        state.phase.value: state.phase is not Phase.THROW,
        f"throw={state.throw}": state.throw,
        "one": state.one,
        f"dice={dice_text(state.dice)}": state.dice,
    }
    head = " ".join(word for word, needed in words.items() if needed)
    return " | ".join([head, *(pad_text(state.sheet, seat, mine) for seat, mine in enumerate(state.pads))])


def pad_text(sheet: Sheet, seat: int, mine: Pad) -> str:
    crosses, areas = mine.crosses & ~sheet.white, zip(sheet.areas, mine.points, strict=True)
    points = ",".join(f"{area.key}:{got}" for area, got in areas if got is not None)
    words = {
        f"board={mine.board}": mine.board != seat + 1,
        f"x={cells_text(sheet, crosses)}": crosses,
        f"areas={points}": points,
        f"new={cells_text(sheet, mine.new)}": mine.new,
        "done": mine.done,
    }
    return " ".join(word for word, needed in words.items() if needed) or "-"


def cells_text(sheet: Sheet, cells: Cells) -> str:
    return "".join(sheet.names[cell] for cell in each(cells))


# Reading positions --------------------------------------------------------------------------------
CELL = re.compile(r"[a-z][0-9]+")
AREA_POINTS = "[a-z]:[0-9]{1,3}"
MOST_ROUNDS = 999_999
CELLS_EXAMPLE = Text("Felder wie c4c5", "cells like c4c5")
COLOURS_EXAMPLE = Text("Farben wie rrgb", "colours like rrgb")

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
    dice = parse_dice(table.value("dice", "[a-z]+", COLOURS_EXAMPLE)) if "dice" in table else ()
    check_dice(table, phase, throw, len(dice))
    return State(sheet, number, phase, throw, dice, "one" in table, pads)


def read_phase(table: Part) -> Phase:
    """The phase, with all the words that belong to it and no other."""
    named = [phase for phase in Phase if phase is not Phase.THROW and phase.value in table]
    if len(named) > 1:
        one, other = named[0].value, named[1].value
        de = f"'{one}' und '{other}' schließen sich aus"
        raise table.wrong(de, f"'{one}' and '{other}' exclude each other")
    phase = named[0] if named else Phase.THROW
    needed, allowed = PHASE_WORDS[phase]
    for word in needed:
        if word not in table:
            de = f"'{word}' fehlt bei '{phase.value}'"
            raise table.wrong(de, f"'{word}' is missing with '{phase.value}'")
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
        de = f"{wanted} Würfel erwartet bei '{phase.value}', nicht {dice}"
        raise table.wrong(de, f"{wanted} dice expected with '{phase.value}', not {dice}")


# The seats --------------------------------------------------------------------------------------
def read_pad(sheet: Sheet, nth: int, seat: Part) -> Pad:
    board = seat.number("board", 1, len(sheet.boards), missing=nth + 1)
    crosses, new = read_cells(sheet, seat, "x"), read_cells(sheet, seat, "new")
    if crosses & new:
        raise seat.wrong("ein Feld steht in x= und in new=", "a cell stands in x= and in new=")
    return Pad(board, crosses | sheet.white, read_points(sheet, seat), new, "done" in seat)


def read_cells(sheet: Sheet, seat: Part, key: str) -> Cells:
    """A list of border cells without separators, each once, no white ones."""
    if key not in seat:
        return 0
    names = CELL.findall(seat.value(key, f"(?:{CELL.pattern})+", CELLS_EXAMPLE))
    for name in names:
        if name not in sheet.cell_named:
            de = f"'{name}' ist kein Grenzfeld dieses Blatts"
            raise seat.wrong(de, f"'{name}' is no border cell of this sheet")
        if sheet.white >> sheet.cell_named[name] & 1:
            de = f"{name} ist weiß: ohnehin angekreuzt und nicht aufgezählt"
            raise seat.wrong(de, f"{name} is white: it is crossed anyway and not listed")
    if len(set(names)) < len(names):
        raise seat.wrong(f"{key}: ein Feld steht zweimal da", f"{key}: a cell is there twice")
    return gather(sheet.cell_named[name] for name in names)


def read_points(sheet: Sheet, seat: Part) -> Points:
    """B6: the points for each enclosed area: its higher or its lower number."""
    areas = {area.key: area for area in sheet.areas}
    got: dict[str, int] = {}
    example = Text("Punkte wie a:12,c:3", "points like a:12,c:3")
    text = seat.value("areas", f"{AREA_POINTS}(?:,{AREA_POINTS})*", example) if "areas" in seat else ""
    for letter, points in [pair.split(":") for pair in text.split(",") if pair]:
        if letter not in areas or letter in got:
            de = f"Gebiet '{letter}' gibt es nicht oder steht zweimal da"
            raise seat.wrong(de, f"area '{letter}' does not exist or is there twice")
        got[letter] = int(points)
        first, later = areas[letter].first, areas[letter].later
        if got[letter] not in (first, later):
            de = f"Gebiet {letter} bringt {first} oder {later}, nicht {got[letter]} (B6)"
            raise seat.wrong(de, f"area {letter} scores {first} or {later}, not {got[letter]} (B6)")
    return tuple(got.get(letter) for letter in areas)


# Positions that cannot occur ----------------------------------------------------------------------
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
    missing = unfilled_cells(board, mine) if state.phase is Phase.MARK else 0
    if not are_among(colours_of(board, mine.new), state.dice):
        raise seat.wrong("new= nutzt Würfel, die nicht daliegen", "new= uses dice that are not there")
    if not are_among(colours_of(board, mine.new | missing), state.dice):
        raise seat.wrong(
            "new= beginnt einen Abschnitt, den die Würfel nicht füllen können (B3)",
            "new= begins a segment that the dice cannot fill (B3)",
        )
    if state.one and mine.new.bit_count() > 1:
        raise seat.wrong(
            "new= nutzt mehr als einen der fünf Würfel (B5)", "new= uses more than one of the five dice (B5)"
        )
    if state.phase is Phase.FOLLOW and not is_connected(state.sheet, mine):
        raise seat.wrong("new= hat ein Feld neben keinem Kreuz (B4)", "new= has a cell beside no cross (B4)")


def are_among(some: Dice, dice: Dice) -> bool:
    return all(some.count(colour) <= dice.count(colour) for colour in set(some))


def is_connected(sheet: Sheet, mine: Pad) -> bool:
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
            letter, first = area.key, area.first
            de = f"Gebiet {letter}: kein Platz hat die {first} Punkte des ersten (B6)"
            raise NotationError(Text(de, f"area {letter}: no seat has the {first} points of the first (B6)"))
    check_end(state)


def check_enclosed(seat: Part, area: Area, mine: Pad, got: int | None) -> None:
    """B6: an area scores if, and only if, it is enclosed."""
    letter, is_enclosed = area.key, not area.ring & ~mine.crosses
    if is_enclosed and got is None:
        de = f"Gebiet {letter} ist umschlossen, aber areas= nennt keine Punkte dafür (B6)"
        raise seat.wrong(de, f"area {letter} is enclosed, but areas= has no points for it (B6)")
    if got is not None and not is_enclosed:
        de = f"areas= nennt Punkte für {letter}, aber x= umschließt es nicht (B6)"
        raise seat.wrong(de, f"areas= has points for {letter}, but x= does not enclose it (B6)")


def check_end(state: State) -> None:
    """B8: only a round's own actions bring a seat to the number of areas that ends the game."""
    ended = {seat for seat, mine in enumerate(state.pads) if count_enclosed(mine.points) >= state.sheet.end}
    if state.phase is Phase.OVER and not ended:
        end = state.sheet.end
        de = f"over, aber kein Platz hat {end} Gebiete umschlossen (B8)"
        raise NotationError(Text(de, f"over, but no seat has enclosed {end} areas (B8)"))
    early = ended - {state.active} if state.phase is Phase.FOLLOW else ended
    if state.phase is not Phase.OVER and early:
        de = f"Platz {min(early)} hatte das Spiel schon vor dieser Aktion beendet (B8)"
        raise NotationError(Text(de, f"seat {min(early)} had ended the game before this action (B8)"))
