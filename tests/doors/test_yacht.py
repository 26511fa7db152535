"""A game from another package gets everything at once: Yacht, beside Kritzel, walks through all doors."""

from __future__ import annotations

from tests.doors.brought import YACHT, Brought


def test_its_own_tests_pass(yacht: Brought) -> None:
    done = yacht.python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(YACHT / "tests"))
    assert done.returncode == 0, done.stdout


def test_it_conforms_to_the_contract(yacht: Brought) -> None:
    done = yacht.python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "kritzel.conformance", "-k", "yacht"
    )
    assert done.returncode == 0, done.stdout


def test_it_is_in_the_catalogue(yacht: Brought) -> None:
    assert "yacht" in yacht.kritzel("games")
    assert "Log book" in yacht.kritzel("sheets", "yacht")
