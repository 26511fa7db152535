"""Plants faults in a copy of the sources and looks which ring of tests notices: `python -m tests.faults`.

Each fault is one change of text. The tests nearest to it are run with it, first those of `make test`, then
those of `make test-all`. With `--before TREE` all of them are also run as they stand in an older checkout.
`--page` writes the table into docs/testing.md, `-k WORD` plants only some. A fault whose text is no longer
there is called gone: plant another one in its place.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- faults: made by python -m tests.faults --page -->", "<!-- faults: end -->"
FAILED = 1
"""How pytest ends where a test fails; 5 is the end where none was chosen."""


class Fault(NamedTuple):
    """`now` in place of `was` in a file of src/kritzel, and the tests that are run with it."""

    words: str
    file: str
    was: str
    now: str
    tests: str


FAULTS = [
    Fault(
        "Dizzle: gems count once however many are crossed",
        "games/dizzle/scoring.py",
        "gem.points * count",
        "gem.points * bool(count)",
        "rules/dizzle oracles/test_dizzle_oracle.py",
    ),
    Fault(
        "The Border: ties are not broken by the best area",
        "games/border/scoring.py",
        "return sum(got), max(got)",
        "return sum(got), 0",
        "rules/border oracles/test_border_oracle.py",
    ),
    Fault(
        "Träxx: half a number is rounded down",
        "games/traexx/scoring.py",
        "(number + 1) // 2",
        "number // 2",
        "rules/traexx oracles/test_traexx_oracle.py",
    ),
    Fault(
        "Träxx: a line may grow at both ends in one round",
        "games/traexx/state.py",
        "return mine.new[-1:] or outer_ends(mine)",
        "return mine.new[-1:] + outer_ends(mine)",
        "rules/traexx oracles/test_traexx_oracle.py",
    ),
    Fault(
        "Dizzle: choices under way are not hidden",
        "games/dizzle/state.py",
        "mine if nth == seat else mine.running(mine.dice, mine.out, mine.rockets)",
        "mine",
        "conformance rules/dizzle server/test_secrets.py",
    ),
    Fault(
        "twin of Träxx: half a number is rounded down",
        "games/traexx/fast/scoring.py",
        "(number + 1) // 2",
        "number // 2",
        "games/traexx/fast",
    ),
    Fault(
        "twin of The Border: later seats get the points of the first",
        "games/border/fast/scoring.py",
        'else s["later"][area]',
        'else s["first"][area]',
        "games/border/fast",
    ),
    Fault(
        "record: a move is taken back over a roll",
        "record/table.py",
        "return nth, PAST_CHANCE",
        "continue",
        "record conformance",
    ),
    Fault(
        "record: states of other seats are kept after an undo",
        "record/table.py",
        "self._moments[: len(kept) + 1 - self._dropped]",
        "self._moments[: len(kept) + 2 - self._dropped]",
        "record conformance",
    ),
    Fault(
        "server: a repeated command is carried out again",
        "server/table/room.py",
        "self._done.get(command_id)",
        "None",
        "server/test_room.py server/test_sockets.py server/test_live.py",
    ),
    Fault(
        "server: a move is told before it is written",
        "server/tables.py",
        "        await self._write(live, decided)\n        before = live.room.state.phase\n"
        "        live.room.accept(decided)\n        live.changed()\n",
        "        before = live.room.state.phase\n        live.room.accept(decided)\n"
        "        live.changed()\n        await self._write(live, decided)\n",
        "server/test_hall.py server/test_sockets.py server/test_kills.py",
    ),
    Fault(
        "server: anybody moves for any seat",
        "server/table/commands.py",
        "        if seat not in self.room.seats_of(self.player):\n"
        '            raise Refused("not_your_seat")\n',
        "",
        "server/test_roles.py server/test_room.py",
    ),
    Fault(
        "server: a seal does not bind the promise",
        "server/table/dice.py",
        "|seal|{table}|{round_}|{promised}|{chair}|{seed}",
        "|seal|{table}|{round_}|{chair}|{seed}",
        "server/test_seals.py server/test_proofs.py server/test_proving.py",
    ),
    Fault(
        "server: twice as much is allowed as is said",
        "server/web/limits.py",
        "row[place] = full_at + 1 / per_s",
        "row[place] = full_at + 0.5 / per_s",
        "server/test_limits.py server/test_doors.py",
    ),
    Fault(
        "store: a job that fails takes the others of its batch with it",
        "server/store/writer.py",
        "return [self._commit([job])[0] for job in jobs]",
        "return [(None, Unavailable()) for job in jobs]",
        "server/test_store.py server/test_stores.py",
    ),
    Fault(
        "wire: what is gone from a view is not sent",
        "server/table/view.py",
        "patch: dict[str, Any] = {name: None for name in old if name not in new}",
        "patch: dict[str, Any] = {}",
        "server/test_pictures.py server/test_protocol.py server/test_live.py",
    ),
    Fault(
        "wire: who comes back is told the whole log again",
        "server/live.py",
        "max(known if known <= view.version else 0, view.version - LOG_PAGE)",
        "max(0, view.version - LOG_PAGE)",
        "server/test_sockets.py server/test_live.py server/test_protocol.py",
    ),
]


def verdict(fault: Fault, tree: Path, *more: str) -> str:
    """Whether the tests of a checkout notice the fault in a copy of that checkout's sources."""
    path = tree / "src" / "kritzel" / fault.file
    text = path.read_text("utf-8") if path.exists() else ""
    if text.count(fault.was) != 1:
        return "gone"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(tree / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "kritzel" / fault.file).write_text(text.replace(fault.was, fault.now), "utf-8")
        tests = [
            str(tree / "tests" / name) for name in fault.tests.split() if (tree / "tests" / name).exists()
        ]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *more, *tests]
        env = os.environ | {"PYTHONPATH": str(copy), "KRITZEL_CACHE": f"{folder}/cache"}
        env |= {"KRITZEL_PATIENCE": "20"}
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    return "caught" if done.returncode == FAILED else "-"


def lines(wanted: str, before: Path | None) -> list[str]:
    """The rows of the table, printed as they are found."""
    found = []
    for fault in FAULTS:
        if wanted not in fault.words:
            continue
        old = verdict(fault, before) if before else ""
        first = verdict(fault, ROOT, "-m", "not slow")
        second = "" if first == "caught" else verdict(fault, ROOT, "-m", "slow")
        found.append(f"| {fault.words} | {old} | {first} | {second} |")
        print(found[-1], flush=True)
    return found


def on_page(text: str, rows: list[str]) -> str:
    head = ["| planted | before | `make test` | `make test-all` |", "|---|---|---|---|"]
    before, _, rest = text.partition(BEGIN)
    return "\n".join([before + BEGIN, *head, *rows, END]) + rest.partition(END)[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", type=Path, help="an older checkout whose tests are run, too")
    parser.add_argument("--page", action="store_true", help="write the table into docs/testing.md")
    parser.add_argument("-k", default="", help="only faults with this word")
    asked = parser.parse_args()
    rows = lines(asked.k, asked.before)
    if asked.page:
        PAGE.write_text(on_page(PAGE.read_text("utf-8"), rows), "utf-8")


if __name__ == "__main__":
    main()
