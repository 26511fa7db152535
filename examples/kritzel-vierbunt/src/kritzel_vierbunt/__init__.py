"""Vierbunt: four coloured rows, six dice, and every throw is for everybody. The whole game in one file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from kritzel.game import (
    Chance,
    Clock,
    Decision,
    Description,
    Facts,
    Game,
    Happening,
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
from kritzel.layout import Sign
from kritzel.mechanics.dice import ColouredDice
from kritzel.position import Codec, cells, faces, number, word
from kritzel.scene import Mark
from kritzel.words import COLOURS

ROWS = "rygb"
BEFORE_LAST = 5
MISSES, POINTS_OF_A_MISS = 4, -5
ROWS_AT_THE_END = 2
MOST_TURNS = 192
"""Every turn has a cross or a miss of its seat: four seats have 44 and 4 of them."""
PASS = "pass"
ROLLS = [ColouredDice("ww" + "".join(some)) for count in range(5) for some in combinations(ROWS, count)]
FACTS = Facts(
    slug="vierbunt",
    title=Text.same("Vierbunt"),
    about=Text("Vier bunte Reihen, und jeder Wurf gilt für alle.", "Four rows, and every throw is for all."),
    seat_counts=range(1, 5),
    pad="#3E7C6A",
    lines={row: Text(COLOURS[row].de, COLOURS[row].en.title()) for row in ROWS}
    | {"misses": Text("Fehlwürfe", "Misses")},
    chances={"roll": Text("Wurf", "Roll")},
    reasons={
        "misses": Text("Jemand hat vier Fehlwürfe.", "Somebody has four misses."),
        "closed": Text("Zwei Reihen sind geschlossen.", "Two rows are closed."),
    },
)
REFUSED = {
    "V1": Text("Gerade bist du nicht gefragt.", "You are not asked now."),
    "V3": Text("Für alle gilt die Summe der weißen Würfel.", "Only the white dice together are for all."),
    "V4": Text(
        "Hier zählt ein weißer Würfel mit dem dieser Farbe.",
        "Here one white die and the one of this colour count.",
    ),
    "V5": Text("Angekreuzt wird von links nach rechts.", "You cross from left to right."),
    "V6": Text(
        "Die letzte Zahl braucht 5 Kreuze davor und schließt die Reihe.",
        "The last number needs 5 crosses before it, and closes the row.",
    ),
}


@dataclass(frozen=True)
class State:
    """The table. V3: `picks` is what each seat has chosen in secret, empty until it has.

    V4: `first` is what the active seat did with the white dice, empty until all have chosen.
    """

    sheet: GridSheet
    crossed: tuple[frozenset[str], ...]
    misses: tuple[int, ...]
    picks: tuple[str, ...]
    turn: int = 0
    dice: tuple[str, ...] = ()
    first: str = ""

    @property
    def active(self) -> Seat:
        return self.turn % len(self.crossed)

    @property
    def open_rows(self) -> str:
        """V6: the rows that have a die in this turn; between turns those whose last number is free."""
        if self.dice:
            return "".join([die[0] for die in self.dice[2:]])
        return "".join([row[0][0] for row in self.sheet.rows if not owners(self, row[-1])])


def owners(state: State, cell: str) -> list[Seat]:
    """The seats that have crossed this cell."""
    return [seat for seat, pad in enumerate(state.crossed) if cell in pad]


# Rules ------------------------------------------------------------------------------------------
def start(setup: Setup[GridSheet]) -> State:
    """V1: everybody has an empty sheet."""
    return State(setup.sheet, (frozenset(),) * setup.seats, (0,) * setup.seats, ("",) * setup.seats)


def pending(state: State) -> Pending:
    """V2, V3, V4, V9: a throw, all seats, then the active one again, or the end."""
    if state.first:
        return Decision((state.active,), "colour")
    if state.dice:
        return Decision(tuple([seat for seat, pick in enumerate(state.picks) if not pick]))
    if MISSES in state.misses or len(state.open_rows) <= ROWS_AT_THE_END:
        reason = "misses" if MISSES in state.misses else "closed"
        return Over(reason, "V9", ranking([pad.total for pad in score(state)]))
    return Chance("roll", ColouredDice("ww" + state.open_rows), state.turn + 1)


def reveal(state: State, outcome: Outcome) -> State:
    """V2: the dice lie there."""
    chance = pending(state)
    if not isinstance(chance, Chance) or outcome not in chance.event:
        raise IllegalOutcome(Text("So einen Wurf gibt es jetzt nicht.", "There can be no such throw now."))
    return replace(state, dice=tuple(chance.event.tray(outcome)))


def moves(state: State, seat: Seat) -> list[str]:
    """V3-V6: cross a cell that the dice name, or nothing."""
    waits = pending(state)
    if not isinstance(waits, Decision) or seat not in waits.seats:
        return []
    return [cell for cell in _named(state) if not _too_early_or_late(state, seat, cell)] + [PASS]


def _named(state: State) -> list[str]:
    """V3, V4: the cells that the dice name."""
    white = [int(die) for die in state.dice[:2]]
    if state.first:
        named = [f"{die[0]}{one + int(die[1])}" for die in state.dice[2:] for one in sorted(set(white))]
    else:
        named = [f"{row}{sum(white)}" for row in state.open_rows]
    return [cell for cell in named if cell in state.sheet.numbers]


def _too_early_or_late(state: State, seat: Seat, cell: str) -> str:
    """V5, V6: the clause that a cross would break in its row, or nothing."""
    (row,) = [row for row in state.sheet.rows if cell in row]
    crossed = state.crossed[seat].intersection(row)
    if crossed.intersection(row[row.index(cell) :]):
        return "V5"
    return "V6" if cell == row[-1] and len(crossed) < BEFORE_LAST else ""


def play(state: State, seat: Seat, move: str) -> State:
    """V3, V4, V7: the choices of all are crossed together; what the active seat does then ends the turn."""
    if move not in moves(state, seat):
        clause = _broken(state, seat, move)
        raise IllegalMove(clause, REFUSED[clause])
    picks = tuple([move if at == seat else pick for at, pick in enumerate(state.picks)])
    if not (state.first or all(picks)):
        return replace(state, picks=picks)
    crossed = tuple([pad | {pick} - {PASS, ""} for pad, pick in zip(state.crossed, picks, strict=True)])
    nobody = ("",) * len(picks)
    if not state.first:
        return replace(state, crossed=crossed, picks=nobody, first=picks[state.active])
    missed = state.first == move == PASS
    misses = tuple([old + (missed and at == seat) for at, old in enumerate(state.misses)])
    return State(state.sheet, crossed, misses, nobody, state.turn + 1)


def _broken(state: State, seat: Seat, move: str) -> str:
    """The clause that a move breaks."""
    if not moves(state, seat):
        return "V1"
    if move[0] not in state.open_rows:
        return "V6"
    if move not in _named(state):
        return "V4" if state.first else "V3"
    return _too_early_or_late(state, seat, move)


def view(state: State, seat: Seat | None) -> State:
    """V3: what the others choose is hidden."""
    return replace(state, picks=tuple([pick if at == seat else "" for at, pick in enumerate(state.picks)]))


def score(state: State) -> tuple[Score, ...]:
    """V8: every row, and the misses."""
    return tuple([_score(state, seat) for seat in range(len(state.crossed))])


def _score(state: State, seat: Seat) -> Score:
    lines = []
    for row in state.sheet.rows:
        crossed = state.crossed[seat].intersection(row)
        count = len(crossed) + (row[-1] in crossed)
        lines.append(Line(row[0][0], "V8", count * (count + 1) // 2, count, len(row) + 1))
    misses = state.misses[seat]
    return Score((*lines, Line("misses", "V8", POINTS_OF_A_MISS * misses, misses, MISSES)))


# Words ------------------------------------------------------------------------------------------
def say_move(sheet: GridSheet, move: str) -> Description:
    if move == PASS:
        return Description(PASS, Text("nichts ankreuzen", "cross nothing"))
    words = Text("{row} {n} ankreuzen", "cross {row} {n}")
    return Description("mark", words.filled(row=COLOURS[move[0]], n=sheet.numbers[move]), move)


def question(state: State) -> Text:
    if not state.dice:
        return Text("", "")
    if state.first:
        return Text("Kreuzt du noch Weiß und eine Farbe an?", "Do you cross white and a colour, too?")
    words = Text("In welcher Reihe kreuzt du die {n} an?", "In which row do you cross the {n}?")
    return words.filled(n=sum(map(int, state.dice[:2])))


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """V6, V7: at the end of a turn a miss is marked, and rows are closed."""
    if after.turn == before.turn:
        return []
    missed, closed = (
        Text("Ein Fehlwurf: 5 Punkte weniger.", "A miss: 5 points less."),
        Text("Die Reihe {row} ist geschlossen.", "The {row} row is closed."),
    )
    told = [Happening(before.active, "miss", "V7", "", missed)] if before.misses != after.misses else []
    for row in [row for row in after.sheet.rows if row[0][0] in before.open_rows]:
        words = closed.filled(row=COLOURS[row[0][0]])
        told += [Happening(seat, "closed", "V6", row[-1], words) for seat in owners(after, row[-1])]
    return told


# Assembled --------------------------------------------------------------------------------------
def closed_cells(state: State, seat: Seat) -> list[str]:
    """V6: what is still free and can't be crossed any more."""
    free = state.sheet.numbers.keys() - state.crossed[seat]
    return [cell for cell in free if cell[0] not in state.open_rows]


def every_move(sheet: GridSheet) -> list[str]:
    return [*sheet.numbers, PASS]


POSITIONS = Codec(
    State,
    FACTS.seat_counts,
    table={
        "turn": number("turn", MOST_TURNS),
        "dice": faces("dice", ROLLS),
        "first": word("first", every_move),
    },
    seat={"x": cells("crossed"), "misses": number("misses", MISSES), "pick": word("picks", every_move)},
)
GAME: Game[GridSheet, State, str] = Game(
    facts=FACTS,
    home=__name__,
    rules=Rules(start=start, pending=pending, moves=moves, play=play, reveal=reveal, score=score, view=view),
    notation=Notation(
        parse_sheet=grid_reader("vierbunt", row_colours=ROWS),
        position_text=POSITIONS.text,
        parse_position=POSITIONS.parse,
        every_move=every_move,
    ),
    words=Words(
        say_move=say_move,
        question=question,
        happened=happened,
        clock=lambda state: Clock.counted(Text("Zug {n}", "Turn {n}"), state.turn + 1),
    ),
    drawing=grid_drawing(
        FACTS,
        score,
        crossed=lambda state, seat: state.crossed[seat],
        faces=lambda state: state.dice,
        icons={"misses": "close"},
        more={
            Sign("pick", (Mark("pick"),), Text("gewählt", "chosen")): lambda state, seat: [state.picks[seat]],
            Sign("closed", (Mark("locked"),), Text("geschlossen", "closed")): closed_cells,
        },
    ),
)
