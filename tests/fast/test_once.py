"""Compiling once for each function that Python calls: the same results, fewer times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kritzel.fast import jit
from tests.uncompiled import PLAIN

numba = pytest.importorskip("numba")
once = pytest.importorskip("kritzel.fast.once")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN or not once.FITS, reason="nothing is compiled this way here"),
]

SOURCE = """
import numpy as np
from kritzel.fast.jit import compiled, released

NAMES = ("north", "south")


@compiled
def half(number):
    if number % 2:
        raise ValueError("odd")
    return number // 2


@compiled
def quarter(number):
    return half(half(number))


@compiled
def eighth(number):
    return half(quarter(number))


@released
def total(numbers):
    found = 0
    for at in range(len(numbers)):
        found += quarter(numbers[at])
    return found


@compiled
def count_down(number):
    return 0 if number == 0 else 1 + count_down(number - 1)


@compiled
def counted(number):
    return count_down(number) + half(number)


@compiled
def left(number):
    return half(number) + 1


@compiled
def right(number):
    return quarter(left(number) + left(number) + 2) + left(number)


@compiled
def diamond(number):
    return left(number) + right(number) + quarter(number)


@compiled
def named(number):
    return NAMES[half(number)]


@compiled
def turned(number):
    return np.flip(row(number))


@compiled
def row(number):
    found = np.zeros(number, np.int64)
    for at in range(number):
        found[at] = half(2 * at)
    return found
"""


def loaded(tmp_path: Path) -> Any:
    file = tmp_path / "sums.py"
    file.write_text(SOURCE)
    spec = spec_from_file_location("sums", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["sums"] = module
    spec.loader.exec_module(module)
    return module


def kinds(function: Any) -> list[str]:
    return [type(compiled.library).__name__ for compiled in function.overloads.values()]


def test_only_what_python_calls_is_made_native(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    assert sums.eighth(64) == 8
    assert (kinds(sums.eighth), kinds(sums.quarter), kinds(sums.half)) == (
        ["WholeLibrary"],
        ["PartLibrary"],
        ["PartLibrary"],
    )


def test_parts_that_several_call_are_linked_once_and_none_is_missing(tmp_path: Path) -> None:
    """What is linked before somebody calls it would be left out."""
    sums = loaded(tmp_path)
    assert sums.diamond(8) == 5 + (3 + 5) + 2
    assert kinds(sums.left) == kinds(sums.right) == ["PartLibrary"]


def test_a_part_that_python_calls_becomes_whole_and_stays_in_use(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    assert sums.eighth(64) == 8
    assert sums.quarter(64) == 16
    assert kinds(sums.quarter) == ["WholeLibrary"]
    assert sums.quarter(64) == 16
    assert sums.eighth(64) == 8
    assert sums.total(sums.row(9) * 4) == 36


def test_an_error_deep_down_comes_out(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    with pytest.raises(ValueError, match="odd"):
        sums.eighth(12)
    assert sums.eighth(16) == 2


def test_recursion_and_objects_of_python(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    assert sums.counted(10) == 15
    assert sums.count_down(5) == 5
    assert sums.named(2) == "south"
    assert sums.row(3).tolist() == [0, 1, 2]


def test_numbas_own_functions_may_call_ours(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    assert sums.eighth(64) == 8

    @numba.njit  # type: ignore[untyped-decorator]
    def stranger(number: int) -> int:
        return sums_quarter(number) + 1  # type: ignore[no-any-return]

    sums_quarter = sums.quarter
    assert stranger(64) == 17
    assert sums.eighth(128) == 16


def test_what_numba_brings_is_a_part_of_ours_and_still_of_use_to_others(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    assert sums.turned(3).tolist() == [2, 1, 0]
    assert once.dispatcher_registry[once.CPU] is once.CPUDispatcher

    @numba.njit  # type: ignore[untyped-decorator]
    def stranger(numbers: Any) -> Any:
        return np.flip(numbers) + np.cumsum(numbers)

    assert stranger(np.arange(3)).tolist() == [2, 2, 3]
    assert sums.turned(4).tolist() == [3, 2, 1, 0]


def test_threads_compile_side_by_side(tmp_path: Path) -> None:
    sums = loaded(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        found = [
            pool.submit(function, 64)
            for function in (sums.eighth, sums.quarter, sums.half, sums.eighth, sums.quarter, sums.half)
        ]
        assert [each.result() for each in found] == [8, 16, 32, 8, 16, 32]
    assert not once._stack


USE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import sums
got = [sums.eighth(64), sums.quarter(64), sums.counted(10), sums.named(2), sums.row(3).tolist()]
try:
    sums.eighth(12)
except ValueError as error:
    got.append(str(error))
functions = (sums.eighth, sums.quarter, sums.half, sums.counted, sums.count_down, sums.named, sums.row)
print(json.dumps([got, [sum(each.stats.cache_hits.values()) for each in functions]]))
"""


def test_the_cache_holds_what_is_whole_and_a_second_process_loads_it(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(SOURCE)
    surroundings = {**os.environ, "KRITZEL_CACHE": str(tmp_path / "cache"), "PYTHONPATH": _paths()}
    command = [sys.executable, "-c", USE, str(tmp_path)]
    told = [json.loads(subprocess.check_output(command, env=surroundings, text=True)) for _ in range(2)]
    assert told[0][0] == told[1][0] == [8, 16, 15, "south", [0, 1, 2], "odd"]
    assert told[0][1] == [0] * 7
    assert told[1][1] == [1, 1, 0, 1, 0, 1, 1]


def _paths() -> str:
    return os.pathsep.join([str(Path(jit.__file__).parents[2]), os.environ.get("PYTHONPATH", "")])


def test_an_unknown_version_of_numba_compiles_as_numba_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "FITS", False)

    @jit.compiled
    def double(number: int) -> int:
        return 2 * number

    assert type(double) is not once.Once
    assert double(4) == 8
