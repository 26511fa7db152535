"""What a report counts: the cells of lines, and who reaches a number first."""

from __future__ import annotations

from kritzel.game import Counting, Text
from kritzel.games.traexx.material import Sheet
from kritzel.games.traexx.state import State
from kritzel.mechanics.cells import Cells


def crossable(sheet: Sheet) -> dict[int, str]:
    """All cells: a line may go everywhere."""
    return {cell: sheet.names[cell] for cell in sorted(sheet.order)}


def crossed(state: State) -> list[Cells]:
    """The cells of each line."""
    return [pad.covered for pad in state.pads]


def firsts(sheet: Sheet) -> dict[str, int]:
    """The full points of each number."""
    return {f"number.{number}": number for number in sorted(sheet.numbers.values())}


COUNTING = Counting(
    crossable=crossable,
    crossed=crossed,
    firsts=firsts,
    games=500,
    about_firsts=Text(
        "Zahlen zu zweit zwischen Starken: zuerst erreicht (volle Punkte), später (halbe) oder verpasst. "
        "Um Zahlen mit viel „später“ wird gerannt.",
        "Numbers between two strong bots: reached first (full points), later (half) or missed. Numbers "
        "with much “later” are raced for.",
    ),
    about_cells=Text(
        "Wie oft der starke Bot ein Feld am Ende einer Partie allein auf seiner Linie hat, in Prozent: je "
        "kräftiger, desto öfter; alle Startfelder zusammen. Tote Felder sind Papier, das niemand braucht; "
        "Pflichtfelder lassen keine Wahl.",
        "How often the strong bot has a cell on its line at the end of a game alone, in percent: the "
        "stronger the tint, the more often; all starts together. Dead cells are paper nobody needs; must "
        "cells leave no choice.",
    ),
)
