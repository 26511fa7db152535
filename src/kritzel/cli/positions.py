"""`kritzel moves` and `kritzel why`: what is allowed in a position, and why something is not."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text as Rich

from kritzel import rulebook
from kritzel.cli.language import here, json_option, lang_option, sheet_option
from kritzel.cli.lookup import position_typed, seat_asked
from kritzel.cli.output import console, grid, pending_json, pending_words, say_json
from kritzel.cli.rules import print_clause
from kritzel.game import Decision, IllegalMove, Seat, State, Text
from kritzel.games.catalogue import AnyGame

seat_option = click.option(
    "--seat", type=int, help=here("Nur dieser Platz, ab 0.", "This seat only, counted from 0.")
)


@click.command(help=here("Was in einer Stellung erlaubt ist.", "What is allowed in a position."))
@click.argument("position")
@seat_option
@sheet_option
@json_option
@lang_option
def moves(position: str, seat: int | None, sheet_file: Path | None, as_json: bool, lang: str) -> None:
    """List the legal moves of a position."""
    game, state = position_typed(position, sheet_file, lang)
    pending = game.rules.pending(state)
    seats = list(pending.seats) if isinstance(pending, Decision) else []
    if seat is not None:
        seats = [seat_asked(game, state, seat, lang)]
    listed = {each: moves_listed(game, state, each, lang) for each in seats}
    line = game.notation.position_text(state)
    if as_json:
        told = [
            {"seat": each, "moves": [{"text": text, "words": words} for text, words in found]}
            for each, found in listed.items()
        ]
        say_json("moves", position=line, pending=pending_json(pending), seats=told)
        return
    console().print(line, soft_wrap=True)
    console().print(f"{pending_words(game, pending, lang)} {game.words.question(state).say(lang)}")
    for each, found in listed.items():
        rows = [[str(each), text, words] for text, words in found]
        console().print(grid(Text("Platz#", "Seat#").say(lang), "", "", rows=rows))


@click.command(
    help=here("Ob ein Zug erlaubt ist, und wenn nicht, warum.", "Whether a move is allowed, and if not, why.")
)
@click.argument("position")
@click.argument("move")
@seat_option
@sheet_option
@json_option
@lang_option
def why(
    position: str, move: str, seat: int | None, sheet_file: Path | None, as_json: bool, lang: str
) -> None:
    """Say whether a move is legal, or which clause it breaks; exit code 1 where it is refused."""
    game, state = position_typed(position, sheet_file, lang)
    asked = seat_asked(game, state, seat, lang)
    refused = refusal(game, state, asked, move)
    if as_json:
        _why_json(game, state, asked, move, refused, lang)
    elif refused is None:
        console().print(Rich.assemble((Text("erlaubt", "legal").say(lang), "bold green"), f": {move}"))
    else:
        console().print(Rich.assemble((refused.sentence.say(lang), "bold"), f" [{refused.clause}]"))
        print_clause(console(), rulebook.clause(refused.clause, lang), lang)
    if refused is not None:
        raise click.exceptions.Exit(1)


def refusal(game: AnyGame, state: State, seat: Seat, text: str) -> IllegalMove | None:
    """Why the rules refuse a move, or None where they allow it. Raises NotationError."""
    try:
        game.rules.play(state, seat, game.notation.parse_move(state.sheet, text))
    except IllegalMove as refused:
        return refused
    return None


def moves_listed(game: AnyGame, state: State, seat: Seat, lang: str) -> list[tuple[str, str]]:
    """The legal moves, in notation and in words."""
    sheet, moves = state.sheet, game.rules.moves(state, seat)
    return [
        (game.notation.move_text(sheet, move), game.words.say_move(sheet, move).words.say(lang))
        for move in moves
    ]


def _why_json(game: AnyGame, state: State, seat: Seat, move: str, no: IllegalMove | None, lang: str) -> None:
    say_json(
        "why",
        position=game.notation.position_text(state),
        seat=seat,
        move=move,
        legal=no is None,
        clause=no.clause if no else None,
        sentence=no.sentence.say(lang) if no else None,
    )
