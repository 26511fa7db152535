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
    from kritzel.fast.course import Hyperparameters
    from kritzel.fast.net import Net, Scratch
    from kritzel.fast.records import Numbers, Reals, Records, Seed


class Strategy(Protocol):
    """What the compiled bots of every game have. Sheets and tables are the twin's and stay unchanged."""

    # Bots (compiled) ----------------------------------------------------------------------------------
    def greedy(self, sheet: Records, state: Records, seat: int, seed: Seed, /) -> int:
        """The move of the greedy bot: points now."""

    def planner(self, sheet: Records, state: Records, seat: int, seed: Seed, /) -> int:
        """The move of the planner: a hand-written value of what a seat has and may still get."""

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
        """The move of the learned bot with this net, and noise of so many points on what it thinks."""

    def master(
        self, sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch, /
    ) -> int:
        """The move of the master: the learned bot that also works out what chance may bring next."""

    # Their nets ---------------------------------------------------------------------------------------
    def targets(self, sheet: Records, state: Records, out: Numbers, /) -> None:
        """What a net learns to foresee of each seat, as it stands: its points, or its lead (compiled)."""

    # What a review asks (compiled) --------------------------------------------------------------------
    def anticipate(self, sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, /) -> int:
        """Looks at a table for a seat: the chances of all outcomes are in `scratch.chances` then, and this is
        what they count from (see `net`)."""

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
        """Fills in what throws of so many dice (a row each) are worth to the seat in turn, and says which
        that is; -1 where the tables after them can be looked at instead."""

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
        """Fills in the moves worth a look and what each is worth to the seat, in points (a win is worth
        `net.WIN` of them), and says how many there are."""

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
    """Whether a mind for this game can be used here: there is one, and NumPy is installed."""
    return slug in GAMES and bool(GAMES[slug].bot) and find_spec("numpy") is not None


def strategy(slug: str) -> Strategy:
    """The mind of a game. UnknownName (a LookupError) where there is none, NotInstalled without NumPy."""
    if not (package := game(slug).bot):
        raise UnknownName(
            Text(f"Für „{slug}“ gibt es keine übersetzten Bots.", f"'{slug}' has no compiled bots.")
        )
    return cast(Strategy, load(package))
