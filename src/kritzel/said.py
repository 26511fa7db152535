"""What a game says beside its rules, in both languages: sentences, explanations, happenings, clocks.

Part of the contract; `kritzel.game` hands all of it on, so import it from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 .. n-1, clockwise."""

LANGUAGES = ("de", "en")


class Text(NamedTuple):
    """A sentence in both of the house's languages."""

    de: str
    en: str

    def say(self, lang: str) -> str:
        """The sentence in one language: `de` or `en`."""
        return self.de if lang == "de" else self.en


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
    """Something that came to a seat by itself: what (`kind`, a word of the glossary), where, by which clause.

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
        """The same with the names of those who did it."""
        yours = self.yours and self._filled(self.yours, names)
        return self._replace(words=self._filled(self.words, names), yours=yours)

    def _filled(self, said: Text, names: Sequence[str]) -> Text:
        *some, last = [names[seat] for seat in self.by] or [""]
        both = [f"{', '.join(some)} {word} {last}" if some else last for word in ("und", "and")]
        return Text(*[text.replace("{by}", who) for text, who in zip(said, both, strict=True)])


class Clock(NamedTuple):
    """How far something has come, in words and as a number: pass `now` of `of` (0: nobody knows how many)."""

    words: Text
    now: int
    of: int
