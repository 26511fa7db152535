"""The same job on a Dask cluster: same file, nothing counted twice, and clear words when it goes away."""

from __future__ import annotations

import gc
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from kritzel.arena import cluster, runner
from kritzel.arena.cluster import connect, on_cluster
from kritzel.arena.job import ArenaError
from kritzel.arena.results import DEALS, Folder
from kritzel.arena.runner import COMPILED
from tests.arena.jobs import job, lines, played

JOB = job()

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def test_a_worker_is_killed_and_then_the_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(runner, "CHUNK_GAMES", {True: 8, False: 8})
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path),
    ) as two:
        _kill_one(two, tmp_path / "killed")
        whole = "".join(f"{line}\n" for line in lines(JOB, range(60)).values())
        assert (tmp_path / "killed" / DEALS).read_text("utf-8") == whole
        monkeypatch.setattr(cluster, "MAX_WITHOUT_WORKERS_S", 1.0)
        _close_all(two, tmp_path / "gone")


def _kill_one(two: Any, path: Path) -> None:
    victims = [next(iter(two.workers.values())).pid]

    def kill(_: int) -> None:
        if victims:
            os.kill(victims.pop(), signal.SIGKILL)

    folder = Folder(path, JOB, resume=False)
    runner.run(JOB, folder, 60, COMPILED, on_cluster(two.scheduler_address), kill)
    assert victims == []


def _close_all(two: Any, path: Path) -> None:
    """The cluster closes on the way: what was finished stays, and can be finished without it."""
    address = two.scheduler_address

    def close(_: int) -> None:
        if two.status.name == "running":
            two.close()

    folder = Folder(path, JOB, resume=False)
    with pytest.raises(ArenaError, match=f"--cluster {address}: "):
        runner.run(JOB, folder, 400, COMPILED, on_cluster(address), close)
    done = (path / DEALS).read_text("utf-8").count("\n")
    assert 0 < done < 400
    assert played(JOB, path, 400, resume=True).count("\n") == 400


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN_S", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ArenaError, match=f"--cluster {address}: no cluster answers there"):
        connect(address)


@pytest.mark.parametrize("address", ["rubbish", "", "ludo://x", "tcp://"])
def test_rubbish_for_an_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN_S", 0.5)
    with pytest.raises(ArenaError, match="no cluster answers there"):
        connect(address)


def test_a_client_that_failed_is_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collected later, in a thread that Dask is just starting, it waits for itself for ever."""
    from distributed import Client

    monkeypatch.setattr(cluster, "ANSWER_WITHIN_S", 0.5)
    with pytest.raises(ArenaError):
        connect("rubbish")
    assert not [thing for thing in gc.get_objects() if isinstance(thing, Client) and thing.status != "closed"]


def test_whatever_dask_stumbles_over_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("distributed.Client", stumble)
    with pytest.raises(ArenaError, match=r"no cluster answers there \(AssertionError\)"):
        connect("tcp://127.0.0.1:1")


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"install kritzel\[cluster\]"):
        connect("tcp://127.0.0.1:1")


class Held:
    """A chunk in the hands of a cluster."""

    def __init__(self, status: str, deals: list[int]) -> None:
        self.status, self.deals = status, deals

    def result(self, timeout: float) -> list[int]:
        return self.deals


class Flaky:
    """A cluster of one that loses the first chunk it is given."""

    status = "running"

    def __init__(self) -> None:
        self.given: list[list[int]] = []

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {"one": n_workers}}

    def submit(self, _: Any, job: Any, deals: list[int], engine: str, **options: Any) -> Any:
        self.given.append(deals)
        status = "cancelled" if len(self.given) == 1 else "finished"
        return Held(status, deals)


def test_a_lost_chunk_is_handed_out_again() -> None:
    flaky = Flaky()
    brought: list[Any] = list(cluster._play_chunks(flaky, "tcp://x", JOB, [[0, 1], [2, 3]], COMPILED))
    assert sorted(brought) == [[0, 1], [2, 3]]
    assert flaky.given == [[0, 1], [2, 3], [0, 1]]
