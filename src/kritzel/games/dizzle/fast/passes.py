"""The clock, compiled: whose turn it is (D16-D18), what follows a pass (D19-D22, D37) and the end (D25).

The twin of `games.dizzle.passes`, in place. `s` is the sheet, `g` the table, `m` one seat's sheet.
"""

from __future__ import annotations

from kritzel.fast.bits import NOTHING, Cells, both, count, is_empty, meets, minus, union, within
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers
from kritzel.games.dizzle.fast.placing import ask, beside, open_cells, planets_left, set_free
from kritzel.games.dizzle.fast.scoring import struck
from kritzel.games.dizzle.fast.sheet import PASSES, SheetRecord, load, store
from kritzel.games.dizzle.fast.state import (
    OVER,
    PLACE,
    PLANETS,
    RAILS,
    ROLL,
    THROWS,
    VOLCANO,
    SeatRecord,
    TableRecord,
)

FACE_COUNT = 6


# Turns ---------------------------------------------------------------------------------------------
@compiled
def start_player(g: TableRecord, pass_no: int) -> int:
    """D3: the role moves clockwise after every pass; seat 0 begins."""
    return (pass_no - 1) % g["players"]


@compiled
def begin_pass(s: SheetRecord, g: TableRecord, pass_no: int) -> None:
    """D3, D35: a pass begins with the volcano where there is one, else with the roll."""
    g["pass_no"], g["turn"], g["asked"] = pass_no, start_player(g, pass_no), 0
    for kind in range(THROWS):
        g["nth"][kind] = 0
    g["phase"] = ROLL if is_empty(load(s["volcanoes"])) else VOLCANO


@compiled
def pause(g: TableRecord, phase: int) -> None:
    """No seat is asked: dice are to be thrown, or the game is over."""
    g["phase"], g["asked"] = phase, 0


@compiled
def next_turn(s: SheetRecord, g: TableRecord, turn: int) -> None:
    """D16-D18: the seat in turn is finished; who is next, or the end of the pass."""
    while g["left"] > 0:
        turn = follower(g, turn)
        if turn < 0:
            break
        cells = open_cells(g["seats"][turn])
        if not is_empty(cells):
            g["phase"], g["turn"], g["asked"] = PLACE, turn, 1 << turn
            store(g["open"], cells)
            return
        g["seats"][turn]["out"] = 1  # D16
    end_pass(s, g)


@compiled
def follower(g: TableRecord, turn: int) -> int:
    """D17, D18: the next seat that is still in, or -1. With company never the same seat again: once all
    others are out, the turn it just had was its last one. Alone it follows itself.
    """
    players = g["players"]
    if players == 1:
        return -1 if g["seats"][0]["out"] else 0
    for _ in range(players - 1):
        turn += 1
        if turn == players:
            turn = 0
        if g["seats"][turn]["out"] == 0:
            return turn
    return -1


# The pool ------------------------------------------------------------------------------------------
@compiled
def fill_pool(g: TableRecord, faces: Numbers, dice: int) -> None:
    """D4, D12: these dice lie in the middle."""
    clear_pool(g)
    for index in range(dice):
        put_in(g, faces[index])


@compiled
def clear_pool(g: TableRecord) -> None:
    g["left"], g["lying"] = 0, 0
    for face in range(1, FACE_COUNT + 1):
        g["pool"][face] = 0


@compiled
def put_in(g: TableRecord, face: int) -> None:
    g["left"] += 1
    g["pool"][face] += 1
    g["lying"] |= 1 << (face - 1)


@compiled
def take_out(g: TableRecord, face: int) -> None:
    g["left"] -= 1
    g["pool"][face] -= 1
    if g["pool"][face] == 0:
        g["lying"] &= ~(1 << (face - 1))


# The end of a pass ---------------------------------------------------------------------------------
@compiled
def end_pass(s: SheetRecord, g: TableRecord) -> None:
    """D18, D37: the pass is over; rails are drawn while the dice still lie there."""
    clear_pool(g)
    g["turn"] = start_player(g, g["pass_no"])
    for seat in range(g["players"]):
        g["seats"][seat]["out"] = 0
    if s["rails"] == 0 or not ask(s, g, RAILS):
        cross_dice(s, g)


@compiled
def cross_dice(s: SheetRecord, g: TableRecord) -> None:
    """D19-D22: dice become crosses (rails where they were drawn); then bombs, flags and rockets act."""
    bombs, rockets = NOTHING, 0
    for seat in range(g["players"]):
        bombs = union(bombs, both(load(g["seats"][seat]["dice"]), load(s["bombs"])))
    for index in range(s["flag_kinds"]):
        award_flag(s, g, index)
    for seat in range(g["players"]):
        rockets += cross_pad(s, g["seats"][seat], bombs)
    if rockets == 0 or not ask(s, g, PLANETS):
        next_pass(s, g)


@compiled
def award_flag(s: SheetRecord, g: TableRecord, index: int) -> None:
    """D21: the highest value left. As many are struck as seats reached the flag before."""
    before = struck(g, index)
    for seat in range(g["players"]):
        m = g["seats"][seat]
        if meets(load(m["dice"]), load(s["flag"][index])):
            m["reached"][index] = 1
            m["won"][index] = s["flag_points"][index, before]


@compiled
def cross_pad(s: SheetRecord, m: SeatRecord, bombs: Cells) -> int:
    """One sheet after D19-D22: what the seat's own dice and everybody's bombs bring. How many rockets fly."""
    dice = load(m["dice"])
    owed = min(count(both(dice, load(s["rockets"]))), count(minus(planets_left(s, m), dice)))  # D22
    crosses = union(load(m["crosses"]), dice)
    store(m["crosses"], crosses)
    store(m["beside_crosses"], union(load(m["beside_crosses"]), load(m["beside_dice"])))
    store(m["lost"], union(load(m["lost"]), minus(bombs, union(crosses, load(m["lava"])))))  # D20
    store(m["dice"], NOTHING)
    store(m["beside_dice"], NOTHING)
    store(m["drawn"], NOTHING)
    m["rockets"] = owed
    return owed


@compiled
def next_pass(s: SheetRecord, g: TableRecord) -> None:
    """D22: the planets are crossed. D3, D25: another pass, unless it was the last or a sheet is full."""
    full = False
    for seat in range(g["players"]):
        m = g["seats"][seat]
        land(s, m)
        set_free(s, m)
        gone = union(load(m["crosses"]), union(load(m["lost"]), load(m["lava"])))
        full = full or within(load(s["to_fill"]), gone)
    if full or g["pass_no"] == PASSES[g["players"]]:
        pause(g, OVER)
    else:
        begin_pass(s, g, g["pass_no"] + 1)


@compiled
def land(s: SheetRecord, m: SeatRecord) -> None:
    """D22: the planets the seat chose are crosses like any other."""
    pick = load(m["pick"])
    m["rockets"] = 0
    if not is_empty(pick):
        store(m["crosses"], union(load(m["crosses"]), pick))
        store(m["beside_crosses"], union(load(m["beside_crosses"]), beside(s, pick)))
        store(m["pick"], NOTHING)


@compiled
def settle_lava(s: SheetRecord, g: TableRecord) -> None:
    """D35: everybody's lava is there; now the pool is rolled (D4)."""
    g["shown"] = 0
    for seat in range(g["players"]):
        m = g["seats"][seat]
        pick = load(m["pick"])
        if not is_empty(pick):
            store(m["lava"], union(load(m["lava"]), pick))
            store(m["beside_lava"], union(load(m["beside_lava"]), beside(s, pick)))
            store(m["free"], minus(load(m["free"]), pick))
            store(m["pick"], NOTHING)
    pause(g, ROLL)
