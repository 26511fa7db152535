"""A table as one viewer may see it: the one serialiser of live play, resume, replay and export.

Everything of the game comes from the game's own `view`: a seat's own sheet from the view of that seat,
all others and all scores from the view of somebody who only watches. Knows no rule and no wire.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from kritzel.game import Chance, Clock, Facts, Line, Over, Place, Score, Seat
from kritzel.mechanics.dice import Roll
from kritzel.record import CannotUndo
from kritzel.server.bots.questions import FAILED
from kritzel.server.table import instead, seating
from kritzel.server.table.dice import SCHEME
from kritzel.server.table.seating import BOT, OPEN
from kritzel.server.table.standing import Standing
from kritzel.server.table.undos import undoable
from kritzel.server.view import scenes
from kritzel.server.view.options import option
from kritzel.server.wire import parts
from kritzel.server.wire.parts import Words


class Presence(NamedTuple):
    """Who is at the table, and who has been away for longer than the grace.

    `instead` are those who play for bots of this table that cannot yet, and how far these are.
    """

    here: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    grace: int = 0
    instead: tuple[tuple[str, parts.Instead], ...] = ()


class Viewer(NamedTuple):
    """Who looks: a player (or nobody), their seats, the language they read; programs read notation, too."""

    player: str = ""
    seats: frozenset[Seat] = frozenset()
    lang: str = "en"
    notation: bool = False


def both(de: str, en: str) -> Words:
    """A sentence in both languages."""
    return Words(de, en)


class Showing:
    """A standing and who is there; makes views of it. Scenes are made once and shared by all viewers.

    `before` is what was shown until now: what has not changed since then is taken from there.
    """

    def __init__(
        self,
        standing: Standing,
        presence: Presence = Presence(),  # noqa: B008
        before: Showing | None = None,
    ) -> None:
        self.standing = standing
        self.presence = presence
        self._now = standing.now
        self._facts = standing.table.game.facts
        self.public = self._now.public
        self._phase, self._deciding = standing.phase, standing.deciding
        self._together = bool(self._deciding) and self._now.running.shared
        self._names = standing.company.names
        self._scenes: dict[tuple[Seat, bool, str], scenes.Drawn] = {}
        self._older = before._scenes if before else {}
        self._lines: dict[Seat, tuple[Score, tuple[parts.Line, ...]]] = dict(before._lines) if before else {}
        self._same: dict[str, Any] = {}

    def at(self, presence: Presence) -> Showing:
        """The same table with other people present."""
        if presence == self.presence:
            return self
        other = Showing.__new__(Showing)
        other.__dict__.update(self.__dict__)
        other.presence, other._same = presence, {}
        return other

    def view(self, viewer: Viewer, version: int) -> parts.View:
        """The whole table for one viewer."""
        standing, table = self.standing, self.standing.table
        return parts.View(
            version=version,
            you=tuple(sorted(viewer.seats)),
            owner=bool(viewer.player) and viewer.player == standing.company.owner,
            hands=tuple([self._hand(seat) for seat in sorted(viewer.seats)]),
            entry=self._asked() if viewer.seats else None,
            correction=self._correction() if viewer.seats else None,
            position=self._position(viewer),
            **self._for_everybody(),
            scenes=tuple(
                [self._scene(seat, own=seat in viewer.seats, lang=viewer.lang) for seat in table.seats]
            ),
        )

    def _position(self, viewer: Viewer) -> str:
        """The table in notation; nothing for those who do not ask: a page never reads it."""
        own = next(iter(viewer.seats)) if len(viewer.seats) == 1 else None
        return self._now.position(own) if viewer.notation else ""

    def _for_everybody(self) -> dict[str, Any]:
        """What is the same for every viewer, made once."""
        if not self._same:
            standing, game, sheet = self.standing, self.standing.table.game, self.standing.table.sheet
            self._same = {
                "table": standing.id,
                "game": game.slug,
                "sheet": f"{game.slug}/{sheet.id}",
                "title": Words.of(sheet.title),
                "phase": self._phase,
                "rematch": standing.rematch,
                "begins": "" if game.facts.together else standing.begins or "0",
                "lots": standing.lots,
                "grace": self.presence.grace,
                "seats": self._seats(),
                "waiting": self._waiting(),
                "dice": self._dice(),
                "result": self._result(),
            }
        return self._same

    # Sheets ------------------------------------------------------------------------------------
    def _scene(self, seat: Seat, *, own: bool, lang: str) -> parts.Scene:
        own = own and self._now.hides(seat)
        seen = self._now.seen(seat) if own else self.public
        if (seat, own, lang) not in self._scenes:
            self._scenes[seat, own, lang] = self._drawn(seen, seat, own, lang)
        return self._scenes[seat, own, lang].part

    def _drawn(self, seen: Any, seat: Seat, own: bool, lang: str) -> scenes.Drawn:
        older = self._older.get((seat, own, lang)) or self._older.get((seat, not own, lang))
        if older is not None and older.seen == seen:
            return older
        return scenes.drawn(seen, self.standing.table.game.scene(seen, seat, lang), older)

    # Seats -------------------------------------------------------------------------------------
    def _seats(self) -> tuple[parts.SeatView, ...]:
        return tuple([self._seat(seat, pad) for seat, pad in enumerate(self._now.pads)])

    def _seat(self, seat: Seat, pad: Any) -> parts.SeatView:
        company = self.standing.company
        place = company.places[seat]
        deciding = seat in self._deciding
        return parts.SeatView(
            seat=seat,
            name=self._names[seat] if place.kind != OPEN else "",
            kind=place.kind,
            bot=place.bot,
            present=place.kind == BOT or place.player in self.presence.here,
            replaceable=place.player in self.presence.gone and not place.bot,
            ready=place.kind == BOT or place.player in company.seeds,
            deciding=deciding,
            done=self._together and not deciding,
            out=self.standing.table.game.is_out(self.public, seat),
            total=self.standing.points[seat],
            lines=self._pad(seat, pad),
            goal=self._goal(seat),
            instead=self._instead(place),
        )

    def _instead(self, place: seating.Place) -> parts.Instead | None:
        """Who moves in the place of the seat's bot: for now, or as it was with the last move."""
        for bot, other in self.presence.instead:
            if bot == place.bot and self._phase in ("open", "running"):
                return other
        if not place.bot or place.why != FAILED:
            return None
        return parts.Instead(place.moved, place.why, instead.sentence(place.bot, place.moved, place.why))

    def _pad(self, seat: Seat, pad: Score) -> tuple[parts.Line, ...]:
        """The lines of a score pad, the same as before where nothing has changed."""
        if seat not in self._lines or self._lines[seat][0] != pad:
            self._lines[seat] = pad, tuple([_line(self._facts, line) for line in pad.lines])
        return self._lines[seat][1]

    # What is awaited ---------------------------------------------------------------------------
    def _waiting(self) -> parts.Waiting:
        pending = self._now.pending
        nothing = both("", "")
        if self._phase == "stopped":
            return parts.Waiting(
                "stopped", both("Die Partie wurde beendet.", "The game was stopped."), nothing, ()
            )
        if self._phase == "open":
            return self._waiting_for_people()
        if isinstance(pending, Over):
            return parts.Waiting("over", Words.of(self._facts.reason(pending.reason)), nothing, ())
        if isinstance(pending, Chance):
            what = self._chance(pending.purpose)
            ask = both(f"Jetzt kommt: {what.de}.", f"Next: {what.en}.")
            return parts.Waiting("chance", ask, nothing, (), pending.purpose, self._clock(), self._step())
        turn, seats = self._turn(pending.seats), tuple(pending.seats)
        return parts.Waiting("decision", turn, self._question(), seats, "", self._clock(), self._step())

    def _clock(self) -> parts.Clock:
        return _clock(self.standing.table.game.clock(self.public))

    def _step(self) -> parts.Clock | None:
        step = self.standing.table.game.step(self.public)
        return None if step is None else _clock(step)

    def _goal(self, seat: Seat) -> parts.Clock | None:
        goal = self.standing.table.game.goal(self.public, seat)
        return None if goal is None else _clock(goal)

    def _question(self) -> Words:
        """What the seats are asked for."""
        return Words.of(self.standing.table.game.question(self.public))

    def _waiting_for_people(self) -> parts.Waiting:
        company = self.standing.company
        if company.open:
            count = len(company.open)
            free = both(
                f"{count} {'Platz ist' if count == 1 else 'Plätze sind'} noch frei.",
                f"{count} {'seat is' if count == 1 else 'seats are'} still free.",
            )
            return parts.Waiting("people", free, both("", ""), company.open)
        names = ", ".join(self._names[seat] for seat in company.unready)
        ready = both(f"Gleich geht es los. Warten auf {names}.", f"About to begin. Waiting for {names}.")
        return parts.Waiting("ready", ready, both("", ""), company.unready)

    def _turn(self, seats: tuple[Seat, ...]) -> Words:
        names = [self._names[seat] for seat in seats]
        if len(names) == 1:
            return both(f"{names[0]} ist dran.", f"{names[0]}'s turn.")
        listed = ", ".join(names)
        return both(f"Alle wählen. Noch dabei: {listed}.", f"Everyone chooses. Still at it: {listed}.")

    def _asked(self) -> parts.Asked | None:
        """What people with real dice are to tell."""
        pending = self._now.pending
        if self._phase != "running" or not isinstance(pending, Chance):
            return None
        purpose = (pending.purpose, self._chance(pending.purpose))
        if isinstance(pending.event, Roll):
            return parts.Asked(*purpose, pending.event.dice, self._faces(pending.event), ())
        cards = tuple(self._outcome(outcome) for outcome, _ in pending.event.outcomes())
        return parts.Asked(*purpose, 0, (), cards)

    def _correction(self) -> parts.Correction | None:
        """The roll that people can correct."""
        standing, roll = self.standing, self.standing.last_roll
        if self._phase != "running" or not standing.real_dice or roll is None:
            return None
        asked = standing.doubt.seat if standing.doubt else None
        named = self._chance(roll.purpose)
        return parts.Correction(roll.purpose, named, roll.text, asked, standing.unasked)

    def _chance(self, purpose: str) -> Words:
        return Words.of(self._facts.chance(purpose))

    def _faces(self, roll: Roll) -> tuple[str, ...]:
        say, state = self.standing.table.game.say_outcome, self.standing.table.state
        return tuple([say(state, (face,) * roll.dice).faces[0] for face in roll.faces])

    def _outcome(self, outcome: tuple[int, ...]) -> str:
        return self.standing.table.game.outcome_text(self.standing.table.state, outcome)

    # Hands -------------------------------------------------------------------------------------
    def _hand(self, seat: Seat) -> parts.Hand:
        """What a seat can do, for whoever holds it."""
        table = self.standing.table
        if self._phase != "running":
            return parts.Hand(seat, (), "", None)
        moves = table.game.moves(self._now.seen(seat), seat) if seat in self._deciding else ()
        options = tuple([option(table.game, table.sheet, move) for move in moves])
        try:
            undo = option(table.game, table.sheet, undoable(table, seat).move)
        except CannotUndo:
            return parts.Hand(seat, options, "", None)
        return parts.Hand(seat, options, undo.text, undo.words)

    # Dice and end ------------------------------------------------------------------------------
    def _dice(self) -> parts.Dice:
        standing = self.standing
        seed = standing.proof.seed if standing.proof else ""
        scheme = "" if standing.real_dice else SCHEME
        return parts.Dice(standing.real_dice, scheme, standing.created.commit, seed)

    def _result(self) -> parts.Result | None:
        pending = self._now.pending
        if self._phase != "over" or not isinstance(pending, Over):
            return None
        nth, (ranks, by) = pending.solo_rank, self._ranks()
        ranking = tuple(self._rank(place) for place in sorted(pending.ranking, key=lambda p: p.place))
        reason = Words.of(self._facts.reason(pending.reason))
        of, title = (len(ranks), ranks[nth - 1].title) if nth else (0, None)
        return parts.Result(pending.reason, pending.clause, reason, ranking, nth, of, title, ranks, by)

    def _ranks(self) -> tuple[tuple[parts.SoloRank, ...], str]:
        """The ranks of the sheet for somebody who plays alone, and their clause."""
        table = self.standing.table
        if (found := table.game.ranks(table.sheet)) is None:
            return (), ""
        each = enumerate((*found.least, None), 1)
        ranks = [parts.SoloRank(Words.of(self._facts.rank(nth)), least) for nth, least in each]
        return tuple(ranks), found.clause

    def _rank(self, p: Place) -> parts.Rank:
        name = self._names[p.seat]
        return parts.Rank(p.seat, name, p.place, p.points, p.by, Words.of(self._facts.placed_by(p.by)))


@lru_cache(4096)
def _line(facts: Facts, line: Line) -> parts.Line:
    named = Words.of(facts.line(line.key))
    return parts.Line(line.key, named, line.clause, line.points, line.have, line.of, line.at_end)


@lru_cache(4096)
def _clock(clock: Clock) -> parts.Clock:
    return parts.Clock(clock.now, clock.of, Words.of(clock.words))
