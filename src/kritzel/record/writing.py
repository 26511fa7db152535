"""From a table to the text of its record (docs/notation.md, Records)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kritzel.game import Over
from kritzel.record.events import Event, Played, Revealed
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.record.table import Table

FIRST_LINE = "kritzel record 1"
WIDTH = 100


def write(table: Table) -> str:
    """The record of a table, finished or not."""
    lines = [*_head(table), "", *_body(table), *end_lines(table)]
    return "\n".join(lines).rstrip("\n") + "\n"


def end_lines(table: Table) -> tuple[str, ...]:
    """The lines that close the record of a finished game: the score and the result."""
    pending = table.pending
    if not isinstance(pending, Over):
        return ()
    places = [place.place for place in sorted(pending.ranking)]
    return f"score: {_listed(table.totals)}", f"result: {pending.reason} {_listed(places)}"


def _head(table: Table) -> Iterator[str]:
    sheet, game = table.sheet, table.game
    yield FIRST_LINE
    yield f"game: {game.slug}"
    yield f"sheet: {sheet.id}"
    yield f"version: {sheet.version}"
    yield f"hash: {digest(sheet.source)}"
    yield f"rules: {game.rules_version}"
    yield f"seats: {', '.join(table.names)}"
    if table.boards is None:
        yield f"start: {game.position_text(table.start)}"
    elif table.boards:
        yield f"boards: {_listed(table.boards)}"


def _body(table: Table) -> Iterator[str]:
    """Outcomes and moves, the moves of one seat in a row on one line; where the game stands as comments."""
    line, clock = "", ""
    for event, state in zip(table.events, table.states, strict=False):
        if isinstance(event, Played) and _joins(line, event):
            line += f", {event.text}"
            continue
        yield from filter(None, [line])
        line = _begun(event)
        if isinstance(event, Revealed) and (now := table.game.clock(state).words.en) != clock:
            clock = now
            yield f"# {clock}"
    yield from filter(None, [line])


def _joins(line: str, event: Played) -> bool:
    return line.startswith(f"{event.seat}: ") and len(line) + len(event.text) < WIDTH


def _begun(event: Event) -> str:
    return f"{event.purpose if isinstance(event, Revealed) else event.seat}: {event.text}"


def _listed(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
