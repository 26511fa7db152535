"""One game at this keyboard: asks people, lets the others move, tells what happened.

Knows no rule: moves come from the game, refusals with their clause too. Where all decide at the same
time people go first, and nobody is told what the others chose before they have chosen themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import click
from rich.console import Console
from rich.text import Text as Rich

from kritzel import bots, drawing
from kritzel.bots.faults import sentence
from kritzel.cli import keyboard
from kritzel.cli.output import print_ending, score_grid
from kritzel.game import Chance, Decision, IllegalOutcome, NotationError, Seat, Text
from kritzel.record import Table


class Session:
    """A table, who sits there, and the screen."""

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
        """A sentence in the language of the session."""
        self.out.print(Rich(Text(de, en).say(self.lang), style))

    def play(self) -> None:
        """Until the game is over or somebody leaves (keyboard.Quit)."""
        self._welcome()
        while not self.table.over:
            pending = self.table.pending
            if isinstance(pending, Chance):
                self._chance(pending)
            elif isinstance(pending, Decision):
                self._decide(pending.seats)
        self._finish()

    def draw(self, seat: Seat, viewer: Seat | None = None) -> None:
        """A seat's sheet as the viewer (or the seat itself) sees it, and where the game stands."""
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
        keyboard.obey(self, seat, self._prompt(self.table.names[seat]))

    def _let_move(self, seat: Seat) -> None:
        """A player without a keyboard moves until it has nothing more to decide; told in one line."""
        table, told, faults = self.table, [], bots.Faults()
        bot = bots.bot(self.players[seat])
        while seat in table.deciding:
            moves = table.game.rules.moves(table.state, seat)
            view = bots.View.of(table.game, table.state, seat)
            move, fault = bots.ask(bot, view, moves, self.luck)
            table.play(seat, move)
            told.append(f"{table.describe(-1).words.say(self.lang)} [{table.events[-1].text}]")
            faults.note(seat, fault)
        self.out.print(Rich.assemble((f"{table.names[seat]}: ", "cyan"), "; ".join(told)))
        if stood_in := faults.of(seat):
            self.out.print(Rich(sentence(table.names[seat], stood_in).say(self.lang), "yellow"))

    def _hand_over(self, seat: Seat) -> None:
        """Two people, one keyboard, and choices that are hidden from each other."""
        if self.out.is_terminal:
            self.out.clear()
        who = self.table.names[seat]
        self._prompt(Text(f"{who} ist dran (Enter)", f"{who}'s turn (Enter)").say(self.lang))

    # Words -------------------------------------------------------------------------------------
    def _prompt(self, text: str) -> str:
        typed: str = click.prompt(text, default="", show_default=False, prompt_suffix=" > ")
        if typed.strip().lower() in ("q", "quit"):
            raise keyboard.Quit
        return typed.strip()

    def _welcome(self) -> None:
        sheet = self.table.sheet
        self.out.rule(f"{self.table.game.title.say(self.lang)} · {sheet.title.say(self.lang)}")
        keyboard.tell_keys(self)

    def _finish(self) -> None:
        for seat in self.table.seats:
            self.draw(seat)
        self.out.print(score_grid(self.table, self.lang))
        print_ending(self.out, self.table, self.lang)
