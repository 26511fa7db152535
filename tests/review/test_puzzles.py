"""Puzzles of the day: legal, sure, the same for all; and the list of all whole moves."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from kritzel.game import Decision
from kritzel.games import catalogue
from kritzel.review import puzzles
from kritzel.review.move_values import MoveValue, MoveValues, parse_moves, walk_moves, whole_moves
from kritzel.review.puzzles import FIRST, Puzzle, puzzle_of_day, read_puzzle, stored_puzzles
from tools.puzzles import SHIPPED, ship

SURE = 2.0
PUZZLES = stored_puzzles()


def test_there_are_puzzles_of_every_game() -> None:
    assert len(PUZZLES) >= 15
    assert {puzzle.game.slug for puzzle in PUZZLES} == {"border", "dizzle", "traexx"}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[str(nth) for nth in range(len(PUZZLES))])
def test_a_puzzle_is_legal_and_its_best_is_sure(puzzle: Puzzle) -> None:
    game, state = puzzle.game, puzzle.state
    pending = game.rules.pending(state)
    assert isinstance(pending, Decision)
    assert puzzle.seat in pending.seats
    assert len(puzzle.names) == len(game.rules.score(state))
    ends = [
        walk_moves(game, state, puzzle.seat, parse_moves(game, state, way.moves))
        for way in puzzle.values.moves
    ]
    assert all(end.ended for end in ends)
    assert {end.state for end in ends} == {walk.state for walk in whole_moves(game, state, puzzle.seat)}
    best, *others = puzzle.values.moves
    assert best.gap == 0
    assert all(way.gap > SURE * way.se for way in others)
    assert [nth for nth in range(len(ends)) if puzzle.values.is_right(nth)] == [0]


def test_a_day_has_its_puzzle_and_the_days_go_round() -> None:
    assert puzzle_of_day(FIRST) is PUZZLES[0]
    assert puzzle_of_day(FIRST + timedelta(days=1)) is PUZZLES[1]
    assert puzzle_of_day(FIRST + timedelta(days=len(PUZZLES))) is PUZZLES[0]


def test_a_puzzle_of_another_sheet_or_other_rules_is_left_out() -> None:
    told = {"sheet": "dizzle/1", "hash": "another", "rules": 1}
    assert read_puzzle(told) is None
    assert read_puzzle(told | {"sheet": "dizzle/nowhere"}) is None


def test_without_puzzles_no_day_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "stored_puzzles", tuple)
    assert puzzle_of_day(date(2026, 5, 5)) is None


def test_what_is_within_the_error_is_right() -> None:
    best, close, behind = (
        MoveValue((name,), gap, 0.5, 100) for name, gap in (("a", 0.0), ("b", 0.9), ("c", 1.1))
    )
    values = MoveValues("points", 0, (best, close, behind), whole=True)
    assert [values.is_right(nth) for nth in range(3)] == [True, True, False]


def test_whole_moves_are_bounded_and_lead_to_different_tables() -> None:
    puzzle = next(each for each in PUZZLES if each.game is catalogue.game("traexx"))
    some = whole_moves(puzzle.game, puzzle.state, puzzle.seat, 7)
    assert len(some) == 7
    assert len({walk.state for walk in some}) == 7


def test_shipping_adds_to_what_ships(tmp_path: Path) -> None:
    shipped, found = tmp_path / "puzzles.json", tmp_path / "found.jsonl"
    first, second, *rest = json.loads(SHIPPED.read_text("utf-8"))["puzzles"]
    outdated = {**first, "hash": "another sheet"}
    kept = {"version": puzzles.VERSION, "puzzles": [outdated, *rest]}
    shipped.write_text(json.dumps(kept), "utf-8")
    found.write_text(json.dumps({"puzzles": [second, rest[0]]}) + "\n", "utf-8")
    ship(found, shipped)
    positions = [each["position"] for each in json.loads(shipped.read_text("utf-8"))["puzzles"]]
    assert sorted(positions) == sorted(each["position"] for each in (second, *rest)), "each once"
