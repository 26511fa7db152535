"""What a person can type during a game: a move, a number from the list, or a word with a meaning here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text as Rich

from kritzel import rulebook
from kritzel.cli.failing import explained
from kritzel.cli.positions import moves_listed, refusal
from kritzel.cli.rules import print_clause
from kritzel.cli.showing import grid, score_grid
from kritzel.game import IllegalMove, NotationError, Seat
from kritzel.games.catalogue import UnknownName
from kritzel.record import CannotUndo

if TYPE_CHECKING:
    from kritzel.cli.evening import Evening


class Quit(Exception):
    """Somebody wants to stop."""


def obey(evening: Evening, seat: Seat, typed: str) -> None:
    """Do what was typed, or say why not."""
    word, _, rest = typed.partition(" ")
    if word in KEYS:
        KEYS[word](evening, seat, rest.strip())
    else:
        _move(evening, seat, _picked(evening, seat, typed))


def tell_keys(evening: Evening) -> None:
    """What can be typed."""
    evening.say(
        "Tipp einen Zug oder seine Nummer.  ? Züge · u zurück · "
        f"{'c Wurf korrigieren · ' * evening.real_dice}s Punkte · o andere Blätter · "
        "r D9 Regel · w ZUG warum nicht · q Schluss",
        "Type a move or its number.  ? moves · u undo · "
        f"{'c correct the roll · ' * evening.real_dice}s score · o other sheets · "
        "r D9 rule · w MOVE why not · q quit",
        "dim",
    )


def _picked(evening: Evening, seat: Seat, typed: str) -> str:
    """A number from the list of moves as its move; anything else as it is."""
    moves = evening.table.moves(seat)
    numbered = typed.isascii() and typed.isdigit() and len(typed) < 5
    return moves[int(typed) - 1] if numbered and 0 < int(typed) <= len(moves) else typed


def _move(evening: Evening, seat: Seat, text: str) -> None:
    try:
        evening.table.play(seat, text)
    except (IllegalMove, NotationError) as error:
        evening.out.print(Rich(explained(error, evening.lang, names=evening.table.names), "yellow"))


def _help(evening: Evening, seat: Seat, rest: str) -> None:
    tell_keys(evening)


def _list(evening: Evening, seat: Seat, rest: str) -> None:
    listed = moves_listed(evening.table.game, evening.table.state, seat, evening.lang)
    evening.out.print(grid("#", "", "", rows=[[str(n), *each] for n, each in enumerate(listed, 1)]))


def _undo(evening: Evening, seat: Seat, rest: str) -> None:
    try:
        evening.table.undo(seat)
        evening.redraw()
    except CannotUndo as error:
        evening.out.print(Rich(error.sentence.say(evening.lang), "yellow"))


def _correct(evening: Evening, seat: Seat, rest: str) -> None:
    """The last roll was read wrong: real dice are typed again, and what came after goes."""
    if not evening.real_dice:
        evening.say("Hier würfelt das Terminal.", "The terminal rolls the dice here.", "yellow")
        return
    try:
        evening.table.take_up()
        evening.redraw()
    except CannotUndo as error:
        evening.out.print(Rich(error.sentence.say(evening.lang), "yellow"))


def _score(evening: Evening, seat: Seat, rest: str) -> None:
    evening.out.print(score_grid(evening.table, evening.lang))


def _others(evening: Evening, seat: Seat, rest: str) -> None:
    for other in evening.table.seats:
        if other != seat:
            evening.draw(other, seat)


def _rule(evening: Evening, seat: Seat, rest: str) -> None:
    try:
        print_clause(evening.out, rulebook.clause(rest, evening.lang), evening.lang)
    except UnknownName as error:
        evening.out.print(Rich(explained(error, evening.lang), "yellow"))


def _why(evening: Evening, seat: Seat, rest: str) -> None:
    try:
        no = refusal(evening.table.game, evening.table.state, seat, _picked(evening, seat, rest))
    except NotationError as error:
        evening.out.print(Rich(explained(error, evening.lang), "yellow"))
        return
    if no is None:
        evening.say("Das geht.", "That works.", "green")
    else:
        evening.out.print(Rich(explained(no, evening.lang), "yellow"))


KEYS: dict[str, Callable[[Evening, Seat, str], None]] = {
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
