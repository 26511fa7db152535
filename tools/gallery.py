"""Draw every sheet and some positions of random games, on paper and on the board, into a folder.

    python tools/gallery.py FOLDER [GAME]

For looking at: nothing else reads these files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from kritzel.drawing import svg
from kritzel.game import Decision, Setup
from kritzel.games.catalogue import GAMES, AnyGame, sheets
from kritzel.record import fair, walk

SHARES = {"early": 0.12, "middle": 0.5, "late": 0.85, "end": 1.0}
"""How far into a random game the positions are taken."""


def main(folder: Path, only: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for slug, game in GAMES.items():
        if only in ("", slug):
            for sheet in sheets(slug):
                draw_sheet(folder, game, sheet)


def draw_sheet(folder: Path, game: AnyGame, sheet: Any) -> None:
    seats = min(3, game.seat_counts[-1])
    states = played(game, sheet, seats)
    draw(folder / f"{game.slug}-{sheet.id}-blank", game, states[0], "de")
    deciding = [state for state in states if isinstance(game.rules.pending(state), Decision)]
    for name, share in SHARES.items():
        at = states[-1] if share == 1.0 else deciding[int(len(deciding) * share)]
        draw(folder / f"{game.slug}-{sheet.id}-{name}", game, at, "en")


def draw(path: Path, game: AnyGame, state: Any, lang: str) -> None:
    pending = game.rules.pending(state)
    seat = pending.seats[0] if isinstance(pending, Decision) else 0
    scene = game.scene(game.rules.view(state, seat), seat, lang)
    for theme in ("light", "dark"):
        path.with_name(f"{path.name}-{theme}.svg").write_text(svg(scene, theme), "utf-8")


def played(game: AnyGame, sheet: Any, seats: int) -> list[Any]:
    """All states of one random game: what crosses, places or draws goes before anything else."""
    luck = Random(f"{game.slug} {sheet.id}")

    def choose(state: Any, seats: tuple[int, ...]) -> tuple[int, Any]:
        seat = luck.choice(seats)
        listed = list(game.rules.moves(state, seat))
        on_cells = [move for move in listed if hasattr(move, "cell") or hasattr(move, "to")]
        return seat, luck.choice(on_cells or listed)

    return [state for state, _ in walk(game, game.rules.start(Setup(sheet, seats)), choose, fair(luck))]


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
