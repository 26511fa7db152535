"""Every game of ours has compiled bots with the same interface; where there is none, a sentence says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kritzel.fast import strategy
from kritzel.fast.loops import loop_of
from kritzel.games.catalogue import GAMES, UnknownName

MEMBERS = sorted(name for name in vars(strategy.Strategy) if not name.startswith("_"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_compiled_bots_with_the_same_interface(slug: str) -> None:
    assert strategy.has_strategy(slug)
    module = strategy.strategy(slug)
    assert [name for name in MEMBERS if not hasattr(module, name)] == []


def test_what_is_no_game_has_no_bots() -> None:
    with pytest.raises(LookupError, match="There is no game 'net'"):
        strategy.strategy("net")
    assert not strategy.has_strategy("net")


def test_a_game_without_compiled_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "traexx", replace(GAMES["traexx"], bot=""))
    assert not strategy.has_strategy("traexx")
    with pytest.raises(UnknownName, match="'traexx' has no compiled bots") as caught:
        strategy.strategy("traexx")
    assert "keine" in caught.value.sentence.de


def test_a_loop_with_strategies_is_another_than_one_without(tmp_path: Path) -> None:
    """Both come from one file and take the same types: the cache has to tell them apart."""
    file = tmp_path / "answering.py"
    file.write_text(
        "from kritzel.fast.jit import compiled\n"
        "STRATEGIES = bool(globals().get('STRATEGIES'))\n\n\n"
        "@compiled\ndef answer(number):\n    return number + 1 if STRATEGIES else number\n"
    )
    answers = [loop_of(file, "kritzel.fast", "traexx", strategies).answer(1) for strategies in (False, True)]
    assert answers == [1, 2]
