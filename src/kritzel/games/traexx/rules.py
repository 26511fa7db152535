"""What is allowed, what follows, and who may see it, in the order of the rulebook."""

from __future__ import annotations

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
from kritzel.games.traexx.refusals import NO_DRAW, NOT_IN_THE_PACK, refusal
from kritzel.games.traexx.scoring import ranking, solo_rank
from kritzel.games.traexx.sheet import DONE, SEAT_COUNTS, Extend, Move, Sheet
from kritzel.games.traexx.state import Pad, State, cards_left, growing_ends, join, open_cells, reached_numbers
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.cells import each

START_CELL = Text("Startfeld", "start cell"), Text("Startfelder", "start cells")
"""One, and several."""


def start(setup: Setup[Sheet]) -> State:
    """T1, T3: every seat gets another start cell, its line for now; the cards are shuffled."""
    sheet, boards = setup.sheet, setup.boards or tuple(range(1, setup.seats + 1))
    seats, cells = setup.seats, len(sheet.starts)
    if seats not in SEAT_COUNTS:
        de, en = f"Träxx ist für 1 bis 4 Plätze, nicht {seats}", f"Träxx is for 1 to 4 seats, not {seats}"
        raise SetupError(Text(de, en))
    if seats > cells:
        have = Text(*[f"{cells} {word}" for word in START_CELL[cells > 1]])
        de = f"dieser Plan hat {have.de}, zu wenig für {seats} Plätze"
        raise SetupError(Text(de, f"this board has {have.en}, too few for {seats} seats"))
    if len(boards) != seats:
        de = f"{len(boards)} Startfelder genannt für {seats} Plätze"
        raise SetupError(Text(de, f"{len(boards)} start cells named for {seats} seats"))
    if len(set(boards)) < len(boards) or not set(boards) <= set(range(1, cells + 1)):
        de = f"die Startfelder müssen verschiedene von 1 bis {cells} sein"
        raise SetupError(Text(de, f"the start cells must be different ones from 1 to {cells}"))
    own = [(number, sheet.starts[number - 1]) for number in boards]
    return State(sheet, (), None, tuple([Pad(number, (cell,), 1 << cell, 0, 0) for number, cell in own]))


def blank(sheet: Sheet) -> State:
    return start(Setup(sheet, min(len(sheet.starts), SEAT_COUNTS[-1])))


def pending(state: State) -> Pending:
    """T1, T2: a card is drawn, all seats draw at the same time; after the last card it is over."""
    if state.card is not None:
        return Decision(tuple(seat for seat, mine in enumerate(state.pads) if not mine.done))
    left = cards_left(state.sheet, state.seen)
    if any(left):
        return Chance("card", Draw(left), len(state.seen) + 1)
    ranks = ranking(state)
    return Over("last_card", "T1", ranks, solo_rank(ranks[0].points) if len(ranks) == 1 else 0)


def reveal(state: State, outcome: Outcome) -> State:
    """T1: the next card is turned over."""
    awaited = pending(state)
    if not isinstance(awaited, Chance):
        raise IllegalOutcome(NO_DRAW)
    if outcome not in awaited.event:
        raise IllegalOutcome(NOT_IN_THE_PACK)
    return State(state.sheet, state.seen, outcome[0], state.pads)


def every_move(sheet: Sheet) -> list[Move]:
    pairs = [(end, to) for end in sheet.order for to in each(sheet.around[end])]
    return [DONE, *[Extend(end, to) for end, to in pairs]]


def moves(state: State, seat: Seat) -> list[Move]:
    """T2-T4: one more cell at an end of the line, or done."""
    if state.card is None or not 0 <= seat < len(state.pads) or state.pads[seat].done:
        return []
    sheet, mine = state.sheet, state.pads[seat]
    fitting = open_cells(sheet, sheet.cards[state.card], mine)
    listed: list[Move] = []
    for end in growing_ends(mine):
        listed += [step for cell, step in sheet.steps[end] if cell & fitting]
    listed.append(DONE)
    return listed


def play(state: State, seat: Seat, move: Move) -> State:
    """T2: the seat draws one step, or is done; the last one to be done settles the round."""
    if move not in moves(state, seat):
        raise refusal(state, seat, move)
    mine = state.pads[seat]
    pads = list(state.pads)
    if isinstance(move, Extend):
        pads[seat] = mine.with_round((*(mine.new or (move.end,)), move.to))
        return State(state.sheet, state.seen, state.card, tuple(pads))
    pads[seat] = mine.with_round(mine.new, done=True)
    return settle(State(state.sheet, state.seen, state.card, tuple(pads)))


def settle(state: State) -> State:
    """T5: once the last seat is done, what all drew counts at the same time; before, nothing changes."""
    if state.card is None or not all(mine.done for mine in state.pads):
        return state
    pads = tuple(settle_pad(state, mine) for mine in state.pads)
    return State(state.sheet, (*state.seen, state.card), None, pads)


def settle_pad(state: State, mine: Pad) -> Pad:
    """T5: a number that no seat reached in a round before scores in full, any other half."""
    reached = reached_numbers(state)
    covered, full, half, numbers = mine.covered, mine.full, mine.half, state.sheet.numbers
    alone = len(state.pads) == 1
    for cell in mine.new[1:]:
        covered |= 1 << cell
        number = numbers.get(cell, 0)
        late = has_higher(full | half, number) if alone else reached >> number & 1
        if number and late:
            half |= 1 << number
        elif number:
            full |= 1 << number
    return Pad(mine.start, join(mine.line, mine.new), covered, full, half)


def has_higher(reached: int, number: int) -> bool:
    """T7: whether a higher number was reached before."""
    return reached >> number + 1 > 0


# What a seat may see ------------------------------------------------------------------------------
def view(state: State, seat: Seat | None) -> State:
    """T2: all draw at the same time: the others' new cells are hidden until the last seat is done."""
    if not [at for at, mine in enumerate(state.pads) if mine.new and at != seat]:
        return state
    shown = [mine if at == seat else mine.with_round((), mine.done) for at, mine in enumerate(state.pads)]
    return State(state.sheet, state.seen, state.card, tuple(shown))


def secret(state: State) -> bool:
    """T2: whether seats draw by a card now."""
    return state.card is not None
