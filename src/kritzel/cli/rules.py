"""`kritzel rules`, `kritzel moves` and `kritzel why`: the rulebook, what it allows, and why it does not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text as Rich

from kritzel import rulebook
from kritzel.cli.errors import Refused
from kritzel.cli.language import command, json_option, lang_option, option, seat_option, sheet_option
from kritzel.cli.lookup import chosen_seat, typed_position
from kritzel.cli.output import console, grid, pending_json, pending_words, say_json
from kritzel.game import Decision, IllegalMove, Seat, State, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.rulebook import Clause


# The rulebook --------------------------------------------------------------------------------------
@command(
    "Das Regelheft. WHAT ist ein Spiel (siehe kritzel games) oder ein Absatz (D9).",
    "The rulebook. WHAT is a game (see kritzel games) or a clause (D9).",
)
@click.argument("what", required=False)
@option("--tag", de="Nur Regeln zu diesem Thema.", en="Only rules on this subject.")
@json_option
@lang_option
def rules(what: str | None, tag: str | None, as_json: bool, lang: str) -> None:
    found = [each for each in _clauses(what, lang) if _has_tag(each, tag, lang)]
    if as_json:
        say_json("rules", clauses=[_clause_json(clause) for clause in found])
        return
    out = console()
    whole_books = [what] if what in catalogue.GAMES else [] if what else list(catalogue.GAMES)
    for slug in whole_books if not tag else []:
        out.print(Rich(catalogue.game(slug).title.say(lang), "bold underline"))
        out.print(rulebook.how_it_plays(slug, lang) + "\n")
    for clause in found:
        print_clause(out, clause, lang)


def print_clause(out: Console, clause: Clause, lang: str) -> None:
    """One clause: id, tags, text, ruling, and its examples."""
    tags = ", ".join(rulebook.TAGS[tag].say(lang) for tag in clause.tags)
    out.print(Rich.assemble((clause.id, "bold cyan"), "  ", (tags, "dim")))
    out.print(Padding(clause.text, (0, 0, 0, 4)))
    if clause.ruling:
        label = Text("Festlegung: ", "Ruling: ").say(lang)
        out.print(Padding(Rich.assemble((label, "bold"), clause.ruling), (0, 0, 0, 4)))
    captions = {example.id: example.caption.say(lang) for example in rulebook.examples(clause.game)}
    for example in clause.examples:
        out.print(Padding(Rich.assemble(("→ ", "green"), captions[example]), (0, 0, 0, 4)))


def _clauses(what: str | None, lang: str) -> list[Clause]:
    if what is None:
        return [each for slug in catalogue.GAMES for each in rulebook.clauses(slug, lang)]
    if what in catalogue.GAMES:
        return list(rulebook.clauses(what, lang))
    try:
        return [rulebook.clause(what, lang)]
    except catalogue.UnknownName as error:
        games = Text("Spiele", "games").say(lang)
        raise Refused(f"{error.sentence.say(lang)} ({games}: {', '.join(catalogue.GAMES)})") from None


def _has_tag(clause: Clause, tag: str | None, lang: str) -> bool:
    """Whether a clause has the tag, given as its key or its name."""
    if tag is None:
        return True
    named = {name.say(lang).lower(): key for key, name in rulebook.TAGS.items()}
    key = tag if tag in rulebook.TAGS else named.get(tag.lower())
    if key is None:
        why = Text("gibt es nicht, nur", "there is no such tag, only").say(lang)
        raise Refused(f"--tag {tag}: {why}: {', '.join(rulebook.TAGS)}")
    return key in clause.tags


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {**asdict(clause), "tags": list(clause.tags), "examples": list(clause.examples)}


# Positions -----------------------------------------------------------------------------------------
@command("Was in einer Stellung erlaubt ist.", "What is allowed in a position.")
@click.argument("position")
@seat_option
@sheet_option
@json_option
@lang_option
def moves(position: str, seat: int | None, sheet_file: Path | None, as_json: bool, lang: str) -> None:
    game, state = typed_position(position, sheet_file, lang)
    pending = game.rules.pending(state)
    seats = list(pending.seats) if isinstance(pending, Decision) else []
    if seat is not None:
        seats = [chosen_seat(game, state, seat, lang)]
    found = {each: list_moves(game, state, each, lang) for each in seats}
    line = game.notation.position_text(state)
    if as_json:
        by_seat = [
            {"seat": each, "moves": [{"text": text, "words": words} for text, words in legal]}
            for each, legal in found.items()
        ]
        say_json("moves", position=line, pending=pending_json(pending), seats=by_seat)
        return
    console().print(line, soft_wrap=True)
    console().print(f"{pending_words(game, pending, lang)} {game.words.question(state).say(lang)}")
    for each, legal in found.items():
        rows = [[str(each), text, words] for text, words in legal]
        console().print(grid(Text("Platz#", "Seat#").say(lang), "", "", rows=rows))


@command("Ob ein Zug erlaubt ist, und wenn nicht, warum.", "Whether a move is allowed, and if not, why.")
@click.argument("position")
@click.argument("move")
@seat_option
@sheet_option
@json_option
@lang_option
def why(
    position: str, move: str, seat: int | None, sheet_file: Path | None, as_json: bool, lang: str
) -> None:
    """Exit code 1 where the move is refused."""
    game, state = typed_position(position, sheet_file, lang)
    seat = chosen_seat(game, state, seat, lang)
    refused = refusal(game, state, seat, move)
    if as_json:
        say_json(
            "why",
            position=game.notation.position_text(state),
            seat=seat,
            move=move,
            legal=refused is None,
            clause=refused.clause if refused else None,
            sentence=refused.sentence.say(lang) if refused else None,
        )
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


def list_moves(game: AnyGame, state: State, seat: Seat, lang: str) -> list[tuple[str, str]]:
    """The legal moves, in notation and in words."""
    sheet, legal = state.sheet, game.rules.moves(state, seat)
    return [
        (game.notation.move_text(sheet, move), game.words.say_move(sheet, move).words.say(lang))
        for move in legal
    ]
