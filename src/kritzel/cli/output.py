"""Output: tables and pictures for people, one JSON object for programs (docs/json.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text as Rich

from kritzel import drawing, words
from kritzel.cli.errors import leave_quietly, write_text
from kritzel.game import Chance, Decision, Over, Pending, Place, Score, Seat, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.record import Table

SCHEMA = 1


class Screen(Console):
    """A console that ends without an error where its reader leaves early, as `head` does."""

    def on_broken_pipe(self) -> None:
        leave_quietly()


def console(*, err: bool = False) -> Console:
    """Where to print; texts are printed as they are, without markup."""
    return Screen(markup=False, highlight=False, emoji=False, stderr=err)


def progress(*columns: ProgressColumn, transient: bool = True) -> Progress:
    """A bar on stderr if that is a terminal, with these columns before the time that remains."""
    err = console(err=True)
    bar = TextColumn("{task.description}"), BarColumn(), *columns, TimeRemainingColumn()
    return Progress(*bar, console=err, transient=transient, disable=not err.is_terminal)


def say_json(command: str, **content: Any) -> None:
    """One object for programs, with the versions of the program and of the schema."""
    head = {"kritzel": version("kritzel"), "schema": SCHEMA, "command": command}
    click.echo(json.dumps({**head, **content}, ensure_ascii=False, indent=2))


def grid(*columns: str, rows: Iterable[Iterable[str]]) -> Grid:
    """A plain table; columns with a title that ends with `#` are aligned right."""
    named = any(title.strip("#") for title in columns)
    made = Grid(box=None, pad_edge=False, show_header=named, header_style="bold", padding=(0, 2, 0, 0))
    for title in columns:
        made.add_column(title.removesuffix("#"), justify="right" if title.endswith("#") else "left")
    for row in rows:
        made.add_row(*row)
    return made


def picture(game: AnyGame, state: State, seat: Seat, lang: str) -> Any:
    return drawing.terminal(game.scene(game.rules.view(state, seat), seat, lang))


def write_svg(path: Path, game: AnyGame, state: State, seat: Seat, lang: str, theme: str) -> None:
    """A seat's sheet as an SVG file, as that seat sees it."""
    write_text(path, drawing.svg(game.scene(game.rules.view(state, seat), seat, lang), theme=theme))


def score_grid(table: Table, lang: str) -> Grid:
    pads, facts = table.score(), table.game.facts
    rows = [
        [facts.line(line.key).say(lang), line.clause, *(str(pad.lines[nth].points) for pad in pads)]
        for nth, line in enumerate(pads[0].lines)
    ]
    total = Text("Summe", "Total").say(lang)
    rows.append([total, "", *(str(pad.total) for pad in pads)])
    return grid("", "", *(f"{name}#" for name in table.names), rows=rows)


def pending_json(pending: Pending) -> dict[str, Any]:
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
    """What the table waits for, in a sentence; without names seats are numbers from 0."""
    if isinstance(pending, Chance):
        waits = Text("Der Tisch wartet auf", "The table waits for").say(lang)
        return f"{waits}: {game.facts.chance(pending.purpose).say(lang)}."
    if isinstance(pending, Over):
        return game.facts.reason(pending.reason).say(lang)
    if names:
        who = ", ".join(names[seat] for seat in pending.seats)
        return Text(f"Gefragt: {who}.", f"To decide: {who}.").say(lang)
    seats = ", ".join(str(seat) for seat in pending.seats)
    return Text(f"Es entscheidet Platz {seats}.", f"Seat {seats} decides.").say(lang)


def score_json(pads: Iterable[Score], names: Iterable[str]) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "name": name, "total": pad.total, "lines": [line._asdict() for line in pad.lines]}
        for seat, (pad, name) in enumerate(zip(pads, names, strict=True))
    ]


# How a game ended ----------------------------------------------------------------------------------
YOU = ("Du", "You")
"""What the only person at a table is called."""


def print_ending(out: Console, table: Table, lang: str) -> None:
    """Why it ended, the places and what decided them, or the rank of a solo player."""
    pending = table.pending
    assert isinstance(pending, Over), "only a finished game has an ending"
    facts = table.game.facts
    out.print(Rich.assemble((facts.reason(pending.reason).say(lang), "bold"), f" [{pending.clause}]"))
    if len(table.seats) == 1:
        out.print(Rich(_solo_result(table, pending, lang), "bold green"))
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


def _solo_result(table: Table, over: Over, lang: str) -> str:
    rank = table.game.facts.rank(over.solo_rank).say(lang)
    points = over.ranking[0].points
    return f"{words.counted_points(points).say(lang)}: {rank}"
