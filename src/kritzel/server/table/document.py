"""The document of a sheet: all that never changes about it. A page loads it once, under an immutable address.

A view names moves and sentences by their numbers in the document; any other move or sentence travels whole.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from kritzel.game import NotationError, Setup, Sheet, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.layout import Layout

DOCUMENT_CACHE_SIZE = 256
OPTION_CACHE_SIZE = 8192


class MessagePart(Struct, frozen=True, gc=False):
    """A part of a message, or the answer to a request."""


class Words(MessagePart, frozen=True):
    """A sentence in both languages, `de` and `en`."""

    de: str
    en: str

    @staticmethod
    def of(text: Text) -> Words:
        return Words(text.de, text.en)


class Option(MessagePart, frozen=True, omit_defaults=True):
    """A move as data: its notation (`text`), what a hand does (`kind`), what it means (`words`).

    A hand makes it by touching a `cell`, with the `die` it holds, the `piece` it draws or the end of a line
    it comes from (`start`). `colours` are the dice it is about, and `beside` is what is said where they are
    drawn. `clauses` say what comes of it. A page that does not know a `kind` plays it by its cell, or as a
    button with its words.
    """

    text: str
    kind: str
    words: Words
    beside: Words | None = None
    cell: str = ""
    die: int | None = None
    colours: str = ""
    piece: str = ""
    start: str = ""
    clauses: tuple[str, ...] = ()


class LineName(MessagePart, frozen=True):
    """A line of the score pads: its `key`, its name in `words`, the `clause` that counts it.

    `at_end`: counted when the game is over; until then `have` of a pad's line are missing.
    """

    key: str
    words: Words
    clause: str
    at_end: bool


class SoloRank(MessagePart, frozen=True):
    """A rank of a solo player, and the least points it takes; the last rank takes none (null)."""

    title: Words
    least: int | None


class Document(MessagePart, frozen=True):
    """All that never changes about a sheet, in both languages. Its address changes with it: cache it.

    `layouts`: what is printed on each board (one where all are alike). `moves` are all moves there can be,
    `sentences` the common ones: a view names both by their number. `lines` are those of every score pad.
    `ranks`: what points are worth to a solo player, best first, by `ranks_clause`; empty if there are none.
    """

    game: str
    sheet: str
    title: Words
    layouts: tuple[Layout, ...]
    moves: tuple[Option, ...]
    sentences: tuple[Words, ...]
    lines: tuple[LineName, ...]
    ranks: tuple[SoloRank, ...]
    ranks_clause: str


Sentence: TypeAlias = int | Words
"""One of the document's sentences by its number, or any other sentence."""
AnyMove: TypeAlias = int | Option
"""One of the document's moves by its number, or any other move."""


class SheetDocument:
    """The document of a sheet, encoded, with its address and the numbers of its moves and sentences."""

    def __init__(self, game: AnyGame, sheet: Any, seats: int) -> None:
        moves = game.notation.every_move(sheet) if game.notation.every_move else ()
        texts = dict.fromkeys([*game.words.sentences(sheet, seats), *game.facts.chances.values()])
        lines = game.rules.score(game.rules.start(Setup(sheet, seats)))[0].lines
        ranks, clause = _ranks(game, sheet)
        document = Document(
            game=game.slug,
            sheet=f"{game.slug}/{sheet.id}",
            title=Words.of(sheet.title),
            layouts=tuple(game.drawing.layouts(sheet)),
            moves=tuple([option(game, sheet, move) for move in moves]),
            sentences=tuple([Words.of(text) for text in texts]),
            lines=tuple(
                [
                    LineName(line.key, Words.of(game.facts.line(line.key)), line.clause, line.at_end)
                    for line in lines
                ]
            ),
            ranks=ranks,
            ranks_clause=clause,
        )
        self.encoded = msgspec.json.encode(document)
        content_hash = hashlib.sha256(self.encoded).hexdigest()[:16]
        version = f"{game.slug}/{sheet.id}/{sheet.version}/{game.rules.version}/{seats}"
        self.address = f"/api/documents/{version}/{content_hash}"
        self._game, self._sheet = game, sheet
        self._moves = {move: number for number, move in enumerate(moves)}
        self._texts = {each.text: number for number, each in enumerate(document.moves)}
        self._sentences = {text: number for number, text in enumerate(texts)}

    def move(self, move: Any) -> AnyMove:
        number = self._moves.get(move)
        return option(self._game, self._sheet, move) if number is None else number

    def move_number(self, text: str) -> int | None:
        return self._texts.get(text)

    def sentence(self, text: Text) -> Sentence:
        number = self._sentences.get(text)
        return Words.of(text) if number is None else number


@lru_cache(OPTION_CACHE_SIZE)
def option(game: AnyGame, sheet: Sheet, move: Any) -> Option:
    """A move as it travels: its notation, what it means, what a hand touches to make it."""
    said = game.words.say_move(sheet, move)
    return Option(
        text=game.notation.move_text(sheet, move),
        kind=said.kind,
        words=Words.of(said.words),
        beside=Words.of(said.caption) if said.caption else None,
        cell=said.cell,
        die=said.die,
        colours="".join(said.faces),
        piece=said.piece,
        start=said.start,
        clauses=said.clauses,
    )


def _ranks(game: AnyGame, sheet: Any) -> tuple[tuple[SoloRank, ...], str]:
    found = game.rules.ranks(sheet)
    if found is None:
        return (), ""
    numbered = enumerate((*found.least, None), 1)
    return tuple([SoloRank(Words.of(game.facts.rank(nth)), least) for nth, least in numbered]), found.clause


@lru_cache(DOCUMENT_CACHE_SIZE)
def sheet_document(game: AnyGame, sheet: Any, seats: int) -> SheetDocument:
    return SheetDocument(game, sheet, seats)


def find_document(name: str, version: int, rules: int, seats: int) -> SheetDocument:
    """The document of a version of a sheet, under a version of the rules. Raises LookupError."""
    try:
        game, sheet = catalogue.find(name, version)
    except (catalogue.UnknownName, NotationError) as unknown:
        raise LookupError(name) from unknown
    game.expect_rules(rules)
    if seats not in game.seat_counts:
        raise LookupError(name)
    return sheet_document(game, sheet, seats)
