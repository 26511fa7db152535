"""Which games have a compiled twin, and what every twin can do. Importing this compiles nothing.

A twin is a module; `twin(slug)` imports it, and Numba with it, only when it is asked for. Without Numba the
same code runs as plain Python and makes the same moves.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from kritzel.game import Text
from kritzel.games.catalogue import GAMES, UnknownName, game

if TYPE_CHECKING:
    from kritzel.fast.net import Desk, Net

Record: TypeAlias = Any
"""A numpy array with one record in it: a packed sheet, or a table."""

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
    def pack(self, sheet: Any, /) -> Record:
        """A sheet of the reference as a record. ValueError where it is too large for the twin."""

    def blank(self, packed: Record, seats: int, boards: Sequence[int] = ()) -> Record:
        """The table before anything happened. ValueError for a seat count or boards that do not fit."""

    def restart(self, sheet: Record, state: Record, /) -> None:
        """The same seats and boards before anything happened, in place (compiled)."""

    # Playing (compiled, in place) ---------------------------------------------------------------------
    def pending(self, sheet: Record, state: Record, /) -> int:
        """What the table waits for: 0 it is over, 1 decisions, 2 and more a kind of chance."""

    def deciding(self, sheet: Record, state: Record, /) -> int:
        """The seats that may act now, as bits."""

    def legal(self, sheet: Record, state: Record, seat: int, out: Any, /) -> int:
        """Writes all legal moves of a seat into `out` and returns how many there are."""

    def allowed(self, sheet: Record, state: Record, seat: int, move: int, /) -> bool:
        """Whether the seat may do this now; any number may be asked about."""

    def apply(self, sheet: Record, state: Record, seat: int, move: int, /) -> None:
        """The seat moves."""

    def outcome(self, sheet: Record, state: Record, seed: Any, out: Any, /) -> int:
        """What chance brings with this seed, in ascending order into `out` (16 numbers); how many."""

    def reveal(self, sheet: Record, state: Record, outcome: Any, n: int, /) -> None:
        """Chance spoke."""

    def scores(self, sheet: Record, state: Record, out: Any, /) -> None:
        """The points of each seat as they stand, settled things only."""

    def places(self, sheet: Record, state: Record, out: Any, /) -> None:
        """The place of each seat from 1, if the game ended now; ties are shared."""

    # Bots and whole games (compiled) ------------------------------------------------------------------
    def playout(self, sheet: Record, state: Record, seed: Any, /) -> int:
        """Plays uniformly random moves to the end, in place; how many decisions that were."""

    def playouts(self, sheet: Record, seats: int, games: int, seed: Any, totals: Any, /) -> int:
        """Many random games from the start; adds up each seat's points in `totals`; how many decisions."""

    def greedy(self, sheet: Record, state: Record, seat: int, seed: Any, /) -> int:
        """The move of the greedy bot: points now."""

    def planner(self, sheet: Record, state: Record, seat: int, seed: Any, /) -> int:
        """The move of the planner: a hand-written value of what a seat has and may still get."""

    def learned(
        self, sheet: Record, state: Record, seat: int, seed: Any, net: Net, unrest: float, desk: Desk, /
    ) -> int:
        """The move of the learned bot with this net, and noise of so many points on what it thinks."""

    def master(self, sheet: Record, state: Record, seat: int, seed: Any, net: Net, desk: Desk, /) -> int:
        """The move of the master: the learned bot that also works out what chance may bring next."""

    # The nets of the learned bots ---------------------------------------------------------------------
    def aims(self, sheet: Record, state: Record, out: Any, /) -> None:
        """What a net learns to foresee of each seat, as it stands: its points, or its lead (compiled)."""

    @property
    def FEATURES(self) -> int:  # noqa: N802
        """The version of what nets see: raised when the inputs change."""

    @property
    def LOW(self) -> int:  # noqa: N802
        """The points of a net's first bin."""

    @property
    def STEP(self) -> int:  # noqa: N802
        """The points from one bin to the next."""

    def inputs(self, packed: Record, /) -> int:
        """How many inputs a net for this sheet has (plain Python)."""

    # To and from the reference (plain Python) ---------------------------------------------------------
    def actions(self, packed: Record, /) -> int:
        """How many moves there are on this sheet: they are the numbers below this."""

    def to_int(self, sheet: Any, move: Any, /) -> int:
        """The number of a move of the reference."""

    def to_move(self, sheet: Any, number: int, /) -> Any:
        """The move of the reference with this number."""

    def from_state(self, packed: Record, state: Any, /) -> Record:
        """A state of the reference as a table."""

    def to_state(self, sheet: Any, packed: Record, state: Record, /) -> Any:
        """A table as a state of the reference, equal to the one it stands for."""


class NoNumba(ImportError):
    """There is a twin, but what it needs is not installed: NumPy, or Numba where plain Python is too slow."""

    def __init__(self, missing: str) -> None:
        self.sentence = Text(
            f"Dafür fehlt {missing}: installiere kritzel[fast].",
            f"This needs {missing}: install kritzel[fast].",
        )
        super().__init__(self.sentence.en, name=missing)


def compiles() -> bool:
    """Whether twins are compiled here: Numba is installed, and nobody wants plain Python."""
    return os.environ.get(PLAIN, "0") in ("", "0") and find_spec("numba") is not None


def has_twin(slug: str) -> bool:
    """Whether a twin of this game can be used here: there is one, and NumPy is installed."""
    return _is_there(slug) and find_spec("numpy") is not None


def twin(slug: str) -> Twin:
    """The twin of a game, compiled where that can be (`compiles`), else plain Python.

    UnknownName (a LookupError) where there is none, NoNumba where NumPy is missing.
    """
    if not _is_there(game(slug).slug):
        raise UnknownName(
            Text(
                f"„{slug}“ hat keinen übersetzten Zwilling.",
                f"'{slug}' has no compiled twin.",
            )
        )
    try:
        return cast(Twin, import_module(f"{__package__}.{slug}"))
    except ImportError as error:
        if (error.name or "").partition(".")[0] in NEEDED:
            raise NoNumba(str(error.name)) from None
        raise


@lru_cache(16)
def loop_of(file: Path, package: str, slug: str, minds: bool) -> Any:
    """A module of compiled loops that is written once for every game, bound to the twin of one: its `twin`.

    Compiled functions bind what they call when they are compiled, so it is loaded once per game; and once
    more with `MINDS` for bots that have nets, which take long to compile and are rarely needed.
    """
    spec = spec_from_file_location(f"{package}.{file.stem}_{slug}{'_minds' if minds else ''}", file)
    assert spec is not None, "a file of ours"
    assert spec.loader is not None, "a file has a loader"
    module = module_from_spec(spec)
    module.__dict__.update(twin=twin(slug), MINDS=minds)
    sys.modules[spec.name] = module  # where the cache of compiled code looks for it
    spec.loader.exec_module(module)
    return module


def _is_there(slug: str) -> bool:
    return slug in GAMES and find_spec(f"{__package__}.{slug}") is not None
