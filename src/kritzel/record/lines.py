"""The lines of a record: `key: value`, comments after `#`. Knows nothing of what they mean."""

from __future__ import annotations

from typing import NamedTuple

from kritzel.game import Text
from kritzel.record.writing import FIRST_LINE


class RecordError(ValueError):
    """A broken record: the line (from 1), what was expected there, and why it is refused."""

    def __init__(self, line: int, expected: Text, why: Text) -> None:
        super().__init__(f"line {line}: {why.en} Expected: {expected.en}")
        self.line = line
        self.expected = expected
        self.why = why


class Entry(NamedTuple):
    """One line that says something."""

    line: int
    key: str
    value: str


def entries(text: str) -> tuple[list[Entry], int]:
    """All lines after the first, and the number of the last one that says something."""
    said = _said(text)
    if not said or said[0][1] != FIRST_LINE:
        number, first = said[0] if said else (1, "")
        raise RecordError(number, both(FIRST_LINE), found(first))
    return [_entry(number, line) for number, line in said[1:]], said[-1][0]


def both(words: str) -> Text:
    """Words that are the same in both languages."""
    return Text(words, words)


def found(words: str) -> Text:
    """A sentence on what stands there instead."""
    shown = words if len(words) <= 60 else words[:57] + "..."
    return (
        Text(f"Da steht `{shown}`.", f"Found `{shown}`.")
        if words
        else Text("Da steht nichts.", "Found nothing.")
    )


def _said(text: str) -> list[tuple[int, str]]:
    """The lines without comments and empty ones, numbered from 1."""
    lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    without = [(number, line.partition("#")[0].strip()) for number, line in lines]
    return [(number, line) for number, line in without if line]


def _entry(number: int, line: str) -> Entry:
    key, _, value = line.partition(":")
    if not key.strip() or not value.strip():
        raise RecordError(number, Text("`Wort: Inhalt`", "`word: content`"), found(line))
    return Entry(number, key.strip(), value.strip())
