"""Every game has a twin with the same interface; where there is none, a sentence says why."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from kritzel.fast import twin
from kritzel.games.catalogue import GAMES, UnknownName

MEMBERS = sorted(name for name in vars(twin.Twin) if not name.startswith("_"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_twin_with_the_same_interface(slug: str) -> None:
    assert twin.has_twin(slug)
    module = twin.twin(slug)
    assert [name for name in MEMBERS if not hasattr(module, name)] == []


def test_an_unknown_game_has_no_twin() -> None:
    with pytest.raises(LookupError, match="There is no game 'bits'"):
        twin.twin("bits")
    assert not twin.has_twin("bits")


def test_a_game_without_a_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "traexx", replace(GAMES["traexx"], fast=""))
    assert not twin.has_twin("traexx")
    with pytest.raises(UnknownName, match="'traexx' has no compiled twin") as caught:
        twin.twin("traexx")
    assert "keinen" in caught.value.sentence.de


def test_without_numpy() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from kritzel.fast import twin\n"
        "assert not twin.has_twin('traexx')\n"
        "try:\n    twin.twin('traexx')\n"
        "except twin.NotInstalled as error:\n    print(error, error.sentence.de)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "This needs numpy: install kritzel[fast]." in done.stdout
    assert "installiere kritzel[fast]" in done.stdout


def test_without_numba_a_twin_is_plain_python() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from kritzel.fast import bits, twin\n"
        "assert not twin.compiles()\n"
        "assert twin.has_twin('traexx')\n"
        "print(type(twin.twin('traexx').legal).__name__, bits.count(bits.single(70)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["function", "1"]


def test_other_import_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError("no such name", name="kritzel.fast.bits")

    monkeypatch.setattr(twin, "import_module", broken)
    with pytest.raises(ImportError, match="no such name"):
        twin.twin("traexx")
