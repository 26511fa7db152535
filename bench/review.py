"""What a review costs: CPU seconds of the quick and the deep form, in one warm process.

python -m bench.review [SHEET:BOT[,BOT] ...] [--deep] [--count N]

Goals on two cores: quick 2 s (one process); deep 20 s in Dizzle and Träxx, 60 s in The Border: 40 and 120
CPU seconds. The first review of a game loads compiled code and is not counted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kritzel.review import review
from tools.review_proof import played

USUAL = (
    "dizzle/2:casual",
    "traexx/1:planner",
    "dizzle/2:casual,planner",
    "traexx/1:planner,casual",
    "border/1:skilled,planner",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="SHEET:BOTS")
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--count", type=int, default=2)
    asked = parser.parse_args()
    depth = "deep" if asked.deep else "quick"
    print(f"{'game':<28}{'depth':>7}{'games':>7}{'CPU s':>9}{'longest':>9}{'steps':>7}")
    for name in asked.games or USUAL:
        sheet, _, who = name.partition(":")
        tables = [played(sheet, who.split(","), seed) for seed in range(asked.count)]
        review(tables[0], depth, rollouts=8, workers=1, keep=False)
        took, steps = list[float](), 0
        for table in tables:
            begun = process_time()
            steps += len(review(table, depth, workers=1, keep=False).steps)
            took.append(process_time() - begun)
        mean = sum(took) / len(took)
        figures = f"{len(took):>7}{mean:>9.1f}{max(took):>9.1f}{steps // len(took):>7}"
        print(f"{name:<28}{depth:>7}{figures}", flush=True)


if __name__ == "__main__":
    main()
