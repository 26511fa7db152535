"""A sheet made ready for environments: game, twin, packed record, layout of observations and actions."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from kritzel.envs.parts import Part
from kritzel.envs.plain import Plain
from kritzel.fast.twin import Twin, has_twin, twin
from kritzel.game import IllegalMove, Setup, Text
from kritzel.games import catalogue

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Discrete


class Paper:
    """One sheet with a number of seats, as environments need it."""

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
        """Pickled as its arguments: modules and packed records are made again where it is loaded."""
        return Paper, (self.game, self.sheet, self.seats, self.boards)

    def __deepcopy__(self, known: dict[int, Any]) -> Paper:
        """It never changes, so copies share it."""
        return self

    @property
    def name(self) -> str:
        """`dizzle/1`."""
        return f"{self.game.slug}/{self.sheet.id}"

    @property
    def fingerprint(self) -> str:
        """A hash of the sheet's text: two sheets of one name differ in it."""
        return sha256(self.sheet.source.encode()).hexdigest()[:12]

    def spaces(self) -> tuple[Box, Discrete]:
        """Observations and actions as Gymnasium's spaces. ImportError without Gymnasium."""
        from gymnasium.spaces import Box, Discrete

        low = np.concatenate([np.full(part.length, part.low, np.float32) for part in self.layout])
        high = np.concatenate([np.full(part.length, part.high, np.float32) for part in self.layout])
        return Box(low, high), Discrete(self.actions)

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
    """The module of this package that observes tables of a game's twin."""
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
