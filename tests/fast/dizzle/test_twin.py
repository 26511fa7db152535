"""Dizzle played in lock-step: the same throws and moves through the rules and through the compiled twin.

`KRITZEL_TWIN_GAMES` is the number of games per sheet and seat count (24 unless told). Beside the printed
sheets there are, with fewer games, the oracle's nasty ones and one with as many cells as the twin takes. The
same games run shortened without the compiler and with bounds checks, and catch every planted error.
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

from kritzel.fast.bits import MOST_CELLS
from kritzel.fast.luck import Keyed
from kritzel.fast.twin import Twin
from kritzel.game import Chance, Decision, Over, Pending, Setup
from kritzel.games.catalogue import sheets
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle import bot as strategy
from kritzel.games.dizzle import fast as dizzle
from kritzel.games.dizzle.fast.playout import random_choice
from kritzel.games.dizzle.sheet import Sheet
from kritzel.games.dizzle.state import State
from tests.fast.dizzle.mutants import MUTANTS
from tests.oracles.test_dizzle_oracle import HEAD, SMALL

GAMES = int(os.environ.get("KRITZEL_TWIN_GAMES", "24"))
ROOT = Path(__file__).parents[3]
TWIN: Twin = dizzle
KINDS = {purpose: kind for kind, purpose in dizzle.CHANCES.items()}
FEWER = 4
"""So many times fewer games on the nasty sheets."""

SYMBOLS = ("", "", "", "g1", "g2", "pa", "pb", "kc", "kt", "lc", "lt", "h", "b", "r", "o")


# Sheets --------------------------------------------------------------------------------------------
def wide(cells: int) -> str:
    """A sheet of so many cells in rows of sixteen and some gaps, with a bit of everything all over it."""
    rng, drawn = random.Random(cells), ["x", "v", "o", "2f1", "5f2"]
    drawn += [f"{rng.randint(1, 6)}{rng.choice(SYMBOLS)}" for _ in range(cells - len(drawn))]
    drawn += ["."] * (-len(drawn) % 16 + 16)
    rng.shuffle(drawn)
    rows = [drawn[at : at + 16] for at in range(0, len(drawn), 16)]
    areas = [[rng.choice("AB.") if token != "." else "." for token in row] for row in rows]
    arrows = [f"[rows]\n{len(rows)} = 5\n2 = 4\n[columns]\na = 3\np = 7"]
    points = "[points]\ngems = [1, 2]\npuzzles = { a = 5, b = 6 }\nareas = { A = 9, B = -1 }\n"
    points += "flags = [[10, 6], [5, 4, 3, 2, 1]]\nbomb = -3\nheap = -2"
    return "\n".join([HEAD, picture("grid", rows), picture("areas", areas), *arrows, points])


def picture(key: str, rows: list[list[str]]) -> str:
    return f"{key} = '''\n" + "\n".join(" ".join(row) for row in rows) + "\n'''"


TEXTS = {**SMALL, "wide": wide(MOST_CELLS)}
NAMES = (*[sheet.id for sheet in sheets("dizzle")], *TEXTS)


@cache
def sheet_named(name: str) -> Sheet:
    """A sheet of the box, or a nasty one."""
    if name in TEXTS:
        return GAME.notation.parse_sheet(TEXTS[name], name)
    found: Sheet = next(sheet for sheet in sheets("dizzle") if sheet.id == name)
    return found


# Lock-step -----------------------------------------------------------------------------------------
class Pair:
    """A table of the reference and one of the twin, always played alike."""

    def __init__(self, name: str, seats: int, seed: int, twin: Any = TWIN) -> None:
        self.twin, self.sheet, self.seed, self.seats = twin, sheet_named(name), seed, seats
        self.rng = random.Random(f"{name} {seats} {seed}")
        self.packed = twin.pack(self.sheet) if twin is not TWIN else packed(name)
        self.state: State = GAME.rules.start(Setup(self.sheet, seats))
        self.table = twin.blank(self.packed, seats)
        self.out, self.faces = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(16, np.int32)
        self.most = twin.actions(self.packed)
        self.settled: list[Any] = []
        self.points: list[int] = []
        self.thrown: dict[tuple[int, str], int] = {}

    def play(self) -> None:
        """One game, compared at every step; a disagreement names the position."""
        try:
            while self.step(self.compare()):
                pass
        except Exception as error:
            error.add_note(f"seed {self.seed}: {GAME.notation.position_text(self.state)}")
            raise

    def step(self, pending: Pending) -> bool:
        """One throw or move through both; False when it is over."""
        if isinstance(pending, Over):
            self.compare_places(pending)
            return False
        if isinstance(pending, Chance):
            self.throw(pending)
        else:
            self.decide(pending.seats)
        if self.rng.random() < 0.02:
            self.cross_the_bridge()
        return True

    def throw(self, pending: Chance) -> None:
        """Keyed luck brings the same throw on both sides."""
        where = self.state.pass_no, pending.purpose
        nth = self.thrown.get(where, 0)
        self.thrown[where] = nth + 1
        luck = Keyed(self.seed, self.state.pass_no, KINDS[pending.purpose], nth)
        outcome = pending.event.sample(luck)
        many = self.twin.outcome(self.packed, self.table, self.seed, self.faces)
        assert tuple(self.faces[:many].tolist()) == outcome
        self.twin.reveal(self.packed, self.table, self.faces, many)
        self.state = GAME.rules.reveal(self.state, outcome)

    def decide(self, seats: tuple[int, ...]) -> None:
        seat = self.rng.choice(seats)
        number = self.rng.choice(self.numbers(seat))
        self.twin.apply(self.packed, self.table, seat, number)
        self.state = GAME.rules.play(self.state, seat, self.twin.to_move(self.sheet, number))

    def cross_the_bridge(self) -> None:
        """Go on with a table made from the reference's state; only the count of throws is its own."""
        there = self.twin.from_state(self.packed, self.state)
        there["nth"] = self.table["nth"]
        self.table = there

    # Comparing -------------------------------------------------------------------------------------
    def compare(self) -> Pending:
        """Everything there is to ask, asked of both."""
        pending, packed, table = GAME.rules.pending(self.state), self.packed, self.table
        assert self.twin.pending(packed, table) == awaited(pending)
        seats = pending.seats if isinstance(pending, Decision) else ()
        assert self.twin.deciding(packed, table) == sum([1 << seat for seat in seats])
        for seat in range(self.seats):
            numbers = self.numbers(seat)
            listed = [self.twin.to_move(self.sheet, number) for number in numbers]
            assert listed == list(GAME.rules.moves(self.state, seat)), seat
        assert self.twin.to_state(self.sheet, packed, table) == self.state
        self.compare_scores()
        if self.rng.random() < 0.1:
            self.try_anything()
        return pending

    def numbers(self, seat: int) -> list[int]:
        """The twin's legal moves."""
        many = self.twin.legal(self.packed, self.table, seat, self.out)
        numbers: list[int] = self.out[:many].tolist()
        return numbers

    def compare_scores(self) -> None:
        """The reference adds up again only where something settled has changed."""
        settled = [(mine.crosses, mine.lost, mine.flags, mine.rails) for mine in self.state.pads]
        if settled != self.settled:
            self.settled = settled
            self.points = [score.total for score in GAME.rules.score(self.state)]
        self.twin.scores(self.packed, self.table, self.out)
        assert self.out[: self.seats].tolist() == self.points

    def try_anything(self) -> None:
        """Any seat, any number: allowed if, and only if, it is listed."""
        seat = int(self.rng.random() * 6) - 1
        listed = self.numbers(seat) if 0 <= seat < self.seats else []
        for number in (int(self.rng.random() * (self.most + 2)) - 1, *listed[-2:]):
            assert self.twin.allowed(self.packed, self.table, seat, number) == (number in listed)

    def compare_places(self, over: Over) -> None:
        self.twin.places(self.packed, self.table, self.out)
        assert [int(self.out[place.seat]) for place in over.ranking] == [
            place.place for place in over.ranking
        ]


def awaited(pending: Pending) -> int:
    """What the reference awaits, as a number of the twin."""
    if isinstance(pending, Chance):
        return KINDS[pending.purpose]
    return dizzle.DECISION if isinstance(pending, Decision) else dizzle.OVER


@cache
def packed(name: str) -> Any:
    return TWIN.pack(sheet_named(name))


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", NAMES)
def test_lock_step(name: str, seats: int) -> None:
    for seed in range(-(-GAMES // FEWER) if name in TEXTS else GAMES):
        Pair(name, seats, seed).play()


# The same without the compiler, with bounds checks and with errors planted ----------------------------
def run_again(command: list[str], **environment: str) -> str:
    """Another Python with this environment; what it said. It must succeed."""
    wanted = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **environment}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=wanted, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def games_again(games: int, **environment: str) -> None:
    command = ["pytest", "-p", "no:cacheprovider", __file__, "-k", "lock_step or playouts or greedy"]
    run_again(command, KRITZEL_TWIN_GAMES=str(games), **environment)


@pytest.mark.slow
def test_without_the_compiler() -> None:
    games_again(1, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_bounds_checks(tmp_path: Path) -> None:
    games_again(10, NUMBA_BOUNDSCHECK="1", KRITZEL_CACHE=str(tmp_path))


@pytest.mark.slow
def test_every_mutant_is_caught() -> None:
    told = run_again(["tests.fast.dizzle.mutants"], NUMBA_DISABLE_JIT="1")
    assert told.count("caught in game") == len(MUTANTS) >= 10


# Sheets and tables that do not fit --------------------------------------------------------------------
def test_a_sheet_too_large_is_refused() -> None:
    large = GAME.notation.parse_sheet(wide(MOST_CELLS + 1), "large")
    with pytest.raises(ValueError, match="129 cells; compiled play has room for 128"):
        TWIN.pack(large)


@pytest.mark.parametrize(("seats", "boards"), [(0, ()), (5, ()), (2, (1, 2))])
def test_a_table_that_does_not_fit_is_refused(seats: int, boards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"^(Dizzle is for|in Dizzle all seats)"):
        TWIN.blank(packed("1"), seats, boards)


# Moves as numbers ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_the_codec_numbers_every_move_once(name: str) -> None:
    sheet, most = sheet_named(name), TWIN.actions(packed(name))
    moves = [TWIN.to_move(sheet, number) for number in range(most)]
    assert [TWIN.to_int(sheet, move) for move in moves] == list(range(most))
    ready = sheet.ready
    listed = {*ready.takes.values(), *ready.backs.values(), *ready.planets.values()}
    listed |= {rail for rails in ready.rails.values() for rail in rails if sheet.rails}
    assert listed <= set(moves)


# Whole games -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["1", "7", "8", "crowded"])
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_playouts_are_complete_games(name: str, seats: int) -> None:
    totals, points = np.zeros(4, np.int64), np.zeros(4, np.int32)
    decisions = TWIN.playouts(packed(name), seats, 3, 7, totals)
    for seed in (7, 8, 9):
        table = TWIN.blank(packed(name), seats)
        decisions -= TWIN.playout(packed(name), table, seed)
        TWIN.scores(packed(name), table, points)
        totals -= points
        state = TWIN.to_state(sheet_named(name), packed(name), table)
        assert isinstance(GAME.rules.pending(state), Over)
    assert decisions == 0
    assert not totals.any()


def test_random_playouts_choose_all_moves_alike() -> None:
    """The first move of a table from which every seat has few; each within four deviations."""
    name, seats, games = "8", 2, 6000 if GAMES > 20 else 0
    sheet, faces = sheet_named(name), np.zeros(16, np.int32)
    table = TWIN.blank(packed(name), seats)
    TWIN.reveal(packed(name), table, faces, TWIN.outcome(packed(name), table, 3, faces))
    many = TWIN.legal(packed(name), table, 0, np.zeros(TWIN.MOST_MOVES, np.int32))
    chosen = Counter(int(random_choice(packed(name), table, 0, seed)) for seed in range(games))
    assert all(abs(count - games / many) < 4 * (games / many) ** 0.5 for count in chosen.values())
    assert len(chosen) == (many if games else 0)
    assert all(TWIN.to_move(sheet, number) in GAME.rules.moves(state_of(name, table), 0) for number in chosen)


def state_of(name: str, table: Any) -> State:
    state: State = TWIN.to_state(sheet_named(name), packed(name), table)
    return state


def test_a_restart_is_a_blank_table() -> None:
    for name in ("2", "7", "8"):
        table = TWIN.blank(packed(name), 3)
        TWIN.playout(packed(name), table, 3)
        dizzle.restart(packed(name), table)
        assert state_of(name, table) == GAME.rules.start(Setup(sheet_named(name), 3))
        assert table["asked"] == 0


# The greedy player -----------------------------------------------------------------------------------
def greedy_game(name: str, seats: int, seed: int, greedy: set[int]) -> list[int]:
    """A whole game on the twin: the greedy seats against random ones; every move must be allowed."""
    sheet, table, out = packed(name), TWIN.blank(packed(name), seats), np.zeros(TWIN.MOST_MOVES, np.int32)
    luck = random.Random(seed)
    while awaited := TWIN.pending(sheet, table):
        if awaited != dizzle.DECISION:
            TWIN.reveal(sheet, table, out, TWIN.outcome(sheet, table, seed, out))
            continue
        seat = luck.choice([seat for seat in range(seats) if TWIN.deciding(sheet, table) >> seat & 1])
        move = int(out[luck.randrange(TWIN.legal(sheet, table, seat, out))])
        if seat in greedy:
            move = strategy.greedy(sheet, table, seat, seed)
            assert move == strategy.greedy(sheet, table, seat, seed)
        assert TWIN.allowed(sheet, table, seat, move)
        TWIN.apply(sheet, table, seat, move)
    TWIN.scores(sheet, table, out)
    points: list[int] = out[:seats].tolist()
    return points


@pytest.mark.parametrize("name", NAMES)
def test_greedy_moves_are_legal(name: str) -> None:
    for seats in GAME.seat_counts:
        for seed in range(3 if GAMES > 20 else 1):
            greedy_game(name, seats, seed, set(range(0, seats, 2)))


@pytest.mark.parametrize("name", [sheet.id for sheet in sheets("dizzle")])
def test_greedy_beats_random(name: str) -> None:
    """Measured over 1,000 games each: in 92 to 99 of 100; the bound is four deviations below the least."""
    games = 100 if GAMES > 20 else 0
    pairs = [greedy_game(name, 2, seed, {seed % 2}) for seed in range(games)]
    won = sum([pair[seed % 2] > pair[1 - seed % 2] for seed, pair in enumerate(pairs)])
    assert won >= 0.8 * games
