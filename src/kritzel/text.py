"""Sentences in both languages, and what they describe: moves, happenings, explanations, reasons, clocks.

Part of the contract: import it from `kritzel.game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 .. n-1, clockwise."""

LANGUAGES = ("de", "en")


class Text(NamedTuple):
    """A sentence in German and English."""

    de: str
    en: str

    def say(self, lang: str) -> str:
        """The sentence in one language: `de` or `en`."""
        return self.de if lang == "de" else self.en

    @staticmethod
    def same(text: str) -> Text:
        """A name that is the same in both."""
        return Text(text, text)

    def then(self, more: Text, between: str = " · ") -> Text:
        return Text(f"{self.de}{between}{more.de}", f"{self.en}{between}{more.en}")

    def filled(self, **gaps: object) -> Text:
        """The sentence with its gaps filled, each with a value or a Text."""
        de = {gap: fill.de if isinstance(fill, Text) else fill for gap, fill in gaps.items()}
        en = {gap: fill.en if isinstance(fill, Text) else fill for gap, fill in gaps.items()}
        return Text(self.de.format(**de), self.en.format(**en))


class Description(NamedTuple):
    """A move, or an outcome of chance: its `kind`, its `words`, and what is touched to make the move.

    `kind` is a word of the game: take, cross, done; for chance its purpose. Where dice or the colours of a
    card belong to it they are the `faces`, written as in the tray; `words` name them too, and `caption` is
    what is said where they are drawn instead. A page plays a kind it does not know by its cell or a button.
    """

    kind: str
    words: Text
    cell: str = ""
    die: int | None = None
    piece: str = ""
    start: str = ""
    """The cell that a line goes on from."""
    faces: tuple[str, ...] = ()
    caption: Text | None = None
    clauses: tuple[str, ...] = ()
    """Where it says what comes of it, for moves whose words alone do not tell."""

    @property
    def beside(self) -> Text:
        """The words to stand beside the faces, where these are drawn."""
        return self.caption or self.words


class Touch(NamedTuple):
    """What a hand touched: a cell, with the die or the end of the line (`start`) that it holds; a die alone;
    or the button of a move that needs none of them, by its `kind`."""

    cell: str = ""
    die: int | None = None
    start: str = ""
    kind: str = ""


class Explained(Exception):
    """An error that people see: what is wrong, as a sentence in both languages."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence.en


class About(NamedTuple):
    """What something on a sheet means, in one sentence by a clause.

    `kind` and `name` say what it is about: a `mark`, `icon` or `fill` of a cell, a `cell` (`number`: with
    one; `any`), a `tag`, a `box` of the score strip (its key, or the part before the dot), a `token` of the
    tray (its state).
    """

    kind: str
    name: str
    clause: str
    text: Text


class Happening(NamedTuple):
    """Something that came to a seat without its choice: `kind` (a word of the glossary), cell and clause.

    The words do not name the seat: its name stands before them. `yours` is the same for the seat itself,
    where that is said in another way. In the gap `{by}` of both belong the names of the seats `by`.
    """

    seat: Seat
    kind: str
    clause: str
    cell: str
    words: Text
    yours: Text | None = None
    by: tuple[Seat, ...] = ()

    def named(self, names: Sequence[str]) -> Happening:
        """The same with the names of the seats `by`."""
        yours = self.yours and with_names(self.yours, self.by, names)
        return self._replace(words=with_names(self.words, self.by, names), yours=yours)


def with_names(sentence: Text, by: Sequence[Seat], names: Sequence[str]) -> Text:
    """The sentence with the names of these seats in its gap `{by}`."""
    *some, last = [names[seat] for seat in by] or [""]
    both = [f"{', '.join(some)} {word} {last}" if some else last for word in ("und", "and")]
    return Text(*[text.replace("{by}", who) for text, who in zip(sentence, both, strict=True)])


class Because(NamedTuple):
    """Why one move is better than another: what the rules and the sheet alone prove, as data and in words.

    The words tell it as a gain of the better move. `cells` are those it speaks of, `clause` the rule that is
    the reason. `points`: the most that the words account for, where that can be counted; a review leaves the
    reason out where they explain too little. In the gap `{by}` of the words belong the names of the seats
    `by`. `open`: it is true whatever others choose in secret at the same time.
    """

    key: str
    facts: Mapping[str, Any]
    words: Text
    cells: tuple[str, ...] = ()
    points: float | None = None
    clause: str = ""
    by: tuple[Seat, ...] = ()
    open: bool = False

    def named(self, names: Sequence[str]) -> Because:
        """The same with the names of the seats `by`."""
        return self._replace(words=with_names(self.words, self.by, names))


class Clock(NamedTuple):
    """How far something has come, in words and as a number: pass `now` of `of` (0: unknown)."""

    words: Text
    now: int
    of: int

    @staticmethod
    @lru_cache(1024)
    def counted(words: Text, now: int, of: int = 0) -> Clock:
        """With words that have the gaps `{n}` and `{of}`. Cached: every view of a table calls it."""
        return Clock(words.filled(n=now, of=of), now, of)
