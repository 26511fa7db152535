"""`kritzel dice`: true records, lies, and rubbish."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.run import kritzel

FILES = Path(__file__).parents[1] / "server" / "files"
RECORD = FILES / "dice-border.txt"
PROMISE = "2889516439ae"


def test_a_record_with_seals_is_true_and_says_what_that_means() -> None:
    told = kritzel("dice", str(RECORD), "--lang", "en")
    assert told.exit_code == 0
    assert "rolls and cards are true (KRITZEL-DICE-1)" in told.stdout
    assert "2 devices opened what they had sealed. Rounds of mixing: 2." in told.stdout
    assert "Names and seats are those of the game." in told.stdout
    assert "may have known the dice" in told.stdout
    assert "the promise you saw" in kritzel("dice", str(RECORD), "--promise", PROMISE, "--lang", "en").stdout


def test_an_erased_name_is_told(tmp_path: Path) -> None:
    erased = tmp_path / "erased.txt"
    text = RECORD.read_text("utf-8").replace("seats: Ben, Ana", "seats: Somebody, Ana")
    erased.write_text(re.sub(r"(# dice names: \w+)", r"\1 erased", text), "utf-8")
    told = kritzel("dice", str(erased), "--lang", "en")
    assert told.exit_code == 0
    assert "A name was erased" in told.stdout
    assert json.loads(kritzel("dice", str(erased), "--json").stdout)["names"] is False


def test_a_lie_is_named(tmp_path: Path) -> None:
    bent = tmp_path / "bent.txt"
    bent.write_text(RECORD.read_text("utf-8").replace("seats: Ben, Ana", "seats: Ana, Ben"), "utf-8")
    told = kritzel("dice", str(bent), "--lang", "en")
    assert told.exit_code == 1
    assert told.stdout == f"{bent}: The names are not those the game was played with.\n"
    bent.write_text(RECORD.read_text("utf-8").replace("# dice round: 2", "# dice round: 1"), "utf-8")
    assert "The opened secret is not the one promised." in kritzel("dice", str(bent), "--lang", "en").stdout
    other = kritzel("dice", str(RECORD), "--promise", "0" * 12, "--json")
    assert (other.exit_code, json.loads(other.stdout)["code"]) == (1, "promise")


def test_programs_are_told_too() -> None:
    told = json.loads(kritzel("dice", str(RECORD), "--json").stdout)
    assert (told["true"], told["scheme"], told["seals"], told["round"]) == (True, "KRITZEL-DICE-1", 2, 2)
    assert told["promise"].startswith(PROMISE)


@pytest.mark.parametrize("promise", ["short", "", "XYZXYZXYZ"])
def test_rubbish_is_refused(promise: str, tmp_path: Path) -> None:
    assert kritzel("dice", str(RECORD), "--promise", promise).exit_code == 2
    rubbish = tmp_path / "rubbish.txt"
    rubbish.write_text("no record\n" + RECORD.read_text("utf-8"), "utf-8")
    assert kritzel("dice", str(rubbish)).exit_code == 2
    assert kritzel("dice", str(tmp_path / "missing.txt")).exit_code == 2
