"""A game from another package gets everything at once: Yacht, beside Kritzel, walks through all doors.

What it leaves out (a twin, nets, lessons) is said in a sentence, never by a traceback.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doors.brought import YACHT, Brought

pytestmark = pytest.mark.slow

POSITION = "yacht/1 throw=1 dice=22666 | ones=2 | -"


# The package ------------------------------------------------------------------------------------
def test_its_own_tests_pass(yacht: Brought) -> None:
    yacht.pytest(str(YACHT / "tests"))


def test_it_conforms_to_the_contract(yacht: Brought) -> None:
    yacht.pytest("--pyargs", "kritzel.conformance", "-k", "yacht")


# Looking at it ----------------------------------------------------------------------------------
def test_it_is_in_the_catalogue(yacht: Brought) -> None:
    assert "yacht" in yacht.kritzel("games")
    assert "Log book" in yacht.kritzel("sheets", "yacht")
    games = json.loads(yacht.kritzel("games", "--json"))["games"]
    assert [game["slug"] for game in games] == ["dizzle", "border", "traexx", "yacht"]


def test_its_sheet_is_drawn(yacht: Brought, tmp_path: Path) -> None:
    for lang, name in (("de", "Große Straße"), ("en", "Big straight")):
        assert name in yacht.kritzel("sheet", "show", "yacht", "--lang", lang)
        yacht.kritzel("sheet", "show", "yacht/1", "--svg", str(tmp_path / f"{lang}.svg"), "--lang", lang)
        assert f">{name}</text>" in (tmp_path / f"{lang}.svg").read_text("utf-8")


def test_its_sheets_are_checked(yacht: Brought, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game="yacht"\nid="mine"\nversion=1\ncolumns=[["ones"]]\n', "utf-8")
    assert "boxes left out" in yacht.kritzel("sheet", "check", str(tmp_path / "mine.toml"))
    (tmp_path / "bad.toml").write_text('game="yacht"\nid="bad"\nversion=1\ncolumns=[["tens"]]\n', "utf-8")
    assert "unknown box 'tens'" in yacht.refused("sheet", "check", str(tmp_path / "bad.toml"))


def test_its_rules_are_read(yacht: Brought) -> None:
    assert "Five alike are a full house too." in yacht.kritzel("rules", "Y5")
    assert "Volles Haus" in yacht.kritzel("rules", "yacht", "--lang", "de")
    assert "Y9" in yacht.kritzel("rules", "--tag", "scoring")


def test_moves_are_listed_and_refused(yacht: Brought) -> None:
    assert "throw again: 2 2" in yacht.kritzel("moves", POSITION)
    why = yacht.python("-m", "kritzel", "why", POSITION, "ones", "--lang", "de")
    assert why.returncode == 1
    assert "Erst die Würfel" in why.stdout
    assert "Y2" in why.stdout


# Playing ----------------------------------------------------------------------------------------
def test_it_is_played_in_the_terminal_and_replayed(yacht: Brought, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    seats = ("--seats", "you,random", "--seed", "7")
    said = yacht.kritzel("play", "yacht", *seats, "--record", record, typed="stop\n1\n" * 12)
    assert "All boxes are full." in said
    assert "wins" in yacht.kritzel("replay", record)


def test_alone_there_is_a_title(yacht: Brought, tmp_path: Path) -> None:
    record = str(tmp_path / "solo.txt")
    said = yacht.kritzel("play", "yacht", "--seats", "random", "--seed", "7", "--record", record)
    assert "Landlubber" in said


def test_bots_that_know_any_game_play_it(yacht: Brought) -> None:
    assert "generic" in yacht.kritzel("bots", "yacht")
    said = yacht.kritzel("simulate", "yacht", "--seats", "generic,random", "--games", "1", "--json")
    assert json.loads(said)["games"] == 1


def test_the_arena_plays_it_on_the_reference(yacht: Brought) -> None:
    bots = ("--bots", "random,random", "--games", "4", "--jobs", "1")
    assert "4 games" in yacht.kritzel("arena", "yacht", *bots)
    assert "4 games" in yacht.kritzel("arena", "yacht", *bots, "--reference")


def test_a_report_tells_its_character(yacht: Brought, tmp_path: Path) -> None:
    yacht.kritzel("report", "yacht", "--games", "2", "--out", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Big straight" in page
    assert 'id="cells"' not in page, "every box is full in the end"


def test_what_needs_a_twin_says_so(yacht: Brought) -> None:
    assert "no compiled twin" in yacht.refused("train", "yacht")
    assert "Yacht" in yacht.refused("simulate", "yacht", "--seats", "greedy,random", "--games", "1")


ENVS = """
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
import kritzel.envs, warnings
warnings.simplefilter("ignore")
api_test(kritzel.envs.aec("yacht/1", 2), num_cycles=40)
check_env(kritzel.envs.solo("yacht/1"), skip_render_check=True)
desk = kritzel.envs.desk("yacht/1", 2)
desk.feed("33366")
desk.act(0, desk.paper.action("stop"))
desk.act(0, desk.paper.action("full"))
print(desk.position, desk.scores())
try:
    kritzel.envs.vector("yacht/1", 2, 8)
except LookupError as error:
    print(error)
"""


def test_environments_stand_on_the_reference(yacht: Brought) -> None:
    done = yacht.python("-c", ENVS)
    assert done.returncode == 0, done.stderr
    *_, position, kind_word = done.stdout.splitlines()
    assert position == "yacht/1 throw=1 | full=21 | - (21, 0)"
    assert "'yacht' has no compiled twin" in kind_word
