"""Work in other processes: what goes wrong there is told as it is."""

from __future__ import annotations

import multiprocessing
import threading

import pytest

from kritzel.arena.processes import spread


class Unsendable(Exception):
    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.lock = threading.Lock()


def fail(_: int) -> int:
    raise Unsendable("the reason")


def start_a_process(number: int) -> int:
    child = multiprocessing.get_context("spawn").Process(target=print, args=(number,))
    child.start()
    child.join()
    return number


def test_work_may_start_processes_of_its_own() -> None:
    assert sorted(spread(start_a_process, [(1,), (2,)], 2)) == [1, 2]


def test_an_error_that_cannot_be_sent_is_told_all_the_same() -> None:
    with pytest.raises(RuntimeError, match="Unsendable: the reason"):
        list(spread(fail, [(1,), (2,)], 2))
