"""A sheet made ready for environments: game, twin, packed record, layout of observations and actions."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

from kritzel.envs.parts import Part
from kritzel.envs.plain import Plain
from kritzel.fast.twin import Twin, has_twin, twin
from kritzel.game import IllegalMove, Setup, Text
from kritzel.games import catalogue


class Paper:
    """One sheet with so many seats, as environments need it."""

    def __init__(self, game: catalogue.AnyGame, sheet: Any, seats: int, boards: tuple[int, ...]) -> None:
        self.game, self.sheet, self.seats, self.boards = game, sheet, seats, tuple(boards)
        self.start = game.rules.start(Setup(sheet, seats, self.boards))
        plain: Any = None if has_twin(game.slug) else Plain(game, sheet)
        self.twin: Twin = plain or twin(game.slug)
        self.view: Any = plain or view_of(game.slug)
        self.packed = self.twin.pack(sheet)
        self.fresh = self.twin.blank(self.packed, seats, self.boards)
        self.layout: tuple[Part, ...] = self.view.layout(self.packed, seats)
        self.length = self.layout[-1].begin + self.layout[-1].length
        self.actions: int = self.twin.actions(self.packed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it is made of: modules and packed records are found again where it is loaded."""
        return Paper, (self.game, self.sheet, self.seats, self.boards)

    def __deepcopy__(self, known: dict[int, Any]) -> Paper:
        """Nobody writes on it, so copies share it."""
        return self

    @property
    def name(self) -> str:
        """The sheet as it is called: `dizzle/1`."""
        return f"{self.game.slug}/{self.sheet.id}"

    @property
    def fingerprint(self) -> str:
        """The sheet's text in short: two sheets of one name are told apart by it."""
        return sha256(self.sheet.source.encode()).hexdigest()[:12]

    def action_text(self, action: int) -> str:
        """An action in notation."""
        return self.game.notation.move_text(self.sheet, self.twin.to_move(self.sheet, self.known(action)))

    def action(self, text: str) -> int:
        """The number of a move in notation. NotationError, or ValueError for none of this sheet's moves."""
        move = self.game.notation.parse_move(self.sheet, text)
        try:
            return self.twin.to_int(self.sheet, move)
        except (KeyError, ValueError):
            raise ValueError(f"{text} is no move on {self.name}") from None

    def known(self, action: int) -> int:
        """An action that exists. ValueError for any other number."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self.actions:
            most = self.actions - 1
            raise ValueError(f"actions on {self.name} are whole numbers from 0 to {most}, not {action!r}")
        return int(action)

    def refuse(self, table: Any, seat: int, action: int, where: str = "") -> NoReturn:
        """Say why an action is not allowed: IllegalMove with the clause, in the words of the rules."""
        move = self.twin.to_move(self.sheet, self.known(action))
        try:
            self.game.rules.play(self.twin.to_state(self.sheet, self.packed, table), seat, move)
        except IllegalMove as refusal:
            de, en = refusal.sentence
            before = f"{where}: " if where else ""
            raise IllegalMove(refusal.clause, Text(before + de, before + en)) from None
        raise AssertionError(f"the twin refuses what the rules allow: {self.action_text(action)}")


def view_of(slug: str) -> ModuleType:
    """What knows how seats see the tables of a twin."""
    return import_module(f"kritzel.envs.{slug}")


def has_environment(game: catalogue.AnyGame) -> bool:
    """Whether there are environments of a game: on its twin, or where it lists all its moves."""
    return has_twin(game.slug) or game.notation.every_move is not None


def paper(sheet: str | Path | Any, seats: int, boards: tuple[int, ...] = ()) -> Paper:
    """A sheet of the catalogue (`dizzle/1`), a sheet file, or a sheet object of your own, made ready."""
    if isinstance(sheet, Path):
        game, own = catalogue.from_text(sheet.read_text("utf-8-sig"), str(sheet))
        return Paper(game, own, seats, boards)
    if isinstance(sheet, str):
        return Paper(*catalogue.find(sheet), seats, boards)
    return Paper(catalogue.game(sheet.game), sheet, seats, boards)
