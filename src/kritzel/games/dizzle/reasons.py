"""Why one move is better than another: what can be counted on the sheet and in the pool.

A reason is given only where it is true of the better move and not of the other one. Dice and choices of the
running pass count as if the pass ended now. Points are what the sentence itself accounts for, at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from kritzel.game import Because, Score, Seat, Text
from kritzel.games.dizzle.passes import cross_pad, flag_points
from kritzel.games.dizzle.placing import free_cells, open_cells, planets_left, pool_cells
from kritzel.games.dizzle.scoring import complete, score_pad
from kritzel.games.dizzle.sheet import FACES, KEY_COLOURS, Sheet
from kritzel.games.dizzle.state import FLOW, PLACING, REROLL, Pad, State
from kritzel.games.dizzle.words import FACTS
from kritzel.mechanics.cells import Cells, each
from kritzel.words import counted_points

MANY_DICE = 3
"""With at least this many dice of a number, one of them may wait."""
CLEARLY_MORE = 2
"""A difference that is worth mentioning."""
CELL_POINTS = 1
"""What one more way to go on brings, about."""
TENTHS, HUNDREDTHS = 10, 100

FILLS = Text("Macht {what} voll: {points}.", "Fills {what}: {points}.")
FLAG = Text("Die Fahne auf {cell} ist erreicht: {points}.", "Reaches the flag on {cell}: {points}.")
FLAG_FIRST = Text("Zuerst an der Fahne auf {cell}: {points}.", "First at the flag on {cell}: {points}.")
KEEPS = Text("Hält {what} möglich: {points}.", "Keeps {what} possible: {points}.")
KEY = Text("Der Schlüssel ({colour}) macht {cells} auf.", "The key ({colour}) opens {cells}.")
REROLL_HELPS = Text(
    "Neu würfeln hilft hier in {n} von {of} Fällen.", "A re-roll helps here {n} times in {of}."
)
REROLL_FAILS = Text(
    "So bleiben alle Würfel liegen; neu würfeln kostet hier in {n} von {of} Fällen einen.",
    "Keeps all dice; a re-roll would cost one here {n} times in {of}.",
)
GOES_ON = Text(
    "Lässt auch noch eine {numbers} passen; sonst passt kein Würfel aus der Mitte mehr.",
    "Leaves room for a {numbers} as well; else no die of the pool fits any more.",
)
LEAVES_NONE = Text("Lässt {{by}} keinen Würfel, der passt.", "Leaves {{by}} no die that fits.")
LAST_ONE = Text("Nimmt {{by}} die letzte {n}, die passt.", "Takes the last {n} that fits {{by}}.")
BOMB = Text(
    "Trifft die Bombe auf {cell}: Wer sie nicht auch noch trifft, verliert {points}.",
    "Reaches the bomb on {cell}: players who do not reach it too lose {points}.",
)
BRINGS = Text("Bringt {points} mehr: {line}.", "Brings {points} more: {line}.")
NEARS = {
    1: Text(
        "Dann fehlt für {what} nur noch ein Feld: {points}.", "Then {what} lacks only one cell: {points}."
    ),
    2: Text("Dann fehlen für {what} noch zwei Felder: {points}.", "Then {what} lacks two cells: {points}."),
}
RARE = Text(
    "Holt die einzige {rare}; eine {common} passt auch danach noch, davon liegen {n} da.",
    "Takes the only {rare}; a {common} still fits later: there are {n} of them.",
)
ROCKET = Text("Die Rakete bringt noch einen Planeten.", "The rocket brings a planet, too.")
MORE_FIT = Text(
    "Lässt {n} Würfel aus der Mitte passen, sonst {less}.",
    "Leaves room for {n} dice of the pool, else {less}.",
)
ROOM = Text(
    "Macht mehr Platz: Neben deinen Kreuzen sind dann {n} Felder frei, sonst {less}.",
    "Makes more room: {n} cells next to your crosses are free then, else {less}.",
)
CELL, CELLS = Text("ein Feld", "one cell"), Text("{n} Felder", "{n} cells")
GOALS = {
    "row": Text("Reihe {name}", "row {name}"),
    "column": Text("Spalte {name}", "column {name}"),
    "puzzle": Text("Puzzle {name}", "puzzle {name}"),
    "area": Text("Bereich {name}", "area {name}"),
}
OR = Text("oder", "or")


class Goal(NamedTuple):
    """Something that pays once all its cells are crossed."""

    what: Text
    cells: Cells
    points: int


def goals(sheet: Sheet) -> Iterator[Goal]:
    for arrow in sheet.arrows:
        at = next(each(arrow.cells))
        letter, number = sheet.name(at)[0], sheet.name(at)[1:]
        what = GOALS[arrow.axis].filled(name=number if arrow.axis == "row" else letter)
        yield Goal(what, arrow.cells, arrow.points)
    for kind, groups in (("puzzle", sheet.puzzles), ("area", sheet.areas)):
        for group in groups:
            yield Goal(GOALS[kind].filled(name=group.name), group.cells, group.points)


class After:
    """A seat's sheet after a move, what runs counted as settled."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.sheet, self.seat = state, state.sheet, seat
        self.mine = state.pads[seat]

    @cached_property
    def pad(self) -> Pad:
        """As if the pass ended now."""
        points = [flag_points(flag, n, self.state.pads) for n, flag in enumerate(self.sheet.flags)]
        now = cross_pad(self.sheet, self.mine, 0, points)
        lava = self.mine.pick if self.state.phase == FLOW else 0
        planets = self.mine.pick & ~lava
        return Pad(now.crosses | planets, now.lost, now.lava | lava, now.rails, now.flags)

    @cached_property
    def score(self) -> Score:
        return score_pad(self.sheet, self.pad.settled, len(self.state.pads) == 1)

    @property
    def placing(self) -> bool:
        return self.state.phase in PLACING

    def fits(self, seat: Seat) -> list[int]:
        """The numbers in the pool that a seat could place next."""
        state = self.state
        cells = open_cells(self.sheet, state.pads[seat]) & pool_cells(self.sheet, state.pool)
        return [number for number in FACES if cells & self.sheet.showing[number]]

    def missing(self, goal: Goal) -> int | None:
        """How many cells a goal lacks; None where it cannot be reached any more."""
        left = goal.cells & ~self.pad.crosses
        return None if left & (self.pad.lost | self.pad.lava) else left.bit_count()

    def room(self) -> Cells:
        """Free cells beside crosses: where the next pass may begin."""
        return free_cells(self.sheet, self.pad) & self.sheet.grid.beside(self.pad.crosses)

    def names(self, cells: Cells) -> tuple[str, ...]:
        return tuple([self.sheet.name(cell) for cell in each(cells)])


def why_better(before: State, seat: Seat, better: State, played: State) -> tuple[Because, ...]:
    """Every reason that holds, the clearest first."""
    was, good, other = (After(state, seat) for state in (before, better, played))
    if good.mine == other.mine and good.state.phase == other.state.phase:
        return ()
    found = (rule(was, good, other) for rule in RULES)
    return tuple([because for because in found if because])


# Points --------------------------------------------------------------------------------------------
def _gain(good: After, other: After) -> int:
    return good.score.total - other.score.total


def fills(was: After, good: After, other: After) -> Because | None:
    """D27-D29: a row, column, puzzle or area is full."""
    gain = _gain(good, other)
    for goal in sorted(goals(good.sheet), key=lambda goal: -goal.points):
        full = [complete(goal.cells, after.pad.crosses) for after in (good, other)]
        if full == [True, False] and gain > 0:
            text = FILLS.filled(what=goal.what, points=counted_points(goal.points))
            points = min(goal.points, gain)
            return Because("fills", {"points": goal.points}, text, good.names(goal.cells), points)
    return None


def flag(was: After, good: After, other: After) -> Because | None:
    """D21: a flag, and whether the seat is the first there."""
    for nth, printed in enumerate(good.sheet.flags):
        got, other_got, had = (after.pad.flags[nth] for after in (good, other, was))
        gain = _gain(good, other)
        if got is None or other_got is not None or had is not None or gain <= 0:
            continue
        first = len(was.state.pads) > 1 and got == printed.points[0]
        cells = good.names(printed.cells & good.pad.crosses)
        text = (FLAG_FIRST if first else FLAG).filled(cell=cells[0], points=counted_points(got))
        return Because("flag", {"points": got, "first": first}, text, cells, min(got, gain), "D21")
    return None


def brings(was: After, good: After, other: After) -> Because | None:
    """More points by what lies on the sheet now."""
    gain = _gain(good, other)
    if gain <= 0:
        return None
    gains = {line.key: line.points - other.score[line.key] for line in good.score.lines}
    key = max(gains, key=lambda each: gains[each])
    text = BRINGS.filled(points=counted_points(gain), line=FACTS.line(key))
    cells = good.names(good.pad.crosses & ~other.pad.crosses & ~was.pad.crosses)
    return Because("brings", {"points": gain, "line": key}, text, cells, gain)


# Goals ---------------------------------------------------------------------------------------------
def keeps(was: After, good: After, other: After) -> Because | None:
    """D35: the other move makes a goal impossible."""
    for goal in sorted(goals(good.sheet), key=lambda goal: -goal.points):
        if None not in (was.missing(goal), good.missing(goal)) and other.missing(goal) is None:
            text = KEEPS.filled(what=goal.what, points=counted_points(goal.points))
            return Because("keeps", {"points": goal.points}, text, good.names(goal.cells), goal.points)
    return None


def nears(was: After, good: After, other: After) -> Because | None:
    """A goal lacks little more, and more after the other move."""
    found = list[tuple[int, int, Goal]]()
    for goal in goals(good.sheet):
        left, other_left = good.missing(goal), other.missing(goal)
        if left and other_left and left in NEARS and left < other_left:
            found.append((left, -goal.points, goal))
    if not found:
        return None
    left, _, goal = min(found, key=lambda each: each[:2])
    text = NEARS[left].filled(what=goal.what, points=counted_points(goal.points))
    cells = good.names(goal.cells & ~good.pad.crosses)
    return Because("nears", {"missing": left, "points": goal.points}, text, cells, goal.points)


def key(was: After, good: After, other: After) -> Because | None:
    """D24: a key that opens locks for the next pass."""
    for lock in good.sheet.locks:
        opened = [bool(lock.keys & after.pad.crosses) for after in (was, good, other)]
        shut = lock.locks & ~(good.pad.crosses | good.pad.lost | good.pad.lava)
        if opened == [False, True, False] and shut:
            text = KEY.filled(colour=KEY_COLOURS[lock.colour], cells=_cells(shut.bit_count()))
            return Because("key", {"colour": lock.colour}, text, good.names(shut), clause="D24")
    return None


def rocket(was: After, good: After, other: After) -> Because | None:
    """D22: a rocket with a planet to fly to."""
    flying = [(after.mine.dice & after.sheet.rockets).bit_count() for after in (good, other)]
    left = planets_left(good.sheet, good.mine) & ~good.mine.dice
    if not flying[0] > flying[1] or left.bit_count() < flying[0] or not other.placing:
        return None
    cells = good.names(good.mine.dice & good.sheet.rockets & ~other.mine.dice)
    return Because("rocket", {"planets": left.bit_count()}, ROCKET, cells, clause="D22")


# The pool ------------------------------------------------------------------------------------------
def reroll(was: After, good: After, other: After) -> Because | None:
    """D11-D13: how often a new throw brings a die that fits."""
    phases = [after.state.phase == REROLL for after in (good, other)]
    pool = was.state.pool
    if phases[0] == phases[1] or not pool:
        return None
    open_now = open_cells(was.sheet, was.mine)
    numbers = sum(bool(open_now & was.sheet.showing[number]) for number in FACES)
    helps = 1 - (1 - numbers / len(FACES)) ** len(pool)
    if not phases[0] and (not was.mine.dice or helps > 0.5):
        return None
    of = TENTHS if 0 < round(TENTHS * helps) < TENTHS else HUNDREDTHS
    n = min(max(round(of * helps), 1), of - 1) if 0 < helps < 1 else round(of * helps)
    text = REROLL_HELPS.filled(n=n, of=of) if phases[0] else REROLL_FAILS.filled(n=of - n, of=of)
    return Because("reroll", {"chance": helps}, text, was.names(open_now), clause="D12")


def goes_on(was: After, good: After, other: After) -> Because | None:
    """D10: one more die fits, and none after the other move."""
    if not _both_run(was, good, other) or other.fits(other.seat) or not (numbers := good.fits(good.seat)):
        return None
    cells = open_cells(good.sheet, good.mine) & pool_cells(good.sheet, good.state.pool)
    text = GOES_ON.filled(numbers=_join_numbers(numbers))
    return Because("goes_on", {"numbers": numbers}, text, good.names(cells))


def more_fit(was: After, good: After, other: After) -> Because | None:
    """More dice of the pool fit next."""
    if not _both_run(was, good, other):
        return None
    dice = [sum(after.state.pool.count(n) for n in after.fits(after.seat)) for after in (good, other)]
    if dice[0] < dice[1] + CLEARLY_MORE:
        return None
    cells = open_cells(good.sheet, good.mine) & pool_cells(good.sheet, good.state.pool)
    facts = {"dice": dice[0], "else": dice[1]}
    text = MORE_FIT.filled(n=dice[0], less=dice[1])
    return Because("more_fit", facts, text, good.names(cells), (dice[0] - dice[1]) * CELL_POINTS)


def leaves(was: After, good: After, other: After) -> Because | None:
    """D17: what the next seat can still take."""
    following = good.state.turn
    if not _both_run(was, good, other) or following == good.seat or other.state.turn != following:
        return None
    fits, else_fits = good.fits(following), other.fits(following)
    gone = [n for n in else_fits if n not in fits and n not in good.state.pool]
    if not gone or not set(fits) < set(else_fits):
        return None
    text = LAST_ONE.filled(n=gone[0]) if fits else LEAVES_NONE.filled()
    return Because("leaves", {"numbers": fits, "else": else_fits}, text, by=(following,))


def rare(was: After, good: After, other: After) -> Because | None:
    """The only die of a number first: of the other one enough is there, and it still fits."""
    if not _both_run(was, good, other):
        return None
    placed = [after.mine.dice & ~was.mine.dice for after in (good, other)]
    ones, commons = ([good.sheet.number[cell] for cell in each(cells)] for cells in placed)
    counts = [sum(map(was.state.pool.count, numbers)) for numbers in (ones, commons)]
    if counts[0] != 1 or counts[1] < MANY_DICE or not {*commons} & {*good.fits(good.seat)}:
        return None
    (one,), common = ones, commons[0]
    facts = {"number": one, "other": common, "count": counts[1]}
    text = RARE.filled(rare=one, common=common, n=counts[1])
    return Because("rare", facts, text, good.names(placed[0]))


def bomb(was: After, good: After, other: After) -> Because | None:
    """D20: with other seats a bomb goes off on every sheet that has no cross there."""
    fresh = good.mine.dice & good.sheet.bombs & ~(was.mine.dice | other.pad.crosses)
    others = [mine for seat, mine in enumerate(good.state.pads) if seat != good.seat]
    for cell in each(fresh):
        if any(not (mine.crosses | mine.dice | mine.lava | mine.lost) >> cell & 1 for mine in others):
            name, lost = good.sheet.name(cell), -good.sheet.bomb
            text = BOMB.filled(cell=name, points=counted_points(lost))
            return Because("bomb", {"points": lost}, text, (name,), lost)
    return None


def room(was: After, good: After, other: After) -> Because | None:
    """More free cells beside crosses."""
    here, there = good.room(), other.room()
    n, less = here.bit_count(), there.bit_count()
    if n < less + CLEARLY_MORE:
        return None
    text, points = ROOM.filled(n=n, less=less), (n - less) * CELL_POINTS
    return Because("room", {"cells": n, "else": less}, text, good.names(here & ~there), points)


def _both_run(was: After, good: After, other: After) -> bool:
    """Whether dice are still taken in the same pass after both moves."""
    same = all(after.state.pass_no == was.state.pass_no for after in (good, other))
    return same and good.placing and other.placing


def _cells(n: int) -> Text:
    return CELL if n == 1 else CELLS.filled(n=n)


def _join_numbers(numbers: list[int]) -> Text:
    *some, last = map(str, numbers)
    return Text(*[f"{', '.join(some)} {word} {last}" if some else last for word in OR])


Rule: TypeAlias = Callable[[After, After, After], Because | None]
RULES: tuple[Rule, ...] = (
    fills, flag, keeps, key, reroll, goes_on, leaves, bomb, brings, nears, rare, rocket, more_fit, room,
)  # fmt: skip
"""The clearest first."""
