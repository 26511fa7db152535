"""Scenes for tests: every sheet at many points of a random game, and single cells made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from kritzel.game import Chance, Decision, Over, Setup
from kritzel.games.catalogue import GAMES, AnyGame, sheets
from kritzel.scene import Cell, Mark, Scene

SHEETS = [(slug, sheet.id) for slug in GAMES for sheet in sheets(slug)]


class Point(NamedTuple):
    """A point of a game: the game, the state and a seat that may act (or seat 0)."""

    game: AnyGame
    state: Any
    seat: int

    def scene(self, lang: str = "en") -> Scene:
        return self.game.scene(self.game.rules.view(self.state, self.seat), self.seat, lang)


@cache
def points(slug: str, sheet_id: str, seats: int = 3) -> tuple[Point, ...]:
    """The start, about ten decisions, and the end of one random game."""
    game = GAMES[slug]
    sheet = next(sheet for sheet in sheets(slug) if sheet.id == sheet_id)
    states = list(_played(game, sheet, seats))
    deciding = [p for p in states[1:-1] if isinstance(game.rules.pending(p.state), Decision)]
    return states[0], *deciding[:: len(deciding) // 10], states[-1]


def _played(game: AnyGame, sheet: Any, seats: int) -> Iterator[Point]:
    luck = Random(f"{game.slug} {sheet.id} {seats}")
    state = game.rules.start(Setup(sheet, seats))
    while not isinstance(pending := game.rules.pending(state), Over):
        if isinstance(pending, Chance):
            yield Point(game, state, 0)
            state = game.rules.reveal(state, pending.event.sample(luck.randrange))
            continue
        seat = luck.choice(pending.seats)
        yield Point(game, state, seat)
        listed = list(game.rules.moves(state, seat))
        busy = [move for move in listed if hasattr(move, "cell") or hasattr(move, "to")]
        state = game.rules.play(state, seat, luck.choice(busy or listed))
    yield Point(game, state, 0)


def cell(*marks: Mark, **other: Any) -> Cell:
    """One square cell with a 3."""
    plain: dict[str, Any] = {
        "id": "a1", "shape": "square", "x": 30.0, "y": 30.0, "fill": "plain", "number": 3,
        "icon": "", "tint": "", "label": "a1, 3",
    }  # fmt: skip
    return Cell(marks=marks, **{**plain, **other})


def scene(*cells: Cell, **other: Any) -> Scene:
    """A scene of these cells and nothing else."""
    plain: dict[str, Any] = {
        "pad": "#C98A00", "title": "Test", "lang": "en", "width": 60.0, "height": 60.0,
        "strokes": (), "tags": (), "tray": (), "boxes": (), "total": "0",
    }  # fmt: skip
    return Scene(cells=cells, **{**plain, **other})
