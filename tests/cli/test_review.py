"""`kritzel review`: a finished game looked at again; bad input is refused with what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import kritzel as house
from tests.cli.run import ROOT, kritzel
from tests.drawing.styled import unstyled

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
