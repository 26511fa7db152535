"""Which games have a compiled twin, and what every twin can do. Importing this compiles nothing.

A twin is a package below its game (`Game.fast`); `twin(slug)` imports it, and Numba with it, only when it is
asked for. Without Numba the same code runs as plain Python and makes the same moves.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from kritzel.game import Explained, Text
from kritzel.games.catalogue import GAMES, UnknownName, game

if TYPE_CHECKING:
    from kritzel.fast.records import Numbers, Records, Seed

PLAIN = "NUMBA_DISABLE_JIT"
"""The variable that makes twins run as plain Python."""
NEEDED = ("numba", "llvmlite", "numpy")


class Twin(Protocol):
    """What the twin of every game has. Sheets and tables are arrays of one record, changed in place.

    Compiled functions trust their callers: seats, moves and outcomes must be possible (ask `allowed` or
    `legal` where in doubt), and `out` long enough. Arrays of numbers are int32, `totals` int64. Arguments
    of other types work but compile again.
    """

    @property
    def SHEET(self) -> Any:  # noqa: N802
        """The dtype of a packed sheet."""

    @property
    def STATE(self) -> Any:  # noqa: N802
        """The dtype of a table."""

    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """No seat ever has more moves; how long `out` of `legal` must be."""

    # Making -------------------------------------------------------------------------------------------
    def pack(self, sheet: Any, /) -> Records:
        """A sheet of the reference as a record. ValueError where it is too large for the twin."""

    def blank(self, packed: Records, seats: int, boards: Sequence[int] = ()) -> Records:
        """The table before anything happened. ValueError for a seat count or boards that do not fit."""

    def restart(self, sheet: Records, state: Records, /) -> None:
        """The same seats and boards before anything happened, in place (compiled)."""

    # Playing (compiled, in place) ---------------------------------------------------------------------
    def pending(self, sheet: Records, state: Records, /) -> int:
        """What the table waits for: 0 it is over, 1 decisions, 2 and more a kind of chance."""

    def deciding(self, sheet: Records, state: Records, /) -> int:
        """The seats that may act now, as bits."""

    def legal(self, sheet: Records, state: Records, seat: int, out: Numbers, /) -> int:
        """Writes all legal moves of a seat into `out` and returns how many there are."""

    def allowed(self, sheet: Records, state: Records, seat: int, move: int, /) -> bool:
        """Whether the seat may do this now; any number may be asked about."""

    def apply(self, sheet: Records, state: Records, seat: int, move: int, /) -> None:
        """The seat moves."""

    def outcome(self, sheet: Records, state: Records, seed: Seed, out: Numbers, /) -> int:
        """What chance brings with this seed, in ascending order into `out` (16 numbers); how many."""

    def reveal(self, sheet: Records, state: Records, outcome: Numbers, n: int, /) -> None:
        """Chance spoke."""

    def scores(self, sheet: Records, state: Records, out: Numbers, /) -> None:
        """The points of each seat as they stand, settled things only."""

    def places(self, sheet: Records, state: Records, out: Numbers, /) -> None:
        """The place of each seat from 1, if the game ended now; ties are shared."""

    # Whole games at random (compiled) ------------------------------------------------------------------
    def playout(self, sheet: Records, state: Records, seed: Seed, /) -> int:
        """Plays uniformly random moves to the end, in place; how many decisions that were."""

    def playouts(self, sheet: Records, seats: int, games: int, seed: Seed, totals: Numbers, /) -> int:
        """Many random games from the start; adds up each seat's points in `totals`; how many decisions."""

    # To and from the reference (plain Python) ---------------------------------------------------------
    def actions(self, packed: Records, /) -> int:
        """How many moves there are on this sheet: they are the numbers below this."""

    def to_int(self, sheet: Any, move: Any, /) -> int:
        """The number of a move of the reference."""

    def to_move(self, sheet: Any, number: int, /) -> Any:
        """The move of the reference with this number."""

    def from_state(self, packed: Records, state: Any, /) -> Records:
        """A state of the reference as a table."""

    def to_state(self, sheet: Any, packed: Records, state: Records, /) -> Any:
        """A table as a state of the reference, equal to the one it stands for."""


class NotInstalled(Explained, ImportError):
    """Something optional is needed and not there: NumPy, or Numba where plain Python is too slow, or what
    environments need. Says what to install.
    """

    def __init__(self, missing: str, extra: str = "fast") -> None:
        de = f"Dafür fehlt {missing}: installiere kritzel[{extra}]."
        super().__init__(Text(de, f"This needs {missing}: install kritzel[{extra}]."))
        self.name = missing


def compiles() -> bool:
    """Whether twins are compiled here: Numba is installed, and plain Python is not asked for."""
    return os.environ.get(PLAIN, "0") in ("", "0") and find_spec("numba") is not None


def has_twin(slug: str) -> bool:
    """Whether a twin of this game can be used here: there is one, and NumPy is installed."""
    return slug in GAMES and bool(GAMES[slug].fast) and find_spec("numpy") is not None


def twin(slug: str) -> Twin:
    """The twin of a game, compiled where that can be (`compiles`), else plain Python.

    UnknownName (a LookupError) where there is none, NotInstalled where NumPy is missing.
    """
    if not (package := game(slug).fast):
        de = f"„{slug}“ hat keinen übersetzten Zwilling."
        raise UnknownName(Text(de, f"'{slug}' has no compiled twin."))
    return cast(Twin, load(package))


def load(package: str) -> ModuleType:
    """Import a package that needs NumPy. Raises NotInstalled where that is missing."""
    try:
        return import_module(package)
    except ImportError as error:
        if (error.name or "").partition(".")[0] in NEEDED:
            raise NotInstalled(str(error.name)) from None
        raise
