"""The Border played in lock-step: the same throws and moves through the rules and through the compiled twin.

`KRITZEL_TWIN_GAMES` is the number of games per sheet and seat count (24 unless told). Beside the printed
sheet there are a nasty one and, with a quarter of the games, wild ones: random maps of up to 26 areas and 128
cells. The file runs itself again without the compiler, and with bounds checks.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kritzel.fast import luck
from kritzel.fast.luck import Keyed
from kritzel.game import Chance, Decision, Over, Setup, SheetError
from kritzel.games.border import GAME
from kritzel.games.border import bot as strategy
from kritzel.games.border import fast as border
from kritzel.games.border.fast.playout import any_move
from kritzel.games.border.sheet import COLOURS, MOST_BOARDS, SEAT_COUNTS, Sheet
from kritzel.games.border.state import DONE, STOP, Move, Points, State
from kritzel.games.catalogue import find
from tests.oracles.test_border_oracle import NASTY

GAMES = int(os.environ.get("KRITZEL_TWIN_GAMES", "24"))
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
ROOT = Path(__file__).parents[3]
WILD = {"wild-128": 128, "wild-65": 65, "wild-30": 30}
"""Random maps by their number of cells."""

SHEETS = ("1", "nasty", *WILD)
WILD_ROUNDS = 25
"""A wild map may have areas that nobody can enclose: games there are broken off after so many rounds."""

COLUMNS, HALVES, WHITES = 13, 30, 3


# Sheets ----------------------------------------------------------------------------------------------------
@cache
def sheet_named(name: str) -> Sheet:
    if name in WILD:
        return wild(WILD[name])
    return GAME.notation.parse_sheet(NASTY, name) if name == "nasty" else find(f"border/{name}")[1]


def wild(cells: int) -> Sheet:
    """A map nobody would print: areas in pieces, at the edge, side by side; segments of all lengths."""
    rng = random.Random(cells)
    while True:
        try:
            return GAME.notation.parse_sheet(wild_text(cells, rng), "wild")
        except SheetError:  # an area beside white cells only, or beside none: draw another map
            continue


def wild_text(cells: int, rng: random.Random) -> str:
    size = cells + cells // 2
    places = [(c, h) for h in range(HALVES) for c in range(COLUMNS) if (c + h) % 2 == 0][:size]
    border_cells = rng.sample(places, cells)
    white = set(border_cells[:WHITES])
    letters = [chr(ord("A") + index) for index in range(min(26, (size - cells) // 2))]
    inside = [place for place in places if place not in border_cells]
    drawn = {place: letters[index % len(letters)] for index, place in enumerate(inside)}
    drawn |= {place: "*" if place in white else "#" for place in border_cells}
    parts = [f'game = "border"\nid = "wild"\nversion = 1\nend = {len(letters) // 2}', picture("map", drawn)]
    for letter in letters:
        parts.append(f"[areas.{letter}]\npoints = [{rng.randrange(20)}, {rng.randrange(12)}]")
    for patch in (1, 2, 3, 5):
        parts += ["[[boards]]", picture("colours", colouring(drawn, patch, rng))]
    return "\n".join(parts)


def colouring(
    drawn: dict[tuple[int, int], str], patch: int, rng: random.Random
) -> dict[tuple[int, int], str]:
    """Patches of one colour, so that segments have all lengths."""
    colours: dict[tuple[int, int], str] = {}
    return {
        (c, h): colours.setdefault((c // patch, h // patch), rng.choice(COLOURS)) if mark == "#" else mark
        for (c, h), mark in drawn.items()
        if mark in "#*"
    }


def picture(key: str, drawn: dict[tuple[int, int], str]) -> str:
    lines = ["".join(drawn.get((c, h), " ") + " " for c in range(COLUMNS)).rstrip() for h in range(HALVES)]
    return f"{key} = '''\n" + "\n".join(lines) + "\n'''"


# Lock-step -------------------------------------------------------------------------------------------------
class Pair:
    """One game through the rules and through a twin, compared at every step.

    `twin` has the compiled rules; the checks of mutants put a changed module there.
    """

    def __init__(self, sheet: Sheet, seats: int, seed: int, twin: Any = border) -> None:
        self.rng, self.seed, self.twin = random.Random(seed), seed, twin
        boards = tuple(self.rng.sample(range(1, len(sheet.boards) + 1), seats))
        self.sheet, self.packed, self.seats = sheet, packed(sheet), seats
        self.state: State = GAME.rules.start(Setup(sheet, seats, boards))
        self.table = border.blank(self.packed, seats, boards)
        self.out = np.zeros(border.MOST_MOVES, np.int32)
        self.counted: tuple[list[Points], list[int]] = [], []

    def play(self, rounds: int = 10_000) -> bool:
        """Plays to the end and says whether it was reached."""
        while self.state.round <= rounds:
            pending = GAME.rules.pending(self.state)
            self.compare(pending)
            if isinstance(pending, Over):
                self.compare_places(pending)
                return True
            if isinstance(pending, Chance):
                self.throw(pending)
            else:
                self.decide(self.rng.choice(pending.seats))
        return False

    def throw(self, pending: Chance) -> None:
        """Keyed luck brings the same throw on both sides."""
        keyed = Keyed(self.seed, self.state.round, border.THROW, self.state.throw - 1)
        outcome = pending.event.sample(keyed)
        many = self.twin.outcome(self.packed, self.table, self.seed, self.out)
        assert tuple(self.out[:many].tolist()) == outcome
        self.twin.reveal(self.packed, self.table, self.out, many)
        self.state = GAME.rules.reveal(self.state, outcome)

    def decide(self, seat: int) -> None:
        move = chosen(GAME.rules.moves(self.state, seat), self.rng)
        if self.rng.random() < 0.05:
            self.try_anything()
        self.twin.apply(self.packed, self.table, seat, border.to_int(self.sheet, move))
        self.state = GAME.rules.play(self.state, seat, move)

    # Comparing ----------------------------------------------------------------------------------------
    def compare(self, pending: Any) -> None:
        awaited = border.THROW if isinstance(pending, Chance) else int(isinstance(pending, Decision))
        assert self.twin.pending(self.packed, self.table) == awaited
        seats = pending.seats if isinstance(pending, Decision) else ()
        assert self.twin.deciding(self.packed, self.table) == sum(1 << seat for seat in seats)
        for seat in range(self.seats):
            assert self.listed(seat) == self.expected(seat), (seat, GAME.notation.position_text(self.state))
        assert border.to_state(self.sheet, self.packed, self.table) == self.state
        self.twin.scores(self.packed, self.table, self.out)
        assert self.out[: self.seats].tolist() == self.totals()

    def totals(self) -> list[int]:
        """The reference adds up again only where somebody's points have changed."""
        points = [mine.points for mine in self.state.pads]
        if points != self.counted[0]:
            self.counted = points, [score.total for score in GAME.rules.score(self.state)]
        return self.counted[1]

    def listed(self, seat: int) -> list[int]:
        many = self.twin.legal(self.packed, self.table, seat, self.out)
        return sorted(self.out[:many].tolist())

    def expected(self, seat: int) -> list[int]:
        return sorted([border.to_int(self.sheet, move) for move in GAME.rules.moves(self.state, seat)])

    def try_anything(self) -> None:
        """Any seat, any number: allowed if, and only if, it is listed. The bridge is exact."""
        seat = self.rng.randrange(-1, MOST_BOARDS + 1)
        expected = self.expected(seat) if 0 <= seat < self.seats else []
        numbers = [self.rng.randrange(-1, border.actions(self.packed) + 1) for _ in range(5)]
        for number in (*numbers, border.DONE, border.STOP, border.CROSS, *expected[:5]):
            assert self.twin.allowed(self.packed, self.table, seat, number) == (number in expected)
        assert border.from_state(self.packed, self.state).tobytes() == self.table.tobytes()

    def compare_places(self, over: Over) -> None:
        self.twin.places(self.packed, self.table, self.out)
        places = [place.place for place in sorted(over.ranking, key=lambda place: place.seat)]
        assert self.out[: self.seats].tolist() == places


@cache
def packed(sheet: Sheet) -> Any:
    return border.pack(sheet)


def chosen(moves: Any, rng: random.Random) -> Move:
    """Mostly crosses, so that games end; about half of the throws are kept."""
    crosses: list[Move] = [move for move in moves if move not in (DONE, STOP)]
    early = 0.5 if STOP in moves else 0.03
    if not crosses or (len(crosses) < len(moves) and rng.random() < early):
        return STOP if STOP in moves else DONE
    return rng.choice(crosses)


@pytest.fixture(autouse=True)
def _numbers_may_wrap() -> Iterator[None]:
    """Keyed luck lets words overflow, which plain NumPy would report."""
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", SHEETS)
def test_rules_and_twin_agree_at_every_step(name: str, seats: int) -> None:
    for game in range(-(-GAMES // 4) if name in WILD else GAMES):
        pair = Pair(sheet_named(name), seats, 1000 * game + seats)
        assert pair.play(WILD_ROUNDS if name in WILD else 10_000) or name in WILD


# The edges of the interface ---------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SHEETS)
def test_every_number_is_a_move_and_back(name: str) -> None:
    sheet = sheet_named(name)
    moves = [border.to_move(sheet, number) for number in range(border.actions(packed(sheet)))]
    assert [border.to_int(sheet, move) for move in moves] == list(range(len(moves)))
    assert len(set(moves)) == len(moves)


def test_a_sheet_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="129 border cells; the twin takes 128 at most"):
        border.pack(wild(129))


@pytest.mark.parametrize(
    ("seats", "boards", "said"),
    [
        (1, (), "2 to 4 seats"),
        (5, (), "2 to 4 seats"),
        (2, (1, 1), "different"),
        (2, (1, 5), "boards 1 to 4"),
    ],
)
def test_seats_and_boards_that_do_not_fit_are_refused(seats: int, boards: tuple[int, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        border.blank(packed(sheet_named("1")), seats, boards)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_each_seat_gets_the_board_that_the_sheet_says(seats: int) -> None:
    sheet = sheet_named("1")
    table, state = border.blank(packed(sheet), seats), GAME.rules.start(Setup(sheet, seats))
    assert border.to_state(sheet, packed(sheet), table) == state


def test_restart_lays_the_same_table_again() -> None:
    one = packed(sheet_named("1"))
    table = border.blank(one, 3, (4, 1, 2))
    border.playout(one, table, 5)
    assert border.pending(one, table) == border.OVER
    border.restart(one, table)
    assert table.tobytes() == border.blank(one, 3, (4, 1, 2)).tobytes()


# Players ----------------------------------------------------------------------------------------------------
POSITIONS = (
    "border/1 round=1 keep throw=1 dice=rroyg | - | -",
    "border/1 round=3 mark dice=rryya | x=c4d4 | board=4",
    "border/1 round=4 follow dice=yga | x=c4d4 | board=4 x=c4d4",
)


@pytest.mark.parametrize("position", POSITIONS)
def test_random_play_chooses_all_legal_moves_alike(position: str) -> None:
    sheet = sheet_named("1")
    state = GAME.notation.parse_position(sheet, position)
    seat = GAME.rules.pending(state).seats[0]  # type: ignore[union-attr]
    one, table = packed(sheet)[0], border.from_state(packed(sheet), state)[0]
    event = luck.key(np.uint64(1), 2, 3, 4)
    legal = [border.to_int(sheet, move) for move in GAME.rules.moves(state, seat)]
    draws = 200 * len(legal)
    drawn = Counter(int(any_move(one, table, seat, event, index)) for index in range(draws))
    assert set(drawn) == set(legal)
    assert sum((many - 200) ** 2 / 200 for many in drawn.values()) < len(legal) + 4 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_random_games_come_to_an_end(seats: int) -> None:
    for name in SHEETS:
        totals = np.zeros(MOST_BOARDS, np.int64)
        games = min(GAMES, 20)
        decisions = border.playouts(packed(sheet_named(name)), seats, games, 1, totals)
        assert decisions > games
        assert totals[:seats].any()
        assert not totals[seats:].any()
        again = np.zeros(MOST_BOARDS, np.int64)
        assert border.playouts(packed(sheet_named(name)), seats, games, 1, again) == decisions
        assert (again == totals).all()


@pytest.mark.parametrize("name", SHEETS)
def test_the_greedy_player_plays_by_the_rules_and_beats_random_play(name: str) -> None:
    one, out = packed(sheet_named(name)), np.zeros(MOST_BOARDS, np.int32)
    table, sums = border.blank(one, 2), np.zeros(2)
    for seed in range(max(1, GAMES // 20)):
        border.restart(one, table)
        greedy_game(one, table, seed)
        border.scores(one, table, out)
        sums += out[:2]
    assert name != "1" or sums[0] > 3 * sums[1]


def greedy_game(one: Any, table: Any, seed: int) -> None:
    """Seat 0 is greedy, seat 1 draws its moves."""
    rng, out = random.Random(seed), np.zeros(border.MOST_MOVES, np.int32)
    while border.pending(one, table) != border.OVER and table[0]["round"] <= WILD_ROUNDS * 2:
        if border.pending(one, table) == border.THROW:
            many = border.outcome(one, table, seed, out)
            border.reveal(one, table, out, many)
            continue
        seat = int(border.deciding(one, table)).bit_length() - 1
        many = border.legal(one, table, seat, out)
        move = strategy.greedy(one, table, seat, seed) if seat == 0 else rng.choice(out[:many].tolist())
        assert border.allowed(one, table, seat, move)
        assert seat or move != border.DONE or many == 1
        border.apply(one, table, seat, move)


# Other ways to run ------------------------------------------------------------------------------------------
def run_again(*words: str, games: int, **settings: str) -> None:
    """Runs Python with other settings of the compiler, for a few games."""
    environment = os.environ | settings | {"KRITZEL_TWIN_GAMES": str(games)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(PLAIN or CHECKED, reason="this is the other run")
def test_without_the_compiler() -> None:
    run_again("pytest", str(Path(__file__)), games=2, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
@pytest.mark.skipif(PLAIN or CHECKED, reason="this is the other run")
def test_with_bounds_checks(tmp_path: Path) -> None:
    words = "pytest", str(Path(__file__)), "-k", "agree or greedy"
    run_again(*words, games=4, NUMBA_BOUNDSCHECK="1", KRITZEL_CACHE=str(tmp_path))


@pytest.mark.slow
@pytest.mark.skipif(PLAIN or CHECKED, reason="runs without the compiler by itself")
def test_planted_errors_are_noticed() -> None:
    run_again("tests.fast.border.mutants", games=1, NUMBA_DISABLE_JIT="1")
