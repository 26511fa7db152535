"""Who does not ask for a twin does not wait for one; who does waits once. Times are printed, not asserted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kritzel
from kritzel import paths
from kritzel.fast import cache

pytestmark = pytest.mark.slow

SOURCES = Path(kritzel.__file__).parent

PLAY = """
import json, time
began = time.perf_counter()
import numpy as np
from kritzel.fast import cache, luck
from kritzel.games.traexx import fast as traexx
from kritzel.games.catalogue import find
sheet = find("traexx/1")[1]
packed = traexx.pack(sheet)
table, out = traexx.blank(packed, 1), np.zeros(16, np.int32)
cards = []
while traexx.pending(packed, table):
    traexx.reveal(packed, table, out, traexx.outcome(packed, table, 5, out))
    cards.append(int(out[0]))
    traexx.apply(packed, table, 0, traexx.actions(packed) - 1)
called = [traexx.pending, traexx.outcome, traexx.reveal, traexx.apply]
print(json.dumps({
    "seconds": time.perf_counter() - began,
    "hits": [sum(function.stats.cache_hits.values()) for function in called],
    "misses": [sum(function.stats.cache_misses.values()) for function in called],
    "cards": cards,
    "folder": str(cache.cache_folder()),
}))
"""


def run(script: str, folder: Path = SOURCES, **environment: str) -> str:
    """What a script prints in a process of its own, with the sources of this folder."""
    wanted = {**os.environ, "PYTHONPATH": str(folder.parent), **environment}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def play(cache: Path, folder: Path = SOURCES) -> dict[str, Any]:
    """A short game on the twin of Träxx."""
    told = run(PLAY, folder, KRITZEL_CACHE=str(cache), NUMBA_DISABLE_JIT="0")
    return json.loads(told)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "module", ["kritzel", "kritzel.cli", "kritzel.fast", "kritzel.fast.twin", "kritzel.fast.strategy"]
)
def test_importing_compiles_nothing(module: str, tmp_path: Path) -> None:
    script = f"import sys, {module}; print(sorted({{'numba', 'llvmlite', 'numpy'}} & set(sys.modules)))"
    assert run(script, KRITZEL_CACHE=str(tmp_path)).strip() == "[]"
    assert list(tmp_path.iterdir()) == []


def test_importing_a_twin_compiles_nothing(tmp_path: Path) -> None:
    run("import kritzel.games.traexx.fast", KRITZEL_CACHE=str(tmp_path))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_cache_folder_changes_with_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for floor in cache.FLOORS:
        shutil.copytree(SOURCES / floor, tmp_path / floor, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "fast" / "cache.py"))
    seen = {cache.fingerprint()}
    sources = sorted(tmp_path.rglob("*.py"))
    for source in sources:
        source.write_text(source.read_text("utf-8") + "\n# changed\n", "utf-8")
        seen.add(cache.fingerprint())
    assert len(seen) == len(sources) + 1


def test_the_cache_knows_what_was_compiled_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    assert cache.marked() == frozenset()
    assert list(tmp_path.iterdir()) == []
    cache.mark(("planner", "traexx"))
    assert cache.marked() == {("planner", "traexx")}


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kritzel").write_text("no folder")
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    cache.mark(("planner", "traexx"))
    assert cache.opened() is None
    assert cache.marked() == frozenset()


def test_an_unknown_user_without_a_home_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("KRITZEL_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert cache.cache_folder().parent == Path("/.cache/kritzel")
    assert paths.data_folder() == Path("/.local/share/kritzel")


def test_a_cache_unused_for_a_month_is_removed(tmp_path: Path) -> None:
    old, young = tmp_path / "kritzel" / "fast-old", tmp_path / "kritzel" / "fast-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    run("import kritzel.fast.jit", KRITZEL_CACHE=str(tmp_path))
    assert young.exists()
    assert not old.exists()


def test_a_second_process_loads_from_the_cache(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = play(tmp_path), play(tmp_path)
    assert min(first["misses"]) > 0
    assert max(second["misses"]) == 0
    assert min(second["hits"]) > 0
    assert first["cards"] == second["cards"]
    assert list(Path(first["folder"]).rglob("*.nbi"))
    with capsys.disabled():
        print(f"\ntraexx: first ever {first['seconds']:.1f} s, from the cache {second['seconds']:.1f} s")


def test_a_change_in_another_module_is_never_missed(tmp_path: Path) -> None:
    """Numba's own cache would go on with the old luck."""
    copy = tmp_path / "src" / "kritzel"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = play(tmp_path / "cache", copy)
    luck = copy / "fast" / "luck.py"
    luck.write_text(luck.read_text("utf-8").replace("np.uint64(30)", "np.uint64(31)"), "utf-8")
    after = play(tmp_path / "cache", copy)
    assert before["folder"] != after["folder"]
    assert min(after["misses"]) > 0
    assert before["cards"] != after["cards"]
