"""Small readable records that must replay for ever: one per game, seat count and ending."""

from __future__ import annotations

import pytest

from kritzel.games import catalogue
from kritzel.record import read
from tools.golden import ENDINGS, FOLDER, Wanted, ending_of, fits, own_sheet, wanted


def test_no_game_lacks_an_ending() -> None:
    assert set(ENDINGS) == set(catalogue.GAMES)


def test_no_game_seat_count_or_ending_lacks_a_record() -> None:
    assert {wish.path.name for wish in wanted()} == {path.name for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize("wish", wanted(), ids=lambda wish: str(wish.path.stem))
def test_a_golden_record_replays_to_its_last_letter(wish: Wanted) -> None:
    record = wish.path.read_text("utf-8")
    table = read(record, own_sheet(wish))
    assert table.record() == record
    assert (table.game.slug, len(table.seats), ending_of(table)) == tuple(wish)
    assert fits(record), "too long or too wide to be read"


def test_every_reason_is_met() -> None:
    results = [path.read_text("utf-8").splitlines()[-1] for path in FOLDER.glob("*.txt")]
    assert {line.split()[1] for line in results} == {
        key for game in catalogue.GAMES.values() for key in game.facts.reasons
    }
