"""The rulebook: every clause of every game in German and English, with tags and worked examples.

Knows how the files `rulebook.<lang>.md` and `examples.toml` of a game are written, not what they say,
and not how an example is drawn. A clause is one line of its file:

    - **D9** [placing] What the rule says. **Ruling:** What the house decided. (German: **Festlegung:**)

The words in brackets are tags: what a rule is about, one closed list for all games (`TAGS`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kritzel.game import LANGUAGES, Seat, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.sheetfile import as_text

TAGS: dict[str, Text] = {
    "setup": Text("Aufbau", "set-up"),
    "symmetric-start": Text("gleicher Start", "symmetric start"),
    "turn-order": Text("Reihenfolge", "turn order"),
    "chance": Text("Zufall", "chance"),
    "push-luck": Text("Risiko", "pushing your luck"),
    "shared-board": Text("gemeinsame Mitte", "shared board"),
    "simultaneous": Text("gleichzeitig", "simultaneous"),
    "hidden": Text("verdeckt", "hidden"),
    "placing": Text("Setzen", "placing"),
    "action-points": Text("Aktionspunkte", "action points"),
    "forced": Text("Pflicht", "forced"),
    "losing": Text("Verlust", "losing something"),
    "race": Text("Wettlauf", "race"),
    "scoring": Text("Punkte", "scoring"),
    "solo": Text("allein", "solo"),
    "end": Text("Ende", "end"),
    "win-condition": Text("Siegbedingung", "win condition"),
    "tie-break": Text("Gleichstand", "tie-break"),
}
"""Every tag and its name for people."""

RULING = Text("**Festlegung:**", "**Ruling:**")
"""What stands before the part of a clause that the original rules leave open."""

_CLAUSE = re.compile(r"- \*\*([A-Z]+\d+)\*\* \[([a-z, -]+)\] (.+)")
_HEAD = 'game = "{game}"\nid = "{id}"\nversion = 1\ntitle = {{ de = "Beispiel", en = "Example" }}\n'


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its id for citing, what it says, its ruling (or ""), its tags and examples."""

    id: str
    game: str
    chapter: str
    text: str
    ruling: str
    tags: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook: paragraphs of prose, clauses, or both."""

    title: str
    prose: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rulebook of one game in one language; its first chapter tells how the game plays."""

    game: str
    lang: str
    title: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a position on a small sheet, and a move that is legal there or breaks a clause.

    `sheet` is the sheet's own text, or the name of a sheet of the catalogue. `move` may be empty;
    `breaks` is empty where the move is legal. `score` holds lines of the seat's score pad.
    """

    id: str
    game: str
    clauses: tuple[str, ...]
    caption: Text
    sheet: str
    position: str
    seat: Seat
    move: str
    breaks: str
    score: Mapping[str, int] = field(hash=False)


def clauses(game: str, lang: str) -> tuple[Clause, ...]:
    return tuple(clause for chapter in book(game, lang).chapters for clause in chapter.clauses)


def clause(clause_id: str, lang: str) -> Clause:
    """The clause of this id, in the first game that has it. Raises UnknownName."""
    every = {each.id: each for game in reversed(catalogue.GAMES) for each in clauses(game, lang)}
    if clause_id.upper() not in every:
        there = _ranges()
        raise UnknownName(
            Text(
                f"keine Regel '{clause_id}'; es gibt: {there}",
                f"no clause '{clause_id}'; there are: {there}",
            )
        )
    return every[clause_id.upper()]


def how_it_plays(game: str, lang: str) -> str:
    """The game for a newcomer: a few paragraphs, separated by empty lines."""
    return book(game, lang).chapters[0].prose


@cache
def book(game: str, lang: str) -> Book:
    """The rulebook of a game in this language, or in the only one that there is."""
    if lang not in LANGUAGES:
        there = ", ".join(LANGUAGES)
        raise UnknownName(
            Text(f"keine Sprache '{lang}'; es gibt: {there}", f"no language '{lang}'; there are: {there}")
        )
    written = languages(game)
    read = lang if lang in written else written[0]
    head, *parts = re.split(r"^## ", _read(game, f"rulebook.{read}.md"), flags=re.MULTILINE)
    chapters = tuple(_chapter(game, read, part) for part in parts)
    return Book(game, read, head.strip().removeprefix("# "), chapters)


def languages(game: str) -> tuple[str, ...]:
    """The languages of its rulebook. Raises UnknownName where there is none."""
    written = tuple(lang for lang in LANGUAGES if _has(game, f"rulebook.{lang}.md"))
    if not written:
        where = catalogue.game(game).home
        de = f"{game} hat kein Regelheft: {where} braucht rulebook.en.md"
        raise UnknownName(Text(de, f"{game} has no rulebook: {where} needs rulebook.en.md"))
    return written


@cache
def examples(game: str) -> tuple[Example, ...]:
    """The worked examples of a game, in the order of its file; none without a file."""
    data = tomllib.loads(_read(game, "examples.toml") if _has(game, "examples.toml") else "")
    own = {name: _HEAD.format(game=game, id=name) + body for name, body in data.get("sheets", {}).items()}
    return tuple(_example(game, own, entry) for entry in data.get("example", []))


def table(example: Example) -> tuple[AnyGame, Any]:
    if "\n" in example.sheet:
        game, sheet = catalogue.from_text(example.sheet, example.id)
    else:
        game, sheet = catalogue.find(f"{example.game}/{example.sheet}")
    return game, game.notation.parse_position(sheet, example.position)


def _has(game: str, name: str) -> bool:
    return (files(catalogue.game(game).home) / name).is_file()


def _read(game: str, name: str) -> str:
    return (files(catalogue.game(game).home) / name).read_text("utf-8")


def _chapter(game: str, lang: str, part: str) -> Chapter:
    title, _, body = part.partition("\n")
    found = [_CLAUSE.fullmatch(line) for line in body.splitlines() if line.startswith("- ")]
    lines = tuple(_clause(game, title, lang, match) for match in found if match)
    if len(lines) < len(found):
        raise ValueError(f"{game}, {lang}, '{title}': a line is no clause (- **D9** [tag] Text)")
    prose = "\n".join(line for line in body.splitlines() if not line.startswith("- "))
    return Chapter(title, prose.strip(), lines)


def _clause(game: str, chapter: str, lang: str, match: re.Match[str]) -> Clause:
    clause_id, tags, said = match.groups()
    text, _, ruling = said.partition(RULING.say(lang))
    shown = tuple(each.id for each in examples(game) if clause_id in each.clauses)
    return Clause(clause_id, game, chapter, text.strip(), ruling.strip(), tuple(tags.split(", ")), shown)


def _example(game: str, own: dict[str, str], entry: dict[str, Any]) -> Example:
    return Example(
        id=entry["id"],
        game=game,
        clauses=tuple(entry["clauses"]),
        caption=as_text(entry["caption"]),
        sheet=own.get(entry["sheet"], entry["sheet"]),
        position=entry["position"],
        seat=entry.get("seat", 0),
        move=entry.get("move", ""),
        breaks=entry.get("clause", ""),
        score=entry.get("score", {}),
    )


def _ranges() -> str:
    books = [clauses(game, LANGUAGES[0]) for game in catalogue.GAMES]
    return ", ".join(f"{every[0].id}-{every[-1].id}" for every in books)
