"""`kritzel replay`: a recorded game, at its end or after any event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kritzel.cli.errors import Refused
from kritzel.cli.language import (
    FILE,
    command,
    json_option,
    lang_option,
    option,
    seat_option,
    sheet_option,
    svg_option,
    theme_option,
)
from kritzel.cli.lookup import chosen_seat, read_record
from kritzel.cli.output import (
    console,
    pending_json,
    pending_words,
    picture,
    print_ending,
    say_json,
    score_grid,
    score_json,
    write_svg,
)
from kritzel.game import Text
from kritzel.record import Played, Revealed, Table


@command("Eine Partie nachspielen.", "Play a recorded game again.")
@click.argument("file", type=FILE)
@option("--at", type=int, de="Nach so vielen Ereignissen.", en="After so many events.")
@seat_option
@sheet_option
@svg_option
@theme_option
@json_option
@lang_option
def replay(
    file: Path,
    at: int | None,
    seat: int | None,
    sheet_file: Path | None,
    svg: Path | None,
    theme: str,
    as_json: bool,
    lang: str,
) -> None:
    whole = read_record(file, sheet_file, lang)
    table = whole.until(_event_number(at, whole, lang))
    seats = [chosen_seat(whole.game, whole.state, seat, lang)] if seat is not None else list(whole.seats)
    if svg:
        write_svg(svg, table.game, table.state, seats[0], lang, theme)
    if as_json:
        _print_json(whole, table)
    elif svg:
        click.echo(svg)
    else:
        _print(whole, table, seats, lang)


def _event_number(at: int | None, whole: Table, lang: str) -> int:
    last = len(whole.events)
    if at is None:
        return last
    if not 0 <= at <= last:
        why = Text(f"Die Partie hat {last} Ereignisse", f"the game has {last} events").say(lang)
        raise Refused(f"--at {at}: {why} (0-{last})")
    return at


def _print(whole: Table, table: Table, seats: list[int], lang: str) -> None:
    out = console()
    done, last = len(table.events), len(whole.events)
    of = Text("von", "of").say(lang)
    out.rule(f"{table.game.title.say(lang)} · {table.sheet.title.say(lang)}")
    out.print(f"{table.game.words.clock(table.state).words.say(lang)} · {done} {of} {last}")
    if table.events:
        out.print(event_words(table, len(table.events) - 1, lang))
    for seat in seats:
        out.print(f"\n{table.names[seat]}")
        out.print(picture(table.game, table.state, seat, lang))
    out.print(score_grid(table, lang))
    if table.over:
        print_ending(out, table, lang)
    else:
        out.print(pending_words(table.game, table.pending, lang, table.names))
    out.print(table.position, soft_wrap=True)


def event_words(table: Table, nth: int, lang: str) -> str:
    event, words = table.events[nth], table.describe(nth).words.say(lang)
    return words if isinstance(event, Revealed) else f"{table.names[event.seat]}: {event.text} ({words})"


def _print_json(whole: Table, table: Table) -> None:
    say_json(
        "replay",
        game=table.game.slug,
        sheet=table.sheet.id,
        names=list(table.names),
        at=len(table.events),
        of=len(whole.events),
        events=[_event_json(event) for event in whole.events],
        position=table.position,
        pending=pending_json(table.pending),
        score=score_json(table.score(), table.names),
    )


def _event_json(event: Played | Revealed) -> dict[str, Any]:
    if isinstance(event, Revealed):
        return {"purpose": event.purpose, "text": event.text}
    return {"seat": event.seat, "text": event.text}
