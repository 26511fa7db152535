"""What the compiled bots of every game can do, and which games have some. Importing this compiles nothing.

A strategy is a package below its game (`Game.bot`); `strategy(slug)` imports it, and Numba with it, only when
it is asked for. It never changes what is allowed. Without Numba the same code runs as plain Python and makes
the same moves.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

from kritzel.fast.twin import load
from kritzel.game import Text
from kritzel.games.catalogue import GAMES, UnknownName, game

if TYPE_CHECKING:
    from kritzel.fast.levels import Hyperparameters
    from kritzel.fast.net import Net, Scratch
    from kritzel.fast.records import Numbers, Reals, Records, Seed


class Strategy(Protocol):
    """What the compiled bots of every game have. Sheets and tables are the twin's and stay unchanged."""

    # Bots (compiled) ----------------------------------------------------------------------------------
    def greedy(self, sheet: Records, state: Records, seat: int, seed: Seed, /) -> int:
        """The move of the greedy bot: points now."""

    def planner(self, sheet: Records, state: Records, seat: int, seed: Seed, /) -> int:
        """The move of the planner: by a hand-written value of what a seat has and may still get."""

    def learned(
        self,
        sheet: Records,
        state: Records,
        seat: int,
        seed: Seed,
        net: Net,
        noise: float,
        scratch: Scratch,
        /,
    ) -> int:
        """The move of the learned bot with this net, and this noise, in points, on its values."""

    def master(
        self, sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch, /
    ) -> int:
        """The move of the master: the learned bot that also works out what chance may bring next."""

    # Their nets ---------------------------------------------------------------------------------------
    def targets(self, sheet: Records, state: Records, out: Numbers, /) -> None:
        """What a net learns to foresee of each seat, as it stands: its points, or its lead (compiled)."""

    # What a review asks (compiled) --------------------------------------------------------------------
    def anticipate(self, sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, /) -> int:
        """Fills `scratch.chances` with the chances of all outcomes for a seat. Returns the points they count
        from (see `net`)."""

    def rests(self, sheet: Records, state: Records, seat: int, /) -> bool:
        """Whether a rollout for this seat may end at this table with what the net says of it."""

    def weigh_throws(
        self,
        sheet: Records,
        state: Records,
        net: Net,
        scratch: Scratch,
        throws: Numbers,
        dice: int,
        values: Reals,
        /,
    ) -> int:
        """Fills in the values of throws of `dice` dice (a row each) for the seat in turn. Returns that seat;
        -1 where the tables after the throws can be looked at instead."""

    # What a hint asks (compiled) ----------------------------------------------------------------------
    def weigh_moves(
        self,
        sheet: Records,
        state: Records,
        seat: int,
        net: Net,
        scratch: Scratch,
        moves: Numbers,
        values: Reals,
        /,
    ) -> int:
        """Fills in the moves worth a look and the value of each to the seat, in points (a win is worth
        `net.WIN` of them). Returns how many there are."""

    @property
    def FEATURES(self) -> int:  # noqa: N802
        """The version of what nets see: raised when the inputs change."""

    @property
    def LOW(self) -> int:  # noqa: N802
        """The points of a net's first bin."""

    @property
    def STEP(self) -> int:  # noqa: N802
        """The points from one bin to the next."""

    @property
    def COURSE(self) -> Hyperparameters:  # noqa: N802
        """How nets for this game are trained."""

    def inputs(self, packed: Records, /) -> int:
        """How many inputs a net for this sheet has (plain Python)."""


def has_strategy(slug: str) -> bool:
    """Whether the game has compiled bots and NumPy is installed."""
    return slug in GAMES and bool(GAMES[slug].bot) and find_spec("numpy") is not None


def strategy(slug: str) -> Strategy:
    """The compiled bots of a game. Raises UnknownName (a LookupError) where there are none, NotInstalled
    without NumPy."""
    if not (package := game(slug).bot):
        de = f"Für „{slug}“ gibt es keine übersetzten Bots."
        raise UnknownName(Text(de, f"'{slug}' has no compiled bots."))
    return cast(Strategy, load(package))
