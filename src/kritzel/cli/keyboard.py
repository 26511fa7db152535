"""What a person can type during a game: a move, a number from the list, or a word with a meaning here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text as Rich

from kritzel import rulebook
from kritzel.cli.errors import explained
from kritzel.cli.output import grid, score_grid
from kritzel.cli.positions import moves_listed, refusal
from kritzel.cli.rules import print_clause
from kritzel.game import IllegalMove, NotationError, Seat
from kritzel.games.catalogue import UnknownName
from kritzel.record import CannotUndo

if TYPE_CHECKING:
    from kritzel.cli.session import Session


class Quit(Exception):
    """Somebody wants to stop."""


def obey(session: Session, seat: Seat, typed: str) -> None:
    """Do what was typed, or say why not."""
    word, _, rest = typed.partition(" ")
    if word in KEYS:
        KEYS[word](session, seat, rest.strip())
    else:
        _move(session, seat, _picked(session, seat, typed))


def tell_keys(session: Session) -> None:
    """What can be typed."""
    session.say(
        "Tipp einen Zug oder seine Nummer.  ? Züge · u zurück · "
        f"{'c Wurf korrigieren · ' * session.real_dice}s Punkte · o andere Blätter · "
        "r D9 Regel · w ZUG warum nicht · q Schluss",
        "Type a move or its number.  ? moves · u undo · "
        f"{'c correct the roll · ' * session.real_dice}s score · o other sheets · "
        "r D9 rule · w MOVE why not · q quit",
        "dim",
    )


def _picked(session: Session, seat: Seat, typed: str) -> str:
    """A number from the list of moves as its move; anything else as it is."""
    moves = session.table.moves(seat)
    numbered = typed.isascii() and typed.isdigit() and len(typed) < 5
    return moves[int(typed) - 1] if numbered and 0 < int(typed) <= len(moves) else typed


def _move(session: Session, seat: Seat, text: str) -> None:
    try:
        session.table.play(seat, text)
    except (IllegalMove, NotationError) as error:
        session.out.print(Rich(explained(error, session.lang, names=session.table.names), "yellow"))


def _help(session: Session, seat: Seat, rest: str) -> None:
    tell_keys(session)


def _list(session: Session, seat: Seat, rest: str) -> None:
    listed = moves_listed(session.table.game, session.table.state, seat, session.lang)
    session.out.print(grid("#", "", "", rows=[[str(n), *each] for n, each in enumerate(listed, 1)]))


def _undo(session: Session, seat: Seat, rest: str) -> None:
    try:
        session.table.undo(seat)
        session.redraw()
    except CannotUndo as error:
        session.out.print(Rich(error.sentence.say(session.lang), "yellow"))


def _correct(session: Session, seat: Seat, rest: str) -> None:
    """The last roll was read wrong: real dice are typed again, and what came after goes."""
    if not session.real_dice:
        session.say("Hier würfelt das Terminal.", "The terminal rolls the dice here.", "yellow")
        return
    try:
        session.table.take_up()
        session.redraw()
    except CannotUndo as error:
        session.out.print(Rich(error.sentence.say(session.lang), "yellow"))


def _score(session: Session, seat: Seat, rest: str) -> None:
    session.out.print(score_grid(session.table, session.lang))


def _others(session: Session, seat: Seat, rest: str) -> None:
    for other in session.table.seats:
        if other != seat:
            session.draw(other, seat)


def _rule(session: Session, seat: Seat, rest: str) -> None:
    try:
        print_clause(session.out, rulebook.clause(rest, session.lang), session.lang)
    except UnknownName as error:
        session.out.print(Rich(explained(error, session.lang), "yellow"))


def _why(session: Session, seat: Seat, rest: str) -> None:
    try:
        no = refusal(session.table.game, session.table.state, seat, _picked(session, seat, rest))
    except NotationError as error:
        session.out.print(Rich(explained(error, session.lang), "yellow"))
        return
    if no is None:
        session.say("Das geht.", "That works.", "green")
    else:
        session.out.print(Rich(explained(no, session.lang), "yellow"))


KEYS: dict[str, Callable[[Session, Seat, str], None]] = {
    "": _help,
    "h": _help,
    "?": _list,
    "u": _undo,
    "c": _correct,
    "s": _score,
    "o": _others,
    "r": _rule,
    "w": _why,
}
