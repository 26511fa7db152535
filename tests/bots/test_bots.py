"""Bots by name: legal moves only, from what their seat may see."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kritzel import bots
from kritzel.bots import ratings
from kritzel.fast.twin import NotInstalled
from kritzel.game import Seat, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import UnknownName
from kritzel.record import fair, play_out

ROOT = Path(__file__).parent.parent.parent
SHEETS = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]


def test_every_bot_introduces_itself() -> None:
    for name, bot in bots.BOTS.items():
        assert bot.name == name
        assert bot.character.de.endswith(".")
        assert bot.character.en.endswith(".")
    levels = [bot.level for bot in bots.BOTS.values()]
    assert levels == sorted(set(levels))


def test_people_choose_from_steps_of_which_planner_and_generic_are_none() -> None:
    assert list(bots.STEPS) == [name for name in bots.BOTS if name not in ("planner", "generic")]
    for name in SHEETS:
        assert bots.ladder(*catalogue.find(name)) == bots.STEPS
    micro = (ROOT / "tools" / "research" / "traexx-19.toml").read_text("utf-8")
    assert bots.ladder(*catalogue.from_text(micro, "micro")) == bots.PLAIN
    assert bots.PLAIN == ("random", "greedy", "planner", "master")
    assert {bots.DEFAULT_BOT, *bots.PLAIN} <= {*bots.BOTS}


def test_every_step_of_the_ladder_can_be_felt() -> None:
    """As measured with two seats: 100 points of Elo are 64 % of the wins."""
    for sheet, rated in ratings().items():
        steps = {upper: rated[upper] - rated[lower] for lower, upper in pairwise(bots.STEPS)}
        assert min(steps.values()) >= 100, (sheet, steps)


def test_company_is_of_different_characters_around_the_usual_one() -> None:
    there: list[str] = []
    for _ in range(7):
        there.append(bots.another(bots.STEPS, there))
    assert there == ["skilled", "greedy", "learned", "casual", "master", "random", "skilled"]
    assert bots.another(bots.PLAIN, []) == "planner"
    assert bots.another(bots.PLAIN, ["planner"]) == "greedy"


def test_an_unknown_bot_is_told_who_there_is() -> None:
    with pytest.raises(UnknownName, match="no bot 'ludo', only: random, casual, greedy") as error:
        bots.bot("ludo")
    assert "gibt es nicht" in error.value.sentence.de


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_plays_legal_moves_only(name: str, seats: int) -> None:
    game, sheet = catalogue.find(name)
    state, luck, greedy = game.rules.start(Setup(sheet, seats)), Random(f"{name} {seats}"), bots.bot("greedy")

    def choose(state: Any, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat = luck.choice(seats)
        moves = game.rules.moves(state, seat)
        move = greedy.choose(bots.View.of(game, state, seat), moves, luck, bots.BUDGET_S)
        assert move in moves
        return seat, move

    assert play_out(game, state, choose, fair(luck)).over


def test_greedy_is_better_than_random() -> None:
    from kritzel.cli.simulate import play_game

    game, sheet = catalogue.find("traexx/1")
    table = game, Setup(sheet, 2), ["random", "greedy"]
    ends = [play_game(*table, Random(seed), bots.Faults()).state for seed in range(8)]
    points = [[pad.total for pad in game.rules.score(state)] for state in ends]
    assert sum(greedy for _, greedy in points) > sum(random for random, _ in points) + 80


def test_a_bot_that_needs_more_than_is_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "find_spec", lambda name: None if name == "numba" else name)
    assert bots.ready("learned").name == "learned"
    with pytest.raises(NotInstalled, match=r"This needs numba: install kritzel\[fast\]"):
        bots.ready("master")
    monkeypatch.setattr(bots, "find_spec", lambda name: None)
    assert bots.ready("random").name == "random"
    with pytest.raises(NotInstalled, match=r"This needs numpy: install kritzel\[fast\]"):
        bots.ready("greedy")


def test_random_plays_without_numpy(tmp_path: Path) -> None:
    for package in ("click", "rich", "pygments", "markdown_it", "mdurl"):
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        (tmp_path / package).symlink_to(spec.submodule_search_locations[0])
    for about in Path(str(distribution("kritzel").locate_file(""))).glob("kritzel-*.dist-info"):
        (tmp_path / about.name).symlink_to(about)
    code = (
        f"import sys; sys.path[:0] = [{str(ROOT / 'src')!r}, {str(tmp_path)!r}]\n"
        "from kritzel.cli import main\n"
        "main(sys.argv[1:])"
    )

    def run(command: str, seats: str) -> subprocess.CompletedProcess[str]:
        words = [command, "traexx/1", "--games", "2", "--lang", "en", *seats.split()]
        python = [sys.executable, "-S", "-c", code, *words]
        return subprocess.run(python, capture_output=True, text=True, check=False)

    assert "decisions a game" in run("simulate", "--seats random,random").stdout
    refused = run("simulate", "--seats random,greedy")
    assert (refused.returncode, "install kritzel[fast]" in refused.stderr) == (2, True)
    refused = run("arena", "--bots random,greedy")
    assert (refused.returncode, "install kritzel[fast]" in refused.stderr) == (2, True)
    refused = run("arena", "--bots random,random")
    assert (refused.returncode, "install kritzel[fast]" in refused.stderr) == (2, True)
