"""Many power cuts: `python -m tests.server.cuts 100000 [SEED]` tells how many of them lost anything.

The cuts are those of `test_store`: between any two writes of the store the power goes, and any part of what
was not synced is gone, torn or there. Exit code 1 where something acknowledged was lost.
"""

from __future__ import annotations

import sys

from tests.server.test_store import CUTS, lost_in_cuts

TELL = 1000


def main(wanted: int, seed: int) -> int:
    """Cut the power so many times; tells how it goes."""
    done = lost = 0
    while done < wanted:
        runs = min(TELL, wanted - done + CUTS - 1) // CUTS
        lost += lost_in_cuts(runs, seed + done)
        done += runs * CUTS
        print(f"{done} power cuts, {lost} lost something acknowledged", flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]] or [TELL]
    sys.exit(main(given[0], given[1] if len(given) > 1 else 1))
