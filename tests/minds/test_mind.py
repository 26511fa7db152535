"""Every game of ours has a mind with the same interface; where there is none, a sentence says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from kritzel.fast import twin
from kritzel.games.catalogue import GAMES, UnknownName
from kritzel.minds import mind
from kritzel.minds.loops import loop_of

MEMBERS = sorted(name for name in vars(mind.Mind) if not name.startswith("_"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_mind_with_the_same_interface(slug: str) -> None:
    assert mind.has_mind(slug)
    module = mind.mind(slug)
    assert [name for name in MEMBERS if not hasattr(module, name)] == []


def test_what_is_no_game_has_no_mind() -> None:
    with pytest.raises(LookupError, match="There is no game 'net'"):
        mind.mind("net")
    assert not mind.has_mind("net")


def test_a_game_without_a_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "find_spec", lambda name: None)
    assert not mind.has_mind("traexx")
    with pytest.raises(UnknownName, match="'traexx' has no compiled bots") as caught:
        mind.mind("traexx")
    assert "keine" in caught.value.sentence.de


def test_a_loop_with_minds_is_another_than_one_without(tmp_path: Path) -> None:
    """Both come from one file and take the same types: the cache has to tell them apart."""
    file = tmp_path / "answering.py"
    file.write_text(
        "from kritzel.fast.jit import compiled\n"
        "MINDS = bool(globals().get('MINDS'))\n\n\n"
        "@compiled\ndef answer(number):\n    return number + 1 if MINDS else number\n"
    )
    answers = [loop_of(file, "kritzel.minds", "traexx", minds).answer(1) for minds in (False, True)]
    assert answers == [1, 2]
