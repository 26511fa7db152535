"""Output: tables and pictures for people, one JSON object for programs (docs/json.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Rich

from kritzel import drawing, words
from kritzel.cli.errors import leave_quietly, write_text
from kritzel.game import Chance, Decision, Over, Pending, Place, Score, Seat, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.record import Table

SCHEMA = 1


class Screen(Console):
    """Where to print; whoever reads may leave before the end, as `head` does."""

    def on_broken_pipe(self) -> None:
        """Nobody listens any more."""
        leave_quietly()


def console(*, err: bool = False) -> Console:
    """Where to print: names and sentences are taken as they are, nothing in them is markup."""
    return Screen(markup=False, highlight=False, emoji=False, stderr=err)


def say_json(command: str, **content: Any) -> None:
    """One object for programs, with the versions of the program and of the schema."""
    head = {"kritzel": version("kritzel"), "schema": SCHEMA, "command": command}
    click.echo(json.dumps({**head, **content}, ensure_ascii=False, indent=2))


def grid(*columns: str, rows: Iterable[Iterable[str]]) -> Grid:
    """A plain table; columns whose title ends with `#` are numbers."""
    named = any(title.strip("#") for title in columns)
    made = Grid(box=None, pad_edge=False, show_header=named, header_style="bold", padding=(0, 2, 0, 0))
    for title in columns:
        made.add_column(title.removesuffix("#"), justify="right" if title.endswith("#") else "left")
    for row in rows:
        made.add_row(*row)
    return made


def picture(game: AnyGame, state: State, seat: Seat, lang: str) -> Any:
    """A seat's sheet for the terminal, as that seat sees it."""
    return drawing.terminal(game.scene(game.rules.view(state, seat), seat, lang))


def write_svg(path: Path, game: AnyGame, state: State, seat: Seat, lang: str, theme: str) -> None:
    """A seat's sheet as an SVG file, as that seat sees it."""
    write_text(path, drawing.svg(game.scene(game.rules.view(state, seat), seat, lang), theme=theme))


def score_grid(table: Table, lang: str) -> Grid:
    """The score pads side by side, line by line."""
    pads, facts = table.score(), table.game.facts
    rows = [
        [facts.line(line.key).say(lang), line.clause, *(str(pad.lines[nth].points) for pad in pads)]
        for nth, line in enumerate(pads[0].lines)
    ]
    total = Text("Summe", "Total").say(lang)
    rows.append([total, "", *(str(pad.total) for pad in pads)])
    return grid("", "", *(f"{name}#" for name in table.names), rows=rows)


def pending_json(pending: Pending) -> dict[str, Any]:
    """What the table waits for."""
    if isinstance(pending, Chance):
        return {"kind": "chance", "purpose": pending.purpose}
    if isinstance(pending, Decision):
        return {"kind": "decision", "seats": list(pending.seats)}
    ranking = [place._asdict() for place in pending.ranking]
    return {
        "kind": "over",
        "reason": pending.reason,
        "clause": pending.clause,
        "ranking": ranking,
        "solo_rank": pending.solo_rank,
    }


def pending_words(game: AnyGame, pending: Pending, lang: str, names: Sequence[str] = ()) -> str:
    """What the table waits for, in a sentence; without names seats are counted as in positions, from 0."""
    if isinstance(pending, Chance):
        waits = Text("Der Tisch wartet auf", "The table waits for").say(lang)
        return f"{waits}: {game.facts.chance(pending.purpose).say(lang)}."
    if isinstance(pending, Over):
        return game.facts.reason(pending.reason).say(lang)
    if names:
        asked = ", ".join(names[seat] for seat in pending.seats)
        return Text(f"Gefragt: {asked}.", f"To decide: {asked}.").say(lang)
    seats = ", ".join(str(seat) for seat in pending.seats)
    return Text(f"Es entscheidet Platz {seats}.", f"Seat {seats} decides.").say(lang)


def score_json(pads: Iterable[Score], names: Iterable[str]) -> list[dict[str, Any]]:
    """The score pads with all their lines."""
    return [
        {"seat": seat, "name": name, "total": pad.total, "lines": [line._asdict() for line in pad.lines]}
        for seat, (pad, name) in enumerate(zip(pads, names, strict=True))
    ]


# How a game ended ----------------------------------------------------------------------------------
YOU = ("Du", "You")
"""What the only person at a table is called."""


def print_ending(out: Console, table: Table, lang: str) -> None:
    """Why it ended, who came where and by what, and the rank of somebody who played alone."""
    pending = table.pending
    assert isinstance(pending, Over), "only a finished game has an ending"
    facts = table.game.facts
    out.print(Rich.assemble((facts.reason(pending.reason).say(lang), "bold"), f" [{pending.clause}]"))
    if len(table.seats) == 1:
        out.print(Rich(_alone(table, pending, lang), "bold green"))
        return
    ranking = sorted(pending.ranking, key=lambda place: (place.place, place.seat))
    rows = [
        [f"{at.place}.", table.names[at.seat], str(at.points), facts.placed_by(at.by).say(lang)]
        for at in ranking
    ]
    out.print(grid("", "", Text("Punkte#", "Points#").say(lang), "", rows=rows))
    out.print(Rich(_winners(table, ranking, lang), "bold green"))


def _winners(table: Table, ranking: list[Place], lang: str) -> str:
    first = [table.names[place.seat] for place in ranking if place.place == 1]
    if len(first) > 1:
        return Text(f"{', '.join(first)} gewinnen zusammen!", f"{', '.join(first)} win together!").say(lang)
    if first[0] in YOU:
        return Text("Du gewinnst!", "You win!").say(lang)
    return Text(f"{first[0]} gewinnt!", f"{first[0]} wins!").say(lang)


def _alone(table: Table, over: Over, lang: str) -> str:
    rank = table.game.facts.rank(over.solo_rank).say(lang)
    points = over.ranking[0].points
    return f"{words.counted_points(points).say(lang)}: {rank}"
