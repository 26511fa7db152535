"""Sheets and seat counts the environments are tried on: every printed sheet, every seat count, own sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kritzel
from kritzel.games import catalogue

TINY = "tests/golden/tiny.toml"
PATCH = "tests/envs/patch.toml"
TABLES = [
    *[
        (f"{slug}/{sheet.id}", seats)
        for slug, game in catalogue.GAMES.items()
        for sheet in catalogue.sheets(slug)
        for seats in game.seat_counts
    ],
    (TINY, 1),
    (TINY, 2),
    (PATCH, 1),
    (PATCH, 2),
]


def own_sheet(name: str) -> Any:
    """A name of the catalogue as it is, a file as the sheet it holds."""
    return kritzel.sheet_from(Path(name)) if name.endswith(".toml") else name
