"""Faults that servers like this one have had, each planted in one place, and the check that has to notice.

`python -m tests.server.planting` plants them all and tells which check caught which; `--page` writes the
table into docs/reliability.md. `test_planted` does the same one by one.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kritzel.server.store import Conflict
from kritzel.server.table.refusals import Refused
from tests.server.stores import File, row

PAGE = Path(__file__).parent.parent.parent / "docs" / "reliability.md"
BEGIN, END = "<!-- planted: made by python -m tests.server.planting --page -->", "<!-- planted: end -->"
NOTICED = (
    AssertionError,
    pytest.fail.Exception,
    TimeoutError,
    Refused,
    Conflict,
    LookupError,
)
"""What a check that fails may raise."""
Plant = Callable[[pytest.MonkeyPatch], None]


class Check(NamedTuple):
    """A test of this suite, and what it is asked with in a folder of its own."""

    test: Callable[..., Any]
    asked: Callable[[Path], tuple[Any, ...]] = lambda folder: ()

    @property
    def name(self) -> str:
        return f"{self.test.__module__.rpartition('.')[2]}.{self.test.__name__}"

    def holds(self, folder: Path) -> None:
        """Raises where it does not."""
        self.test(*self.asked(folder))


class Fault(NamedTuple):
    """What is wrong in `words`, how it is planted, and the checks that notice."""

    words: str
    plant: Plant
    checks: tuple[Check, ...]

    @property
    def name(self) -> str:
        return self.plant.__name__


FAULTS: list[Fault] = []


def fault(words: str, *checks: Check | Callable[..., Any]) -> Callable[[Plant], Plant]:
    """One more of the list."""
    made = tuple(each if isinstance(each, Check) else Check(each) for each in checks)

    def listed(plant: Plant) -> Plant:
        FAULTS.append(Fault(words, plant, made))
        return plant

    return listed


def here(test: Callable[..., Any], *more: Any) -> Check:
    """A test that needs a folder first."""
    return Check(test, lambda folder: (folder, *more))


def said(test: Callable[..., Any], *asked: Any) -> Check:
    """A test with these arguments."""
    return Check(test, lambda folder: asked)


def arbiter(test: Callable[..., Any], version: int, move_id: str) -> Check:
    """A test of what every store promises, with a line that has to be refused."""
    return Check(test, lambda folder: (File(folder), row(version, move_id)))


def held(one: Fault, folder: Path) -> list[str]:
    """The checks that hold, of those of a fault, with it or without it."""
    return [check.name for nth, check in enumerate(one.checks) if _holds(check, folder / str(nth))]


def _holds(check: Check, folder: Path) -> bool:
    folder.mkdir(parents=True)
    try:
        check.holds(folder)
    except NOTICED:
        return False
    return True


@contextmanager
def planted(one: Fault) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        one.plant(patch)
        yield


# As a command ----------------------------------------------------------------------------------
def table() -> str:
    """All faults for docs/reliability.md."""
    rows = [
        f"| {nth} | {each.words} | {', '.join(f'`{check.name}`' for check in each.checks)} |"
        for nth, each in enumerate(FAULTS, 1)
    ]
    return "\n".join(["| | planted | noticed by |", "|---|---|---|", *rows])


def on_page(text: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> int:
    """Plant all of them; 1 where a fault went unnoticed, or a check fails without one."""
    missed = 0
    logging.disable()
    for one in FAULTS:
        with (
            tempfile.TemporaryDirectory() as folder,
            Path(os.devnull).open("w") as nowhere,
            redirect_stderr(nowhere),
        ):
            sound = held(one, Path(folder) / "sound")
            with planted(one):
                unnoticed = held(one, Path(folder) / "planted")
        fine = len(sound) == len(one.checks) and not unnoticed
        missed += not fine
        print(f"{'caught' if fine else 'MISSED'}: {one.name}", flush=True)
    print(f"{len(FAULTS) - missed} of {len(FAULTS)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    from tests.server import planting, test_planted

    assert test_planted, "brings the list"
    if "--page" in sys.argv:
        planting.PAGE.write_text(planting.on_page(planting.PAGE.read_text("utf-8")), "utf-8")
        sys.exit(0)
    sys.exit(planting.main())
