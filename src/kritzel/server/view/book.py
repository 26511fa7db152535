"""What a page gets once for a sheet: its document, and the numbers by which a table names what is in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from kritzel.game import NotationError, Setup, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.server.view.options import option
from kritzel.server.wire.parts import (
    AnyMove,
    AnyTold,
    Document,
    LineName,
    Option,
    Sentence,
    SoloRank,
    Spoken,
    Words,
)

BOOKS = 256
"""How many are kept ready: those of all our sheets for every number of seats."""

TOLD = 4096
"""Entries of stories that a book keeps ready."""


class Book:
    """One document with its address; moves and sentences by their numbers."""

    def __init__(self, game: AnyGame, sheet: Any, seats: int) -> None:
        every = game.every_move(sheet) if game.every_move else ()
        said = dict.fromkeys([*game.sentences(sheet, seats), *game.facts.chances.values()])
        self.game, self.sheet = game, sheet
        self.layouts = tuple(game.layouts(sheet))
        self._moves = {move: nth for nth, move in enumerate(every)}
        self._sentences = {text: nth for nth, text in enumerate(said)}
        self._told: dict[int, tuple[Spoken, AnyTold]] = {}
        self._texts = {game.move_text(sheet, move): nth for move, nth in self._moves.items()}
        ranks, clause = _ranks(game, sheet)
        document = Document(
            game=game.slug,
            sheet=f"{game.slug}/{sheet.id}",
            title=Words.of(sheet.title),
            layouts=self.layouts,
            moves=tuple([option(game, sheet, move) for move in every]),
            sentences=tuple([Words.of(text) for text in said]),
            lines=tuple(
                [_line_name(game, line) for line in game.score(game.start(Setup(sheet, seats)))[0].lines]
            ),
            ranks=ranks,
            ranks_clause=clause,
        )
        self.bytes = msgspec.json.encode(document)
        mark = hashlib.sha256(self.bytes).hexdigest()[:16]
        which = f"{game.slug}/{sheet.id}/{sheet.version}/{game.rules_version}/{seats}"
        self.address = f"/api/documents/{which}/{mark}"

    def move(self, move: Any) -> AnyMove:
        """A move by its number, or as it is."""
        number = self._moves.get(move)
        return self.option(move) if number is None else number

    def option(self, move: Any) -> Option:
        """A move as it is."""
        return option(self.game, self.sheet, move)

    def move_of(self, text: str) -> int | None:
        """The number of the move with this notation."""
        return self._texts.get(text)

    def told(self, entry: Spoken, tell: Callable[[Book, Spoken], AnyTold]) -> AnyTold:
        """An entry of a story as it travels: made once, for the same entries stand in many stories."""
        found = self._told.get(id(entry))
        if found is None:
            if len(self._told) >= TOLD:
                self._told.clear()
            found = self._told[id(entry)] = entry, tell(self, entry)  # kept alive, so its id stays its own
        return found[1]

    def sentence(self, text: Text) -> Sentence:
        """A sentence by its number, or as it is."""
        number = self._sentences.get(text)
        return Words.of(text) if number is None else number

    def spoken(self, words: Words) -> Sentence:
        """The same for words that travel."""
        return self._sentences.get(Text(words.de, words.en), words)


def _line_name(game: AnyGame, line: Any) -> LineName:
    return LineName(line.key, Words.of(game.facts.line(line.key)), line.clause, line.at_end)


def _ranks(game: AnyGame, sheet: Any) -> tuple[tuple[SoloRank, ...], str]:
    """What points are worth to somebody alone, and the clause that says so."""
    found = game.ranks(sheet)
    if found is None:
        return (), ""
    each = enumerate((*found.least, None), 1)
    return tuple([SoloRank(Words.of(game.facts.rank(nth)), least) for nth, least in each]), found.clause


@lru_cache(BOOKS)
def book(game: AnyGame, sheet: Any, seats: int) -> Book:
    """The book of a sheet at a table of so many."""
    return Book(game, sheet, seats)


def at_address(name: str, version: int, rules: int, seats: int) -> Book:
    """The book of this sheet by these rules. Raises LookupError."""
    try:
        newest, sheet = catalogue.find(name, version)
    except (catalogue.UnknownName, NotationError) as unknown:
        raise LookupError(name) from unknown
    game = newest.under(rules)
    if seats not in game.seat_counts:
        raise LookupError(name)
    return book(game, sheet, seats)
