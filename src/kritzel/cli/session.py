"""One game at this keyboard: asks people, lets bots move, prints what happened.

Knows no rule: moves come from the game, refusals with their clause too. Where all decide at the same
time, people decide first, and see the choices of the others only after their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import click
from rich.console import Console
from rich.text import Text as Rich

from kritzel import bots, drawing, rulebook
from kritzel.bots.faults import sentence
from kritzel.cli.errors import explained
from kritzel.cli.output import grid, print_ending, score_grid
from kritzel.cli.rules import list_moves, print_clause, refusal
from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Seat, Text
from kritzel.games.catalogue import UnknownName
from kritzel.record import CannotUndo, Table


class Quit(Exception):
    """A person stops the game."""


class Session:
    """A table, its players, and the screen."""

    def __init__(
        self, table: Table, players: Sequence[str], lang: str, luck: Random, *, real_dice: bool, out: Console
    ) -> None:
        self.table = table
        self.players = players
        self.lang = lang
        self.luck = luck
        self.real_dice = real_dice
        self.out = out
        self._asked: Seat | None = None
        self._drawn: tuple[Seat, int] | None = None

    def say(self, de: str, en: str, style: str = "") -> None:
        self.out.print(Rich(Text(de, en).say(self.lang), style))

    def play(self) -> None:
        """Until the game is over. Raises Quit."""
        self._welcome()
        while not self.table.over:
            pending = self.table.pending
            if isinstance(pending, Chance):
                self._chance(pending)
            elif isinstance(pending, Decision):
                self._decide(pending.seats)
        self._finish()

    def draw(self, seat: Seat, viewer: Seat | None = None) -> None:
        """Print a seat's sheet as the viewer (or the seat itself) sees it, and where the game stands."""
        table = self.table
        self.out.print()
        clock = table.game.words.clock(table.state).words.say(self.lang)
        self.out.rule(f"{table.names[seat]} · {clock}", style="dim")
        seen = table.view(seat if viewer is None else viewer)
        self.out.print(drawing.terminal(table.game.scene(seen, seat, self.lang)))

    def redraw(self) -> None:
        """The next question shows the sheet again."""
        self._drawn = None

    # Chance ------------------------------------------------------------------------------------
    def _chance(self, chance: Chance) -> None:
        while self.real_dice:
            example = self.table.game.notation.outcome_text(
                self.table.state, next(iter(chance.event.outcomes()))[0]
            )
            what = self.table.game.facts.chance(chance.purpose).say(self.lang)
            typed = self._prompt(f"{what} ({example} ...)")
            try:
                self.table.reveal(typed)
                return
            except (NotationError, IllegalOutcome) as error:
                self.out.print(Rich(str(error), "yellow"))
        self.table.deal(self.table.dealer)
        self.out.print(Rich(self.table.describe(-1).words.say(self.lang), "bold"))

    # Decisions ---------------------------------------------------------------------------------
    def _decide(self, seats: Sequence[Seat]) -> None:
        people = [seat for seat in seats if self.players[seat] == "you"]
        if people:
            self._ask(people[0])
        else:
            self._let_move(seats[0])

    def _ask(self, seat: Seat) -> None:
        if self._asked not in (seat, None) and self.table.view(seat) != self.table.state:
            self._hand_over(seat)
        now = (seat, len(self.table.events))
        if self._drawn != now:
            self.draw(seat)
            self.out.print(self.table.game.words.question(self.table.state).say(self.lang))
        self._asked, self._drawn = seat, now
        obey(self, seat, self._prompt(self.table.names[seat]))

    def _let_move(self, seat: Seat) -> None:
        """A bot moves until it has nothing more to decide; printed in one line."""
        table, lines, faults = self.table, [], bots.Faults()
        bot = bots.bot(self.players[seat])
        while seat in table.deciding:
            moves = table.game.rules.moves(table.state, seat)
            view = bots.View.of(table.game, table.state, seat)
            move, fault = bots.ask(bot, view, moves, self.luck)
            table.play(seat, move)
            lines.append(f"{table.describe(-1).words.say(self.lang)} [{table.events[-1].text}]")
            faults.note(seat, fault)
        self.out.print(Rich.assemble((f"{table.names[seat]}: ", "cyan"), "; ".join(lines)))
        if stood_in := faults.of(seat):
            self.out.print(Rich(sentence(table.names[seat], stood_in).say(self.lang), "yellow"))

    def _hand_over(self, seat: Seat) -> None:
        """Two people, one keyboard, and choices that are hidden from each other."""
        if self.out.is_terminal:
            self.out.clear()
        who = self.table.names[seat]
        self._prompt(Text(f"{who} ist dran (Enter)", f"{who}'s turn (Enter)").say(self.lang))

    # Input and output --------------------------------------------------------------------------
    def _prompt(self, text: str) -> str:
        typed: str = click.prompt(text, default="", show_default=False, prompt_suffix=" > ")
        if typed.strip().lower() in ("q", "quit"):
            raise Quit
        return typed.strip()

    def _welcome(self) -> None:
        sheet = self.table.sheet
        self.out.rule(f"{self.table.game.title.say(self.lang)} · {sheet.title.say(self.lang)}")
        print_keys(self)

    def _finish(self) -> None:
        for seat in self.table.seats:
            self.draw(seat)
        self.out.print(score_grid(self.table, self.lang))
        print_ending(self.out, self.table, self.lang)


# What people type -----------------------------------------------------------------------------------
def obey(session: Session, seat: Seat, typed: str) -> None:
    """Do what was typed: a move, its number in the list, or a key. Prints why not."""
    word, _, rest = typed.partition(" ")
    if word in KEYS:
        KEYS[word](session, seat, rest.strip())
    else:
        _move(session, seat, _move_text(session, seat, typed))


def print_keys(session: Session) -> None:
    session.say(
        "Tipp einen Zug oder seine Nummer.  ? Züge · u zurück · "
        f"{'c Wurf korrigieren · ' * session.real_dice}s Punkte · o andere Blätter · "
        "r D9 Regel · w ZUG warum nicht · q Schluss",
        "Type a move or its number.  ? moves · u undo · "
        f"{'c correct the roll · ' * session.real_dice}s score · o other sheets · "
        "r D9 rule · w MOVE why not · q quit",
        "dim",
    )


def _move_text(session: Session, seat: Seat, typed: str) -> str:
    """The move of a number in the list of moves; any other text unchanged."""
    moves = session.table.moves(seat)
    numbered = typed.isascii() and typed.isdigit() and len(typed) < 5
    return moves[int(typed) - 1] if numbered and 0 < int(typed) <= len(moves) else typed


def _move(session: Session, seat: Seat, text: str) -> None:
    try:
        session.table.play(seat, text)
    except (IllegalMove, NotationError) as error:
        session.out.print(Rich(explained(error, session.lang, names=session.table.names), "yellow"))


def _help(session: Session, seat: Seat, rest: str) -> None:
    print_keys(session)


def _list(session: Session, seat: Seat, rest: str) -> None:
    moves = list_moves(session.table.game, session.table.state, seat, session.lang)
    session.out.print(grid("#", "", "", rows=[[str(n), *each] for n, each in enumerate(moves, 1)]))


def _undo(session: Session, seat: Seat, rest: str) -> None:
    try:
        session.table.undo(seat)
        session.redraw()
    except CannotUndo as error:
        session.out.print(Rich(error.sentence.say(session.lang), "yellow"))


def _correct(session: Session, seat: Seat, rest: str) -> None:
    """Undo to before the last roll of real dice, which is typed again."""
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
        no = refusal(session.table.game, session.table.state, seat, _move_text(session, seat, rest))
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
