"""One game under full control: the caller feeds chance, lists it or leaves it to luck; copies are cheap.

The environments for PettingZoo and Gymnasium each play on a desk (`env.desk`); a search takes copies of it.

Rewards by name. `score`: a seat's points when the game ends. `margin`: its points at the end less the mean of
the others'; the margins of all seats add up to 0. `win`: its share of the win: 1, 0, or an equal part of a
shared first place, tie-breaks included. `gain`: points gained since the last step, as they are settled; they
add up to the points at the end less those at the start. Where the fewest points win, each point is paid as
-1. All but `gain` are paid once, when the game ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from kritzel.envs.sheets import Paper
from kritzel.envs.vector_loop import GAIN, MARGIN, MOST_FACES, MOST_SEATS, SCORE, WIN
from kritzel.fast.luck import DECISION, OVER
from kritzel.game import Chance, Decision, IllegalOutcome, Outcome, Over, Text

Fed: TypeAlias = str | Outcome
"""An outcome in notation (`1123456`) or as numbers."""

Source: TypeAlias = Iterable[Fed] | Callable[["Desk"], Fed | None]
"""Where outcomes come from: a list used in turn, or a function; None and the end of the list mean luck."""

LIMIT = 10_000
"""A game is broken off after this many decisions: The Border need not end."""

ILLEGAL = -100.0
"""What an illegal action costs alone; no honest game on a printed sheet ends with so little."""

MODES = {"score": SCORE, "margin": MARGIN, "win": WIN, "gain": GAIN}


def reward_mode(name: str | None, seats: int) -> int:
    """The number of a reward; None: `score` alone, `margin` with company. ValueError for unknown names."""
    chosen = name or ("score" if seats == 1 else "margin")
    if chosen not in MODES:
        raise ValueError(f"there is no reward '{chosen}', only: {', '.join(MODES)}")
    return MODES[chosen]


class Desk:
    """One table of the compiled twin. It stops where a seat or chance has to act."""

    def __init__(self, paper: Paper, deal: int = 0) -> None:
        self.paper = paper
        self.table = paper.fresh.copy()
        self.deal = deal
        self._faces = np.zeros(MOST_FACES, np.int32)
        self._moves = np.zeros(paper.twin.MOST_MOVES, np.int32)
        self._numbers = np.zeros(max(paper.seats, MOST_SEATS), np.int32)

    # Where the table stands -----------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.paper.twin.pending(self.paper.packed, self.table) == OVER

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may act now."""
        asked = self.paper.twin.deciding(self.paper.packed, self.table) if self.waits_for_seats else 0
        return tuple(seat for seat in range(self.paper.seats) if asked >> seat & 1)

    @property
    def waits_for_seats(self) -> bool:
        """Whether a seat has to decide."""
        return self.paper.twin.pending(self.paper.packed, self.table) == DECISION

    @property
    def waits_for_chance(self) -> bool:
        """Whether dice have to be thrown or a card drawn."""
        return self.paper.twin.pending(self.paper.packed, self.table) > DECISION

    @property
    def state(self) -> Any:
        """The table as a state of the reference engine, for everything `kritzel.game` can answer."""
        return self.paper.twin.to_state(self.paper.sheet, self.paper.packed, self.table)

    @property
    def pending(self) -> Chance | Decision | Over:
        """What the table waits for, in the words of `kritzel.game`."""
        return self.paper.game.rules.pending(self.state)

    @property
    def position(self) -> str:
        """The whole table in one line of notation."""
        return self.paper.game.notation.position_text(self.state)

    def lay(self, position: str) -> None:
        """Set the table from its line. NotationError where it is wrong, ValueError for other seats."""
        state = self.paper.game.notation.parse_position(self.paper.sheet, position)
        table = self.paper.twin.from_state(self.paper.packed, state)
        seats = len(self.paper.game.rules.score(state))
        if seats != self.paper.seats:
            raise ValueError(f"this desk has {self.paper.seats} seats, the position {seats}")
        self.table[:] = table

    # Seats ----------------------------------------------------------------------------------------------
    def mask(self, seat: int) -> Any:
        """A 1 for each action the seat may take now (int8)."""
        mask = np.zeros(self.paper.actions, np.int8)
        mask[self.actions(seat)] = 1
        return mask

    def actions(self, seat: int) -> Any:
        """The actions the seat may take now."""
        many = self.paper.twin.legal(self.paper.packed, self.table, self._seat(seat), self._moves)
        return self._moves[:many].copy()

    def act(self, seat: int, action: int) -> None:
        """The seat acts. IllegalMove names the clause; ValueError for what is no action at all."""
        chosen = self.paper.known(action)
        if not self.paper.twin.allowed(self.paper.packed, self.table, self._seat(seat), chosen):
            self.paper.refuse(self.table, seat, chosen)
        self.paper.twin.apply(self.paper.packed, self.table, seat, chosen)

    def observe(self, seat: int) -> Any:
        """What the seat sees, as numbers (see `layout`)."""
        row = np.zeros(self.paper.length, np.float32)
        self.paper.view.observe(self.paper.packed, self.table, self._seat(seat), row)
        return row

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.paper.seats:
            raise ValueError(f"seats are numbers from 0 to {self.paper.seats - 1}, not {seat}")
        return seat

    # Chance ---------------------------------------------------------------------------------------------
    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """Everything chance can bring now, each once, with its exact weight."""
        return list(self._chance().event.outcomes())

    def feed(self, outcome: Fed) -> None:
        """Chance brings this. IllegalOutcome or NotationError for what cannot be."""
        event = self._chance().event
        read = (
            self.paper.game.notation.parse_outcome(self.state, outcome)
            if isinstance(outcome, str)
            else outcome
        )
        brought = event.normal(read)
        if brought not in event:
            raise IllegalOutcome(Text(f"{brought} kann jetzt nicht kommen", f"{brought} cannot come now"))
        self._faces[: len(brought)] = brought
        self.paper.twin.reveal(self.paper.packed, self.table, self._faces, len(brought))

    def roll(self) -> None:
        """Chance brings what the deal holds."""
        many = self.paper.twin.outcome(self.paper.packed, self.table, self.deal, self._faces)
        self.paper.twin.reveal(self.paper.packed, self.table, self._faces, many)

    def carry_on(self, source: Callable[[Desk], Fed | None] | None = None) -> None:
        """Chance events until a seat decides or the game is over; the source is asked first."""
        while self.waits_for_chance:
            brought = source(self) if source else None
            if brought is None:
                self.roll()
            else:
                self.feed(brought)

    def _chance(self) -> Chance:
        pending = self.pending
        if not isinstance(pending, Chance):
            raise IllegalOutcome(
                Text("jetzt ist nichts dem Zufall überlassen", "nothing is left to chance now")
            )
        return pending

    # Points ---------------------------------------------------------------------------------------------
    def scores(self) -> tuple[int, ...]:
        """The points of all seats as they stand."""
        self.paper.twin.scores(self.paper.packed, self.table, self._numbers)
        return tuple(self._numbers[: self.paper.seats].tolist())

    def places(self) -> tuple[int, ...]:
        """The place of each seat, if the game ended now."""
        self.paper.twin.places(self.paper.packed, self.table, self._numbers)
        return tuple(self._numbers[: self.paper.seats].tolist())

    def pay(self, mode: int) -> tuple[float, ...]:
        """The rewards of all seats if the game ended now."""
        sign = -1 if self.paper.game.facts.fewest_win else 1
        scores, seats = [sign * points for points in self.scores()], self.paper.seats
        if mode == WIN:
            places = self.places()
            return tuple(1 / places.count(1) if place == 1 else 0.0 for place in places)
        if mode == MARGIN and seats > 1:
            return tuple(mine - (sum(scores) - mine) / (seats - 1) for mine in scores)
        return tuple(float(mine) for mine in scores)

    # Copies ---------------------------------------------------------------------------------------------
    def restart(self, deal: int) -> None:
        """The table before anything happened, with this luck."""
        self.table[:] = self.paper.fresh
        self.deal = deal

    def clone(self) -> Desk:
        """Another desk in the same position, with the same luck to come unless it gets another `deal`."""
        other = Desk(self.paper, self.deal)
        other.table[:] = self.table
        return other

    def state_dict(self) -> dict[str, Any]:
        """All that `load_state_dict` of a desk on the same sheet needs."""
        about = {"sheet": self.paper.name, "fingerprint": self.paper.fingerprint, "seats": self.paper.seats}
        return {**about, "deal": self.deal, "table": self.table.copy()}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Restore. ValueError for the state of another sheet or with other seats."""
        if (kept["fingerprint"], kept["seats"]) != (self.paper.fingerprint, self.paper.seats):
            there, here = (
                f"{kept['sheet']} with {kept['seats']}",
                f"{self.paper.name} with {self.paper.seats}",
            )
            raise ValueError(f"kept on {there} seats, this is {here}, or another sheet of that name")
        self.table[:] = kept["table"]
        self.deal = kept["deal"]


class Script:
    """Outcomes fed in turn; afterwards luck. It can be copied and set back, which a generator could not."""

    def __init__(self, outcomes: Iterable[Fed]) -> None:
        self.outcomes = tuple(outcomes)
        self.used = 0

    def __call__(self, desk: Desk) -> Fed | None:
        """The next outcome."""
        if self.used == len(self.outcomes):
            return None
        self.used += 1
        return self.outcomes[self.used - 1]
