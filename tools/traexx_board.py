"""Makes the board of Träxx and its cards, always the same ones, and writes the sheet file.

    python tools/traexx_board.py             write src/kritzel/games/traexx/sheets/1.toml
    python tools/traexx_board.py --check     fail if the file differs from what would be written
    python tools/traexx_board.py --balance   let a greedy player play and print the mean score of each start

Numbers and starts are placed by hand, evenly around the centre. The colours are found by a search: cells
trade colours until no two equal ones touch and every cell sees as many colours as it can.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import mean, stdev
from typing import TypeAlias

from kritzel.game import Chance, Over, Setup
from kritzel.games.traexx import GAME
from kritzel.games.traexx.rules import play
from kritzel.games.traexx.sheet import COLOURS, DONE, Extend, Sheet
from kritzel.games.traexx.state import Pad, State, growing_ends, open_cells
from kritzel.mechanics.cells import each

Place: TypeAlias = tuple[int, int]
Colouring: TypeAlias = dict[Place, str]

FILE = Path(__file__).parents[1] / "src/kritzel/games/traexx/sheets/1.toml"
RADIUS = 4
CLOCKWISE = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps along a ring that begins at its top left corner."""
RIM_NUMBERS = (10, 6, 8, 5, 9, 7)
"""One on each side, clockwise: opposite ones add up to 15, and no two big ones are neighbours."""
RIM_OFFSET = 1
FEWEST_SEEN = 4
"""How many colours a cell should have around it, at the corners three."""
INNER_RING, INNER_NUMBERS, INNER_OFFSET = 2, (3, 2, 4), 1
START_NAMES = ("d4", "d5", "f5", "f4")
TRADES, WARM, COLD = 12_000, 4.0, 0.1
SEED = 3
"""Of the first thirty boards the most varied one whose starts came out even in --balance."""
BALANCE_GAMES = 1_000

HEAD = """\
# Made by tools/traexx_board.py
game = "traexx"
id = "1"
version = 1
title = { de = "Wabenfeld", en = "Honeycomb" }
blurb.de = "61 Waben, 9 Zahlen und 4 Wege aus der Mitte. Wer zuerst am Rand ist, bekommt die volle Zahl."
blurb.en = "61 cells, 9 numbers and 4 ways out of the middle. First to the rim gets the full number."
"""


# The shape --------------------------------------------------------------------------------------------
def hexagon() -> list[Place]:
    """All cells in axial coordinates around the centre (0, 0), row by row from the left."""
    span = range(-RADIUS, RADIUS + 1)
    return [(q, r) for r in span for q in span if abs(q + r) <= RADIUS]


def ring(radius: int) -> list[Place]:
    """The cells at this distance from the centre, clockwise from the top left corner."""
    place, places = (0, -radius), []
    for q, r in CLOCKWISE:
        for _ in range(radius):
            places.append(place)
            place = (place[0] + q, place[1] + r)
    return places


def numbered() -> dict[Place, int]:
    """5 to 10 on the rim, 2 to 4 inside, each lot evenly spread."""
    rim, inner = ring(RADIUS)[RIM_OFFSET :: len(ring(RADIUS)) // 6], ring(INNER_RING)[INNER_OFFSET::4]
    return dict(zip([*rim, *inner], [*RIM_NUMBERS, *INNER_NUMBERS], strict=True))


PLACES = hexagon()
NUMBERS = numbered()
BESIDE = {(q, r): [(q + x, r + y) for x, y in CLOCKWISE if (q + x, r + y) in PLACES] for q, r in PLACES}
IN_LINE = {(q, r): [(q + 2 * x, r + 2 * y) for x, y in CLOCKWISE] for q, r in PLACES}
RIM_PLACES = [place for place, number in NUMBERS.items() if number in RIM_NUMBERS]
INNER_PLACES = [place for place, number in NUMBERS.items() if number in INNER_NUMBERS]
START_PLACES = ring(1)[:2] + ring(1)[3:5]


# The colours ------------------------------------------------------------------------------------------
def ugliness(board: Colouring, place: Place) -> float:
    """What is wrong around one cell: equal colours touching, colours missing, colours repeating in line."""
    colour, around = board[place], [board[other] for other in BESIDE[place]]
    most, seen = min(len(COLOURS) - 1, len(around)), len(set(around) - {colour})
    repeated = sum(board.get(other) == colour for other in IN_LINE[place])
    poor = seen < min(FEWEST_SEEN, len(around))
    return 20.0 * around.count(colour) + 6.0 * poor + (most - seen) ** 2 + 0.2 * repeated


def dullness(board: Colouring) -> float:
    """How far the six rim numbers, the starts and the inner numbers are from all different colours."""
    lots = (RIM_PLACES, START_PLACES, INNER_PLACES)
    return 4.0 * sum(len(lot) - len({board[place] for place in lot}) for lot in lots)


def search(rng: random.Random) -> Colouring:
    """A board whose colours traded places until nothing got better (simulated annealing)."""
    pot = list(COLOURS) * (len(PLACES) // len(COLOURS)) + [rng.choice(COLOURS)]
    rng.shuffle(pot)
    board = dict(zip(PLACES, pot, strict=True))
    for trade in range(TRADES):
        heat = WARM * (COLD / WARM) ** (trade / TRADES)
        one, other = rng.sample(PLACES, 2)
        before = local(board, one, other)
        swap(board, one, other)
        worse = local(board, one, other) - before
        if worse > 0 and rng.random() >= math.exp(-worse / heat):
            swap(board, one, other)
    return board


def local(board: Colouring, one: Place, other: Place) -> float:
    """All that a trade between two cells can change. Repetitions in line count from these two only."""
    touched = {one, other, *BESIDE[one], *BESIDE[other]}
    return dullness(board) + sum(ugliness(board, place) for place in sorted(touched))


def swap(board: Colouring, one: Place, other: Place) -> None:
    board[one], board[other] = board[other], board[one]


# The cards --------------------------------------------------------------------------------------------
def cards() -> list[str]:
    """Every choice of four colours once; six of them, turned once round the colours, with one doubled."""
    turned = [[COLOURS[(first + step) % len(COLOURS)] for step in range(4)] for first in range(len(COLOURS))]
    doubled = {"".join(sorted(four, key=COLOURS.index)): four[0] for four in turned}
    plain = ["".join(four) for four in combinations(COLOURS, 4)]
    return [card.replace(doubled.get(card, " "), doubled.get(card, " ") * 2) for card in plain]


# The file ---------------------------------------------------------------------------------------------
def sheet_text(board: Colouring) -> str:
    """The sheet as it stands in its file."""
    starts, pack = ", ".join(f'"{name}"' for name in START_NAMES), cards()
    rows = [", ".join(f'"{card}"' for card in pack[at : at + 5]) for at in range(0, len(pack), 5)]
    listed = "".join(f"  {row},\n" for row in rows)
    return f"{HEAD}\nboard = '''\n{picture(board)}'''\nstarts = [{starts}]\ncards = [\n{listed}]\n"


def picture(board: Colouring) -> str:
    """The board in rows of hexagons, each shifted by half a cell."""
    lines = []
    for r in range(-RADIUS, RADIUS + 1):
        row = [place for place in PLACES if place[1] == r]
        words = [f"{board[place]}{NUMBERS.get(place, '')}".ljust(4) for place in row]
        lines.append((" " * 2 * abs(r) + "".join(words)).rstrip() + "\n")
    return "".join(lines)


def make() -> str:
    """The text of the sheet, always the same."""
    return sheet_text(search(random.Random(SEED)))


# A greedy player --------------------------------------------------------------------------------------
def ways(sheet: Sheet, card: str, track: Pad) -> list[Pad]:
    """Everything the seat could draw with this card, nothing included."""
    found = [track]
    for end in growing_ends(track):
        for cell in each(open_cells(sheet, card, track) & sheet.around[end]):
            new = (*(track.new or (end,)), cell)
            found += ways(sheet, card, Pad(1, track.line, track.covered, 0, 0, new))
    return found


def worth(state: State, track: Pad) -> float:
    """Points and cells won now, and a little for a way on."""
    sheet, reached = state.sheet, 0
    for other in state.pads:
        reached |= other.full | other.half
    numbers = [sheet.numbers.get(cell, 0) for cell in track.new[1:]]
    points = sum(number / (1 + (reached >> number & 1)) for number in numbers)
    free = sheet.cells & ~track.covered & ~sum(1 << cell for cell in track.new[1:])
    way_on = (free & sheet.around[track.new[-1]]).bit_count() if track.new else 0
    return points + len(track.new) + 0.3 * min(way_on, 3)


def greedy_game(sheet: Sheet, seats: int, rng: random.Random) -> list[int]:
    """The scores of one game among greedy players."""
    state = GAME.rules.start(Setup(sheet, seats))
    while not isinstance(pending := GAME.rules.pending(state), Over):
        if isinstance(pending, Chance):
            state = GAME.rules.reveal(state, pending.event.sample(rng.randrange))
        for seat in range(seats):
            state = draw_best(state, seat, rng)
    return [score.total for score in GAME.rules.score(state)]


def draw_best(state: State, seat: int, rng: random.Random) -> State:
    assert state.card is not None
    options = ways(state.sheet, state.sheet.cards[state.card], state.pads[seat])
    best = max(options, key=lambda track: (worth(state, track), rng.random()))
    for end, to in zip(best.new, best.new[1:], strict=False):
        state = play(state, seat, Extend(end, to))
    return play(state, seat, DONE)


def balance(sheet: Sheet) -> None:
    """Print the mean scores by start with all four at the table, the wins, and the mean score alone."""
    rng = random.Random(1)
    games = [greedy_game(sheet, 4, rng) for _ in range(BALANCE_GAMES)]
    wins = Counter(seat for scores in games for seat in range(4) if scores[seat] == max(scores))
    for seat, name in enumerate(START_NAMES):
        points = [scores[seat] for scores in games]
        error = stdev(points) / math.sqrt(len(points))
        print(f"start {seat + 1} ({name}): {mean(points):.1f} +- {error:.1f} points, {wins[seat]} wins")
    alone = [greedy_game(sheet, 1, rng)[0] for _ in range(BALANCE_GAMES)]
    print(f"alone: {mean(alone):.1f}, best {max(alone)}")


def main(arguments: list[str]) -> int:
    if arguments == ["--balance"]:
        balance(GAME.notation.parse_sheet(FILE.read_text("utf-8")))
        return 0
    text = make()
    if arguments == ["--check"]:
        same = FILE.read_text("utf-8") == text
        print("up to date" if same else f"{FILE} is not what this tool makes: run it without --check")
        return 0 if same else 1
    FILE.write_text(text, "utf-8")
    print(f"wrote {FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
