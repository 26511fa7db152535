"""What people, bots and devices may ask of a table, who may, and which events follow.

Each command has one shape, from the wire to its `decide`. A command of a page has an id, chosen by the page
at random: a command that is sent again keeps its id. Whether a move is legal is up to the games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from kritzel import bots
from kritzel.fast.twin import NotInstalled
from kritzel.game import Chance, NotationError, Seat, Sheet, State, Text
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.record.table import NO_ROLL
from kritzel.server.bots.questions import BotAnswer
from kritzel.server.table import dice, hints, log
from kritzel.server.table.refusals import Refused
from kritzel.server.table.seating import OPEN, PEOPLE, PERSON, Occupant, Seating

if TYPE_CHECKING:
    from kritzel.server.table.room import Room
    from kritzel.server.table.state import TableState

MAX_IDLE_EVENTS, MAX_IDLE_EVENTS_BEFORE = 1000, 200
"""Most events of a log that do not advance the game: while it runs, and before it has begun."""

Lang: TypeAlias = Literal["de", "en"]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}$")]
CommandId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$")]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""A name from the server's list: nothing is imported or started for it."""
Begins: TypeAlias = Annotated[str, Meta(pattern="^(lots|[0-7])$")]
Seed: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32,64})?$")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
Sealed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Round: TypeAlias = Annotated[int, Meta(ge=1, le=10**6)]
"""How often the dice of a table were mixed before the game."""


def expect(holds: object, code: str) -> None:
    """Raise Refused with this code where something does not hold."""
    if not holds:
        raise Refused(code)


# Who asks --------------------------------------------------------------------------------------
class Asker(NamedTuple):
    """The player who asks, and the table. `gone`: the players who have been away for longer than the grace.

    Each `expect_...` raises Refused where it does not hold.
    """

    room: Room
    player: str
    gone: frozenset[str] = frozenset()

    @property
    def state(self) -> TableState:
        return self.room.state

    @property
    def seating(self) -> Seating:
        return self.room.state.seating

    def occupant(self, seat: Seat) -> Occupant:
        expect(seat < len(self.seating.places), "not_your_seat")
        return self.seating.places[seat]

    def bot(self, name: str) -> bots.Bot:
        return find_bot(name, self.state.table.game, self.state.table.sheet)

    def move_text(self, seat: Seat, text: str) -> str:
        """A move as the game itself writes it."""
        try:
            return self.state.table.move(seat, text).text
        except NotationError:
            raise Refused("notation") from None

    def expect_seated(self) -> None:
        expect(self.room.seats_of(self.player), "not_seated")

    def expect_owner(self) -> None:
        expect(self.player and self.player == self.seating.owner, "not_owner")

    def expect_own(self, seat: Seat) -> None:
        self.expect_seated()
        expect(seat in self.room.seats_of(self.player), "not_your_seat")

    def expect_open(self, seat: Seat) -> None:
        expect(self.occupant(seat).kind == OPEN, "not_open")

    def expect_running(self) -> None:
        expect(self.state.phase == "running", "not_running")

    def expect_playing(self, seat: Seat) -> None:
        self.expect_own(seat)
        self.expect_running()
        expect(not self.occupant(seat).bot, "bot_plays")

    def expect_seen(self, version: int) -> None:
        """They have seen the last roll. What other seats did since then makes no move late."""
        expect(version >= self.room.feed(self.player).last_chance, "stale")

    def expect_round(self, round_: int) -> None:
        """The dice were not mixed again since."""
        expect(self.state.round == round_, "mixed_anew")

    def expect_hints(self, seat: Seat) -> None:
        """The seat is theirs and is to decide, and all people allow hints."""
        self.expect_own(seat)
        self.expect_running()
        expect(self.seating.hints, "no_hints")
        expect(not self.occupant(seat).bot, "bot_plays")
        expect(seat in self.state.deciding, "not_deciding")

    def expect_room_in_log(self) -> None:
        """The log is short enough for a command that does not advance the game."""
        idle = self.room.version - len(self.state.table.events)
        most = MAX_IDLE_EVENTS if self.state.phase == "running" else MAX_IDLE_EVENTS_BEFORE
        expect(idle < most, "enough")


def find_bot(name: str, game: AnyGame, sheet: Sheet) -> bots.Bot:
    """The bot of this name, or who plays in its place on this sheet, if it can play here. Raises Refused."""
    try:
        return bots.who_plays(bots.ready(name, game), game, sheet)
    except (UnknownName, NotInstalled):
        raise Refused("unknown_bot") from None


# What pages say --------------------------------------------------------------------------------
class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A message of a page."""


class Ready(Message, frozen=True):
    """Ready to begin. `seal` binds the page's own luck for the dice in this `round` (docs/dice.md).

    At a table with real dice the `seed` itself, for the lots.
    """

    id: CommandId
    seed: Seed = ""
    seal: Hash = ""
    round: Round = 1

    def decide(self, by: Asker) -> log.Events:
        by.expect_seated()
        real = by.state.real_dice
        given, other = (self.seed, self.seal) if real else (self.seal, self.seed)
        expect(given and not other, "other_dice")
        expect(not by.seating.is_ready(by.player), "ready_already")
        if real:
            return (log.Readied(by.player, self.seed),)
        by.expect_round(self.round)
        return (log.Sealed(by.player, self.seal),)


class Open(Message, frozen=True):
    """All devices have sealed their seeds (`awaits` is `seeds`): the page opens its own, hex of 32 bytes."""

    id: CommandId
    seed: Sealed
    round: Round

    def decide(self, by: Asker) -> log.Events:
        by.expect_seated()
        by.expect_round(self.round)
        table, luck = by.state, by.seating.sealed.get(by.player)
        # Before all have sealed, a seed must be in no file that could be read.
        if luck is None or not (table.began or table.opening):
            raise Refused("not_sealed")
        seal = dice.seal(table.id, table.round, table.commit, luck.chair, self.seed)
        expect(seal == luck.seal, "other_seed")
        return () if luck.seed else (log.Unsealed(by.player, self.seed),)


class Mix(Message, frozen=True):
    """Mix the dice again, because a device does not open its seal: all seals are void. For players."""

    id: CommandId
    round: Round

    def decide(self, by: Asker) -> log.Events:
        by.expect_seated()
        by.expect_round(self.round)
        expect(by.state.opening, "not_waiting")
        return (log.Anew(min(by.room.seats_of(by.player)), by.state.next_promise()),)


class Free(Message, frozen=True):
    """Before the game: free one's own seat or, for the owner, that of a person who does not come."""

    id: CommandId
    seat: SeatNo

    def decide(self, by: Asker) -> log.Events:
        place, owner = by.occupant(self.seat), by.seating.owner
        expect(by.player and by.player in (owner, place.player), "not_owner")
        expect(place.kind == PERSON and place.player != owner, "not_your_seat")
        expect(by.state.phase == "open", "running")
        return (log.Freed(self.seat, place.name, by.state.next_promise() if by.state.opening else ""),)


class Begin(Message, frozen=True):
    """Before the game: who begins. `lots` are drawn, or it is the seat of this number. For the owner."""

    id: CommandId
    who: Begins

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_owner()
        expect(by.state.phase == "open", "running")
        expect(not by.state.opening, "mixing")
        if self.who != dice.LOTS:
            by.occupant(int(self.who))
        return (log.Begins(self.who),) if self.who != by.state.begins else ()


class Move(Message, frozen=True):
    """One small move, in notation. `version` is the one it was chosen at."""

    id: CommandId
    seat: SeatNo
    move: Notation
    version: Version

    def decide(self, by: Asker) -> log.Events:
        by.expect_playing(self.seat)
        by.expect_seen(self.version)
        return (log.Played(self.seat, by.move_text(self.seat, self.move)),)


class Undo(Message, frozen=True):
    """Take the last move back; `move` says which one is meant."""

    id: CommandId
    seat: SeatNo
    move: Notation

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_playing(self.seat)
        text, last = by.move_text(self.seat, self.move), by.state.undoable(self.seat)
        if isinstance(last, Text):
            raise Refused("cannot_undo", last)
        expect(last.text == text, "other_move")
        return (log.Undone(self.seat, text),)


class Roll(Message, frozen=True):
    """With real dice: what they show (`outcome`), in any order, or the card that was drawn.

    `version` is the one at which it was asked for.
    """

    id: CommandId
    outcome: Notation
    version: Version

    def decide(self, by: Asker) -> log.Events:
        by.expect_seated()
        by.expect_running()
        expect(by.state.real_dice, "digital_dice")
        by.expect_seen(self.version)
        table = by.state.table
        if not isinstance(table.pending, Chance):
            raise Refused("no_chance")
        try:
            outcome = table.game.notation.parse_outcome(table.state, self.outcome)
        except NotationError:
            raise Refused("outcome") from None
        return (log.Revealed(table.pending.purpose, table.game.notation.outcome_text(table.state, outcome)),)


class Correct(Message, frozen=True):
    """With real dice: the last roll was read wrong. If a seat has moved since, the others are asked."""

    id: CommandId
    seat: SeatNo
    version: Version

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_playing(self.seat)
        by.expect_seen(self.version)
        table = by.state
        expect(table.real_dice, "digital_dice")
        if table.last_roll is None:
            raise Refused("cannot_undo", NO_ROLL)
        expect(table.doubt is None, "asked_already")
        if table.decided and len(by.seating.playing) > 1:
            return (log.Asked(by.player, self.seat),)
        return (table.correct_roll(self.seat),)


class Consent(Message, frozen=True):
    """The answer to a player who asks to correct a roll: `agree` or not. One no lets the roll stand."""

    id: CommandId
    seat: SeatNo
    agree: bool

    def decide(self, by: Asker) -> log.Events:
        by.expect_playing(self.seat)
        doubt = by.state.doubt
        if doubt is None:
            raise Refused("not_asked")
        if by.player in doubt.agreed and self.agree:
            return ()
        return ((log.Agreed if self.agree else log.Declined)(by.player, self.seat),)


class StandIn(Message, frozen=True):
    """Let a bot play for this seat: one's own, or that of a person who has been away for long."""

    id: CommandId
    seat: SeatNo
    bot: BotName

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_seated()
        by.expect_running()
        place = by.occupant(self.seat)
        expect(place.kind in PEOPLE, "not_your_seat")
        expect(place.player == by.player or place.player in by.gone, "not_away")
        return (log.StoodIn(self.seat, by.bot(self.bot).name),)


class Back(Message, frozen=True):
    """Play on one's own seat again."""

    id: CommandId
    seat: SeatNo

    def decide(self, by: Asker) -> log.Events:
        by.expect_own(self.seat)
        by.expect_running()
        expect(by.occupant(self.seat).bot, "no_bot")
        return (log.Back(self.seat),)


class Fill(Message, frozen=True):
    """Put a bot on an open seat; it is called as in this language (`lang`). For the owner."""

    id: CommandId
    seat: SeatNo
    bot: BotName
    lang: Lang = "en"

    def decide(self, by: Asker) -> log.Events:
        by.expect_owner()
        by.expect_open(self.seat)
        bot = by.bot(self.bot)
        return (log.Filled(self.seat, bot.name, bot.title.say(self.lang)),)


class Allow(Message, frozen=True):
    """Allow `hints` at this table, or no longer: they may be taken only if all people there allow them."""

    id: CommandId
    hints: bool

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_seated()
        expect(by.state.phase in ("open", "running"), "not_running")
        return (log.Allowed(by.player, self.hints),) if by.seating.allows(by.player) != self.hints else ()


class Stop(Message, frozen=True):
    """Give the game up: the owner, or any player once a person has been away for long."""

    id: CommandId

    def decide(self, by: Asker) -> log.Events:
        if by.player != by.seating.owner:
            by.expect_seated()
            expect(by.gone & set(by.seating.people), "not_owner")
        by.expect_running()
        return (log.Stopped(by.player),)


Command: TypeAlias = (
    Ready
    | Open
    | Mix
    | Free
    | Begin
    | Move
    | Undo
    | Roll
    | Correct
    | Consent
    | StandIn
    | Back
    | Fill
    | Allow
    | Stop
)
"""Messages that change the table: each has an id and is answered with `ack` or `refused`."""


# What reaches a table by other ways than the socket --------------------------------------------
class Invite(NamedTuple):
    """A new link for an open seat; `token` is the hash of its secret."""

    seat: Seat
    token: str

    def decide(self, by: Asker) -> log.Events:
        by.expect_room_in_log()
        by.expect_owner()
        by.expect_open(self.seat)
        return (log.Invited(self.seat, self.token),)


class Sit(NamedTuple):
    """Take the seat of a link, and allow hints or not."""

    token: str
    name: str
    hints: bool = False

    def decide(self, by: Asker) -> log.Events:
        seat = by.seating.invited_to(self.token)
        if seat is None or not by.player:
            raise Refused("invite_void")
        if by.seating.places[seat].player == by.player:
            return ()
        by.expect_open(seat)
        sat = log.Sat(seat, by.player, self.name)
        return (sat, log.Allowed(by.player, True)) if self.hints else (sat,)


class BotMove(NamedTuple):
    """What a bot chose, or its substitute."""

    seat: Seat
    bot: str
    answer: BotAnswer

    def decide(self, by: Asker) -> log.Events:
        expect((self.seat, self.bot) in by.room.bots_to_move(), "no_bot")
        move, bot, why = self.answer
        return (log.Played(self.seat, move, bot, self.bot if bot != self.bot else "", why),)


class Arrive(NamedTuple):
    """A player connects: they take over from the bot that stood in."""

    def decide(self, by: Asker) -> log.Events:
        if by.state.phase != "running":
            return ()
        seats = sorted(by.room.seats_of(by.player))
        return tuple(log.Back(seat) for seat in seats if by.seating.places[seat].bot)


class Again(NamedTuple):
    """The rematch takes place at this table."""

    table: str

    def decide(self, by: Asker) -> log.Events:
        by.expect_seated()
        expect(by.state.phase in ("over", "stopped"), "not_over")
        return () if by.state.rematch else (log.Rematched(self.table),)


class TakeHint(NamedTuple):
    """A seat was given advice on the table as it saw it (`seen`)."""

    seat: Seat
    seen: State

    def decide(self, by: Asker) -> log.Events:
        by.expect_hints(self.seat)
        expect(by.state.now.same(self.seen, by.state.now.view(self.seat)), "stale")
        taken = hints.decision(by.state.table, self.seat) in by.state.hints
        return () if taken else (log.Hinted(self.seat),)


AnyCommand: TypeAlias = Command | Invite | Sit | BotMove | Arrive | Again | TakeHint
