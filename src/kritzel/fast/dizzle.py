"""Dizzle, compiled: the twin of `kritzel.games.dizzle` behind the interface all twins share.

Every function takes the sheet and the table as arrays of one record and changes the table in place. Moves are
numbers, compact and stable for a sheet of n cells (cells in reading order, gaps left out):

    0 .. n-1        take a die onto this cell (its number follows from the cell)
    n               re-roll
    n+1             drop out
    n+2 + c         give the die on cell c back
    then, only on sheets that have use for them, in this order:
    lava + c        the lava flows to cell c (sheets with volcanoes)
    planet + c      a rocket flies to cell c (sheets with planets)
    rail + 6c + p   piece p (NS, EW, NE, NW, SE, SW) on cell c (sheets of rails)

`pending` answers OVER, DECISION or a kind of chance; the kinds are also the `event` of keyed luck, the
pass is its round. What is to be trusted and what not, see `twins.Twin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kritzel.fast.bits import count, first, has, is_empty, lowest, nth, without_first
from kritzel.fast.dizzle_greedy import best_move
from kritzel.fast.dizzle_inputs import FEATURES, LOW, STEP, inputs
from kritzel.fast.dizzle_learned import learned
from kritzel.fast.dizzle_master import master
from kritzel.fast.dizzle_placing import block, choices
from kritzel.fast.dizzle_planner import planned_move
from kritzel.fast.dizzle_rules import awaited_dice, derive, happen, lay, play, throw
from kritzel.fast.dizzle_scoring import place, total
from kritzel.fast.dizzle_sheet import KINDS, SHEET, pack
from kritzel.fast.dizzle_state import RAILS, STATE, compact, pour, to_state
from kritzel.fast.dizzle_state import VOLCANO as PHASE_VOLCANO
from kritzel.fast.jit import compiled
from kritzel.fast.luck import below, key
from kritzel.games.dizzle import moves as reference
from kritzel.games.dizzle.material import SEAT_COUNTS, Sheet
from kritzel.games.dizzle.state import State
from kritzel.mechanics.routes import PIECES

__all__ = [
    "CHANCES",
    "DECISION",
    "FEATURES",
    "LOW",
    "MOST_MOVES",
    "OVER",
    "REMOVE",
    "REROLL",
    "ROLL",
    "SHEET",
    "STATE",
    "STEP",
    "VOLCANO",
    "actions",
    "aims",
    "allowed",
    "apply",
    "blank",
    "deciding",
    "from_state",
    "greedy",
    "inputs",
    "learned",
    "legal",
    "master",
    "outcome",
    "pack",
    "pending",
    "places",
    "planner",
    "playout",
    "playouts",
    "restart",
    "reveal",
    "scores",
    "to_int",
    "to_move",
    "to_state",
]

OVER, DECISION, VOLCANO, ROLL, REROLL, REMOVE = range(6)
"""What `pending` answers: the end, a decision, or a kind of chance (by its purpose in the reference)."""

CHANCES = {VOLCANO: "volcano", ROLL: "roll", REROLL: "reroll", REMOVE: "remove"}
"""The purpose of each kind of chance."""

MOST_MOVES = 128
"""More legal moves a seat never has: one for each cell, or six pieces for each of thirteen dice."""

MOST_DICE = 16
_PICK = 1
"""The event that keys random moves: that of decisions."""

Packed = np.ndarray[Any, Any]


# The table -----------------------------------------------------------------------------------------
def blank(packed: Packed, seats: int, boards: Sequence[int] = ()) -> Packed:
    """The table before anything happened."""
    if seats not in SEAT_COUNTS:
        raise ValueError(f"Dizzle is for 1 to 4 seats, not {seats}")
    if boards:
        raise ValueError("in Dizzle all seats play the same sheet; there are no boards to choose")
    state = np.zeros(1, STATE)
    state[0].players = seats
    restart(packed, state)
    return state


@compiled
def restart(sheet: Any, state: Any) -> None:
    """The same seats before anything happened."""
    lay(sheet[0], state[0], state[0].players)


@compiled
def pending(sheet: Any, state: Any) -> int:
    """What the table waits for: OVER, DECISION or a kind of chance."""
    return waiting(state[0])


@compiled
def waiting(g: Any) -> int:
    """`pending` of a record: phases are the end, five kinds of decision, then chance."""
    return g.phase - 4 if g.phase >= PHASE_VOLCANO else min(g.phase, DECISION)  # type: ignore[no-any-return]


@compiled
def deciding(sheet: Any, state: Any) -> int:
    """The seats that may act now, as a mask."""
    return state[0].asked  # type: ignore[no-any-return]


# Moves ---------------------------------------------------------------------------------------------
@compiled
def legal(sheet: Any, state: Any, seat: int, out: Any) -> int:
    """The legal moves of the seat, ascending, and how many."""
    s, g = sheet[0], state[0]
    if (g.asked >> seat) & 1 == 0:
        return 0
    cells = choices(s, g, seat)
    if is_empty(cells):
        out[0], out[1] = s.cells, s.cells + 1
        return 2
    begin, each, n = block(s, g), KINDS if g.phase == RAILS else 1, 0
    while not is_empty(cells):
        for kind in range(each):
            out[n] = begin + each * first(cells) + kind
            n += 1
        cells = without_first(cells)
    return n


@compiled
def allowed(sheet: Any, state: Any, seat: int, move: int) -> bool:
    """Whether the move is legal; any number may be asked."""
    s, g = sheet[0], state[0]
    if seat < 0 or seat >= g.players or (g.asked >> seat) & 1 == 0:
        return False
    cells = choices(s, g, seat)
    if is_empty(cells):
        return s.cells <= move < s.cells + 2  # type: ignore[no-any-return]
    cell = move - block(s, g)
    if g.phase == RAILS:
        cell = cell // KINDS
    return 0 <= cell < s.cells and has(cells, cell)


@compiled
def apply(sheet: Any, state: Any, seat: int, move: int) -> None:
    """Play a legal move."""
    play(sheet[0], state[0], seat, move)


# Chance --------------------------------------------------------------------------------------------
@compiled
def outcome(sheet: Any, state: Any, seed: Any, out: Any) -> int:
    """The awaited throw by keyed luck, in ascending order, and how many dice."""
    return cast(state[0], np.uint64(seed), out)


@compiled
def cast(g: Any, seed: Any, out: Any) -> int:
    """`outcome` of a record."""
    kind, dice = g.phase - PHASE_VOLCANO, awaited_dice(g)
    throw(key(seed, g.pass_no, kind + VOLCANO, g.nth[kind]), dice, out)
    return dice


@compiled
def reveal(sheet: Any, state: Any, outcome: Any, n: int) -> None:
    """The table after these n dice fell."""
    happen(sheet[0], state[0], outcome, n)


# Points --------------------------------------------------------------------------------------------
@compiled
def scores(sheet: Any, state: Any, out: Any) -> None:
    """The points of all seats as they stand."""
    s, g = sheet[0], state[0]
    for seat in range(g.players):
        out[seat] = total(s, g.seats[seat], g.players == 1)


aims = scores
"""What a net learns to foresee: the final points of each seat."""


@compiled
def places(sheet: Any, state: Any, out: Any) -> None:
    """The place of each seat, from 1; equal seats share it."""
    s, g = sheet[0], state[0]
    for seat in range(g.players):
        out[seat] = place(s, g, seat)


# Whole games ---------------------------------------------------------------------------------------
@compiled
def random_move(s: Any, g: Any, seat: int, event: Any, index: int) -> int:
    """One of the legal moves of an asked seat, each equally likely."""
    cells = choices(s, g, seat)
    many = count(cells)
    if many == 0:
        return s.cells + below(event, index, 2)  # type: ignore[no-any-return]
    if g.phase == RAILS:
        pick = below(event, index, KINDS * many)
        return s.at_rail + KINDS * nth(cells, pick // KINDS) + pick % KINDS  # type: ignore[no-any-return]
    return block(s, g) + nth(cells, below(event, index, many))


@compiled
def random_choice(sheet: Any, state: Any, seat: int, seed: Any) -> int:
    """One of the legal moves of an asked seat, each equally likely: the first one of `playout`."""
    return random_move(sheet[0], state[0], seat, key(np.uint64(seed), 0, _PICK, 0), 0)


@compiled
def finish(s: Any, g: Any, seed: Any, faces: Any) -> int:
    """Random moves to the end; how many decisions there were."""
    event, decisions = key(seed, 0, _PICK, 0), 0
    while g.phase != OVER:
        if g.asked == 0:
            happen(s, g, faces, cast(g, seed, faces))
        else:
            seat = lowest(np.uint64(g.asked))
            play(s, g, seat, random_move(s, g, seat, event, decisions))
            decisions += 1
    return decisions


@compiled
def playout(sheet: Any, state: Any, seed: Any) -> int:
    """Play uniformly random legal moves to the end; how many decisions there were."""
    return finish(sheet[0], state[0], np.uint64(seed), np.empty(MOST_DICE, np.int32))


@compiled
def playouts(sheet: Any, seats: int, games: int, seed: Any, totals: Any) -> int:
    """Random games with seeds `seed`, `seed + 1` ...; adds up each seat's points in `totals`. How many
    decisions there were.
    """
    state, faces, decisions = np.zeros(1, STATE), np.empty(MOST_DICE, np.int32), 0
    for game in range(games):
        s, g = sheet[0], state[0]  # anew each time: a record does not keep its array alive
        lay(s, g, seats)
        decisions += finish(s, g, np.uint64(seed) + np.uint64(game), faces)
        for seat in range(seats):
            totals[seat] += total(s, g.seats[seat], seats == 1)
    return decisions


@compiled
def greedy(sheet: Any, state: Any, seat: int, seed: Any) -> int:
    """The move of the greedy player for an asked seat; see `dizzle_greedy`."""
    return best_move(sheet[0], state[0], seat, np.uint64(seed))


@compiled
def planner(sheet: Any, state: Any, seat: int, seed: Any) -> int:
    """The move of the planner for an asked seat; see `dizzle_planner`."""
    return planned_move(sheet[0], state[0], seat, np.uint64(seed))


# Codec and bridges ---------------------------------------------------------------------------------
def actions(packed: Packed) -> int:
    """How many move numbers the sheet has."""
    return int(packed[0].actions)


@lru_cache(maxsize=64)
def _listed(sheet: Sheet) -> tuple[reference.Move, ...]:
    """Every move of the sheet, by its number. Places where no such move can be are kept for stability."""
    ready, places_ = sheet.ready, compact(sheet).places
    takes = [ready.takes.get(place) or reference.Take(0, place) for place in places_]
    backs = [ready.backs.get(place) or reference.Back(place) for place in places_]
    lavas = [ready.lavas.get(place) or reference.Lava(place) for place in places_ if sheet.volcanoes]
    planets = [ready.planets.get(place) or reference.Planet(place) for place in places_ if sheet.planets]
    drawn = [ready.rails.get(place) or _six_rails(place) for place in places_ if sheet.rails]
    rails = [rail for rails in drawn for rail in rails]
    return (*takes, reference.REROLL, reference.OUT, *backs, *lavas, *planets, *rails)


def _six_rails(place: int) -> tuple[reference.Rail, ...]:
    return tuple([reference.Rail(place, piece) for piece in PIECES])


@lru_cache(maxsize=64)
def _numbers(sheet: Sheet) -> dict[reference.Move, int]:
    return {move: number for number, move in enumerate(_listed(sheet))}


def to_move(sheet: Sheet, number: int) -> reference.Move:
    """The reference's move of this number. IndexError for numbers the sheet does not have."""
    return _listed(sheet)[number]


def to_int(sheet: Sheet, move: reference.Move) -> int:
    """The number of a move. KeyError for one that no game on this sheet can have."""
    return _numbers(sheet)[move]


def from_state(packed: Packed, position: State) -> Packed:
    """A table of the reference; the throws of the running pass count anew."""
    state = np.zeros(1, STATE)
    pour(state, position)
    complete(packed, state)
    return state


@compiled
def complete(sheet: Any, state: Any) -> None:
    """Work out what follows from a table laid from outside."""
    derive(sheet[0], state[0])
