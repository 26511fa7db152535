"""`kritzel train`: a short course, stopped and gone on with; bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from kritzel.bots import weights
from kritzel.fast import twin
from kritzel.fast.net import untrained
from kritzel.games import catalogue
from kritzel.training import duels, evaluation, trainer
from kritzel.training.trainer import Point
from tests.cli.run import kritzel, refused

command = import_module("kritzel.cli.train")
"""The module; the name in its package is the command itself."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in (
        (evaluation, "MEASURED", 16),
        (evaluation, "GOLDEN", 2),
        (evaluation, "DUELS", 4),
        (duels, "DEALS", 24),
        (evaluation, "HALVINGS", 1),
        (trainer, "EXAM", 16),
        (trainer, "BATCH", 32),
        (command, "SAVE_EVERY", 1),
    ):
        monkeypatch.setattr(module, name, value)


def test_a_course_ends_with_a_net_that_plays(tmp_path: Path) -> None:
    done = kritzel("train", "traexx/1", "--games", "64", "--out", str(tmp_path), "--anyway")
    told, progress = done.stdout, done.stderr.splitlines()
    assert [line.partition(":")[0] for line in progress[:2]] == ["32 of 64 games", "64 of 64 games"]
    (path,) = tmp_path.glob("*.json")
    assert path.name in told.replace("\n", "")
    assert "learned and master play with it" in told.replace("\n", " ")
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name, path.with_suffix(".npz").name]
    about = json.loads(path.read_text("utf-8"))
    assert set(about["achieved"]) == {"1", "2", "3", "4"}
    assert [games for games, _ in about["curve"]] == [32, 64]
    weights.read(path, *catalogue.find("traexx/1"))


@pytest.mark.slow
def test_a_course_shorter_than_the_first_note_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "SAVE_EVERY", 8)
    done = kritzel("train", "traexx/1", "--games", "32", "--out", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    assert not list(tmp_path.glob("*.course.npz"))


@pytest.mark.slow
def test_a_net_that_is_no_better_waits_beside_until_it_is_wanted_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KRITZEL_NETS", str(tmp_path))
    words = "train", "traexx/1", "--games", "32"
    game, sheet = catalogue.find("traexx/1")
    told = " ".join(kritzel(*words).stdout.split())
    assert "It is no better than learned with the net so far, so it does not play" in told
    assert "Alone: -" in told
    assert "of the wins" in told
    weights.forget()
    shipped = weights.net_for(game, sheet)
    assert shipped
    assert shipped.about["games"] > 32, "the net that ships still plays"
    with monkeypatch.context() as patch:
        patch.setattr(trainer.Training, "run", None)  # nothing is trained again
        assert "play with it" in kritzel(*words, "--anyway").stdout
    now = weights.net_for(game, sheet)
    assert now
    assert now.about["games"] == 32
    assert now.about["duel"]["with"] == shipped.about["checksum"]
    weights.forget()


@pytest.mark.slow
def test_a_better_net_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here plays a net that knows nothing; the course begins with the one that ships."""
    game, sheet = catalogue.find("traexx/1")
    shipped = weights.net_for(game, sheet)
    assert shipped
    monkeypatch.setenv("KRITZEL_NETS", str(tmp_path))
    low, step = shipped.about["scale"]
    net = untrained(shipped.about["inputs"], low, step, seed=1)
    path = weights.write(tmp_path, game, sheet, net, {"noise": shipped.noise, "games": 0})
    monkeypatch.setattr(trainer, "untrained", lambda *_: shipped.net)
    told = " ".join(kritzel("train", "traexx/1", "--games", "32").stdout.split())
    assert "learned and master play with it" in told
    assert "Alone: +" in told
    assert weights.read(path, game, sheet).about["games"] == 32
    assert not list(tmp_path.glob("*.weaker.*"))
    weights.forget()


@pytest.mark.slow
def test_stopped_it_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "train", "traexx/1", "--games", "96", "--seed", "3", "--out", str(tmp_path)
    exam = trainer.Training.exam

    def interrupted(training: trainer.Training) -> float:
        if training.round == 2:
            raise KeyboardInterrupt
        return exam(training)

    with monkeypatch.context() as patch:
        patch.setattr(trainer.Training, "exam", interrupted)
        assert "Stopped after 64 games; the same command goes on." in refused(*words)
    assert "Use --fresh to begin a new one." in refused(*words[:3], "128", *words[4:])
    assert "points" in kritzel(*words).stdout
    assert not list(tmp_path.glob("*.course.npz"))


@pytest.mark.slow
def test_onward_it_begins_with_the_net_that_there_is(tmp_path: Path) -> None:
    game, sheet = catalogue.find("traexx/1")
    shipped = weights.net_for(game, sheet)
    assert shipped is not None
    kritzel("train", "traexx/1", "--onward", "--games", "32", "--out", str(tmp_path), "--anyway")
    (path,) = tmp_path.glob("*.json")
    about = weights.read(path, game, sheet).about
    assert about["games"] == shipped.about["games"] + 32
    assert about["curve"][-1][1] > 30, "it still plays as the shipped one, not as one that knows nothing"


@pytest.mark.slow
def test_stopped_while_measuring_it_goes_on_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    words = "train", "traexx/1", "--games", "32", "--out", str(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(duels, "duel", interrupted)
        assert "Stopped after 32 games; the same command goes on." in refused(*words)
    assert list(tmp_path.glob("*.course.npz"))
    assert "points" in kritzel(*words).stdout


def test_onward_needs_a_net(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(catalogue.find("traexx/1")[1].source.replace("version = 1", "version = 99"), "utf-8")
    said = refused("train", "--sheet", str(own), "--onward", "--out", str(tmp_path))
    assert "There is no net for traexx/1 yet" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("train",), "Missing argument"),
        (("train", "chess/1"), "There is no game 'chess'"),
        (("train", "traexx/1", "--games", "0"), "0 is not in the range"),
    ],
)
def test_bad_input(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)


def without(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """The game lacks a part, as a game from outside may."""
    lacking = replace(catalogue.GAMES["traexx"], **{part: ""})  # type: ignore[arg-type]
    monkeypatch.setitem(catalogue.GAMES, "traexx", lacking)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "has no compiled twin"), ("de", "keinen übersetzten Zwilling")]
)
def test_a_game_without_a_twin(lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "fast")
    assert said in refused("train", "traexx/1", lang=lang)


@pytest.mark.parametrize(("lang", "said"), [("en", "has no compiled bots"), ("de", "keine übersetzten Bots")])
def test_a_game_without_compiled_bots(lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "bot")
    assert said in refused("train", "traexx/1", lang=lang)


def test_a_compiler_that_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(twin.PLAIN, "1")
    assert f"{twin.PLAIN} switches it off" in refused("train", "traexx/1")


def test_the_curve_in_one_line() -> None:
    assert command.draw_curve([]) == ""
    assert command.draw_curve([Point(1, 5.0, 1.0)]) == "▁ 5.0"
    assert command.draw_curve([Point(1, 0.0, 1.0), Point(2, 3.5, 1.0), Point(3, 7.0, 1.0)]) == "▁▅█ 7.0"
