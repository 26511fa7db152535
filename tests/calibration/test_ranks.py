"""D34, S: random solo play lands in the lowest ranks of every sheet, a simple greedy player in the middle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kritzel.games.catalogue import sheets
from kritzel.games.dizzle.scoring import solo_rank
from kritzel.games.dizzle.sheet import Sheet
from tests.calibration.greedy import choose
from tests.calibration.simulate import at_random, mean_score

pytestmark = pytest.mark.slow

GAMES = 100
TOOLS = Path(__file__).parents[2] / "tools"
ALL = pytest.mark.parametrize("sheet", sheets("dizzle"), ids=lambda sheet: f"dizzle-{sheet.id}")


@ALL
def test_random_play_lands_in_the_lowest_ranks(sheet: Sheet) -> None:
    assert solo_rank(sheet, round(mean_score(sheet, at_random, GAMES, seed=1))) in (6, 7)


@ALL
def test_greedy_play_lands_in_the_middle_ranks(sheet: Sheet) -> None:
    assert solo_rank(sheet, round(mean_score(sheet, choose, GAMES, seed=2))) in (3, 4, 5)


@ALL
def test_a_sheet_has_clearly_more_cells_than_a_game_crosses(sheet: Sheet) -> None:
    assert 70 <= sheet.cells.bit_count() <= 100


@pytest.mark.parametrize("tool", ["dizzle_sheets.py", "border_sheet.py", "traexx_board.py"])
def test_the_sheets_are_what_the_tools_make(tool: str) -> None:
    made = subprocess.run(
        [sys.executable, TOOLS / tool, "--check"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
