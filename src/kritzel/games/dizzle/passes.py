"""The clock: whose turn it is (D16-D18), what follows a pass (D19-D22, D37) and when it all ends (D25)."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.dizzle.placing import choosing_seats, fitting_cells, open_cells, planets_left
from kritzel.games.dizzle.sheet import Flag, Sheet, passes, start_player
from kritzel.games.dizzle.state import FLOW, OVER, PLACE, PLANETS, RAILS, REROLLED, ROLL, VOLCANO, Pad, State
from kritzel.mechanics.cells import Cells


def replace_pad(pads: tuple[Pad, ...], seat: Seat, mine: Pad) -> tuple[Pad, ...]:
    return (*pads[:seat], mine, *pads[seat + 1 :])


def drop_out(pads: tuple[Pad, ...], seat: Seat) -> tuple[Pad, ...]:
    """D15: out until the pass ends; the dice stay."""
    return replace_pad(pads, seat, pads[seat].running(pads[seat].dice, out=True))


# Turns ---------------------------------------------------------------------------------------------
def begin_pass(sheet: Sheet, pass_no: int, pads: tuple[Pad, ...]) -> State:
    """D3, D35: a pass begins with the volcano where there is one, else with the roll."""
    phase = VOLCANO if sheet.volcanoes else ROLL
    return State(sheet, pass_no, phase, start_player(pass_no, len(pads)), (), 0, pads)


def first_turn(state: State, pool: tuple[int, ...]) -> State:
    """D5: the start player is first; as if the seat before it had just had its turn."""
    before = (state.turn - 1) % len(state.pads)
    return next_turn(State(state.sheet, state.pass_no, PLACE, before, pool, 0, state.pads))


def next_turn(state: State) -> State:
    """D16-D18: the seat in turn is finished; who is next, or the end of the pass."""
    turn, pads = state.turn, state.pads
    while state.pool:
        following = follower(pads, turn)
        if following is None:
            break
        if open_cells(state.sheet, pads[following]):
            return State(state.sheet, state.pass_no, PLACE, following, state.pool, 0, pads, state.removed)
        turn, pads = following, drop_out(pads, following)  # D16
    return end_pass(State(state.sheet, state.pass_no, PLACE, turn, (), 0, pads))


def follower(pads: tuple[Pad, ...], turn: Seat) -> Seat | None:
    """D17, D18: the next seat that is still in. With company never the same seat again: once all others
    are out, the turn it just had was its last one. Alone it follows itself.
    """
    for step in range(1, len(pads)) or (1,):
        seat = (turn + step) % len(pads)
        if not pads[seat].out:
            return seat
    return None


# The end of a pass ---------------------------------------------------------------------------------
def end_pass(state: State) -> State:
    """D18, D37: the pass is over; rails are drawn while the dice still lie there."""
    sheet, start = state.sheet, start_player(state.pass_no, len(state.pads))
    pads = tuple([mine.running(mine.dice) for mine in state.pads])
    if sheet.rails:
        return settle_if_done(State(sheet, state.pass_no, RAILS, start, (), 0, pads))
    return cross_dice(State(sheet, state.pass_no, PLANETS, start, (), 0, pads))


def cross_dice(state: State) -> State:
    """D19-D22: dice become crosses (rails where they were drawn); then bombs, flags and rockets act."""
    sheet = state.sheet
    dice = 0
    for mine in state.pads:
        dice |= mine.dice
    points = [flag_points(flag, n, state.pads) for n, flag in enumerate(sheet.flags)]
    pads = tuple([cross_pad(sheet, mine, dice & sheet.bombs, points) for mine in state.pads])
    return settle_if_done(State(sheet, state.pass_no, PLANETS, state.turn, (), 0, pads))


def flag_points(flag: Flag, nth: int, pads: tuple[Pad, ...]) -> int:
    """D21: the highest value left. As many are struck as seats reached the flag before."""
    struck = sum([mine.flags[nth] is not None for mine in pads])
    return flag.points[struck] if struck < len(flag.points) else 0


def cross_pad(sheet: Sheet, mine: Pad, bombs: Cells, points: list[int]) -> Pad:
    """One sheet after D19-D22: what the seat's own dice and everybody's bombs bring."""
    crosses = mine.crosses | mine.dice  # D19, D38: where a rail is drawn, too
    lost = mine.lost | bombs & ~(crosses | mine.lava)  # D20
    reached = zip(sheet.flags, mine.flags, points, strict=True)
    flags = tuple([value if flag.cells & mine.dice else had for flag, had, value in reached])  # D21
    rockets = (mine.dice & sheet.rockets).bit_count()
    owed = min(rockets, (planets_left(sheet, mine) & ~mine.dice).bit_count())  # D22
    rails = tuple(sorted(mine.rails + mine.drawn))
    return Pad(crosses, lost, mine.lava, rails, flags, rockets=owed)


def next_pass(state: State) -> State:
    """D22: the planets are crossed. D3, D25: another pass, unless it was the last or a sheet is full."""
    pads = tuple([Pad(m.crosses | m.pick, m.lost, m.lava, m.rails, m.flags) for m in state.pads])
    if state.pass_no == passes(len(pads)) or any_full(state.sheet, pads):
        return State(state.sheet, state.pass_no, OVER, state.turn, (), 0, pads)
    return begin_pass(state.sheet, state.pass_no + 1, pads)


def any_full(sheet: Sheet, pads: tuple[Pad, ...]) -> bool:
    """D25: on some sheet every cell is crossed, exploded or lava; volcanoes are no cells here."""
    return any(not sheet.to_fill & ~(mine.crosses | mine.lost | mine.lava) for mine in pads)


# What happens without a choice ----------------------------------------------------------------------
def settle_if_done(state: State) -> State:
    """D23: choices made at the same time count when the last seat is done."""
    if choosing_seats(state):
        return state
    if state.phase == FLOW:
        return settle_lava(state)
    return cross_dice(state) if state.phase == RAILS else next_pass(state)


def settle_lava(state: State) -> State:
    """D35: everybody's lava is there; now the pool is rolled (D4)."""
    pads = tuple([Pad(m.crosses, m.lost, m.lava | m.pick, m.rails, m.flags) for m in state.pads])
    return State(state.sheet, state.pass_no, ROLL, state.turn, (), 0, pads)


def after_reroll(state: State) -> State:
    """D12, D13: take or give back; with nothing to do either, the next seat."""
    if fitting_cells(state) or state.pads[state.turn].dice:
        return state
    return next_turn(state)


def carry_on(state: State) -> State:
    """A table from a position, carried on until a seat or chance has to act."""
    if state.phase == REROLLED:
        return after_reroll(state)
    if state.phase in (FLOW, PLANETS, RAILS):
        return settle_if_done(state)
    if state.phase == PLACE and not open_cells(state.sheet, state.pads[state.turn]):
        pads = drop_out(state.pads, state.turn)  # D16
        return next_turn(State(state.sheet, state.pass_no, PLACE, state.turn, state.pool, 0, pads))
    return state
