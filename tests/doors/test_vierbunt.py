"""Vierbunt at all doors: dice of several colours, hidden choices, and a decision that follows at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kritzel.game import AnyGame
from kritzel.games import catalogue
from kritzel.server.web.api.records import dice_of
from kritzel.server.wire.answers import ColouredShape
from tests.cli.run import kritzel
from tests.doors.brought import VIERBUNT, install
from tests.server.rooms import ANA, BEN, Driver, refused, running

SHEET = "vierbunt/1"


@pytest.fixture(scope="module", autouse=True)
def game() -> Iterator[AnyGame]:
    """In the catalogue for the time of this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(VIERBUNT / "src"))
        from kritzel_vierbunt import GAME

        patch.setitem(catalogue.GAMES, "vierbunt", GAME)
        yield GAME


def said(*words: str) -> str:
    """What a command prints that works."""
    done = kritzel(*words)
    assert done.exit_code == 0, done.output
    return done.stdout


# The package ------------------------------------------------------------------------------------
@pytest.mark.slow
def test_its_own_tests_pass_and_it_conforms(tmp_path: Path) -> None:
    brought = install(VIERBUNT, tmp_path)
    brought.pytest(str(VIERBUNT / "tests"))
    remarks = brought.pytest("--pyargs", "kritzel.conformance", "-k", "vierbunt")
    assert "no ranks" in remarks
    assert "Vierbunt" in brought.kritzel("games")


def test_the_game_stays_one_page() -> None:
    """It is there to be read: no helper may make it longer."""
    page = (VIERBUNT / "src" / "kritzel_vierbunt" / "__init__.py").read_text("utf-8")
    assert len([line for line in page.splitlines() if line.strip()]) <= 250


# Commands ---------------------------------------------------------------------------------------
def test_its_sheet_is_drawn_in_colour(tmp_path: Path) -> None:
    said("sheet", "show", SHEET, "--svg", str(tmp_path / "sheet.svg"))
    picture = (tmp_path / "sheet.svg").read_text("utf-8")
    for colour in "rygb":
        assert picture.count(f'class="c{colour}"') == 11


def test_its_moves_and_refusals_are_told() -> None:
    position = f"{SHEET} dice=34r2y5g1b6 first=pass | - | -"
    assert "cross green 4" in said("moves", position)
    why = kritzel("why", position, "g7")
    assert why.exit_code == 1
    assert "V4" in why.stdout


def test_it_is_played_and_replayed(tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    assert "Misses" in said("play", SHEET, "--seats", "random,random", "--seed", "1", "--record", record)
    assert "wins" in said("replay", record)
    assert "misses" in said("simulate", SHEET, "--seats", "random,random", "--games", "3")


def test_only_bots_that_know_any_game_are_listed() -> None:
    names = [line.split()[0] for line in said("bots", "vierbunt").splitlines()[1:]]
    assert names == ["random", "generic"]


# At a live table --------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [1, 3])
def test_a_live_game_is_played_to_its_end(seats: int) -> None:
    driver, luck = running(SHEET, seats), Random(4)
    while driver.room.state.phase == "running":
        driver.step(luck)
        driver.view(ANA)
    assert driver.view(ANA).result.words.en in ("Somebody has four misses.", "Two rows are closed.")
    table, proof = driver.room.state.table, driver.room.state.proof
    assert proof is not None
    first = dice_of(table, proof).draws[0]
    assert first.event == ColouredShape("wwrygb", (1, 2, 3, 4, 5, 6))
    assert len(first.names) == 30


def thrown() -> Driver:
    """A table of two with real dice, which lie there."""
    driver = running(SHEET, 2, real=True)
    driver.roll("b6 g1 y5 r2 4 3")
    return driver


def test_real_dice_are_tapped_in_by_colour() -> None:
    driver = running(SHEET, 2, real=True)
    entry = driver.view(ANA).entry
    assert (entry.dice, len(entry.faces), entry.cards) == (6, 30, ())
    with refused("outcome"):
        driver.roll("34r2r5g1b6")
    driver.roll("b6g1y5r243")
    assert driver.table.position == f"{SHEET} dice=34r2y5g1b6 | - | -"


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    """What another seat gets does not depend on it."""
    told = []
    for move in ("r7", "b7", "pass"):
        driver = thrown()
        driver.move(0, move)
        told.append(driver.bytes_for(BEN))
    assert told[0] == told[1] == told[2]


def test_what_was_shown_cannot_be_taken_back() -> None:
    driver = thrown()
    driver.move(1, "r7")
    driver.undo(1, "r7")
    driver.move(1, "b7")
    driver.move(0, "pass")
    assert driver.table.deciding == (0,)
    for seat, move in ((0, "pass"), (1, "b7")):
        with refused("cannot_undo"):
            driver.undo(seat, move)
