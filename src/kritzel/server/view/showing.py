"""A table as its viewers may see it, worked out once for all of them: live play, coming back, replay, export.

Everything of the game comes from the game's own `view`: a seat's own sheet from the view of that seat,
all others and all scores from the view of somebody who only watches. Knows no rule and no wire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import Chance, Clock, Line, Over, Seat, State
from kritzel.layout import Picture
from kritzel.record import Played
from kritzel.server.bots.questions import FAILED
from kritzel.server.table import instead, seating
from kritzel.server.table.seating import BOT, OPEN
from kritzel.server.table.standing import Standing
from kritzel.server.table.undos import undoable
from kritzel.server.view import ends, real_dice
from kritzel.server.view.book import Book, book
from kritzel.server.wire import parts

Pictures: TypeAlias = Sequence[Picture | None]
"""One for each seat, none for somebody who saw nothing yet."""


class Presence(NamedTuple):
    """Who is at the table, and who has been away for longer than the grace.

    `instead` are those who play for bots of this table that cannot yet, and how far these are.
    """

    here: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    grace: int = 0
    instead: tuple[tuple[str, parts.Instead], ...] = ()


class Viewer(NamedTuple):
    """Who looks: their seats, whether the table is theirs; programs read notation, too."""

    seats: frozenset[Seat] = frozenset()
    owner: bool = False
    notation: bool = False


class Score(NamedTuple):
    """A seat's points, the lines of its pad, and how far it has come towards ending the game."""

    total: int
    lines: tuple[Line, ...]
    goal: Clock | None


class Public(NamedTuple):
    """What everybody may know, field by field as it travels."""

    phase: str
    seats: tuple[parts.Sitting, ...]
    awaits: str
    asked: tuple[Seat, ...]
    purpose: str
    together: bool
    out: tuple[Seat, ...]
    question: parts.Sentence | None
    clock: parts.Clock | None
    step: parts.Clock | None
    dice: parts.Dice
    seals: tuple[parts.Seal, ...]
    result: parts.Result | None
    rematch: str
    begins: str
    lots: tuple[Seat, ...]
    hints: bool


class Own(NamedTuple):
    """What only those know who sit there, or programs ask for."""

    entry: parts.Asked | None = None
    correction: parts.Correction | None = None
    position: str = ""


class Seen(NamedTuple):
    """A table as one viewer sees it. `pictures` are one for each seat, `hands` one for each of their own."""

    showing: Showing
    viewer: Viewer
    version: int
    pictures: tuple[Picture, ...]
    hands: tuple[parts.Hand, ...]
    own: Own


class Shown(NamedTuple):
    """A seat's sheet as somebody saw it: the state they saw, the picture, and the moves listed in it."""

    state: State
    picture: Picture
    moves: tuple[parts.AnyMove, ...]


class Showing:
    """A table and who is there. Whatever a viewer sees is made when the first of them looks.

    `before` is the showing before this one: what looks as it did there is not made again.
    """

    def __init__(self, standing: Standing, presence: Presence = Presence(), before: Showing | None = None):  # noqa: B008
        table = standing.table
        self.standing, self.presence = standing, presence
        self.game, self._now = table.game, standing.now
        self.phase = standing.phase
        self.book: Book = before.book if before else book(table.game, table.sheet, len(table.seats))
        self._sheets: dict[tuple[Seat, bool], Shown] = before._sheets if before else {}
        self._drawn: dict[frozenset[Seat], tuple[Picture, ...]] = {}
        self._hands: dict[Seat, parts.Hand] = {}
        self.public: Public = self._public(before)
        self.scores: tuple[Score, ...] = self._scores()
        self.news: tuple[Showing, dict[str, Any]] | None = None
        """What is new since another showing; `changes` keeps it here for all who saw that one."""
        self.pictures: tuple[Pictures, Pictures, tuple[parts.Drawn, ...]] | None = None
        """The same for all pictures that somebody saw."""
        self.drawn: dict[tuple[Seat, bool], tuple[Picture | None, Picture, parts.Drawn | None]] = {}
        """The same for single pictures; whether somebody sees it for the first time."""

    def forget(self) -> None:
        """Let go of what was new, and of the showings and pictures it was compared with."""
        self.news = self.pictures = None
        self.drawn.clear()

    def seen(self, viewer: Viewer, version: int) -> Seen:
        """The table for one viewer."""
        return Seen(
            showing=self,
            viewer=viewer,
            version=version,
            pictures=self._pictures(viewer.seats),
            hands=tuple([self._hand(seat) for seat in sorted(viewer.seats)]),
            own=self._own(viewer),
        )

    # Sheets ------------------------------------------------------------------------------------
    def board(self, seat: Seat) -> int:
        """Which layout a seat has."""
        return self.game.board(self._now.public, seat)

    def _pictures(self, own: frozenset[Seat]) -> tuple[Picture, ...]:
        """The pictures of all sheets; the same ones for all who see no more than everybody does."""
        hiding = frozenset([seat for seat in own if self._now.hides(seat)])
        found = self._drawn.get(hiding)
        if found is None:
            each = [self._sheet(seat, seat in hiding).picture for seat in self.standing.table.seats]
            found = self._drawn[hiding] = tuple(each)
        return found

    def _sheet(self, seat: Seat, own: bool) -> Shown:
        """A seat's sheet, as it sees it itself or as everybody does."""
        hidden = own and self._now.hides(seat)
        state, found = self._now.seen(seat) if hidden else self._now.public, self._sheets.get((seat, hidden))
        if found is None or not self._now.same(found.state, state):
            found = self._sheets[seat, hidden] = self._made(state, seat)
        return found

    def _made(self, state: State, seat: Seat) -> Shown:
        moves = self.game.moves(state, seat)
        picture = self.game.picture(state, seat, moves)
        return Shown(state, picture, tuple([self.book.move(move) for move in moves]))

    # Seats -------------------------------------------------------------------------------------
    def _seats(self) -> tuple[parts.Sitting, ...]:
        company = self.standing.company
        taken = Counter(hint.seat for hint in self.standing.hints)
        each = enumerate(zip(company.places, company.names, strict=True))
        return tuple([self._sitting(place, name, taken[seat]) for seat, (place, name) in each])

    def _same_people(self, before: Showing) -> bool:
        then, now = before.standing, self.standing
        same = then.company is now.company and then.hints is now.hints
        return same and before.presence == self.presence

    def _sitting(self, place: seating.Place, name: str, taken: int) -> parts.Sitting:
        bot, player = place.kind == BOT, place.player
        return parts.Sitting(
            name if place.kind != OPEN else "",
            place.kind,
            place.bot,
            bot or player in self.presence.here,
            player in self.presence.gone and not place.bot,
            bot or self.standing.company.is_ready(player),
            self._instead(place) if place.bot else None,
            place.hints,
            taken,
        )

    def _instead(self, place: seating.Place) -> parts.Instead | None:
        """Who moves in the place of the seat's bot: for now, or as it was with the last move."""
        for bot, other in self.presence.instead:
            if bot == place.bot and self.standing.phase in ("open", "running"):
                return other
        if place.why != FAILED:
            return None
        return parts.Instead(place.moved, place.why, instead.sentence(place.bot, place.moved, place.why))

    def _scores(self) -> tuple[Score, ...]:
        game, public, pads = self.game, self._now.public, self._now.pads
        both = zip(self.standing.points, pads, strict=True)
        return tuple([Score(p, pad.lines, game.goal(public, seat)) for seat, (p, pad) in enumerate(both)])

    # What is awaited ---------------------------------------------------------------------------
    def _public(self, before: Showing | None) -> Public:
        standing, game, public = self.standing, self.game, self._now.public
        phase, running = self.phase, self.phase == "running"
        last = before if before and before.phase == phase else None
        awaits, asked, purpose = self._awaits(phase)
        step = game.step(public) if running else None
        return Public(
            phase=phase,
            seats=last.public.seats if last and self._same_people(last) else self._seats(),
            awaits=awaits,
            asked=asked,
            purpose=purpose,
            together=bool(standing.deciding) and self._now.running.shared,
            out=tuple([seat for seat in standing.table.seats if game.is_out(public, seat)]),
            question=self._question(purpose) if running else None,
            clock=self.clock(game.clock(public)) if running else None,
            step=None if step is None else self.clock(step),
            dice=last.public.dice if last and phase != "open" else ends.dice(standing),
            seals=ends.sealed(standing),
            result=ends.result(standing) if phase == "over" else None,
            rematch=standing.rematch,
            begins="" if game.facts.together else standing.begins or "0",
            lots=standing.lots,
            hints=phase == "running" and standing.company.hints,
        )

    def _awaits(self, phase: str) -> tuple[str, tuple[Seat, ...], str]:
        """What the table waits for: of which seats, and for luck, what for."""
        pending, company = self._now.pending, self.standing.company
        if phase == "open":
            return _before(company)
        if phase == "stopped" or isinstance(pending, Over):
            return phase, (), ""
        if isinstance(pending, Chance):
            return "chance", (), pending.purpose
        return "decision", pending.seats, ""

    def _question(self, purpose: str) -> parts.Sentence:
        """What the seats are asked for; before luck, what comes."""
        game = self.game
        return self.book.sentence(game.facts.chance(purpose) if purpose else game.question(self._now.public))

    def clock(self, clock: Clock) -> parts.Clock:
        """A clock as it travels."""
        return parts.Clock(clock.now, clock.of, self.book.sentence(clock.words))

    # Those who sit there -----------------------------------------------------------------------
    def _hand(self, seat: Seat) -> parts.Hand:
        """What a seat can do, for whoever holds it."""
        if seat not in self._hands:
            self._hands[seat] = self._new_hand(seat)
        return self._hands[seat]

    def _new_hand(self, seat: Seat) -> parts.Hand:
        if self.phase != "running":
            return parts.Hand(seat)
        moves = self._sheet(seat, own=True).moves if seat in self._now.deciding else ()
        return parts.Hand(seat, moves, self._undo(seat))

    def _undo(self, seat: Seat) -> parts.AnyMove | None:
        found = undoable(self.standing.table, seat)
        return self.book.move(found.move) if isinstance(found, Played) else None

    def _own(self, viewer: Viewer) -> Own:
        standing = self.standing
        if not standing.real_dice and not viewer.notation:
            return NOBODYS
        return Own(
            real_dice.asked(standing) if viewer.seats else None,
            real_dice.correction(standing) if viewer.seats else None,
            self._position(viewer) if viewer.notation else "",
        )

    def _position(self, viewer: Viewer) -> str:
        """The table in notation; nothing for those who do not ask: a page never reads it."""
        own = next(iter(viewer.seats)) if len(viewer.seats) == 1 else None
        return self._now.position(own)


def _before(company: seating.Company) -> tuple[str, tuple[Seat, ...], str]:
    """What is awaited before the game: people, that they are ready, that their seals are opened."""
    if company.open:
        return "people", company.open, ""
    return ("ready", company.unready, "") if company.unready else ("seeds", company.unopened, "")


NOBODYS = Own()
