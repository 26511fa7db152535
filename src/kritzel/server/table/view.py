"""A table as one viewer may see it: one struct, which is also what travels.

A view is an allow-list. Everything of the game comes from the game's own `view`: a seat's own sheet from the
view of that seat, all other sheets and all scores from the view of a spectator. What never changes about a
sheet is in its document (`document`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kritzel import game as rules
from kritzel.game import Chance, Over, Place, Seat, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.layout import Count, Path, Picture
from kritzel.mechanics.dice import ColouredDice, Roll
from kritzel.record import Played
from kritzel.server.bots.questions import FAILED
from kritzel.server.table import dice, seating, story
from kritzel.server.table.document import AnyMove, MessagePart, Sentence, Words
from kritzel.server.table.log import Phase, SeatKind
from kritzel.server.table.seating import BOT, OPEN
from kritzel.server.table.state import TableState

Awaits: TypeAlias = Literal["people", "ready", "seeds", "chance", "decision", "over", "stopped"]


# What a view is made of ------------------------------------------------------------------------
class ClockView(MessagePart, frozen=True):
    """Progress: `now` of `of` (0 if unknown), and in words."""

    now: int
    of: int
    words: Sentence


class Substitute(MessagePart, frozen=True):
    """Another bot moves in the place of the seat's: who, why (`warming`, `missing`, `failed`), and in words.

    While the seat's own bot is `warming` up, `done` of `of` things are compiled.
    """

    bot: str
    why: str
    words: Words
    done: int = 0
    of: int = 0


class SeatView(MessagePart, frozen=True, omit_defaults=True):
    """Who sits on a seat: their `name`, and whether they are `present` and `ready`.

    `kind`: a `person` with a device of their own, a person `here` at another's device, a `bot`, or `open`.
    `bot` plays for the seat now (always for a bot, else while it stands in); if another bot moves in its
    place, `instead` says so. `replaceable`: the person has been away for longer than the grace, and the
    others may let a bot stand in. `allows`: they allow hints at the table; `hints`: how many were taken.
    """

    name: str
    kind: SeatKind
    bot: str = ""
    present: bool = False
    replaceable: bool = False
    ready: bool = False
    instead: Substitute | None = None
    allows: bool = False
    hints: int = 0


class ScorePad(MessagePart, frozen=True, omit_defaults=True):
    """A seat's score pad. `lines`: number of the document's line -> points, have, of.

    `total` is what is won so far; lines that are counted at the end join it when the game is over. `goal` is
    how far the seat has come towards ending the game, where a seat can do that.
    """

    total: int
    lines: dict[str, tuple[int, int, int]]
    goal: ClockView | None = None


class SheetView(MessagePart, frozen=True, omit_defaults=True):
    """What stands on a seat's sheet (`kritzel.layout.Picture`), as maps, so that changes stay small.

    `board`: which of the document's layouts, from 1. `sets`: number of the layout's sign -> its cells as a
    bit mask in hex; a sign without cells is left out. `tray`: place -> kind, state and face of a die or
    card, with a space between. `counts`: number of the slot -> points, note, state. `fates`: number of the
    plate -> what became of it. `total`: the points of the strip. `paths`: number -> kind and cells of a
    line. `numbers`: of all cells in their order, where they are not printed. `tray_note`: instead of the
    printed one.
    """

    board: int
    total: int
    sets: dict[str, str]
    tray: dict[str, str]
    counts: dict[str, Count]
    fates: dict[str, str]
    paths: dict[str, Path]
    numbers: tuple[int | None, ...] = ()
    tray_note: Sentence | None = None


class Hand(MessagePart, frozen=True, omit_defaults=True):
    """What one of the viewer's seats can do now: its legal `moves`, and the one it can take back (`undo`)."""

    moves: tuple[AnyMove, ...] = ()
    undo: AnyMove | None = None


class RollEntry(MessagePart, frozen=True):
    """What people with real dice are asked for: a number of `dice` with these `faces`, or one of `cards`.

    `purpose` is what luck decides, `words` say it.
    """

    purpose: str
    words: Words
    dice: int
    faces: tuple[str, ...]
    cards: tuple[str, ...]


class Correction(MessagePart, frozen=True, omit_defaults=True):
    """The last roll of real dice, which can be corrected: what it was for and what was read (`text`).

    `purpose` is what luck decided, `words` say it. `asked` is the seat that asks the others for it; then
    `missing` are the seats that have not answered yet.
    """

    purpose: str
    words: Words
    text: str
    asked: int | None = None
    missing: tuple[int, ...] = ()


class Seal(MessagePart, frozen=True, omit_defaults=True):
    """What the device of a `seat` has sealed for the dice (`seal`), and whether it is `opened` already."""

    seat: int
    seal: str
    opened: bool = False


class Dice(MessagePart, frozen=True):
    """Where luck comes from: `real` dice, or those of a `scheme` (docs/dice.md).

    They are promised by `commit`; `seed` is opened at the end. `round`: how often they were mixed before the
    game. `begins`: who is to begin, as it is mixed into them: `lots`, a chair, or empty.
    """

    real: bool
    scheme: str
    commit: str
    seed: str
    round: int
    begins: str


class Rank(MessagePart, frozen=True):
    """Where a seat ended: its `place` (from 1, shared ones equal), and what put it there, in `words`.

    `by` is `points`, `shared` or the key of a tie-break.
    """

    seat: int
    name: str
    place: int
    points: int
    by: str
    words: Words


class Result(MessagePart, frozen=True, omit_defaults=True):
    """How the game ended: the `reason`, its `clause`, and in `words`; `ranking`, the best first.

    `title` is the rank of a solo player, number `solo_rank` of `solo_ranks`; with others both are 0. `fewest`
    where the fewest points win.
    """

    reason: str
    clause: str
    words: Words
    ranking: tuple[Rank, ...]
    solo_rank: int
    solo_ranks: int
    title: Words | None = None
    fewest: bool = False


class View(Struct, frozen=True, eq=False, omit_defaults=True):
    """The table as one viewer sees it. `scores`, `sheets` and `hands` are by seat.

    `version` counts the entries of the viewer's log. `awaits` says what the table waits for: `people`,
    `ready`, `seeds` (that seals are opened), `chance` (what for: `purpose`), `decision`, `over` or `stopped`;
    `asked` are the seats that are to act, `together` whether several decide at the same time, `out` which
    seats sit out for now. `question` is what they are asked for; with `chance`, what comes. `clock` says
    which pass, round or card it is, and `step` which throw within it, where there are several. `seals`, until
    the game begins: what the devices have sealed for the dice. `begins`, before the game: whether lots are
    drawn for the seats (`lots`) or which seat comes first; empty where all always play at once. `lots`: where
    they were drawn, on which seat each seat sat before. `rematch`: the table of the rematch. `hints`: whether
    seats may take hints now. `hands`: only the viewer's own seats. `entry` and `correction`: with real dice,
    for those who sit there. `position` and `legal`: the table and the legal moves of the viewer's seats in
    notation, for programs only.
    """

    version: int
    phase: Phase
    seats: tuple[SeatView, ...]
    awaits: Awaits
    asked: tuple[int, ...]
    purpose: str
    together: bool
    out: tuple[int, ...]
    scores: dict[str, ScorePad]
    sheets: dict[str, SheetView]
    hands: dict[str, Hand]
    dice: Dice
    seals: tuple[Seal, ...]
    rematch: str
    begins: str
    lots: tuple[int, ...]
    hints: bool
    question: Sentence | None = None
    clock: ClockView | None = None
    step: ClockView | None = None
    result: Result | None = None
    entry: RollEntry | None = None
    correction: Correction | None = None
    position: str = ""
    legal: dict[str, tuple[str, ...]] | None = None


# Who looks -------------------------------------------------------------------------------------
class Viewer(NamedTuple):
    """Who looks: their seats, whether they own the table, whether it is a program."""

    seats: frozenset[Seat] = frozenset()
    owner: bool = False
    program: bool = False


class Presence(NamedTuple):
    """Which players are connected (`here`), and which have been away for longer than the grace (`gone`).

    `instead`: which bots have a substitute for now.
    """

    here: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    instead: tuple[tuple[str, Substitute], ...] = ()


class _Sheet(NamedTuple):
    """A seat's sheet and moves, made from a state as its viewer saw it."""

    state: State
    sheet: SheetView
    moves: tuple[Any, ...]


class ViewBuilder:
    """Makes the views of one table. What all viewers see is made once, and a sheet only if it has changed."""

    def __init__(self, table_state: TableState, presence: Presence = Presence()) -> None:  # noqa: B008
        self.game, self.document = table_state.table.game, table_state.document
        self._sheets: dict[tuple[Seat, bool], _Sheet] = {}
        self.show(table_state, presence)

    def show(self, table_state: TableState, presence: Presence) -> None:
        """Views are of this state from now on."""
        self.state, self.presence = table_state, presence
        self._now = table_state.now
        self._public: View | None = None
        self._views: dict[tuple[Viewer, int], View] = {}

    def view(self, viewer: Viewer, version: int) -> View:
        """The view of one viewer, whose log has `version` entries. Made once for all who see the same."""
        key = viewer, version
        if key not in self._views:
            self._views[key] = self._own(viewer, version)
        return self._views[key]

    def _own(self, viewer: Viewer, version: int) -> View:
        if self._public is None:
            self._public = self._make_public()
        public, seats = self._public, sorted(viewer.seats)
        hidden = [seat for seat in seats if self._now.hides(seat)]
        people = bool(seats) and self.state.real_dice
        return replace(
            public,
            version=version,
            sheets={**public.sheets, **{str(seat): self._sheet(seat, own=True).sheet for seat in hidden}}
            if hidden
            else public.sheets,
            hands={str(seat): self._hand(seat) for seat in seats},
            entry=self._roll_entry() if people else None,
            correction=self._correction() if people else None,
            position=self._position(viewer) if viewer.program else "",
            legal={str(seat): self._legal(seat) for seat in seats} if viewer.program else None,
        )

    def _make_public(self) -> View:
        table_state, game, shown = self.state, self.game, self._now.public
        phase, running = table_state.phase, table_state.phase == "running"
        awaits, asked, purpose = self._awaits(phase)
        return View(
            version=0,
            phase=phase,
            seats=self._seats(),
            awaits=awaits,
            asked=asked,
            purpose=purpose,
            together=bool(table_state.deciding) and self._now.running.shared,
            out=tuple([seat for seat in table_state.table.seats if game.rules.is_out(shown, seat)]),
            scores={str(seat): self._score(seat) for seat in table_state.table.seats},
            sheets={str(seat): self._sheet(seat, own=False).sheet for seat in table_state.table.seats},
            hands={},
            dice=_dice(table_state),
            seals=_seals(table_state),
            rematch=table_state.rematch,
            begins="" if game.facts.together else table_state.begins or "0",
            lots=table_state.lots,
            hints=running and table_state.seating.hints,
            question=self._question(purpose) if running else None,
            clock=self._clock(game.words.clock(shown)) if running else None,
            step=self._clock(game.words.step(shown)) if running else None,
            result=_result(table_state) if phase == "over" else None,
        )

    # Seats -------------------------------------------------------------------------------------
    def _seats(self) -> tuple[SeatView, ...]:
        seating = self.state.seating
        taken = Counter([hint.seat for hint in self.state.hints])
        places = enumerate(zip(seating.places, seating.names, strict=True))
        return tuple([self._seat(place, name, taken[seat]) for seat, (place, name) in places])

    def _seat(self, place: seating.Occupant, name: str, hints: int) -> SeatView:
        bot, player = place.kind == BOT, place.player
        return SeatView(
            name=name if place.kind != OPEN else "",
            kind=place.kind,
            bot=place.bot,
            present=bot or player in self.presence.here,
            replaceable=player in self.presence.gone and not place.bot,
            ready=bot or self.state.seating.is_ready(player),
            instead=self._substitute(place) if place.bot else None,
            allows=place.hints,
            hints=hints,
        )

    def _substitute(self, place: seating.Occupant) -> Substitute | None:
        if self.state.phase in ("open", "running"):
            for bot, other in self.presence.instead:
                if bot == place.bot:
                    return other
        if place.why != FAILED:
            return None
        return Substitute(
            place.moved, place.why, story.substitute_sentence(place.bot, place.moved, place.why)
        )

    def _score(self, seat: Seat) -> ScorePad:
        pad, goal = self._now.pads[seat], self.game.words.goal(self._now.public, seat)
        lines = {str(nth): (line.points, line.have, line.of) for nth, line in enumerate(pad.lines)}
        return ScorePad(self.state.points[seat], lines, self._clock(goal))

    # What is awaited ---------------------------------------------------------------------------
    def _awaits(self, phase: Phase) -> tuple[Awaits, tuple[Seat, ...], str]:
        """What the table waits for: of which seats, and with chance, what for."""
        pending, seating = self._now.pending, self.state.seating
        if phase == "open":
            if seating.open:
                return "people", seating.open, ""
            return ("ready", seating.unready, "") if seating.unready else ("seeds", seating.unopened, "")
        if phase == "stopped" or isinstance(pending, Over):
            return "stopped" if phase == "stopped" else "over", (), ""
        if isinstance(pending, Chance):
            return "chance", (), pending.purpose
        return "decision", pending.seats, ""

    def _question(self, purpose: str) -> Sentence:
        game = self.game
        return self.document.sentence(
            game.facts.chance(purpose) if purpose else game.words.question(self._now.public)
        )

    def _clock(self, clock: rules.Clock | None) -> ClockView | None:
        return clock and ClockView(clock.now, clock.of, self.document.sentence(clock.words))

    # Sheets and hands --------------------------------------------------------------------------
    def _sheet(self, seat: Seat, own: bool) -> _Sheet:
        """A seat's sheet, as it sees it itself or as everyone does."""
        hidden = own and self._now.hides(seat)
        state = self._now.view(seat) if hidden else self._now.public
        found = self._sheets.get((seat, hidden))
        if found is None or not self._now.same(found.state, state):
            moves = self.game.rules.moves(state, seat)
            picture = self.game.drawing.picture(state, seat, moves)
            made = sheet_view(picture, self.game.drawing.board(state, seat), self.document.sentence)
            found = self._sheets[seat, hidden] = _Sheet(state, made, tuple(moves))
        return found

    def _moves(self, seat: Seat) -> tuple[Any, ...]:
        asked = self.state.phase == "running" and seat in self._now.deciding
        return self._sheet(seat, own=True).moves if asked else ()

    def _hand(self, seat: Seat) -> Hand:
        if self.state.phase != "running":
            return Hand()
        undo = self.state.undoable(seat)
        return Hand(
            tuple([self.document.move(move) for move in self._moves(seat)]),
            self.document.move(undo.move) if isinstance(undo, Played) else None,
        )

    # Programs ----------------------------------------------------------------------------------
    def _position(self, viewer: Viewer) -> str:
        """The table in notation, as the viewer's only seat sees it, else as everyone does."""
        seat = next(iter(viewer.seats)) if len(viewer.seats) == 1 else None
        return self.game.notation.position_text(self._now.view(seat))

    def _legal(self, seat: Seat) -> tuple[str, ...]:
        sheet = self.state.table.sheet
        return tuple([self.game.notation.move_text(sheet, move) for move in self._moves(seat)])

    # Real dice ---------------------------------------------------------------------------------
    def _roll_entry(self) -> RollEntry | None:
        pending = self._now.pending
        if not isinstance(pending, Chance) or self.state.phase != "running":
            return None
        game, state = self.game, self.state.table.state
        words = Words.of(game.facts.chance(pending.purpose))
        if isinstance(pending.event, Roll):
            dice = pending.event.dice
            faces = [game.words.say_outcome(state, (face,) * dice).faces[0] for face in pending.event.faces]
            return RollEntry(pending.purpose, words, dice, tuple(faces), ())
        if isinstance(pending.event, ColouredDice):
            return RollEntry(
                pending.purpose, words, len(pending.event.colours), pending.event.every_face(), ()
            )
        cards = [game.notation.outcome_text(state, outcome) for outcome, _ in pending.event.outcomes()]
        return RollEntry(pending.purpose, words, 0, (), tuple(cards))

    def _correction(self) -> Correction | None:
        table_state = self.state
        if table_state.phase != "running" or (roll := table_state.last_roll) is None:
            return None
        asking = table_state.doubt.seat if table_state.doubt else None
        words = Words.of(self.game.facts.chance(roll.purpose))
        return Correction(roll.purpose, words, roll.text, asking, table_state.unasked)


def sheet_of(game: AnyGame, seen: State, seat: Seat, sentence: Callable[[Text], Sentence]) -> SheetView:
    """A seat's sheet in a state as its viewer sees it. `sentence`: how a sentence travels."""
    picture = game.drawing.picture(seen, seat, game.rules.moves(seen, seat))
    return sheet_view(picture, game.drawing.board(seen, seat), sentence)


def sheet_view(picture: Picture, board: int, sentence: Callable[[Text], Sentence]) -> SheetView:
    return SheetView(
        board=board,
        total=picture.total,
        sets=_numbered([f"{cells:x}" if cells else "" for cells in picture.sets]),
        tray=_numbered([f"{token.kind} {token.state} {token.face}" for token in picture.tray]),
        counts=_numbered([count if any(count) else None for count in picture.counts]),
        fates=_numbered(picture.fates),
        paths=_numbered(picture.paths),
        numbers=picture.numbers,
        tray_note=sentence(picture.tray_note) if picture.tray_note else None,
    )


def _numbered(values: Iterable[Any]) -> dict[str, Any]:
    """What is not empty, by its number."""
    return {str(number): value for number, value in enumerate(values) if value}


def _dice(table_state: TableState) -> Dice:
    if table_state.real_dice:
        return Dice(True, "", "", "", table_state.round, table_state.begins)
    seed = table_state.proof.seed if table_state.proof else ""
    return Dice(False, dice.SCHEME, table_state.commit, seed, table_state.round, table_state.begins)


def _seals(table_state: TableState) -> tuple[Seal, ...]:
    luck = () if table_state.began or table_state.real_dice else table_state.seating.luck
    return tuple([Seal(each.chair, each.seal, bool(each.seed)) for each in luck])


def _result(table_state: TableState) -> Result | None:
    pending, game = table_state.now.pending, table_state.table.game
    if not isinstance(pending, Over):
        return None
    ranks = game.rules.ranks(table_state.table.sheet) if pending.solo_rank else None
    return Result(
        reason=pending.reason,
        clause=pending.clause,
        words=Words.of(game.facts.reason(pending.reason)),
        ranking=tuple(
            [_rank(table_state, place) for place in sorted(pending.ranking, key=lambda p: p.place)]
        ),
        solo_rank=pending.solo_rank,
        solo_ranks=len(ranks.least) + 1 if ranks else 0,
        title=Words.of(game.facts.rank(pending.solo_rank)) if pending.solo_rank else None,
        fewest=game.facts.fewest_win,
    )


def _rank(table_state: TableState, place: Place) -> Rank:
    words = Words.of(table_state.table.game.facts.placed_by(place.by))
    return Rank(place.seat, table_state.seating.names[place.seat], place.place, place.points, place.by, words)


# Changes ---------------------------------------------------------------------------------------
def changed_fields(old: Struct, new: Struct) -> dict[str, Any]:
    """The JSON merge patch (RFC 7396) that turns one view into another.

    It goes down into structs and maps; tuples are sent whole. None: the field is gone.
    """
    patch: dict[str, Any] = {}
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            patch[name] = _patch(before, after)
    return patch


def map_patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    patch: dict[str, Any] = {name: None for name in old if name not in new}
    for name, after in new.items():
        before = old.get(name)
        if before is not after and before != after:
            patch[name] = _patch(before, after)
    return patch


def _patch(before: Any, after: Any) -> Any:
    if isinstance(after, dict) and isinstance(before, dict):
        return map_patch(before, after)
    if isinstance(after, Struct) and isinstance(before, Struct):
        return changed_fields(before, after)
    return after
