"""The compiled twin of Träxx plays the same game as the reference (see `lockstep_traexx`).

`KRITZEL_TWIN_GAMES` is the number of games per sheet and seat count (24 unless told). The same comparison
runs a second time without the compiler and a third time with bounds checks, each in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kritzel.fast.twin import Twin
from kritzel.game import Setup
from kritzel.games.catalogue import sheets
from kritzel.games.traexx import GAME
from kritzel.games.traexx import bot as strategy
from kritzel.games.traexx import fast as traexx
from kritzel.games.traexx.sheet import DONE, Extend
from tests.fast.traexx.lockstep import Pair, board
from tests.fast.traexx.mutants import MUTANTS

GAMES = int(os.environ.get("KRITZEL_TWIN_GAMES", "24"))
ROOT = Path(__file__).parents[3]
TWIN: Twin = traexx

PLAYED = [
    *[(sheet.id, seats, 1) for sheet in sheets("traexx") for seats in GAME.seat_counts],
    *[("nasty", seats, 1) for seats in GAME.seat_counts],
    *[("wide", seats, 20) for seats in GAME.seat_counts],
    *[("row", 1, 20), ("row", 2, 20), ("dot", 1, 20)],
]
"""Board, seats, and how many times fewer games than on the printed board."""


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize(("name", "seats", "fewer"), PLAYED)
def test_lock_step(name: str, seats: int, fewer: int) -> None:
    for seed in range(max(GAMES // fewer, 1)):
        Pair(TWIN, name, seats, seed).play()


# The same without the compiler and with bounds checks -------------------------------------------------
def run_again(games: int, **environment: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        __file__,
        "-k",
        "lock_step or whole_games",
    ]
    wanted = {**os.environ, **environment, "KRITZEL_TWIN_GAMES": str(games)}
    done = subprocess.run(command, cwd=ROOT, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_without_the_compiler() -> None:
    run_again(2, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_bounds_checks(tmp_path: Path) -> None:
    run_again(10, NUMBA_BOUNDSCHECK="1", KRITZEL_CACHE=str(tmp_path))


@pytest.mark.slow
def test_every_mutant_is_caught() -> None:
    command = [sys.executable, "-m", "tests.fast.traexx.mutants"]
    paths = os.pathsep.join(path for path in sys.path if path)
    wanted = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=ROOT, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("caught") == len(MUTANTS) >= 10


# Whole games ------------------------------------------------------------------------------------------
def test_whole_games_are_the_same_in_one_call_and_one_by_one() -> None:
    packed, scored = TWIN.pack(board("1")), np.zeros(4, np.int32)
    totals, sums, decisions = np.zeros(4, np.int64), np.zeros(4, np.int64), 0
    many = TWIN.playouts(packed, 3, 2, 7, totals)
    for seed in (np.uint64(7), np.uint64(8)):
        table = TWIN.blank(packed, 3)
        decisions += TWIN.playout(packed, table, seed)
        assert TWIN.pending(packed, table) == 0
        TWIN.scores(packed, table, scored)
        sums += scored
    assert (many, list(totals)) == (decisions, list(sums))


def test_random_play_chooses_all_moves_alike() -> None:
    """A line with three ways at each of its ends, one of them the same cell, and a card of one symbol."""
    sheet = board("fork")
    start = GAME.notation.parse_position(sheet, "traexx/fork card=r | line=a2-a3")
    packed, ended = TWIN.pack(sheet), Counter[str]()
    before = TWIN.from_state(packed, start)
    for seed in range(7000):
        table = before.copy()
        TWIN.playout(packed, table, seed)
        ended[GAME.notation.position_text(TWIN.to_state(sheet, packed, table))] += 1
    assert len(ended) == len(GAME.rules.moves(start, 0)) == 7
    chi_square = sum((count - 1000) ** 2 / 1000 for count in ended.values())
    assert chi_square < 22.5  # 6 degrees of freedom: passed by 99.9 % of fair choices


def test_a_restart_is_a_blank_table() -> None:
    packed, boards = traexx.pack(board("1")), (4, 2, 1, 3)
    table = traexx.blank(packed, 4, boards)
    traexx.playout(packed, table, 3)
    traexx.restart(packed, table)
    assert traexx.to_state(board("1"), packed, table) == GAME.rules.start(Setup(board("1"), 4, boards))
    assert (table[0]["left"] == packed[0]["pack"]).all()


# Greedy -----------------------------------------------------------------------------------------------
def greedy_move(position: str, seed: int = 1) -> str:
    sheet = board(position.split()[0].split("/")[1])
    packed = TWIN.pack(sheet)
    number = strategy.greedy(
        packed, TWIN.from_state(packed, GAME.notation.parse_position(sheet, position)), 0, seed
    )
    return GAME.notation.move_text(sheet, TWIN.to_move(sheet, number))


def test_greedy_takes_the_number_that_scores_most() -> None:
    assert greedy_move("traexx/choice card=r | -") == "a2-a3"
    assert greedy_move("traexx/choice card=r | - | line=a3-a4 full=8") == "a2-a1"


def test_greedy_is_done_when_nothing_is_left() -> None:
    assert greedy_move("traexx/dot card=rr | -") == "done"


def test_greedy_breaks_ties_by_luck() -> None:
    assert len({greedy_move("traexx/fork card=r | -", seed) for seed in range(40)}) > 1


def greedy_game(seed: int) -> list[int]:
    """Seat 0 is greedy, seat 1 any move: their points."""
    packed = TWIN.pack(board("1"))
    table, out = TWIN.blank(packed, 2), np.zeros(16, np.int32)
    while awaited := TWIN.pending(packed, table):
        if awaited == 2:
            TWIN.reveal(packed, table, out, TWIN.outcome(packed, table, seed, out))
        elif TWIN.deciding(packed, table) & 1:
            move = strategy.greedy(packed, table, 0, seed)
            assert TWIN.allowed(packed, table, 0, move)
            TWIN.apply(packed, table, 0, move)
        else:
            many = TWIN.legal(packed, table, 1, out)
            TWIN.apply(packed, table, 1, int(out[seed % many]))
    TWIN.scores(packed, table, out)
    return [int(total) for total in out[:2]]


def test_greedy_beats_anybody_who_does_not_look() -> None:
    games = [greedy_game(seed) for seed in range(50)]
    assert sum(mine > theirs for mine, theirs in games) > 45


# What does not fit --------------------------------------------------------------------------------------
def own(text: str) -> None:
    TWIN.pack(GAME.notation.parse_sheet(f'game = "traexx"\nid = "own"\nversion = 1\n{text}', "own"))


def test_too_large_boards_are_refused() -> None:
    row = "r   " * 129
    with pytest.raises(ValueError, match="129 cells, the compiled twin takes 128"):
        own(f"board = '''\n{row}\n'''\nstarts = ['a1']\ncards = ['r']")
    with pytest.raises(ValueError, match="65 cards, the compiled twin takes 64"):
        own(f"board = '''\nr\n'''\nstarts = ['a1']\ncards = {['r'] * 65}")


@pytest.mark.parametrize(
    ("name", "seats", "boards"),
    [("1", 0, ()), ("1", 5, ()), ("dot", 2, ()), ("1", 2, (1,)), ("1", 2, (3, 3)), ("1", 2, (0, 1))],
)
def test_seats_and_starts_are_refused_as_in_the_reference(
    name: str, seats: int, boards: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"seat|start") as reference:
        GAME.rules.start(Setup(board(name), seats, boards))
    with pytest.raises(ValueError, match=r"seat|start") as twin:
        TWIN.blank(TWIN.pack(board(name)), seats, boards)
    assert str(twin.value) == str(reference.value)


def test_every_number_is_a_move_and_nothing_else_is() -> None:
    sheet = board("1")
    many = TWIN.actions(TWIN.pack(sheet))
    assert many == 313
    assert TWIN.to_move(sheet, many - 1) == DONE
    assert [TWIN.to_int(sheet, TWIN.to_move(sheet, number)) for number in range(many)] == list(range(many))
    for number in (-1, many):
        with pytest.raises(ValueError, match="numbers from 0 to 312"):
            TWIN.to_move(sheet, number)
    with pytest.raises(ValueError, match="no step between neighbours"):
        TWIN.to_int(sheet, Extend(sheet.order[0], sheet.order[-1]))
