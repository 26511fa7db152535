"""The clock: whose turn it is (D16-D18), what follows a pass (D19-D22, D37) and when it all ends (D25)."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.dizzle.material import Flag, Sheet, passes, start_player
from kritzel.games.dizzle.placing import choosing, fitting, open_cells, planets_left
from kritzel.games.dizzle.state import (
    FLOW,
    OVER,
    PLACE,
    PLANETS,
    RAILS,
    REROLLED,
    ROLL,
    VOLCANO,
    Mine,
    State,
)
from kritzel.mechanics.cells import Cells


def replaced(seats: tuple[Mine, ...], seat: Seat, mine: Mine) -> tuple[Mine, ...]:
    """The seats with one of them changed."""
    return (*seats[:seat], mine, *seats[seat + 1 :])


def dropped_out(mine: Mine) -> Mine:
    """D15: out until the pass ends; the dice stay."""
    return mine.running(mine.dice, out=True)


# Turns ---------------------------------------------------------------------------------------------
def begin_pass(sheet: Sheet, pass_no: int, seats: tuple[Mine, ...]) -> State:
    """D3, D35: a pass begins with the volcano where there is one, else with the roll."""
    phase = VOLCANO if sheet.volcanoes else ROLL
    return State(sheet, pass_no, phase, start_player(pass_no, len(seats)), (), 0, seats)


def first_turn(state: State, pool: tuple[int, ...]) -> State:
    """D5: the start player is first; as if the seat before it had just had its turn."""
    before = (state.turn - 1) % len(state.seats)
    return next_turn(State(state.sheet, state.pass_no, PLACE, before, pool, 0, state.seats))


def next_turn(state: State) -> State:
    """D16-D18: the seat in turn is finished; who is next, or the end of the pass."""
    turn, seats = state.turn, state.seats
    while state.pool:
        following = follower(seats, turn)
        if following is None:
            break
        if open_cells(state.sheet, seats[following]):
            return State(state.sheet, state.pass_no, PLACE, following, state.pool, 0, seats, state.removed)
        turn, seats = following, replaced(seats, following, dropped_out(seats[following]))  # D16
    return end_pass(State(state.sheet, state.pass_no, PLACE, turn, (), 0, seats))


def follower(seats: tuple[Mine, ...], turn: Seat) -> Seat | None:
    """D17, D18: the next seat that is still in. With company never the same seat again: once all others
    are out, the turn it just had was its last one. Alone it follows itself.
    """
    for step in range(1, len(seats)) or (1,):
        seat = (turn + step) % len(seats)
        if not seats[seat].out:
            return seat
    return None


# The end of a pass ---------------------------------------------------------------------------------
def end_pass(state: State) -> State:
    """D18, D37: the pass is over; rails are drawn while the dice still lie there."""
    sheet, start = state.sheet, start_player(state.pass_no, len(state.seats))
    seats = tuple([mine.running(mine.dice) for mine in state.seats])
    if sheet.rails:
        return settle_if_done(State(sheet, state.pass_no, RAILS, start, (), 0, seats))
    return cross_dice(State(sheet, state.pass_no, PLANETS, start, (), 0, seats))


def cross_dice(state: State) -> State:
    """D19-D22: dice become crosses (rails where they were drawn); then bombs, flags and rockets act."""
    sheet = state.sheet
    bombs = _all_dice(state.seats) & sheet.bombs
    points = [_flag_points(flag, n, state.seats) for n, flag in enumerate(sheet.flags)]
    seats = tuple([_crossed(sheet, mine, bombs, points) for mine in state.seats])
    return settle_if_done(State(sheet, state.pass_no, PLANETS, state.turn, (), 0, seats))


def _all_dice(seats: tuple[Mine, ...]) -> Cells:
    """The cells on which some seat has a die."""
    cells = 0
    for mine in seats:
        cells |= mine.dice
    return cells


def _flag_points(flag: Flag, nth: int, seats: tuple[Mine, ...]) -> int:
    """D21: the highest value left. As many are struck as seats reached the flag before."""
    struck = sum([mine.flags[nth] is not None for mine in seats])
    return flag.points[struck] if struck < len(flag.points) else 0


def _crossed(sheet: Sheet, mine: Mine, bombs: Cells, points: list[int]) -> Mine:
    """One sheet after D19-D22: what the seat's own dice and everybody's bombs bring."""
    crosses = mine.crosses | mine.dice  # D19, D38: where a rail is drawn, too
    lost = mine.lost | bombs & ~(crosses | mine.lava)  # D20
    reached = zip(sheet.flags, mine.flags, points, strict=True)
    flags = tuple([value if flag.cells & mine.dice else had for flag, had, value in reached])  # D21
    rockets = (mine.dice & sheet.rockets).bit_count()
    owed = min(rockets, (planets_left(sheet, mine) & ~mine.dice).bit_count())  # D22
    rails = tuple(sorted(mine.rails + mine.drawn))
    return Mine(crosses, lost, mine.lava, rails, flags, rockets=owed)


def next_pass(state: State) -> State:
    """D22: the planets are crossed. D3, D25: another pass, unless it was the last or a sheet is full."""
    seats = tuple([Mine(m.crosses | m.pick, m.lost, m.lava, m.rails, m.flags) for m in state.seats])
    if state.pass_no == passes(len(seats)) or any_full(state.sheet, seats):
        return State(state.sheet, state.pass_no, OVER, state.turn, (), 0, seats)
    return begin_pass(state.sheet, state.pass_no + 1, seats)


def any_full(sheet: Sheet, seats: tuple[Mine, ...]) -> bool:
    """D25: on some sheet every cell is crossed, exploded or lava; volcanoes are no cells here."""
    return any(not sheet.to_fill & ~(mine.crosses | mine.lost | mine.lava) for mine in seats)


# What happens without anybody choosing --------------------------------------------------------------
def settle_if_done(state: State) -> State:
    """D23: choices made at the same time count when the last seat is done."""
    if choosing(state):
        return state
    if state.phase == FLOW:
        return lava_settled(state)
    return cross_dice(state) if state.phase == RAILS else next_pass(state)


def lava_settled(state: State) -> State:
    """D35: everybody's lava is there; now the pool is rolled (D4)."""
    seats = tuple([Mine(m.crosses, m.lost, m.lava | m.pick, m.rails, m.flags) for m in state.seats])
    return State(state.sheet, state.pass_no, ROLL, state.turn, (), 0, seats)


def after_reroll(state: State) -> State:
    """D12, D13: take or give back; with nothing to do either, the next seat."""
    if fitting(state) or state.seats[state.turn].dice:
        return state
    return next_turn(state)


def carry_on(state: State) -> State:
    """A table somebody laid, carried on until a seat or chance has to act."""
    if state.phase == REROLLED:
        return after_reroll(state)
    if state.phase in (FLOW, PLANETS, RAILS):
        return settle_if_done(state)
    if state.phase == PLACE and not open_cells(state.sheet, state.seats[state.turn]):
        out = dropped_out(state.seats[state.turn])  # D16
        seats = replaced(state.seats, state.turn, out)
        return next_turn(State(state.sheet, state.pass_no, PLACE, state.turn, state.pool, 0, seats))
    return state
