"""Every game has a twin with the same interface; where there is none, a sentence says why."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kritzel.fast import twins
from kritzel.games.catalogue import GAMES, UnknownName

MEMBERS = sorted(name for name in vars(twins.Twin) if not name.startswith("_"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_twin_with_the_same_interface(slug: str) -> None:
    assert twins.has_twin(slug)
    module = twins.twin(slug)
    assert [name for name in MEMBERS if not hasattr(module, name)] == []


def test_an_unknown_game_has_no_twin() -> None:
    with pytest.raises(LookupError, match="There is no game 'bits'"):
        twins.twin("bits")
    assert not twins.has_twin("bits")


def test_a_game_without_a_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "find_spec", lambda name: None)
    assert not twins.has_twin("traexx")
    with pytest.raises(UnknownName, match="'traexx' has no compiled twin") as caught:
        twins.twin("traexx")
    assert "keinen" in caught.value.sentence.de


def test_without_numpy() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from kritzel.fast import twins\n"
        "assert not twins.has_twin('traexx')\n"
        "try:\n    twins.twin('traexx')\n"
        "except twins.NoNumba as error:\n    print(error, error.sentence.de)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "This needs numpy: install kritzel[fast]." in done.stdout
    assert "installiere kritzel[fast]" in done.stdout


def test_without_numba_a_twin_is_plain_python() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from kritzel.fast import bits, twins\n"
        "assert not twins.compiles()\n"
        "assert twins.has_twin('traexx')\n"
        "print(type(twins.twin('traexx').planner).__name__, bits.count(bits.single(70)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["function", "1"]


def test_other_import_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError("no such name", name="kritzel.fast.bits")

    monkeypatch.setattr(twins, "import_module", broken)
    with pytest.raises(ImportError, match="no such name"):
        twins.twin("traexx")


def test_a_loop_with_minds_is_another_than_one_without(tmp_path: Path) -> None:
    """Both come from one file and take the same types: the cache has to tell them apart."""
    file = tmp_path / "answering.py"
    file.write_text(
        "from kritzel.fast.jit import compiled\n"
        "MINDS = bool(globals().get('MINDS'))\n\n\n"
        "@compiled\ndef answer(number):\n    return number + 1 if MINDS else number\n"
    )
    answers = [twins.loop_of(file, "kritzel.fast", "traexx", minds).answer(1) for minds in (False, True)]
    assert answers == [1, 2]
