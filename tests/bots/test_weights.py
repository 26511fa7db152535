"""Nets that ship: small enough, whole, and thinking what they thought. Nets that do not fit are refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from kritzel import bots
from kritzel.bots import weights
from kritzel.bots.learned import LEARNED_BOT, MASTER_BOT
from kritzel.fast.net import BINS, scratch_for
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import twin
from kritzel.game import Chance, Setup
from kritzel.games import catalogue
from tests.uncompiled import PLAIN, run_again

NETS = list(weights.manifests())
MOST_BYTES = 2_500_000


def owner(path: Path) -> tuple[Any, Any]:
    about = json.loads(path.read_text("utf-8"))
    return catalogue.find(f"{about['game']}/{about['sheet']}", about["sheet_version"])


def test_they_are_small_together() -> None:
    assert NETS
    assert sum(path.with_suffix(".npz").stat().st_size for path in NETS) < MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("path", NETS, ids=[path.stem for path in NETS])
def test_golden_positions(path: Path) -> None:
    """Through the reference's positions: rules, inputs and weights together are as when they were made."""
    game, sheet = owner(path)
    if game.slug == "border" and not PLAIN:
        run_again(__file__, f"golden and {path.stem}")  # its learned bot takes minutes to compile
        return
    net, about, _ = weights.read(path, game, sheet)
    compiled = twin(game.slug)
    packed = compiled.pack(sheet)
    for golden in about["golden"]:
        state, scratch = game.notation.parse_position(sheet, golden["position"]), scratch_for(net)
        table = compiled.from_state(packed, state)
        with np.errstate(over="ignore"):
            move = strategy(game.slug).learned(packed, table, golden["seat"], 1, net, 0.0, scratch)
        to_come = float(scratch.hoped @ (net.scale[0] + net.scale[1] * range(BINS)))
        assert game.notation.move_text(sheet, compiled.to_move(sheet, int(move))) == golden["move"], golden
        assert to_come == pytest.approx(golden["to_come"], abs=0.02), golden


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A net in the user's own folder."""
    monkeypatch.setenv("KRITZEL_NETS", str(tmp_path))
    for path in NETS:
        if path.stem.startswith("traexx-1-"):
            shutil.copy(path, tmp_path)
            shutil.copy(path.with_suffix(".npz"), tmp_path)
    weights.forget()
    yield next(tmp_path.glob("*.json"))
    weights.forget()


def test_master_has_a_net_of_its_own_in_duels_of_the_border() -> None:
    game, sheet = catalogue.find("border/1")
    trained = weights.net_for(game, sheet)
    assert trained is not None
    assert trained.duel is not None
    assert [trained.masters(seats) is trained.net for seats in (2, 3, 4)] == [False, True, True]
    assert trained.masters(2) is trained.duel.net
    assert trained.checksum == f"{trained.about['checksum']}+{trained.duel.about['checksum']}"


def test_a_net_of_ones_own_plays_with_two_seats_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, sheet = catalogue.find("border/1")
    shipped = weights.SHIPPED / f"{weights.file_name(game, sheet)}.json"
    for file in (shipped, shipped.with_suffix(".npz")):
        shutil.copy(file, tmp_path)
    monkeypatch.setenv("KRITZEL_NETS", str(tmp_path))
    weights.forget()
    trained = weights.net_for(game, sheet)
    weights.forget()
    assert trained is not None
    assert trained.masters(2) is trained.net
    assert trained.checksum == trained.about["checksum"]


def bend(path: Path, **changed: Any) -> None:
    about = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**about, **changed}), "utf-8")


BENT: list[tuple[dict[str, Any], str]] = [
    ({"features": 99}, "features is 99, not"),
    ({"rules_version": 99}, "rules_version is 99, not"),
    ({"sheet_hash": "0" * 12}, "sheet_hash is 000000000000, not"),
    ({"inputs": 3}, "inputs is 3, not"),
    ({"noise": None}, "noise is None"),
    ({"noise": {"skilled": 1.0}}, "noise is {'skilled': 1.0}"),
    ({"noise": {"skilled": 1.0, "casual": -1}}, "noise is"),
    ({"checksum": "0"}, "the checksum is wrong"),
    ({"layers": [7, 7]}, "the weights have the wrong shape"),
    ({"layers": 7}, "cannot be read"),
]


@pytest.mark.parametrize(("changed", "said"), BENT, ids=[next(iter(changed)) for changed, _ in BENT])
def test_a_net_that_does_not_fit_is_refused(changed: dict[str, Any], said: str, own: Path) -> None:
    game, sheet = catalogue.find("traexx/1")
    bend(own, **changed)
    with pytest.raises(weights.Unfit, match=said):
        weights.read(own, game, sheet)


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_a_broken_manifest_is_refused(text: str, own: Path) -> None:
    game, sheet = catalogue.find("traexx/1")
    own.write_text(text, "utf-8")
    with pytest.raises(weights.Unfit, match=own.name):
        weights.read(own, game, sheet)


def test_a_net_without_weights_is_refused(own: Path) -> None:
    own.with_suffix(".npz").unlink()
    with pytest.raises(weights.Unfit, match="cannot be read"):
        weights.read(own, *catalogue.find("traexx/1"))


def test_the_planner_plays_visibly_where_the_net_does_not_fit(
    own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game, sheet = catalogue.find("traexx/1")
    assert bots.stand_in(MASTER_BOT, game, sheet) is None
    bend(own, features=99)
    weights.forget()
    said = bots.stand_in(LEARNED_BOT, game, sheet)
    assert said is not None
    assert "planner" in said.de
    assert said.en.endswith("The planner plays in place of learned.")
    said = bots.stand_in(MASTER_BOT, game, sheet)
    assert said is not None
    assert said.en.endswith("master plays without a net.")
    assert bots.stand_in(bots.bot("planner"), game, sheet) is None
    state = game.rules.start(Setup(sheet, 1))
    chance = game.rules.pending(state)
    assert isinstance(chance, Chance)
    state = game.rules.reveal(state, chance.event.sample(Random(3).randrange))
    moves, view = game.rules.moves(state, 0), bots.View.of(game, state, 0)
    assert LEARNED_BOT.choose(view, moves, Random(1), 1.0) == bots.bot("planner").choose(
        view, moves, Random(1), 1.0
    )
    assert "net_unfit" in caplog.text


def test_a_sheet_without_a_net_says_so() -> None:
    micro = (Path(__file__).parents[2] / "tools" / "research" / "traexx-19.toml").read_text("utf-8")
    game, sheet = catalogue.from_text(micro, "micro")
    said = bots.stand_in(LEARNED_BOT, game, sheet)
    assert said is not None
    assert "kritzel train" in said.en
    assert bots.who_plays(LEARNED_BOT, game, sheet).name == "planner"
    assert bots.who_plays(bots.bot("greedy"), game, sheet).name == "greedy"
    assert bots.who_plays(LEARNED_BOT, *catalogue.find("traexx/1")) is LEARNED_BOT
