"""What each line of a log does to a table. Knows no rule: legality is the games' business."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kritzel.game import Seat, Sheet
from kritzel.games.catalogue import AnyGame
from kritzel.server.table import hints, log
from kritzel.server.table.seals import Luck
from kritzel.server.table.seating import BOT, PERSON, Place

if TYPE_CHECKING:
    from kritzel.server.table.standing import Standing


class Doubt(NamedTuple):
    """Somebody asks to take the last roll up again, and who has agreed so far."""

    seat: Seat
    agreed: frozenset[str]


@lru_cache(8192)
def read_move(game: AnyGame, sheet: Sheet, text: str) -> Any:
    """The move of this notation. Raises NotationError."""
    return game.parse_move(sheet, text)


def _invited(event: log.Invited, to: Standing) -> None:
    to.company = to.company.invite(event.seat, event.token)


def _sat(event: log.Sat, to: Standing) -> None:
    to.company = to.company.put(event.seat, Place(PERSON, event.name, event.player))


def _filled(event: log.Filled, to: Standing) -> None:
    to.company = to.company.put(event.seat, Place(BOT, event.name, "", event.bot))


def _readied(event: log.Readied, to: Standing) -> None:
    to.company = to.company.get_ready(event.player, event.seed)


def _sealed(event: log.Sealed, to: Standing) -> None:
    chair = min(to.company.seats_of(event.player))
    to.company = to.company.seal(event.player, Luck(chair, event.seal))


def _unsealed(event: log.Unsealed, to: Standing) -> None:
    luck = to.company.sealed[event.player]._replace(seed=event.seed)
    to.company = to.company.seal(event.player, luck)


def _anew(event: log.Anew | log.Freed, to: Standing) -> None:
    to.company = replace(to.company, sealed={})
    to.commit, to.round = event.commit, to.round + 1


def _freed(event: log.Freed, to: Standing) -> None:
    to.company = to.company.free(event.seat)
    if event.commit:
        _anew(event, to)


def _begins(event: log.Begins, to: Standing) -> None:
    to.begins = event.who


def _began(event: log.Began, to: Standing) -> None:
    to.began = True
    if event.order:
        to.company = to.company.move(event.order)
    to.lots = event.order if event.drawn else ()
    to.table.names = to.company.names


def _revealed(event: log.Revealed, to: Standing) -> None:
    to.table.reveal(event.outcome)
    _count(to, 1)
    to.doubt = None


def _played(event: log.Played, to: Standing) -> None:
    to.table.play(event.seat, read_move(to.table.game, to.table.sheet, event.move))
    to.company = to.company.note(event.seat, event.bot if event.instead_of else "", event.why)


def _undone(event: log.Undone, to: Standing) -> None:
    to.table.undo(event.seat)


def _asked(event: log.Asked, to: Standing) -> None:
    to.doubt = Doubt(event.seat, frozenset({event.player}))


def _agreed(event: log.Agreed, to: Standing) -> None:
    if to.doubt is not None:
        to.doubt = to.doubt._replace(agreed=to.doubt.agreed | {event.player})


def _declined(event: log.Declined, to: Standing) -> None:
    to.doubt = None


def _count(to: Standing, more: int) -> None:
    """The roll that was made last comes to the others of its purpose, or leaves them."""
    roll = to.last_roll
    assert roll is not None, "it is asked right after a roll, or before it is taken up"
    to.rolls = {**to.rolls, roll.purpose: to.rolls.get(roll.purpose, 0) + more}


def _taken_up(event: log.TakenUp, to: Standing) -> None:
    if to.last_roll is not None:
        _count(to, -1)
    to.table.take_up()
    to.doubt = None
    to.hints = hints.without_void(to.hints, to.table)


def _stood_in(event: log.StoodIn, to: Standing) -> None:
    to.company = to.company.let_play(event.seat, event.bot)


def _back(event: log.Back, to: Standing) -> None:
    to.company = to.company.let_play(event.seat, "")


def _stopped(event: log.Stopped, to: Standing) -> None:
    to.stopped = True


def _rematched(event: log.Rematched, to: Standing) -> None:
    to.rematch = event.table


def _allowed(event: log.Allowed, to: Standing) -> None:
    to.company = to.company.allow(event.player, event.hints)


def _hinted(event: log.Hinted, to: Standing) -> None:
    to.hints = (*to.hints, hints.decision(to.table, event.seat))


DOES: dict[type, Callable[..., None]] = {
    log.Invited: _invited,
    log.Sat: _sat,
    log.Filled: _filled,
    log.Readied: _readied,
    log.Begins: _begins,
    log.Began: _began,
    log.Revealed: _revealed,
    log.Played: _played,
    log.Undone: _undone,
    log.Asked: _asked,
    log.Agreed: _agreed,
    log.Declined: _declined,
    log.TakenUp: _taken_up,
    log.StoodIn: _stood_in,
    log.Back: _back,
    log.Stopped: _stopped,
    log.Rematched: _rematched,
    log.Sealed: _sealed,
    log.Unsealed: _unsealed,
    log.Anew: _anew,
    log.Freed: _freed,
    log.Allowed: _allowed,
    log.Hinted: _hinted,
}
"""What each line does to a table; the first line of a log has laid it."""
