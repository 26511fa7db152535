"""Several processes, and what happens when one dies or somebody stops it: nothing finished is lost."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from kritzel.arena import runner
from kritzel.arena.job import ArenaError, Job, refuse
from kritzel.arena.processes import cores, spread
from kritzel.arena.results import DEALS, MANIFEST, Folder
from kritzel.arena.runner import COMPILED, REFERENCE, Chunk, Worked, play_chunk
from tests.arena.jobs import job, lines, played
from tests.patience import LONGEST, until

JOB = job()


@pytest.fixture
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHUNK_GAMES", {True: 4, False: 4})


@pytest.mark.slow
@pytest.mark.usefixtures("_small_chunks")
def test_processes_leave_the_same_file_and_a_death_loses_nothing(tmp_path: Path) -> None:
    folder, two = Folder(tmp_path, JOB, resume=False), runner.on_this_machine(2)

    def kill(_: int) -> None:
        for child in multiprocessing.active_children():
            os.kill(child.pid or 0, signal.SIGKILL)

    with pytest.raises(ArenaError, match="worker process has died"):
        runner.run(JOB, folder, 40, COMPILED, two, kill)
    done = (tmp_path / DEALS).read_text("utf-8").count("\n")
    assert 1 <= done < 40
    assert played(JOB, tmp_path, 40, two, resume=True) == "".join(
        f"{line}\n" for line in lines(JOB, range(40)).values()
    )
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("_small_chunks")
def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    folder = Folder(tmp_path, JOB, resume=False)
    with pytest.raises(KeyboardInterrupt):
        runner.run(JOB, folder, 5, COMPILED, runner.on_this_machine(1), interrupt)
    assert (tmp_path / DEALS).read_text("utf-8") == lines(JOB, [0])[0] + "\n"
    assert played(JOB, tmp_path, 5, resume=True).count("\n") == 5


def _linger(endless: bool) -> str:
    if endless:
        Event().wait()
    return "done"


@pytest.mark.parametrize("tasks", [[False, True], [True, False, False, False]])
def test_closing_does_not_wait_for_work_that_is_under_way(tasks: list[bool]) -> None:
    results = spread(_linger, [(endless,) for endless in tasks], 2)
    assert next(results) == "done"
    results.close()
    assert multiprocessing.active_children() == []


AS_AT_A_TERMINAL = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from kritzel.cli import main
main()
"""
"""A shell starts what runs in the background with SIGINT ignored; a test may run there."""


@pytest.mark.slow
def test_ctrl_c_ends_the_command_whatever_the_processes_are_doing(tmp_path: Path) -> None:
    words = ["arena", "traexx/1", "--bots", "greedy,random", "--games", "4000000", "--jobs", "2"]
    command = [sys.executable, "-c", AS_AT_A_TERMINAL, *words, "--out", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as running:
        until((tmp_path / MANIFEST).exists)
        for _ in range(2):
            os.killpg(running.pid, signal.SIGINT)
        running.communicate(timeout=LONGEST)
    assert running.returncode != 0


def _fail(_: int) -> int:
    raise OSError("no such luck")


def test_an_error_of_the_work_is_raised_as_it_is() -> None:
    with pytest.raises(OSError, match="no such luck") as raised:
        list(spread(_fail, [(1,), (2,), (3,)], 2))
    assert "in _fail" in raised.value.__notes__[0], "it says where in the other process"


def test_a_chunk_that_comes_twice_counts_once(tmp_path: Path) -> None:
    def twice(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Iterator[Chunk]:
        for deals in chunks:
            yield play_chunk(job, deals, engine)
            yield play_chunk(job, deals, engine)

    assert played(JOB, tmp_path, 6, twice) == "".join(f"{line}\n" for line in lines(JOB, range(6)).values())


def test_chunks_hold_all_deals_once() -> None:
    deals = [deal for deal in range(2000) if deal % 7]
    for engine in (COMPILED, REFERENCE):
        chunks = runner.cut(JOB, deals, engine)
        assert [deal for chunk in chunks for deal in chunk] == deals
        assert len(chunks) > 1
    assert runner.cut(JOB, [], COMPILED) == []


def test_throughput_is_per_core_and_engine() -> None:
    worked = [Worked(COMPILED, 100, 0.5), Worked(REFERENCE, 10, 2.0), Worked(COMPILED, 100, 0.5)]
    assert runner.throughput(worked) == [
        {"engine": "compiled", "games": 200, "per_second": 200.0},
        {"engine": "reference", "games": 10, "per_second": 5.0},
    ]


def test_cores_are_counted() -> None:
    assert cores() >= 1


def test_errors_travel_in_both_languages() -> None:
    error = pickle.loads(pickle.dumps(refuse("Nein.", "No.")))
    assert (error.sentence.de, str(error)) == ("Nein.", "No.")
