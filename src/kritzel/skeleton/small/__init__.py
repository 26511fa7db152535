"""Tiny: throw two dice, cross a cell that bears one of the numbers. The whole game in one file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kritzel.game import (
    Chance,
    Decision,
    Facts,
    Game,
    IllegalMove,
    IllegalOutcome,
    Line,
    Notation,
    Outcome,
    Over,
    Pending,
    Rules,
    Score,
    Seat,
    Setup,
    Text,
    Words,
    ranking,
)
from kritzel.grid import GridSheet, grid_drawing, grid_reader
from kritzel.mechanics.dice import Roll
from kritzel.position import Codec, cells, dice, number

ROUNDS = 6
ROLL = Roll(2, (1, 2, 3, 4, 5, 6))
FACTS = Facts(
    slug="tiny",
    title=Text.same("Tiny"),
    about=Text.same("Two dice, one cross."),
    seat_counts=range(1, 5),
    lines={"crosses": Text.same("Crosses")},
)
REFUSED = Text.same("On your turn you cross a free cell whose number a die shows, or nothing.")


@dataclass(frozen=True)
class State:
    """The table: everybody's crosses, how many turns are over, and the dice that lie there."""

    sheet: GridSheet
    crossed: tuple[frozenset[str], ...]
    turn: int = 0
    dice: Outcome = ()

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.turn % len(self.crossed)


def start(setup: Setup[GridSheet]) -> State:
    """Q1: everybody has an empty sheet."""
    return State(setup.sheet, (frozenset(),) * setup.seats)


def pending(state: State) -> Pending:
    """Q2, Q3, Q5: a throw, the active seat, or the end."""
    if state.turn >= ROUNDS * len(state.crossed):
        return Over("last_round", "Q5", ranking([pad.total for pad in score(state)]))
    return Decision((state.active,)) if state.dice else Chance("roll", ROLL, state.turn + 1)


def reveal(state: State, outcome: Outcome) -> State:
    """Q2: the dice lie there."""
    if not isinstance(pending(state), Chance) or outcome not in ROLL:
        raise IllegalOutcome(Text.same("There can be no such throw now."))
    return replace(state, dice=outcome)


def moves(state: State, seat: Seat) -> list[str]:
    """Q3: cross a free cell with the number of one of the dice, or nothing."""
    waits = pending(state)
    if not isinstance(waits, Decision) or seat not in waits.seats:
        return []
    numbers = state.sheet.numbers.items()
    return [c for c, n in numbers if n in state.dice and c not in state.crossed[seat]] + ["skip"]


def play(state: State, seat: Seat, move: str) -> State:
    """Q1, Q3: the cross is made, then it is the next seat's turn."""
    if move not in moves(state, seat):
        raise IllegalMove("Q3", REFUSED)
    crossed = list(state.crossed)
    crossed[seat] |= {move} - {"skip"}
    return State(state.sheet, tuple(crossed), state.turn + 1)


def score(state: State) -> tuple[Score, ...]:
    """Q4: every cross counts the number of its cell."""
    of, numbers = len(state.sheet.numbers), state.sheet.numbers
    pads = [[numbers[cell] for cell in pad] for pad in state.crossed]
    return tuple([Score((Line("crosses", "Q4", sum(pad), len(pad), of),)) for pad in pads])


POSITIONS = Codec(
    State,
    FACTS.seat_counts,
    table={"turn": number("turn", ROUNDS * 4), "dice": dice("dice", ROLL)},
    seat={"x": cells("crossed")},
)
GAME: Game[GridSheet, State, str] = Game(
    facts=FACTS,
    home=__name__,
    rules=Rules(start=start, pending=pending, moves=moves, play=play, reveal=reveal, score=score),
    notation=Notation(
        parse_sheet=grid_reader("tiny"),
        position_text=POSITIONS.text,
        parse_position=POSITIONS.parse,
        every_move=lambda sheet: [*sheet.numbers, "skip"],
    ),
    words=Words(),
    drawing=grid_drawing(
        FACTS, score, lambda state, seat: state.crossed[seat], lambda state: ROLL.tray(state.dice)
    ),
)
