"""Who may say what at a table, and which events it leads to. Legality of moves is the games' business."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from kritzel import bots
from kritzel.fast.twin import NotInstalled
from kritzel.game import Chance, NotationError, Seat, Sheet
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.record import Played, Table
from kritzel.record.table import NO_ROLL, PAST_OTHERS
from kritzel.server.table import commands, dice, hints, log
from kritzel.server.table.refusals import Refused
from kritzel.server.table.seating import LOTS, OPEN, PEOPLE, PERSON, Occupant
from kritzel.server.table.state import read_move

if TYPE_CHECKING:
    from kritzel.server.table.room import Room
    from kritzel.server.table.state import TableState
from kritzel.game import Decision, Text
from kritzel.server.table.story import hides

Events: TypeAlias = tuple[log.Event, ...]


def events(room: Room, player: str, command: commands.AnyCommand, gone: frozenset[str]) -> Events:
    """The events a command leads to. Raises Refused."""
    if type(command) in _TO_AND_FRO:
        _expect_patience(room)
    return _LEADS_TO[type(command)](command, room, player, gone)


# Before the game -------------------------------------------------------------------------------
def _ready(command: commands.Ready, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    table_state = room.state
    _expect_luck(table_state, command)
    if table_state.seating.is_ready(player):
        raise Refused("ready_already")
    if table_state.real_dice:
        return (log.Readied(player, command.seed),)
    _expect_round(room, command.round)
    return (log.Sealed(player, command.seal),)


def _open(command: commands.Open, room: Room, player: str, gone: frozenset[str]) -> Events:
    """A seed is taken only when all have sealed theirs: before that it is in no file that could be read."""
    _expect_seated(room, player)
    table_state = room.state
    _expect_round(room, command.round)
    luck = table_state.seating.sealed.get(player)
    if luck is None or not (table_state.began or table_state.opening):
        raise Refused("not_sealed")
    if (
        dice.seal(table_state.id, table_state.round, table_state.commit, luck.chair, command.seed)
        != luck.seal
    ):
        raise Refused("other_seed")
    return () if luck.seed else (log.Unsealed(player, command.seed),)


def _mix(command: commands.Mix, room: Room, player: str, gone: frozenset[str]) -> Events:
    """Begin anew where some device does not open its seal; never without the luck of somebody who plays."""
    _expect_seated(room, player)
    _expect_round(room, command.round)
    if not room.state.opening:
        raise Refused("not_waiting")
    return (log.Anew(min(room.seats_of(player)), _next_promise(room)),)


def _next_promise(room: Room) -> str:
    return room.state.promise(room.state.round + 1)


def _free(command: commands.Free, room: Room, player: str, gone: frozenset[str]) -> Events:
    """The owner frees the seat of somebody who does not come, or somebody their own."""
    place, seating = _place(room, command.seat), room.state.seating
    if not player or player not in (seating.owner, place.player):
        raise Refused("not_owner")
    if place.kind != PERSON or place.player == seating.owner:
        raise Refused("not_your_seat")
    if room.state.phase != "open":
        raise Refused("running")
    anew = _next_promise(room) if room.state.opening else ""
    return (log.Freed(command.seat, place.name, anew),)


def _begin(command: commands.Begin, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    if room.state.phase != "open":
        raise Refused("running")
    if room.state.opening:
        raise Refused("mixing")
    if command.who != LOTS:
        _place(room, int(command.who))
    return (log.Begins(command.who),) if command.who != room.state.begins else ()


def _fill(command: commands.Fill, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    _expect_open(room, command.seat)
    bot = _bot_at(room, command.bot)
    return (log.Filled(command.seat, bot.name, bot.title.say(command.lang)),)


def _invite(command: commands.Invite, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    _expect_open(room, command.seat)
    return (log.Invited(command.seat, command.token),)


def _sit(command: commands.Sit, room: Room, player: str, gone: frozenset[str]) -> Events:
    seat = room.state.seating.invited_to(command.token)
    if seat is None or not player:
        raise Refused("invite_void")
    if room.state.seating.places[seat].player == player:
        return ()
    _expect_open(room, seat)
    sat = log.Sat(seat, player, command.name)
    return (sat, log.Allowed(player, True)) if command.hints else (sat,)


# Playing ---------------------------------------------------------------------------------------
def _move(command: commands.Move, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    _expect_seen(room, player, command.version)
    return (log.Played(command.seat, _canonical(room, command.move)),)


def _bot_move(command: commands.BotMove, room: Room, player: str, gone: frozenset[str]) -> Events:
    if (command.seat, command.bot) not in room.bots_to_move():
        raise Refused("no_bot")
    move, bot, why = command.answer
    return (log.Played(command.seat, move, bot, command.bot if bot != command.bot else "", why),)


def _undo(command: commands.Undo, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    move = _canonical(room, command.move)
    if _undoable(room, command.seat) != move:
        raise Refused("other_move")
    return (log.Undone(command.seat, move),)


def _roll(command: commands.Roll, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    _expect_running(room)
    if not room.state.real_dice:
        raise Refused("digital_dice")
    _expect_seen(room, player, command.version)
    pending = room.state.table.pending
    if not isinstance(pending, Chance):
        raise Refused("no_chance")
    return (log.Revealed(pending.purpose, _read(room.state.table, command.outcome)),)


# Correcting what was read off real dice --------------------------------------------------------
def _correct(command: commands.Correct, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    _expect_seen(room, player, command.version)
    table_state = room.state
    if not table_state.real_dice:
        raise Refused("digital_dice")
    if table_state.last_roll is None:
        raise Refused("cannot_undo", NO_ROLL)
    if table_state.doubt is not None:
        raise Refused("asked_already")
    if table_state.decided and len(table_state.seating.playing) > 1:
        return (log.Asked(player, command.seat),)
    return (log.TakenUp(command.seat, table_state.last_roll.purpose, table_state.last_roll.text),)


def _consent(command: commands.Consent, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    doubt = room.state.doubt
    if doubt is None:
        raise Refused("not_asked")
    if player in doubt.agreed and command.agree:
        return ()
    answer = log.Agreed if command.agree else log.Declined
    return (answer(player, command.seat),)


# Leaving and coming back -----------------------------------------------------------------------
def _stand_in(command: commands.StandIn, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    _expect_running(room)
    place = _place(room, command.seat)
    if place.kind not in PEOPLE:
        raise Refused("not_your_seat")
    if place.player != player and place.player not in gone:
        raise Refused("not_away")
    return (log.StoodIn(command.seat, _bot_at(room, command.bot).name),)


def _back(command: commands.Back, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_own(room, player, command.seat)
    _expect_running(room)
    if not _place(room, command.seat).bot:
        raise Refused("no_bot")
    return (log.Back(command.seat),)


def _arrive(command: commands.Arrive, room: Room, player: str, gone: frozenset[str]) -> Events:
    if room.state.phase != "running":
        return ()
    mine = sorted(room.seats_of(player))
    return tuple(log.Back(seat) for seat in mine if room.state.seating.places[seat].bot)


def _stop(command: commands.Stop, room: Room, player: str, gone: frozenset[str]) -> Events:
    seating = room.state.seating
    if player != seating.owner:
        _expect_seated(room, player)
        if not gone & set(seating.people):
            raise Refused("not_owner")
    _expect_running(room)
    return (log.Stopped(player),)


def _again(command: commands.Again, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    if room.state.phase not in ("over", "stopped"):
        raise Refused("not_over")
    return () if room.state.rematch else (log.Rematched(command.table),)


_LEADS_TO: dict[type, Callable[..., Events]] = {
    commands.Ready: _ready,
    commands.Open: _open,
    commands.Mix: _mix,
    commands.Free: _free,
    commands.Begin: _begin,
    commands.Fill: _fill,
    commands.Invite: _invite,
    commands.Sit: _sit,
    commands.Move: _move,
    commands.BotMove: _bot_move,
    commands.Undo: _undo,
    commands.Roll: _roll,
    commands.Correct: _correct,
    commands.Consent: _consent,
    commands.StandIn: _stand_in,
    commands.Back: _back,
    commands.Arrive: _arrive,
    commands.Stop: _stop,
    commands.Again: _again,
    commands.Allow: hints.allow,
    commands.TakeHint: hints.take,
}
"""The function of each command: (command, room, player, gone) to events. Raises Refused."""
_TO_AND_FRO = (
    commands.Undo,
    commands.Correct,
    commands.StandIn,
    commands.Begin,
    commands.Allow,
    commands.Invite,
)
"""Commands that do not advance a game, so that they could be repeated without end."""
SPARE, SPARE_BEFORE = 1000, 200
"""Most events of a log that do not advance the game: while it runs, and before it has begun."""


# What has to be true ---------------------------------------------------------------------------
def _expect_seated(room: Room, player: str) -> None:
    if not room.seats_of(player):
        raise Refused("not_seated")


def _expect_owner(room: Room, player: str) -> None:
    if not player or player != room.state.seating.owner:
        raise Refused("not_owner")


def _expect_own(room: Room, player: str, seat: Seat) -> None:
    _expect_seated(room, player)
    if seat not in room.seats_of(player):
        raise Refused("not_your_seat")


def _expect_luck(table_state: TableState, command: commands.Ready) -> None:
    """The command brings the seal or seed that this table's dice need, and only that. Raises Refused."""
    given, other = (command.seed, command.seal) if table_state.real_dice else (command.seal, command.seed)
    if other or not given:
        raise Refused("other_dice")


def _expect_round(room: Room, round_: int) -> None:
    """It is said of the dice as they are mixed now."""
    if room.state.round != round_:
        raise Refused("mixed_anew")


def _expect_running(room: Room) -> None:
    if room.state.phase != "running":
        raise Refused("not_running")


def _expect_playing(room: Room, player: str, seat: Seat) -> None:
    """The seat is the player's own and nobody stands in for them."""
    _expect_own(room, player, seat)
    _expect_running(room)
    if _place(room, seat).bot:
        raise Refused("bot_plays")


def _expect_patience(room: Room) -> None:
    """A log stays short enough to be read at once. Raises Refused."""
    spare = room.version - len(room.state.table.events)
    if spare >= (SPARE if room.state.phase == "running" else SPARE_BEFORE):
        raise Refused("enough")


def _expect_open(room: Room, seat: Seat) -> None:
    if _place(room, seat).kind != OPEN:
        raise Refused("not_open")


def _expect_seen(room: Room, player: str, version: int) -> None:
    """The player has seen the last roll. What other seats did since then makes no move late."""
    if version < room.feed(player).last_chance:
        raise Refused("stale")


def _place(room: Room, seat: Seat) -> Occupant:
    places = room.state.seating.places
    if seat >= len(places):
        raise Refused("not_your_seat")
    return places[seat]


def bot_called(name: str, game: AnyGame, sheet: Sheet) -> bots.Bot:
    """The bot of this name, or who plays in its place on this sheet, if it can play here. Raises Refused."""
    try:
        return bots.who_plays(bots.ready(name, game), game, sheet)
    except (UnknownName, NotInstalled):
        raise Refused("unknown_bot") from None


def _bot_at(room: Room, name: str) -> bots.Bot:
    table = room.state.table
    return bot_called(name, table.game, table.sheet)


def _canonical(room: Room, text: str) -> str:
    """The move as the notation writes it."""
    table = room.state.table
    try:
        return table.game.move_text(table.sheet, read_move(table.game, table.sheet, text))
    except NotationError:
        raise Refused("notation") from None


def _read(table: Table, outcome: str) -> str:
    """What people read off their dice, as the notation writes it."""
    try:
        return table.game.outcome_text(table.state, table.game.parse_outcome(table.state, outcome))
    except NotationError:
        raise Refused("outcome") from None


def _undoable(room: Room, seat: Seat) -> str:
    """The move a seat may take back. Raises Refused."""
    found = undoable(room.state.table, seat)
    if not isinstance(found, Played):
        raise Refused("cannot_undo", found)
    return found.text


# Undo -----------------------------------------------------------------------------------------
def undoable(table: Table, seat: Seat) -> Played | Text:
    """The move a seat may take back, or why it may take back none."""
    nth, why = table.find_undo(seat)
    if why is not None:
        return why
    if nth < table.running.begin and _in_secret(table):
        return PAST_OTHERS
    move = table.events[nth]
    assert isinstance(move, Played), "nobody takes back what chance brought"
    return move


def _in_secret(table: Table) -> bool:
    """Whether the table waits for choices that others do not see."""
    pending = table.pending
    if not isinstance(pending, Decision):
        return False
    if len(pending.seats) > 1:
        return True
    return table.game.secret(table.state) and any(_would_hide(table, seat) for seat in pending.seats)


def _would_hide(table: Table, seat: Seat) -> bool:
    first = table.game.moves(table.state, seat)[0]
    return hides(table.game, table.game.play(table.state, seat, first), seat)
