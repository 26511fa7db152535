"""`kritzel rules`: the rulebook, clause by clause, by game or by tag."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text as Rich

from kritzel import rulebook
from kritzel.cli.errors import Refused
from kritzel.cli.language import here, json_option, lang_option
from kritzel.cli.output import console, say_json
from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.rulebook import Clause


@click.command(
    help=here(
        "Das Regelheft. WHAT ist ein Spiel (siehe kritzel games) oder ein Absatz (D9).",
        "The rulebook. WHAT is a game (see kritzel games) or a clause (D9).",
    )
)
@click.argument("what", required=False)
@click.option("--tag", help=here("Nur Regeln zu diesem Thema.", "Only rules on this subject."))
@json_option
@lang_option
def rules(what: str | None, tag: str | None, as_json: bool, lang: str) -> None:
    """Print clauses of the rulebook."""
    found = [each for each in _asked(what, lang) if _fits(each, tag, lang)]
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
    """One clause: id, tags, what it says, what the house decided, and its examples."""
    tags = ", ".join(rulebook.TAGS[tag].say(lang) for tag in clause.tags)
    out.print(Rich.assemble((clause.id, "bold cyan"), "  ", (tags, "dim")))
    out.print(Padding(clause.text, (0, 0, 0, 4)))
    if clause.ruling:
        label = Text("Festlegung: ", "Ruling: ").say(lang)
        out.print(Padding(Rich.assemble((label, "bold"), clause.ruling), (0, 0, 0, 4)))
    shown = {example.id: example.caption.say(lang) for example in rulebook.examples(clause.game)}
    for example in clause.examples:
        out.print(Padding(Rich.assemble(("→ ", "green"), shown[example]), (0, 0, 0, 4)))


def _asked(what: str | None, lang: str) -> list[Clause]:
    if what is None:
        return [each for slug in catalogue.GAMES for each in rulebook.clauses(slug, lang)]
    if what in catalogue.GAMES:
        return list(rulebook.clauses(what, lang))
    try:
        return [rulebook.clause(what, lang)]
    except catalogue.UnknownName as error:
        games = Text("Spiele", "games").say(lang)
        raise Refused(f"{error.sentence.say(lang)} ({games}: {', '.join(catalogue.GAMES)})") from None


def _fits(clause: Clause, tag: str | None, lang: str) -> bool:
    """Whether a clause is about this; a tag may be written as in the book or as people call it."""
    if tag is None:
        return True
    named = {name.say(lang).lower(): key for key, name in rulebook.TAGS.items()}
    key = tag if tag in rulebook.TAGS else named.get(tag.lower())
    if key is None:
        there = ", ".join(rulebook.TAGS)
        raise Refused(
            f"--tag {tag}: {Text('gibt es nicht, nur', 'there is no such tag, only').say(lang)}: {there}"
        )
    return key in clause.tags


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {**asdict(clause), "tags": list(clause.tags), "examples": list(clause.examples)}
