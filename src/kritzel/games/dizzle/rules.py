"""What is allowed and what follows, in rulebook order. Sets come from `placing`, the clock from `passes`."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import (
    Chance,
    Decision,
    IllegalOutcome,
    Outcome,
    Over,
    Pending,
    Seat,
    Setup,
    SetupError,
    Text,
)
from kritzel.games.dizzle.passes import (
    after_reroll,
    begin_pass,
    drop_out,
    first_turn,
    next_turn,
    replace_pad,
    settle_if_done,
)
from kritzel.games.dizzle.placing import (
    choosing_seats,
    fitting_cells,
    holds,
    lava_cells,
    open_planets,
    undrawn_cells,
)
from kritzel.games.dizzle.refusals import NO_BOARDS, NO_ROLL, refusal
from kritzel.games.dizzle.scoring import ranking, solo_rank
from kritzel.games.dizzle.sheet import (
    EXTRA_DICE,
    OUT_MOVE,
    POOL_DICE,
    REROLL_MOVE,
    ROLLS,
    SEAT_COUNTS,
    VOLCANO_DICE,
    Back,
    Lava,
    Move,
    Out,
    Piece,
    Planet,
    Rail,
    Reroll,
    Sheet,
    Take,
    passes,
)
from kritzel.games.dizzle.state import (
    FLOW,
    OVER,
    PLACE,
    PLANETS,
    RAILS,
    REMOVE,
    REROLL,
    REROLLED,
    ROLL,
    VOLCANO,
    Pad,
    State,
)
from kritzel.mechanics.cells import each
from kritzel.mechanics.dice import Roll
from kritzel.mechanics.routes import PIECES

_TURNS = tuple([Decision((seat,)) for seat in range(max(SEAT_COUNTS))])


def start(setup: Setup[Sheet]) -> State:
    """D1-D3: everybody has the same sheet; seat 0 starts."""
    if setup.seats not in SEAT_COUNTS:
        de = f"Dizzle ist für 1 bis 4 Plätze, nicht {setup.seats}"
        raise SetupError(Text(de, f"Dizzle is for 1 to 4 seats, not {setup.seats}"))
    if setup.boards:
        raise SetupError(NO_BOARDS)
    return begin_pass(setup.sheet, 1, (fresh_pad(setup.sheet),) * setup.seats)


def blank(sheet: Sheet) -> State:
    """The sheet before the game, to look at."""
    return start(Setup(sheet, SEAT_COUNTS[-1]))


def is_out(state: State, seat: Seat) -> bool:
    """D15, D16: out until the pass ends."""
    return state.pads[seat].out


def fresh_pad(sheet: Sheet) -> Pad:
    return Pad(sheet.start, 0, 0, (), (None,) * len(sheet.flags))


def pending(state: State) -> Pending:
    if state.phase in (PLACE, REROLLED):
        return _TURNS[state.turn]
    if throw := awaited_throw(state):
        return Chance(state.phase, throw, state.pass_no)
    if state.phase != OVER:
        return Decision(choosing_seats(state))
    last = state.pass_no == passes(len(state.pads))
    ranks = ranking(state)
    alone = solo_rank(state.sheet, ranks[0].points) if len(ranks) == 1 else 0
    return Over("last_round" if last else "full_sheet", "D25", ranks, alone)


def awaited_throw(state: State) -> Roll | None:
    """D4, D12, D33, D35: the dice to be thrown now, if any."""
    if state.phase == REMOVE:
        return ROLLS[EXTRA_DICE]
    if state.phase == ROLL:
        return ROLLS[POOL_DICE[len(state.pads)]]
    if state.phase == REROLL:
        return ROLLS[len(state.pool)]
    return ROLLS[VOLCANO_DICE] if state.phase == VOLCANO else None


# What a seat may do --------------------------------------------------------------------------------
def moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.phase in (PLACE, REROLLED):
        return placing_moves(state) if seat == state.turn else ()
    return choice_moves(state, seat) if seat in choosing_seats(state) else ()


def every_move(sheet: Sheet) -> list[Move]:
    ready = sheet.ready
    by_cell = (ready.takes, ready.backs, ready.lavas, ready.planets)
    rails = [rail for rails in ready.rails.values() for rail in rails]
    return [REROLL_MOVE, OUT_MOVE, *[move for moves in by_cell for move in moves.values()], *rails]


def placing_moves(state: State) -> Sequence[Move]:
    """D10: a seat that can take must. D11: else it re-rolls or drops out. D13: then it gives a die back."""
    ready = state.sheet.ready
    if fits := fitting_cells(state):
        takes = ready.takes
        return [takes[cell] for cell in each(fits)]
    if state.phase == PLACE:
        return (REROLL_MOVE, OUT_MOVE)
    return [ready.backs[cell] for cell in each(state.pads[state.turn].dice)]


def choice_moves(state: State, seat: Seat) -> Sequence[Move]:
    """D22, D35, D37: what is chosen while all choose."""
    sheet, mine = state.sheet, state.pads[seat]
    if state.phase == FLOW:
        return [sheet.ready.lavas[cell] for cell in each(lava_cells(sheet, mine, state.shown))]
    if state.phase == PLANETS:
        return [sheet.ready.planets[cell] for cell in each(open_planets(sheet, mine))]
    return [rail for cell in each(undrawn_cells(mine)) for rail in sheet.ready.rails[cell]]


def play(state: State, seat: Seat, move: Move) -> State:
    """The table after the move; anything else is refused, with the clause."""
    after = None
    if state.phase in (PLACE, REROLLED):
        if seat == state.turn:
            after = _place(state, move)
    elif seat in choosing_seats(state):
        after = _choose(state, seat, move)
    if after is None:
        raise refusal(state, seat, move)
    return after


# Taking and placing --------------------------------------------------------------------------------
def _place(state: State, move: Move) -> State | None:
    """The turn of the seat, or None where the move is not allowed."""
    if isinstance(move, Take):
        return _take(state, move)
    if isinstance(move, Back):
        return _give_back(state, move)
    if state.phase != PLACE or fitting_cells(state):  # D10-D13
        return None
    if isinstance(move, Reroll):
        return _turn(state, REROLL, state.pool, state.pads)
    return _drop_out(state) if isinstance(move, Out) else None


def _take(state: State, move: Take) -> State | None:
    """D5-D9: one die of the pool onto a cell of its number."""
    cell = move.cell
    if not holds(fitting_cells(state), cell) or state.sheet.number[cell] != move.number:
        return None
    nth = state.pool.index(move.number)
    pool = state.pool[:nth] + state.pool[nth + 1 :]
    pads = _with_dice(state, state.pads[state.turn].dice | 1 << cell)
    if pool and len(pads) == 1:
        return _turn(state, REMOVE, pool, pads)  # D33
    return next_turn(_turn(state, PLACE, pool, pads))


def _turn(state: State, phase: str, pool: tuple[int, ...], pads: tuple[Pad, ...]) -> State:
    """The same turn of the same pass, with another pool or other dice."""
    return State(state.sheet, state.pass_no, phase, state.turn, pool, 0, pads, state.removed)


def _with_dice(state: State, dice: int) -> tuple[Pad, ...]:
    """The pads, that of the seat in turn with these dice on its sheet."""
    return replace_pad(state.pads, state.turn, state.pads[state.turn].running(dice))


def _give_back(state: State, move: Back) -> State | None:
    """D13: one of the seat's own dice back into the pool, its number unchanged."""
    dice = state.pads[state.turn].dice
    if state.phase != REROLLED or not holds(dice, move.cell) or fitting_cells(state):
        return None
    pool = tuple(sorted((*state.pool, state.sheet.number[move.cell])))
    pads = _with_dice(state, dice & ~(1 << move.cell))
    return next_turn(_turn(state, PLACE, pool, pads))


def _drop_out(state: State) -> State:
    """D15: out for the rest of the pass."""
    pads = drop_out(state.pads, state.turn)
    return next_turn(State(state.sheet, state.pass_no, PLACE, state.turn, state.pool, 0, pads))


# Choosing at the same time -------------------------------------------------------------------------
def _choose(state: State, seat: Seat, move: Move) -> State | None:
    """D23: one more thing chosen, or None where the move is not allowed."""
    mine = state.pads[seat]
    if state.phase == RAILS:
        chosen = _draw(mine, move) if isinstance(move, Rail) else None
    else:
        chosen = _pick(state, mine, move)
    if chosen is None:
        return None
    pads = replace_pad(state.pads, seat, chosen)
    return settle_if_done(State(state.sheet, state.pass_no, state.phase, state.turn, (), state.shown, pads))


def _pick(state: State, mine: Pad, move: Move) -> Pad | None:
    """D35: a cell for the lava. D22: a planet for a rocket."""
    if state.phase == FLOW and isinstance(move, Lava):
        allowed = lava_cells(state.sheet, mine, state.shown)
    elif state.phase == PLANETS and isinstance(move, Planet):
        allowed = open_planets(state.sheet, mine)
    else:
        return None
    if not holds(allowed, move.cell):
        return None
    return mine.running(rockets=mine.rockets, pick=mine.pick | 1 << move.cell)


def _draw(mine: Pad, move: Rail) -> Pad | None:
    """D37: a piece of the owner's choice on a cell with a die."""
    if not holds(undrawn_cells(mine), move.cell) or move.piece not in PIECES:
        return None
    drawn = tuple(sorted((*mine.drawn, Piece(move.cell, move.piece))))
    return mine.running(mine.dice, drawn=drawn)


# Chance --------------------------------------------------------------------------------------------
def reveal(state: State, outcome: Outcome) -> State:
    throw = awaited_throw(state)
    if throw is None:
        raise IllegalOutcome(NO_ROLL)
    if outcome not in throw:
        de = f"{throw.dice} Zahlen von 1 bis 6 in aufsteigender Folge erwartet"
        raise IllegalOutcome(Text(de, f"{throw.dice} numbers from 1 to 6 in ascending order expected"))
    if state.phase == ROLL:
        return first_turn(state, outcome)  # D4
    if state.phase == VOLCANO:  # D35
        flow = State(state.sheet, state.pass_no, FLOW, state.turn, (), outcome[0], state.pads)
        return settle_if_done(flow)
    if state.phase == REROLL:  # D12
        return after_reroll(_turn(state, REROLLED, outcome, state.pads))
    return next_turn(_remove_dice(state, removed_dice(state.pool, outcome)))


def _remove_dice(state: State, gone: tuple[int, ...]) -> State:
    """D33: the pool without the dice the extra dice take."""
    left = list(state.pool)
    for number in gone:
        left.remove(number)
    removed = tuple(sorted(state.removed + gone))
    return State(state.sheet, state.pass_no, PLACE, 0, tuple(left), 0, state.pads, removed)


def removed_dice(pool: tuple[int, ...], extra: Outcome) -> tuple[int, ...]:
    """D33: the dice the extra dice take: one of each number they show, as long as there is one."""
    return tuple([n for at, n in enumerate(extra) if extra[:at].count(n) < pool.count(n)])
