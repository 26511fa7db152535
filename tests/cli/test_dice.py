"""`kritzel dice`: true records of both schemes, lies, and rubbish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import kritzel

FILES = Path(__file__).parents[1] / "server" / "files"
NEW, OLD = FILES / "dice-2-border.txt", FILES / "dice-1-traexx.txt"
PROMISE = "a887f5a658a7"


def test_a_record_with_seals_is_true_and_says_what_that_means() -> None:
    told = kritzel("dice", str(NEW), "--lang", "en")
    assert told.exit_code == 0
    assert "rolls and cards are true (DICE-2)" in told.stdout
    assert "2 devices opened what they had sealed. Rounds of mixing: 2." in told.stdout
    assert "may have known the dice" in told.stdout
    assert "the promise you saw" in kritzel("dice", str(NEW), "--promise", PROMISE, "--lang", "en").stdout


def test_a_record_without_seals_says_so() -> None:
    told = kritzel("dice", str(OLD), "--lang", "de").stdout
    assert "(DICE-1)" in told
    assert "noch ohne Siegel" in told


def test_a_lie_is_named(tmp_path: Path) -> None:
    bent = tmp_path / "bent.txt"
    bent.write_text(NEW.read_text("utf-8").replace("# dice scheme: DICE-2", "# dice scheme: DICE-1"), "utf-8")
    told = kritzel("dice", str(bent), "--lang", "en")
    assert (told.exit_code, told.stdout) == (1, f"{bent}: The opened secret is not the one promised.\n")
    other = kritzel("dice", str(NEW), "--promise", "0" * 12, "--json")
    assert (other.exit_code, json.loads(other.stdout)["code"]) == (1, "promise")


def test_programs_are_told_too() -> None:
    told = json.loads(kritzel("dice", str(NEW), "--json").stdout)
    assert (told["true"], told["scheme"], told["seals"], told["round"]) == (True, "DICE-2", 2, 2)
    assert told["promise"].startswith(PROMISE)


@pytest.mark.parametrize("promise", ["short", "", "XYZXYZXYZ"])
def test_rubbish_is_refused(promise: str, tmp_path: Path) -> None:
    assert kritzel("dice", str(NEW), "--promise", promise).exit_code == 2
    rubbish = tmp_path / "rubbish.txt"
    rubbish.write_text("no record\n" + NEW.read_text("utf-8"), "utf-8")
    assert kritzel("dice", str(rubbish)).exit_code == 2
    assert kritzel("dice", str(tmp_path / "missing.txt")).exit_code == 2
