"""Without the optional packages: importing works, and what is missing is named when it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kritzel.envs

LOADED = "print(sorted({'numpy', 'numba', 'gymnasium', 'pettingzoo'} & {*sys.modules}))"
ABOVE = ["zoo", "gym", "vectors", "desks", "sheets", "episode", "rewards", "vector_loop", "parts"]


@pytest.mark.parametrize(
    ("missing", "extra", "make"),
    [
        ("pettingzoo", "envs", lambda: kritzel.envs.aec("dizzle/1")),
        ("gymnasium", "envs", lambda: kritzel.envs.solo("dizzle/1")),
        ("numba", "fast", lambda: kritzel.envs.vector("dizzle/1")),
        ("numpy", "fast", lambda: kritzel.envs.desk("dizzle/1")),
    ],
)
def test_what_is_missing_is_named(
    missing: str, extra: str, make: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ABOVE:
        monkeypatch.delitem(sys.modules, f"kritzel.envs.{name}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"This needs {missing}: install kritzel\[{extra}\]\."):
        make()  # type: ignore[operator]


def test_other_failures_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kritzel.envs.sheets", None)
    with pytest.raises(ImportError, match="sheets"):
        kritzel.envs.layout("dizzle/1")


def test_importing_loads_none_of_them() -> None:
    told = "import sys, kritzel.envs; " + LOADED
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
