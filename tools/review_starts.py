"""Makes the start values of reviews (src/kritzel/review/starts.json): many games of the reference player.

python -m tools.review_starts [NAME ...] [--seats N ...] [--games N] [--boards 2,1]

Goes on where it stopped: games played are added up in build/review_starts.json. CPU seconds for 10,000 games:
Dizzle 8 alone and 18 with two, Träxx 13 and 25, The Border about 180 (on a quiet core) and 320 with three.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from kritzel.bots.rollouts import Rollouts, seeds
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.review.yardstick import ENOUGH, start_key
from kritzel.sheetfile import digest

ROOT = Path(__file__).parents[1]
MADE = ROOT / "src" / "kritzel" / "review" / "starts.json"
BEGUN = ROOT / "build" / "review_starts.json"
CHUNK, PILOT = 500, 400


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=ENOUGH)
    parser.add_argument("--boards", default="")
    asked = parser.parse_args()
    boards = tuple(int(board) for board in asked.boards.split(",") if board)
    names = [f"{slug}/{sheet.id}" for slug in catalogue.OURS for sheet in catalogue.sheets(slug)]
    for name in asked.names or names:
        for seats in asked.seats or catalogue.find(name)[0].seat_counts:
            table = played(name, seats, boards, asked.games)
            keep(name, start_key(seats, boards), table)
            print(name, start_key(seats, boards), table, flush=True)


def played(name: str, seats: int, boards: tuple[int, ...], games: int) -> dict[str, Any]:
    """Play games in chunks; each chunk is written down as soon as it is played."""
    game, sheet = catalogue.find(name)
    if seats not in game.seat_counts:
        raise SystemExit(f"{name} is not played with {seats}")
    rollouts = Rollouts(game, sheet, seats, 1.0)
    if rollouts.trained is None:
        raise SystemExit(f"no net is trained for {name}")
    begin = rollouts.table(game.rules.start(Setup(sheet, seats, boards)))
    word = f"{name}/{start_key(seats, boards)}/{rollouts.trained.about['checksum']}"
    rollouts.sigma = spread_of_leads(rollouts, begin, word)
    sums = begun().get(word) or {"n": 0, "points": [[0.0, 0.0]] * seats, "shares": [[0.0, 0.0]] * seats}
    while sums["n"] < games:
        values = rollouts.play(begin, *seeds(f"starts/{word}/{sums['n'] // CHUNK}", CHUNK, seats))[0]
        for which, rows in (("points", values.points), ("shares", values.shares)):
            more = np.stack([rows.sum(0), (rows**2).sum(0)], 1)
            sums[which] = (np.array(sums[which]) + more).tolist()
        sums["n"] += CHUNK
        write(BEGUN, {**begun(), word: sums})
    means = {
        which: [mean_and_sd(each[0], each[1], sums["n"]) for each in sums[which]]
        for which in ("points", "shares")
    }
    return {"n": sums["n"], "sigma": rollouts.sigma, **means}


def spread_of_leads(rollouts: Rollouts, begin: Any, word: str) -> float:
    """The lead that counts as one step of the normal distribution: its own spread, to half a point."""
    points = rollouts.play(begin, *seeds(f"pilot/{word}", PILOT, rollouts.seats))[0].points
    if rollouts.seats == 1:
        return 1.0
    return float(np.round(2 * (points[:, 0] - points[:, 1:].max(1)).std()) / 2)


def mean_and_sd(total: float, squares: float, n: int) -> list[float]:
    """From sums."""
    mean = total / n
    return [round(mean, 5), round(max(squares / n - mean**2, 0.0) ** 0.5, 5)]


def begun() -> dict[str, Any]:
    """What has been played so far."""
    return dict(json.loads(BEGUN.read_text("utf-8"))) if BEGUN.exists() else {}


def keep(name: str, table: str, found: dict[str, Any]) -> None:
    """Into the file that ships; what another net or sheet left there goes."""
    game, sheet = catalogue.find(name)
    net = Rollouts(game, sheet, game.seat_counts[0], 1.0).trained
    about = {
        "hash": digest(sheet.source),
        "rules": game.rules.version,
        "net": net.about["checksum"] if net else "",
    }
    made = json.loads(MADE.read_text("utf-8")) if MADE.exists() else {}
    entry = made.get(name, {})
    if {part: entry.get(part) for part in about} != about:
        entry = {**about, "tables": {}}
    entry["tables"] = dict(sorted({**entry["tables"], table: found}.items()))
    write(MADE, dict(sorted({**made, name: entry}.items())))


def write(path: Path, content: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
