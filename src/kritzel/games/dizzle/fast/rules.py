"""What follows a move or a throw, compiled and in place. The twin of `games.dizzle.rules`.

Moves and throws are trusted. `s` is the sheet, `g` the table, `m` one seat's sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kritzel.fast.bits import NOTHING, first, has, is_empty, minus, single, union, without_first
from kritzel.fast.jit import compiled
from kritzel.fast.luck import CHANCE, DECISION, below, key
from kritzel.fast.records import Key, Numbers, Records, Seed
from kritzel.games.dizzle.fast.passes import (
    FACE_COUNT,
    begin_pass,
    clear_pool,
    cross_dice,
    fill_pool,
    next_pass,
    next_turn,
    pause,
    put_in,
    settle_lava,
    take_out,
)
from kritzel.games.dizzle.fast.placing import (
    ask,
    beside,
    block,
    choices,
    fitting_cells,
    open_cells,
    owes,
    set_free,
)
from kritzel.games.dizzle.fast.sheet import KINDS, POOL, SheetRecord, load, store
from kritzel.games.dizzle.fast.state import (
    FLOW,
    PLACE,
    PLANETS,
    RAILS,
    REMOVE,
    REROLL,
    REROLLED,
    ROLL,
    STATE,
    VOLCANO,
    SeatRecord,
    TableRecord,
)
from kritzel.games.dizzle.sheet import EXTRA_DICE, SEAT_COUNTS, VOLCANO_DICE


# The table ---------------------------------------------------------------------------------------------
@compiled
def lay(s: SheetRecord, g: TableRecord, players: int) -> None:
    """D1-D3: everybody has the same sheet with nothing on it but what is printed; seat 0 starts."""
    g["players"], g["shown"] = players, 0
    clear_pool(g)
    for seat in range(players):
        fresh_pad(s, g["seats"][seat])
    begin_pass(s, g, 1)


@compiled
def fresh_pad(s: SheetRecord, m: SeatRecord) -> None:
    for cells in (m["dice"], m["lost"], m["lava"], m["pick"], m["drawn"], m["beside_dice"]):
        store(cells, NOTHING)
    store(m["crosses"], load(s["start"]))
    store(m["beside_crosses"], load(s["beside_start"]))
    store(m["beside_lava"], load(s["beside_volcanoes"]))
    set_free(s, m)
    m["out"], m["rockets"] = 0, 0
    for index in range(2):
        m["won"][index], m["reached"][index] = 0, 0
    if s["rails"]:
        for cell in range(s["cells"]):
            m["piece"][cell] = s["printed"][cell]


@compiled
def derive(sheet: Records, state: Records) -> None:
    """Work out everything that follows from what the reference keeps."""
    s, g = sheet[0], state[0]
    g["lying"], g["asked"] = 0, 0
    for face in range(1, FACE_COUNT + 1):
        if g["pool"][face] > 0:
            g["lying"] |= 1 << (face - 1)
    for seat in range(g["players"]):
        m = g["seats"][seat]
        set_free(s, m)
        store(m["beside_crosses"], beside(s, load(m["crosses"])))
        store(m["beside_dice"], beside(s, load(m["dice"])))
        store(m["beside_lava"], union(load(s["beside_volcanoes"]), beside(s, load(m["lava"]))))
    store(g["open"], open_cells(g["seats"][g["turn"]]))
    if g["phase"] == PLACE or g["phase"] == REROLLED:
        g["asked"] = 1 << g["turn"]
    elif g["phase"] == FLOW or g["phase"] == PLANETS or g["phase"] == RAILS:
        ask(s, g, g["phase"])


# Moves ---------------------------------------------------------------------------------------------
@compiled
def take(s: SheetRecord, g: TableRecord, m: SeatRecord, cell: int) -> None:
    """D5-D9: one die of the pool onto a cell of its number."""
    die = single(cell)
    store(m["dice"], union(load(m["dice"]), die))
    store(m["free"], minus(load(m["free"]), die))
    store(m["beside_dice"], union(load(m["beside_dice"]), load(s["beside"][cell])))
    take_out(g, s["number"][cell])
    if g["players"] == 1 and g["left"] > 0:
        pause(g, REMOVE)  # D33
    else:
        next_turn(s, g, g["turn"])


@compiled
def give_back(s: SheetRecord, g: TableRecord, m: SeatRecord, cell: int) -> None:
    """D13: one of the seat's own dice back into the pool, its number unchanged."""
    die = single(cell)
    store(m["dice"], minus(load(m["dice"]), die))
    store(m["free"], union(load(m["free"]), die))
    store(m["beside_dice"], beside(s, load(m["dice"])))
    put_in(g, s["number"][cell])
    next_turn(s, g, g["turn"])


@compiled
def choose(s: SheetRecord, g: TableRecord, m: SeatRecord, seat: int, move: int) -> None:
    """D22, D35, D37: one more thing chosen; what was chosen counts when the last seat is done (D23)."""
    if g["phase"] == RAILS:
        cell, kind = (move - s["at_rail"]) // KINDS, (move - s["at_rail"]) % KINDS
        m["piece"][cell] = kind + 1
        store(m["drawn"], union(load(m["drawn"]), single(cell)))
    else:
        cell = move - (s["at_lava"] if g["phase"] == FLOW else s["at_planet"])
        store(m["pick"], union(load(m["pick"]), single(cell)))
    if not owes(s, g, m):
        g["asked"] &= ~(1 << seat)
    if g["asked"] == 0:
        settle(s, g)


@compiled
def settle(s: SheetRecord, g: TableRecord) -> None:
    """D23: everybody has chosen."""
    if g["phase"] == FLOW:
        settle_lava(s, g)
    elif g["phase"] == RAILS:
        cross_dice(s, g)
    else:
        next_pass(s, g)


@compiled
def play(s: SheetRecord, g: TableRecord, seat: int, move: int) -> None:
    m = g["seats"][seat]
    if move < s["cells"]:
        take(s, g, m, move)
    elif move == s["cells"]:
        pause(g, REROLL)  # D11
    elif move == s["cells"] + 1:
        m["out"] = 1  # D15
        next_turn(s, g, g["turn"])
    elif move < s["at_lava"]:
        give_back(s, g, m, move - s["at_back"])
    else:
        choose(s, g, m, seat, move)


# Chance --------------------------------------------------------------------------------------------
@compiled
def awaited_dice(g: TableRecord) -> int:
    """D4, D12, D33, D35: how many dice are to be thrown now."""
    if g["phase"] == ROLL:
        return POOL[g["players"]]
    if g["phase"] == REROLL:
        return g["left"]
    return EXTRA_DICE if g["phase"] == REMOVE else VOLCANO_DICE


@compiled
def throw(event: Key, dice: int, faces: Numbers) -> None:
    """A throw by keyed luck, in ascending order: as often as each face was thrown, counted in one word."""
    counts = np.uint64(0)
    for index in range(dice):
        counts += np.uint64(1) << np.uint64(8 * below(event, index, FACE_COUNT))
    at = 0
    for face in range(1, FACE_COUNT + 1):
        for _ in range(counts & np.uint64(255)):
            faces[at] = face
            at += 1
        counts >>= np.uint64(8)


@compiled
def happen(s: SheetRecord, g: TableRecord, faces: Numbers, dice: int) -> None:
    g["nth"][g["phase"] - VOLCANO] += 1
    if g["phase"] == ROLL:  # D4, D5: the start player is first, as if the seat before had just had its turn
        fill_pool(g, faces, dice)
        next_turn(s, g, g["turn"] - 1 if g["turn"] > 0 else g["players"] - 1)
    elif g["phase"] == VOLCANO:  # D35
        g["shown"] = faces[0]
        if not ask(s, g, FLOW):
            settle_lava(s, g)
    elif g["phase"] == REROLL:  # D12, D13
        fill_pool(g, faces, dice)
        g["phase"], g["asked"] = REROLLED, 1 << g["turn"]
        if is_empty(fitting_cells(s, g)) and is_empty(load(g["seats"][g["turn"]]["dice"])):
            next_turn(s, g, g["turn"])
    else:  # D33
        for index in range(dice):
            if g["pool"][faces[index]] > 0:
                take_out(g, faces[index])
        next_turn(s, g, 0)


# The interface of every twin --------------------------------------------------------------------------
def blank(packed: Records, seats: int, boards: Sequence[int] = ()) -> Records:
    if seats not in SEAT_COUNTS:
        raise ValueError(f"Dizzle is for 1 to 4 seats, not {seats}")
    if boards:
        raise ValueError("in Dizzle all seats play the same sheet; there are no boards to choose")
    state = np.zeros(1, STATE)
    state[0]["players"] = seats
    restart(packed, state)
    return state


@compiled
def restart(sheet: Records, state: Records) -> None:
    lay(sheet[0], state[0], state[0]["players"])


@compiled
def pending(sheet: Records, state: Records) -> int:
    """Phases are the end, five kinds of decision, then chance."""
    g = state[0]
    return g["phase"] - VOLCANO + CHANCE if g["phase"] >= VOLCANO else min(g["phase"], DECISION)


@compiled
def deciding(sheet: Records, state: Records) -> int:
    return state[0]["asked"]


@compiled
def legal(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    s, g = sheet[0], state[0]
    if (g["asked"] >> seat) & 1 == 0:
        return 0
    cells = choices(s, g, seat)
    if is_empty(cells):
        out[0], out[1] = s["cells"], s["cells"] + 1
        return 2
    begin, each, n = block(s, g), KINDS if g["phase"] == RAILS else 1, 0
    while not is_empty(cells):
        for kind in range(each):
            out[n] = begin + each * first(cells) + kind
            n += 1
        cells = without_first(cells)
    return n


@compiled
def allowed(sheet: Records, state: Records, seat: int, move: int) -> bool:
    s, g = sheet[0], state[0]
    if seat < 0 or seat >= g["players"] or (g["asked"] >> seat) & 1 == 0:
        return False
    cells = choices(s, g, seat)
    if is_empty(cells):
        return s["cells"] <= move < s["cells"] + 2
    cell = move - block(s, g)
    if g["phase"] == RAILS:
        cell = cell // KINDS
    return 0 <= cell < s["cells"] and has(cells, cell)


@compiled
def apply(sheet: Records, state: Records, seat: int, move: int) -> None:
    play(sheet[0], state[0], seat, move)


@compiled
def outcome(sheet: Records, state: Records, seed: Seed, out: Numbers) -> int:
    return cast(state[0], np.uint64(seed), out)


@compiled
def cast(g: TableRecord, seed: Seed, out: Numbers) -> int:
    """`outcome` of a record."""
    kind, dice = g["phase"] - VOLCANO, awaited_dice(g)
    throw(key(seed, g["pass_no"], kind + CHANCE, g["nth"][kind]), dice, out)
    return dice


@compiled
def reveal(sheet: Records, state: Records, outcome: Numbers, n: int) -> None:
    happen(sheet[0], state[0], outcome, n)
