"""What follows a move or a throw, compiled and in place. The twin of `games.dizzle.rules`.

Moves and throws are trusted. `s` is the sheet, `g` the table, `m` one seat's sheet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import NOTHING, Cells, has, is_empty, minus, single, union
from kritzel.fast.dizzle_passes import (
    FACE_COUNT,
    begin_pass,
    clear_pool,
    cross_dice,
    fill_pool,
    lava_settled,
    next_pass,
    next_turn,
    pause,
    put_in,
    take_out,
)
from kritzel.fast.dizzle_placing import ask, beside, fitting, open_cells, owes, set_free
from kritzel.fast.dizzle_sheet import KINDS, POOL, load, store
from kritzel.fast.dizzle_state import FLOW, PLACE, PLANETS, RAILS, REMOVE, REROLL, REROLLED, ROLL, VOLCANO
from kritzel.fast.jit import compiled
from kritzel.fast.luck import below
from kritzel.games.dizzle.material import EXTRA_DICE, VOLCANO_DICE


# The table ---------------------------------------------------------------------------------------------
@compiled
def lay(s: Any, g: Any, players: int) -> None:
    """D1-D3: everybody has the same sheet with nothing on it but what is printed; seat 0 starts."""
    g.players, g.shown = players, 0
    clear_pool(g)
    for seat in range(players):
        fresh_seat(s, g.seats[seat])
    begin_pass(s, g, 1)


@compiled
def fresh_seat(s: Any, m: Any) -> None:
    """A sheet with nothing on it but what is printed."""
    for cells in (m.dice, m.lost, m.lava, m.pick, m.drawn, m.beside_dice):
        store(cells, NOTHING)
    store(m.crosses, load(s.start))
    store(m.beside_crosses, load(s.beside_start))
    store(m.beside_lava, load(s.beside_volcanoes))
    set_free(s, m)
    m.out, m.rockets = 0, 0
    for nth in range(2):
        m.won[nth], m.reached[nth] = 0, 0
    if s.rails:
        for cell in range(s.cells):
            m.piece[cell] = s.printed[cell]


@compiled
def derive(s: Any, g: Any) -> None:
    """Everything that follows from what the reference keeps."""
    g.lying, g.asked = 0, 0
    for face in range(1, FACE_COUNT + 1):
        if g.pool[face] > 0:
            g.lying |= 1 << (face - 1)
    for seat in range(g.players):
        m = g.seats[seat]
        set_free(s, m)
        store(m.beside_crosses, beside(s, load(m.crosses)))
        store(m.beside_dice, beside(s, load(m.dice)))
        store(m.beside_lava, union(load(s.beside_volcanoes), beside(s, load(m.lava))))
    store(g.open, open_cells(g.seats[g.turn]))
    if g.phase == PLACE or g.phase == REROLLED:
        g.asked = 1 << g.turn
    elif g.phase == FLOW or g.phase == PLANETS or g.phase == RAILS:
        ask(s, g, g.phase)


@compiled
def has_choice(cells: Cells, cell: int, count_of_cells: int) -> bool:
    """Whether the number is a cell at all, and one of these."""
    return 0 <= cell < count_of_cells and has(cells, cell)


# Moves ---------------------------------------------------------------------------------------------
@compiled
def take(s: Any, g: Any, m: Any, cell: int) -> None:
    """D5-D9: one die of the pool onto a cell of its number."""
    die = single(cell)
    store(m.dice, union(load(m.dice), die))
    store(m.free, minus(load(m.free), die))
    store(m.beside_dice, union(load(m.beside_dice), load(s.beside[cell])))
    take_out(g, s.number[cell])
    if g.players == 1 and g.left > 0:
        pause(g, REMOVE)  # D33
    else:
        next_turn(s, g, g.turn)


@compiled
def give_back(s: Any, g: Any, m: Any, cell: int) -> None:
    """D13: one of the seat's own dice back into the pool, its number unchanged."""
    die = single(cell)
    store(m.dice, minus(load(m.dice), die))
    store(m.free, union(load(m.free), die))
    store(m.beside_dice, beside(s, load(m.dice)))
    put_in(g, s.number[cell])
    next_turn(s, g, g.turn)


@compiled
def choose(s: Any, g: Any, m: Any, seat: int, move: int) -> None:
    """D22, D35, D37: one more thing chosen; what was chosen counts when the last seat is done (D23)."""
    if g.phase == RAILS:
        cell, kind = (move - s.at_rail) // KINDS, (move - s.at_rail) % KINDS
        m.piece[cell] = kind + 1
        store(m.drawn, union(load(m.drawn), single(cell)))
    else:
        cell = move - (s.at_lava if g.phase == FLOW else s.at_planet)
        store(m.pick, union(load(m.pick), single(cell)))
    if not owes(s, g, m):
        g.asked &= ~(1 << seat)
    if g.asked == 0:
        settle(s, g)


@compiled
def settle(s: Any, g: Any) -> None:
    """D23: everybody has chosen."""
    if g.phase == FLOW:
        lava_settled(s, g)
    elif g.phase == RAILS:
        cross_dice(s, g)
    else:
        next_pass(s, g)


@compiled
def play(s: Any, g: Any, seat: int, move: int) -> None:
    """The table after a legal move."""
    m = g.seats[seat]
    if move < s.cells:
        take(s, g, m, move)
    elif move == s.cells:
        pause(g, REROLL)  # D11
    elif move == s.cells + 1:
        m.out = 1  # D15
        next_turn(s, g, g.turn)
    elif move < s.at_lava:
        give_back(s, g, m, move - s.at_back)
    else:
        choose(s, g, m, seat, move)


# Chance --------------------------------------------------------------------------------------------
@compiled
def awaited_dice(g: Any) -> int:
    """D4, D12, D33, D35: how many dice are to be thrown now."""
    if g.phase == ROLL:
        return POOL[g.players]  # type: ignore[no-any-return]
    if g.phase == REROLL:
        return g.left  # type: ignore[no-any-return]
    return EXTRA_DICE if g.phase == REMOVE else VOLCANO_DICE


@compiled
def throw(event: Any, dice: int, faces: Any) -> None:
    """A throw by keyed luck, in ascending order: as often as each face was thrown, counted in one word."""
    counts = np.uint64(0)
    for nth in range(dice):
        counts += np.uint64(1) << np.uint64(8 * below(event, nth, FACE_COUNT))
    at = 0
    for face in range(1, FACE_COUNT + 1):
        for _ in range(counts & np.uint64(255)):
            faces[at] = face
            at += 1
        counts >>= np.uint64(8)


@compiled
def happen(s: Any, g: Any, faces: Any, dice: int) -> None:
    """The table after the dice fell."""
    g.nth[g.phase - VOLCANO] += 1
    if g.phase == ROLL:  # D4, D5: the start player is first, as if the seat before had just had its turn
        fill_pool(g, faces, dice)
        next_turn(s, g, g.turn - 1 if g.turn > 0 else g.players - 1)
    elif g.phase == VOLCANO:  # D35
        g.shown = faces[0]
        if not ask(s, g, FLOW):
            lava_settled(s, g)
    elif g.phase == REROLL:  # D12, D13
        fill_pool(g, faces, dice)
        g.phase, g.asked = REROLLED, 1 << g.turn
        if is_empty(fitting(s, g)) and is_empty(load(g.seats[g.turn].dice)):
            next_turn(s, g, g.turn)
    else:  # D33
        for nth in range(dice):
            if g.pool[faces[nth]] > 0:
                take_out(g, faces[nth])
        next_turn(s, g, 0)
