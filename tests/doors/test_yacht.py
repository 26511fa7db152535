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
