"""Moves, outcomes and positions as text (docs/notation.md). `positions` reads positions back."""

from __future__ import annotations

import re

from kritzel.game import NotationError, Outcome, Text
from kritzel.games.border.material import COLOURS, DICE, SLUG, Sheet
from kritzel.games.border.moves import DONE, STOP, Again, Cross, Dice, Move, Stop
from kritzel.games.border.refusals import NO_THROW
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, each
from kritzel.mechanics.dice import read_off

ROLL = re.compile(r"roll +(\S+)")


# Moves ------------------------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text."""
    if isinstance(move, Cross):
        return sheet.names[move.cell]
    if isinstance(move, Again):
        return f"roll {dice_text(move.dice)}"
    return "stop" if isinstance(move, Stop) else "done"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    said = text.strip()
    if said == "stop":
        return STOP
    if said == "done":
        return DONE
    if found := ROLL.fullmatch(said):
        return Again(parse_dice(found[1]))
    if said in sheet.cell_named:
        return sheet.crossings[sheet.cell_named[said]]
    de = f"kein Zug: '{said}'; erwartet wird ein Grenzfeld, done, stop oder roll mit Farben"
    raise NotationError(
        Text(de, f"no move: '{said}'; expected a border cell, done, stop, or roll with colours")
    )


# Dice and outcomes ------------------------------------------------------------------------------
def dice_text(dice: Dice) -> str:
    """Dice as their colour letters."""
    return "".join(COLOURS[colour] for colour in dice)


def outcome_text(state: State, outcome: Outcome) -> str:
    """A throw as text."""
    return dice_text(outcome)


def parse_dice(text: str) -> Dice:
    """Colour letters as dice, in whatever order they were written."""
    if strange := [letter for letter in text if letter not in COLOURS]:
        de = f"keine Würfelfarbe: '{strange[0]}'; erwartet werden Buchstaben aus {COLOURS}"
        en = f"no colour of a die: '{strange[0]}'; expected letters of {COLOURS}"
        raise NotationError(Text(de, en))
    return tuple(sorted(COLOURS.index(letter) for letter in text))


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as outcome of the awaited throw."""
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
    """The whole table in one line."""
    head = f"{SLUG}/{state.sheet.id} round={state.round} {phase_text(state)}"
    return " | ".join([head, *(pad_text(state.sheet, seat, mine) for seat, mine in enumerate(state.pads))])


def phase_text(state: State) -> str:
    """The words about the running action."""
    words = [] if state.phase is Phase.THROW else [state.phase.value]
    words += [f"throw={state.throw}"] if state.throw else []
    words += ["one"] if state.one else []
    words += [f"dice={dice_text(state.dice)}"] if state.dice else []
    return " ".join(words)


def pad_text(sheet: Sheet, seat: int, mine: Pad) -> str:
    """One seat's section."""
    words = [] if mine.board == seat + 1 else [f"board={mine.board}"]
    words += cells_words(sheet, "x", mine.crosses & ~sheet.white)
    words += points_words(sheet, mine.points)
    words += cells_words(sheet, "new", mine.new)
    words += ["done"] if mine.done else []
    return " ".join(words) or "-"


def cells_words(sheet: Sheet, key: str, cells: Cells) -> list[str]:
    """A list of cells, nothing for none."""
    return [f"{key}={''.join(sheet.names[cell] for cell in each(cells))}"] if cells else []


def points_words(sheet: Sheet, points: Points) -> list[str]:
    """The points got for each enclosed area, nothing for none."""
    pairs = zip(sheet.areas, points, strict=True)
    got = [f"{area.letter.lower()}:{number}" for area, number in pairs if number is not None]
    return [f"areas={','.join(got)}"] if got else []
