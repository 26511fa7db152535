"""A short course in Träxx: better than nothing, the same again, stopped and gone on with, and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kritzel.bots import weights
from kritzel.fast.net import BINS, untrained
from kritzel.games import catalogue
from kritzel.training import evaluation, trainer
from kritzel.training.games import Simulator
from kritzel.training.selfplay import ALL_NETS, NET, PLANNER, PlaySettings

pytestmark = pytest.mark.slow

GAME, SHEET = catalogue.find("traexx/1")
GAMES, BATCH = 384, 64


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture(scope="module")
def sim(pool: ThreadPoolExecutor) -> Simulator:
    return Simulator(GAME, SHEET, pool)


@pytest.fixture(scope="module")
def course(sim: Simulator) -> trainer.Course:
    return trainer.course_for(sim, GAMES, 7, BATCH)


@pytest.fixture(scope="module")
def trained(course: trainer.Course, sim: Simulator, pool: ThreadPoolExecutor) -> trainer.Training:
    training = trainer.begin(course, sim)
    for _ in training.run(pool):
        pass
    return training


def test_it_learns(trained: trainer.Training, course: trainer.Course) -> None:
    """To foresee what comes; so short a course does not yet play better for sure."""
    assert trained.round == course.rounds == GAMES // BATCH
    assert [point.games for point in trained.curve] == list(range(BATCH, GAMES + 1, BATCH))
    assert trained.curve[-1].loss < trained.curve[0].loss - 0.02
    assert trained.exam() == trained.curve[-1].score


def test_samples_are_what_they_should_be(trained: trainer.Training, sim: Simulator) -> None:
    batch = sim.play(trained.net, PlaySettings(1.0, 0.5, 40, 20, ALL_NETS), 48, 1)
    lesson, many = batch.lesson, batch.samples
    assert many > 200
    assert np.allclose(lesson.target[:many].sum(axis=1), 1.0, atol=1e-4)
    assert (lesson.counts[:many] > 20).all()
    assert (lesson.inputs >= 0).all()
    assert (lesson.inputs < sim.strategy.inputs(sim.packed)).all()
    assert lesson.strayed[:many].any()
    calm = sim.play(trained.net, PlaySettings(0.0, 1.0, 0, 0, ALL_NETS), 8, 1, seats=1)
    assert not calm.lesson.strayed[: calm.samples].any()
    bins = sim.strategy.LOW + sim.strategy.STEP * np.arange(BINS)
    finals = {
        round(float(row @ bins) + int(points), 3)
        for row, points in zip(calm.lesson.target, calm.lesson.points, strict=True)
    }
    assert finals <= {float(total) for total in calm.totals[:, 0]}


def test_stopped_and_gone_on_with_it_is_the_same_net(
    trained: trainer.Training,
    course: trainer.Course,
    sim: Simulator,
    pool: ThreadPoolExecutor,
    tmp_path: Path,
) -> None:
    path, first = tmp_path / "course.npz", trainer.begin(course, sim)
    for _ in first.run(pool):
        if first.round == 3:
            break
    trainer.save(first, path)
    second = trainer.resume(course, sim, path)
    for _ in second.run(pool):
        pass
    assert (second.memory.weights == trained.memory.weights).all()
    assert second.curve == trained.curve


@pytest.mark.parametrize("what", ["other", "broken"])
def test_another_course_is_not_gone_on_with(
    what: str, trained: trainer.Training, course: trainer.Course, sim: Simulator, tmp_path: Path
) -> None:
    path = tmp_path / "course.npz"
    trainer.save(trained, path)
    if what == "broken":
        path.write_bytes(path.read_bytes()[:1000])
    asked = trainer.course_for(sim, GAMES, 8, BATCH) if what == "other" else course
    with pytest.raises(trainer.OtherCourse):
        trainer.resume(asked, sim, path)


def test_in_an_onward_course_planners_have_some_of_the_seats(sim: Simulator) -> None:
    known = weights.net_for(GAME, SHEET)
    assert known is not None
    training = trainer.begin(trainer.course_for(sim, GAMES, 7, BATCH, known), sim, known.net)
    batches = [training._players(np.random.default_rng(seed)) for seed in range(200)]
    guests = [players for players in batches if players is not ALL_NETS]
    assert 70 < len(guests) < 130
    assert all(players[0] == NET for players in guests), "somebody learns, at a table for one too"
    assert {PLANNER} == {int(who) for players in guests for who in players[1:]} - {NET}
    alone = trainer.begin(trainer.course_for(sim, GAMES, 7, BATCH), sim)
    assert all(alone._players(np.random.default_rng(seed)) is ALL_NETS for seed in range(20))


def test_what_is_kept_plays_as_it_was_measured(
    trained: trainer.Training, sim: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "MEASURED", 32)
    monkeypatch.setattr(evaluation, "GOLDEN", 4)
    monkeypatch.setattr(evaluation, "DUELS", 4)
    monkeypatch.setattr(evaluation, "HALVINGS", 1)
    path = weights.write(tmp_path, GAME, SHEET, *evaluation.finish(trained))
    kept = weights.read(path, GAME, SHEET)
    assert (
        evaluation.achieved(sim, kept.net)
        == kept.about["achieved"]
        == json.loads(path.read_text("utf-8"))["achieved"]
    )
    assert kept.about["games"] == GAMES
    assert len(kept.about["golden"]) == 4


def test_a_sheet_with_two_boards_is_for_two(pool: ThreadPoolExecutor) -> None:
    game, sheet = catalogue.find("border/1")
    usual = re.sub("seating = .*", "", sheet.source)
    both = game.notation.parse_sheet("[[boards]]".join(usual.split("[[boards]]")[:3]), "two.toml")
    assert Simulator(game, sheet, pool).seat_counts == [2, 3, 4]
    assert Simulator(game, both, pool).seat_counts == [2]


def test_a_timid_net_hopes_for_nothing() -> None:
    net = untrained(1, -6, 3, seed=1, pessimism=0.5)
    assert np.argmax(net.last_bias) == 2
