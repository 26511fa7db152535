"""`python -m tests.hostile`: throw hostile frames and requests at a real server, and see that nobody minds.

Ends when so many were answered, or after so many minutes. Exit code 1 where something was found.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.hostile.running import Found, attack
from tests.server import postgres


def main() -> int:
    """Attack, tell, judge."""
    given = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    given.add_argument("--frames", type=int, default=1_000_000, help="frames that have to be answered")
    given.add_argument("--requests", type=int, default=100_000, help="requests that have to be answered")
    given.add_argument("--minutes", type=float, default=60.0, help="the longest it may take")
    given.add_argument("--seed", type=int, default=1, help="another seed, another attack")
    given.add_argument("--postgres", action="store_true", help="tables in a PostgreSQL of its own")
    chosen = given.parse_args()
    if chosen.frames < 1 or chosen.requests < 1 or chosen.minutes <= 0:
        given.error("all numbers have to be larger than 0")
    env = {}
    if chosen.postgres:
        env["KRITZEL_DATABASE"] = postgres.shared().new()
    with tempfile.TemporaryDirectory(prefix="kritzel-hostile-") as folder:
        found = attack(
            Path(folder),
            frames=chosen.frames,
            requests=chosen.requests,
            seconds=chosen.minutes * 60,
            seed=chosen.seed,
            tell=_progress,
            **env,
        )
    print(found.text())
    return 1 if found.faults else 0


def _progress(found: Found) -> None:
    done = f"{found.answered:,} frames, {found.asked:,} requests, {found.memory[-1]:,} KiB"
    print(done, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
