"""Who may say what at a table, and which events it leads to. Legality of moves is the games' business."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kritzel import bots
from kritzel.fast.twin import NotInstalled
from kritzel.game import Chance, NotationError, Seat, Sheet
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.record import Played, Table
from kritzel.record.undoing import NO_ROLL
from kritzel.server.bots.questions import Answer
from kritzel.server.table import hints, log, seals
from kritzel.server.table.effects import read_move
from kritzel.server.table.refusals import No
from kritzel.server.table.seating import LOTS, OPEN, PEOPLE, PERSON, Place
from kritzel.server.table.undos import undoable
from kritzel.server.wire import protocol as said

if TYPE_CHECKING:
    from kritzel.server.table.room import Room
    from kritzel.server.table.standing import Standing


# What reaches a room by other ways than the socket ---------------------------------------------
class Invite(NamedTuple):
    """A new link for an open seat; `token` is the hash of its secret."""

    seat: Seat
    token: str


class Sit(NamedTuple):
    """Take the seat of a link, and allow hints or not."""

    token: str
    name: str
    hints: bool = False


class BotMove(NamedTuple):
    """What a bot chose, or another one in its place."""

    seat: Seat
    bot: str
    answer: Answer


class Arrive(NamedTuple):
    """A player is here: whoever comes back takes over from the bot at once."""


class Again(NamedTuple):
    """The rematch is laid at this table."""

    table: str


Events: TypeAlias = tuple[log.Event, ...]
AnyCommand: TypeAlias = said.Command | Invite | Sit | BotMove | Arrive | Again | hints.TakeHint


def events(room: Room, player: str, command: AnyCommand, gone: frozenset[str]) -> Events:
    """The events a command leads to. Raises No."""
    if type(command) in _TO_AND_FRO:
        _expect_patience(room)
    return _LEADS_TO[type(command)](command, room, player, gone)


# Before the game -------------------------------------------------------------------------------
def _ready(command: said.Ready, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    standing = room.standing
    _expect_luck(standing, command)
    if standing.company.is_ready(player):
        raise No("ready_already")
    if not standing.sealed:
        return (log.Readied(player, command.seed),)
    _expect_round(room, command.round)
    return (log.Sealed(player, command.seal),)


def _open(command: said.Open, room: Room, player: str, gone: frozenset[str]) -> Events:
    """A seed is taken only when all have sealed theirs: before that it is in no file that could be read."""
    _expect_seated(room, player)
    standing = room.standing
    _expect_round(room, command.round)
    luck = standing.company.sealed.get(player)
    if luck is None or not (standing.began or standing.opening):
        raise No("not_sealed")
    if seals.seal(standing.id, standing.round, standing.commit, luck.chair, command.seed) != luck.seal:
        raise No("other_seed")
    return () if luck.seed else (log.Unsealed(player, command.seed),)


def _mix(command: said.Mix, room: Room, player: str, gone: frozenset[str]) -> Events:
    """Begin anew where some device does not open its seal; never without the luck of somebody who plays."""
    _expect_seated(room, player)
    _expect_round(room, command.round)
    if not room.standing.opening:
        raise No("not_waiting")
    return (log.Anew(min(room.seats_of(player)), _next_promise(room)),)


def _next_promise(room: Room) -> str:
    return room.standing.promise(room.standing.round + 1)


def _free(command: said.Free, room: Room, player: str, gone: frozenset[str]) -> Events:
    """The owner frees the seat of somebody who does not come, or somebody their own."""
    place, company = _place(room, command.seat), room.standing.company
    if not player or player not in (company.owner, place.player):
        raise No("not_owner")
    if place.kind != PERSON or place.player == company.owner:
        raise No("not_your_seat")
    if room.standing.phase != "open":
        raise No("running")
    anew = _next_promise(room) if room.standing.opening else ""
    return (log.Freed(command.seat, place.name, anew),)


def _begin(command: said.Begin, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    if room.standing.phase != "open":
        raise No("running")
    if room.standing.opening:
        raise No("mixing")
    if command.who != LOTS:
        _place(room, int(command.who))
    return (log.Begins(command.who),) if command.who != room.standing.begins else ()


def _fill(command: said.Fill, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    _expect_open(room, command.seat)
    bot = _bot_at(room, command.bot)
    return (log.Filled(command.seat, bot.name, bot.title.say(command.lang)),)


def _invite(command: Invite, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_owner(room, player)
    _expect_open(room, command.seat)
    return (log.Invited(command.seat, command.token),)


def _sit(command: Sit, room: Room, player: str, gone: frozenset[str]) -> Events:
    seat = room.standing.company.invited_to(command.token)
    if seat is None or not player:
        raise No("invite_void")
    if room.standing.company.places[seat].player == player:
        return ()
    _expect_open(room, seat)
    sat = log.Sat(seat, player, command.name)
    return (sat, log.Allowed(player, True)) if command.hints else (sat,)


# Playing ---------------------------------------------------------------------------------------
def _move(command: said.Move, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    _expect_seen(room, player, command.version)
    return (log.Played(command.seat, _canonical(room, command.move)),)


def _bot_move(command: BotMove, room: Room, player: str, gone: frozenset[str]) -> Events:
    if (command.seat, command.bot) not in room.bots_to_move():
        raise No("no_bot")
    move, bot, why = command.answer
    return (log.Played(command.seat, move, bot, command.bot if bot != command.bot else "", why),)


def _undo(command: said.Undo, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    move = _canonical(room, command.move)
    if _undoable(room, command.seat) != move:
        raise No("other_move")
    return (log.Undone(command.seat, move),)


def _roll(command: said.Roll, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    _expect_running(room)
    if not room.standing.real_dice:
        raise No("digital_dice")
    _expect_seen(room, player, command.version)
    pending = room.standing.table.pending
    if not isinstance(pending, Chance):
        raise No("no_chance")
    return (log.Revealed(pending.purpose, _read(room.standing.table, command.outcome)),)


# Correcting what was read off real dice --------------------------------------------------------
def _correct(command: said.Correct, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    _expect_seen(room, player, command.version)
    standing = room.standing
    if not standing.real_dice:
        raise No("digital_dice")
    if standing.last_roll is None:
        raise No("cannot_undo", NO_ROLL)
    if standing.doubt is not None:
        raise No("asked_already")
    if standing.decided and len(standing.company.playing) > 1:
        return (log.Asked(player, command.seat),)
    return (log.TakenUp(command.seat, standing.last_roll.purpose, standing.last_roll.text),)


def _consent(command: said.Consent, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_playing(room, player, command.seat)
    doubt = room.standing.doubt
    if doubt is None:
        raise No("not_asked")
    if player in doubt.agreed and command.agree:
        return ()
    answer = log.Agreed if command.agree else log.Declined
    return (answer(player, command.seat),)


# Leaving and coming back -----------------------------------------------------------------------
def _stand_in(command: said.StandIn, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    _expect_running(room)
    place = _place(room, command.seat)
    if place.kind not in PEOPLE:
        raise No("not_your_seat")
    if place.player != player and place.player not in gone:
        raise No("not_away")
    return (log.StoodIn(command.seat, _bot_at(room, command.bot).name),)


def _back(command: said.Back, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_own(room, player, command.seat)
    _expect_running(room)
    if not _place(room, command.seat).bot:
        raise No("no_bot")
    return (log.Back(command.seat),)


def _arrive(command: Arrive, room: Room, player: str, gone: frozenset[str]) -> Events:
    if room.standing.phase != "running":
        return ()
    mine = sorted(room.seats_of(player))
    return tuple(log.Back(seat) for seat in mine if room.standing.company.places[seat].bot)


def _stop(command: said.Stop, room: Room, player: str, gone: frozenset[str]) -> Events:
    company = room.standing.company
    if player != company.owner:
        _expect_seated(room, player)
        if not gone & set(company.people):
            raise No("not_owner")
    _expect_running(room)
    return (log.Stopped(player),)


def _again(command: Again, room: Room, player: str, gone: frozenset[str]) -> Events:
    _expect_seated(room, player)
    if room.standing.phase not in ("over", "stopped"):
        raise No("not_over")
    return () if room.standing.rematch else (log.Rematched(command.table),)


_LEADS_TO: dict[type, Callable[..., Events]] = {
    said.Ready: _ready,
    said.Open: _open,
    said.Mix: _mix,
    said.Free: _free,
    said.Begin: _begin,
    said.Fill: _fill,
    Invite: _invite,
    Sit: _sit,
    said.Move: _move,
    BotMove: _bot_move,
    said.Undo: _undo,
    said.Roll: _roll,
    said.Correct: _correct,
    said.Consent: _consent,
    said.StandIn: _stand_in,
    said.Back: _back,
    Arrive: _arrive,
    said.Stop: _stop,
    Again: _again,
    said.Allow: hints.allow,
    hints.TakeHint: hints.take,
}
"""What each command leads to: who says it, at which room, while who is gone. Raises No."""
_TO_AND_FRO = (said.Undo, said.Correct, said.StandIn, said.Begin, said.Allow, Invite)
"""What brings a game no further, and could be said for ever. A move always does: it can be made."""
SPARE, SPARE_BEFORE = 1000, 200
"""Lines of a log that brought the game no further, and before it has begun; no company needs so many."""


# What has to be true ---------------------------------------------------------------------------
def _expect_seated(room: Room, player: str) -> None:
    if not room.seats_of(player):
        raise No("not_seated")


def _expect_owner(room: Room, player: str) -> None:
    if not player or player != room.standing.company.owner:
        raise No("not_owner")


def _expect_own(room: Room, player: str, seat: Seat) -> None:
    _expect_seated(room, player)
    if seat not in room.seats_of(player):
        raise No("not_your_seat")


def _expect_luck(standing: Standing, command: said.Ready) -> None:
    """Whoever is ready gives what this table's dice need, and nothing that would be read too early."""
    if standing.sealed and (command.seed or not command.seal):
        raise No("other_dice")
    if not standing.sealed and (command.seal or not command.seed):
        raise No("other_dice")


def _expect_round(room: Room, round_: int) -> None:
    """It is said of the dice as they are mixed now."""
    if room.standing.round != round_:
        raise No("mixed_anew")


def _expect_running(room: Room) -> None:
    if room.standing.phase != "running":
        raise No("not_running")


def _expect_playing(room: Room, player: str, seat: Seat) -> None:
    """The seat is the player's own and nobody stands in for them."""
    _expect_own(room, player, seat)
    _expect_running(room)
    if _place(room, seat).bot:
        raise No("bot_plays")


def _expect_patience(room: Room) -> None:
    """A log stays short enough to be read at once. Raises No."""
    spare = room.version - len(room.standing.table.events)
    if spare >= (SPARE if room.standing.phase == "running" else SPARE_BEFORE):
        raise No("enough")


def _expect_open(room: Room, seat: Seat) -> None:
    if _place(room, seat).kind != OPEN:
        raise No("not_open")


def _expect_seen(room: Room, player: str, version: int) -> None:
    """The player has seen the last roll. What other seats did since then makes no move late."""
    if version < room.feed(player).last_chance:
        raise No("stale")


def _place(room: Room, seat: Seat) -> Place:
    places = room.standing.company.places
    if seat >= len(places):
        raise No("not_your_seat")
    return places[seat]


def bot_called(name: str, game: AnyGame, sheet: Sheet) -> bots.Bot:
    """The bot of this name, or who plays in its place on this sheet, if it can play here. Raises No."""
    try:
        return bots.who_plays(bots.ready(name, game), game, sheet)
    except (UnknownName, NotInstalled):
        raise No("unknown_bot") from None


def _bot_at(room: Room, name: str) -> bots.Bot:
    table = room.standing.table
    return bot_called(name, table.game, table.sheet)


def _canonical(room: Room, text: str) -> str:
    """The move as the notation writes it."""
    table = room.standing.table
    try:
        return table.game.move_text(table.sheet, read_move(table.game, table.sheet, text))
    except NotationError:
        raise No("notation") from None


def _read(table: Table, outcome: str) -> str:
    """What people read off their dice, as the notation writes it."""
    try:
        return table.game.outcome_text(table.state, table.game.parse_outcome(table.state, outcome))
    except NotationError:
        raise No("outcome") from None


def _undoable(room: Room, seat: Seat) -> str:
    """The move a seat may take back. Raises No."""
    found = undoable(room.standing.table, seat)
    if not isinstance(found, Played):
        raise No("cannot_undo", found)
    return found.text
