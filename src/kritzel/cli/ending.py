"""How a game ended: ranking with tie-break, and the solo rank."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text as Rich

from kritzel import words
from kritzel.cli.showing import grid
from kritzel.game import Over, Place, Text
from kritzel.record import Table

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
