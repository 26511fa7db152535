"""What a line may do: where it ends, which symbols it has left, where it can go. Knows no turns."""

from __future__ import annotations

from kritzel.games.traexx.material import Sheet
from kritzel.games.traexx.state import Pad
from kritzel.mechanics.cells import Cells, gather


def outer_ends(mine: Pad) -> tuple[int, ...]:
    """T3: the two ends of the settled line; the start cell alone is one end."""
    first, last = mine.line[0], mine.line[-1]
    return (first,) if first == last else (first, last)


def growing_ends(mine: Pad) -> tuple[int, ...]:
    """T4: where the line may grow now; once it has grown in this round, only from there."""
    return mine.new[-1:] or outer_ends(mine)


def symbols_left(sheet: Sheet, card: str, drawn: tuple[int, ...]) -> str:
    """T2: the card's symbols that are left after these cells took one each."""
    for cell in drawn:
        card = card.replace(sheet.colours[cell], "", 1)
    return card


def taken_cells(mine: Pad) -> Cells:
    """T3: every cell of the line, settled or drawn in this round."""
    return mine.covered | gather(mine.new)


def open_cells(sheet: Sheet, card: str, mine: Pad) -> Cells:
    """T2, T3: cells of a colour that is left and not on the line, wherever they lie."""
    fitting = 0
    for colour in symbols_left(sheet, card, mine.new[1:]):
        fitting |= sheet.of_colour[colour]
    return fitting & ~taken_cells(mine)


def joined(line: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    """T4: the line together with what was drawn at one of its ends."""
    if not new or new[0] == line[-1]:
        return line + new[1:]
    return new[:0:-1] + line
