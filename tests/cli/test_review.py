"""`kritzel review`: a finished game looked at again; bad input is refused with what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kritzel as house
from tests.cli.run import ROOT, kritzel
from tests.drawing.styled import unstyled
from tests.review.games import played

GOLDEN = ROOT / "tests" / "golden"
GAME = str(GOLDEN / "traexx-1-last_card.txt")


def test_a_review_in_words_in_both_languages() -> None:
    for lang, says in (("en", "to be expected"), ("de", "zu erwarten")):
        done = kritzel("review", GAME, "--rollouts", "8", "--lang", lang)
        assert done.exit_code == 0, done.output
        assert says in done.stdout


def test_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert kritzel("review", GAME, "--rollouts", "40", "--html", str(page)).exit_code == 0
    told = page.read_text("utf-8")
    assert unstyled(told) == set()
    assert told.count('<svg class="sheet" ') == told.count('<span class="no">') > 0
    assert not {"http://", "https://", "src=", "@import"} & set(re.findall(r"https?://|src=|@import", told))


def test_a_game_that_has_not_ended_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "begun.txt"
    record.write_text(house.start("dizzle/1", 1, seed=1).roll().record(), "utf-8")
    done = kritzel("review", str(record))
    assert done.exit_code == 2
    assert "has not ended" in done.stderr
    assert str(record) in done.stderr


def test_a_page_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    done = kritzel("review", GAME, "--html", str(tmp_path / "nowhere" / "page.html"))
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_what_is_no_record_is_refused_with_its_line(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.txt"
    rubbish.write_text("hello\n", "utf-8")
    done = kritzel("review", str(rubbish))
    assert done.exit_code == 2
    assert "rubbish.txt:1" in done.stderr


# Several games -----------------------------------------------------------------------------------------
QUICK = ("--rollouts", "8", "--lang", "en")


@pytest.fixture
def games(tmp_path: Path) -> list[str]:
    """Three games of Mara, in the last one with Bo."""
    files = [(("Mara",), 1), (("Mara",), 2), (("Bo", "Mara"), 3)]
    return [str(_played(tmp_path / f"{seed}.txt", names, seed)) for names, seed in files]


def _played(path: Path, names: tuple[str, ...], seed: int) -> Path:
    record = played("traexx/1", ("casual",) * len(names), seed).record()
    for nth, name in enumerate(names):
        record = record.replace(f"Seat {nth}", name)
    path.write_text(record, "utf-8")
    return path


def test_games_of_one_person_are_added_up(games: list[str]) -> None:
    for lang, says in (("en", "Mara: 3 games"), ("de", "Mara: 3 Partien")):
        done = kritzel("review", *games, "--rollouts", "8", "--lang", lang)
        assert done.exit_code == 0, done.output
        assert says in done.stdout
    told = json.loads(kritzel("review", *games, *QUICK, "--json").stdout)
    assert told["player"] == "Mara"
    assert [[each["seat"] for each in part["games"]] for part in told["totals"]] == [[0, 0], [1]]


def test_games_are_added_up_on_a_page(games: list[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = kritzel("review", *games, *QUICK, "--html", str(page))
    assert done.exit_code == 0, done.output
    assert "<h1>Mara: 3 games</h1>" in page.read_text("utf-8")


def test_whose_games_must_be_clear(games: list[str], tmp_path: Path) -> None:
    """Everything that is wrong is said before the work, with the file, and nothing else."""
    both = str(_played(tmp_path / "both.txt", ("Bo", "Mara"), 4))
    lone = str(_played(tmp_path / "lone.txt", ("Cleo",), 5))
    begun = tmp_path / "begun.txt"
    begun.write_text(house.start("dizzle/1", 1, seed=1).roll().record(), "utf-8")
    broken = tmp_path / "broken.txt"
    broken.write_text("hello\n", "utf-8")
    for words, says in (
        ([games[2], both], "These players are in all of them: Bo, Mara"),
        ([games[0], lone], "there are: Mara, Cleo"),
        ([*games, "--player", "Bo"], f"{games[0]}: Bo does not play, only: Mara"),
        ([*games, "--seat", "1"], f"{games[0]}: no seat 1, only 0-0"),
        ([games[0], games[0]], f"{games[0]}: the same game as {games[0]}"),
        ([games[0], str(broken)], "broken.txt:1"),
        ([games[0], str(begun), "--seat", "0"], f"{begun}: This game has not ended"),
    ):
        done = kritzel("review", *words, *QUICK)
        assert done.exit_code == 2, words
        assert says in done.stderr
        assert done.stdout == ""


def test_one_game_is_added_up_if_a_person_is_named(games: list[str]) -> None:
    done = kritzel("review", games[2], "--player", "Bo", *QUICK)
    assert done.exit_code == 0, done.output
    assert "Träxx: one game (win-%)" in done.stdout
