"""Why one move in The Border is better than another: what the map, the boards and exact chances prove.

Points are what the sentence itself accounts for, at most. Crosses of the running action count as settled.
A chance is that of a player who throws every die again that does not help, as often as allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import comb
from typing import NamedTuple, TypeAlias

from kritzel import words
from kritzel.game import Because, Seat, Text
from kritzel.games.border.rules import area_points, reachable_cells, settle_pad
from kritzel.games.border.sheet import COLOUR_NAMES, COLOURS, DICE, THROWS, Area
from kritzel.games.border.state import Pad, Phase, State, tally
from kritzel.mechanics.cells import Cells, each

FEW_MISSING = 5
"""An area is near when no more border cells than this are missing."""
CLEAR_DIFFERENCE = 0.1
"""Least difference of two chances that is worth a sentence."""

CLOSES = Text("Umschließt {area}: {points}.", "Encloses {area}: {points}.")
CLOSES_FIRST = Text("Umschließt {area} als Erstes: {points}.", "Encloses {area} first: {points}.")
NEARS_ONE = Text(
    "Für {area} ({points}) fehlt dann nur noch ein Feld, sonst {less}.",
    "{area} ({points}) then lacks only one cell, else {less}.",
)
NEARS = Text(
    "Für {area} ({points}) fehlen dann noch {n} Felder, sonst {less}.",
    "{area} ({points}) then lacks {n} cells, else {less}.",
)
READY = Text(
    "Für {what} liegt schon alles da; sonst klappt es nur in {less} von 100 Fällen.",
    "For {what} everything is there; else it works only in {less} of 100 cases.",
)
CHANCE = Text(
    "{what}: klappt in {n} von 100 Fällen, sonst in {less}.",
    "{what}: works in {n} of 100 cases, else in {less}.",
)
WHAT_ONE = Text("ein Feld {colour}", "one {colour} cell")
WHAT = Text("{n} Felder {colour}", "{n} {colour} cells")
MORE = Text("Angekreuzte Felder: {n} statt {less}.", "Cells crossed: {n} instead of {less}.")
LEAVES = Text(
    "Lässt {{by}} fürs Erste {n} zum Ankreuzen, sonst {less}.",
    "Leaves {{by}} {n} to cross with at first, else {less}.",
)
DIE, SOME = Text("einen Würfel", "one die"), Text("{n} Würfel", "{n} dice")
NOTHING = Text("keinen Würfel", "no die")


class Target(NamedTuple):
    """What is missing in a segment."""

    colour: int
    cells: Cells

    @property
    def n(self) -> int:
        return self.cells.bit_count()


class BoardAfter:
    """The table after a seat's move, its crosses counted as settled."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.sheet = state, state.sheet
        self.seat = seat
        self.board = state.sheet.boards[state.pads[seat].board - 1]

    @cached_property
    def pad(self) -> Pad:
        """As if the action ended now."""
        return settle_pad(self.state, self.state.pads[self.seat])

    def missing(self, area: Area) -> Cells:
        return area.ring & ~self.pad.crosses

    @property
    def throws(self) -> int:
        return 1 + THROWS - self.state.throw if self.state.phase is Phase.THROW else 0

    def chance(self, target: Target) -> float:
        """How likely the dice fill a segment in the end, by all throws left."""
        need = target.n - self.state.dice.count(target.colour)
        thrown = DICE - len(self.state.dice)
        hit = 1 - (1 - 1 / len(COLOURS)) ** self.throws
        ways = [comb(thrown, n) * hit**n * (1 - hit) ** (thrown - n) for n in range(max(need, 0), thrown + 1)]
        return 1.0 if need <= 0 else sum(ways)

    def names(self, cells: Cells) -> tuple[str, ...]:
        return tuple([self.sheet.names[cell] for cell in each(cells)])


def why_better(before: State, seat: Seat, better: State, played: State) -> tuple[Because, ...]:
    was, good, other = (BoardAfter(state, seat) for state in (before, better, played))
    found = (rule(was, good, other) for rule in RULES)
    return tuple([because for because in found if because])


# Areas ---------------------------------------------------------------------------------------------
def closes(was: BoardAfter, good: BoardAfter, other: BoardAfter) -> Because | None:
    """B6: an area is enclosed."""
    gain = sum(filter(None, good.pad.points)) - sum(filter(None, other.pad.points))
    for area, got, less in sorted(
        zip(good.sheet.areas, good.pad.points, other.pad.points, strict=True),
        key=lambda each: -(each[1] or 0),
    ):
        if got is not None and less is None and gain > 0:
            text = CLOSES_FIRST if got == area.first and area.first != area.later else CLOSES
            cells = good.names(area.ring & ~was.pad.crosses)
            sentence = text.filled(area=area.name, points=words.counted_points(got))
            facts = {"area": area.letter, "points": got}
            return Because("closes", facts, sentence, cells, min(got, gain), "B6")
    return None


def nears(was: BoardAfter, good: BoardAfter, other: BoardAfter) -> Because | None:
    """An area lacks little more, and more after the other move."""
    found = list[tuple[int, int, Area]]()
    for nth, area in enumerate(good.sheet.areas):
        left = good.missing(area).bit_count()
        if 0 < left <= FEW_MISSING and left < other.missing(area).bit_count():
            found.append((left, -area_points(good.state, nth), area))
    if not found:
        return None
    left, points, area = min(found, key=lambda each: each[:2])
    less = other.missing(area).bit_count()
    sentence = (NEARS_ONE if left == 1 else NEARS).filled(
        area=area.name, points=words.counted_points(-points), n=left, less=less
    )
    facts = {"area": area.letter, "missing": left, "else": less, "points": -points}
    return Because("nears", facts, sentence, good.names(good.missing(area)), -points)


# Dice ----------------------------------------------------------------------------------------------
def chance(was: BoardAfter, good: BoardAfter, other: BoardAfter) -> Because | None:
    """B2: a segment that the dice fill, or may fill by the throws left: exactly how often."""
    if was.state.phase is not Phase.KEEP:
        return None
    apart = [(target.n * (good.chance(target) - other.chance(target)), target) for target in _targets(was)]
    gain, target = max(apart, key=lambda each: each[0], default=(0.0, None))
    if target is None or gain < CLEAR_DIFFERENCE * target.n:
        return None
    here, less = good.chance(target), other.chance(target)
    colour = COLOUR_NAMES[target.colour]
    what = (WHAT_ONE if target.n == 1 else WHAT).filled(n=target.n, colour=colour)
    sentence = (READY if here == 1 else CHANCE).filled(what=what, n=_of_hundred(here), less=_of_hundred(less))
    facts = {"colour": COLOURS[target.colour], "cells": target.n, "chance": here, "else": less}
    return Because("chance", facts, sentence, was.names(target.cells), clause="B2")


def leaves(was: BoardAfter, good: BoardAfter, other: BoardAfter) -> Because | None:
    """B4, B5: how many dice are of use to another seat at once."""
    if was.state.phase is not Phase.MARK or not _follow(good, other):
        return None
    for seat in range(len(was.state.pads)):
        n, less = _usable_dice(good.state, seat), _usable_dice(other.state, seat)
        if seat != good.seat and n < less:
            sentence = LEAVES.filled(n=_dice_text(n), less=_dice_text(less))
            return Because("leaves", {"dice": n, "else": less}, sentence, clause="B4", by=(seat,))
    return None


def more(was: BoardAfter, good: BoardAfter, other: BoardAfter) -> Because | None:
    fresh = [after.pad.crosses & ~was.pad.crosses for after in (good, other)]
    n, less = (cells.bit_count() for cells in fresh)
    if was.state.phase is Phase.KEEP or n <= less:
        return None
    sentence = MORE.filled(n=n, less=less)
    return Because("more", {"cells": n, "else": less}, sentence, good.names(fresh[0] & ~fresh[1]))


def _targets(after: BoardAfter) -> list[Target]:
    """All segments that lack something five dice can fill."""
    free = ~after.pad.crosses
    every = enumerate(after.board.segments)
    targets = [Target(colour, segment & free) for colour, segments in every for segment in segments]
    return [target for target in targets if 0 < target.n <= DICE]


def _follow(*tables: BoardAfter) -> bool:
    return all(after.state.phase is Phase.FOLLOW for after in tables)


def _usable_dice(state: State, seat: Seat) -> int:
    """How many dice can cross a cell beside a cross that is there already."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    cells = reachable_cells(state, board, mine)
    used = sum(min(count, (cells & board.colours[colour]).bit_count()) for colour, count in tally(state.dice))
    return min(used, 1) if state.one else used


def _dice_text(n: int) -> Text:
    return (NOTHING, DIE)[n] if n < 2 else SOME.filled(n=n)


def _of_hundred(chance: float) -> int:
    """In whole cases; what may fail is never called certain, what may work never hopeless."""
    return round(100 * chance) if chance in (0, 1) else min(max(round(100 * chance), 1), 99)


Rule: TypeAlias = Callable[[BoardAfter, BoardAfter, BoardAfter], Because | None]
RULES: tuple[Rule, ...] = (closes, chance, nears, leaves, more)
"""The clearest first."""
