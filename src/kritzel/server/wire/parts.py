"""What a view of a table is made of: everything a page needs to show it. Words only, no rule."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from kritzel.game import Text
from kritzel.layout import Layout


class Part(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a view. What has its default is left out. Parts never lead back to themselves (`gc`)."""


class Words(Part, frozen=True, omit_defaults=False):
    """A sentence in both languages."""

    de: str
    en: str

    @staticmethod
    def of(text: Text) -> Words:
        """The sentence of the games."""
        return Words(text.de, text.en)


class Mark(Part, frozen=True):
    """Something drawn onto a cell (docs/scene.md)."""

    kind: str
    detail: str = ""


class Cell(Part, frozen=True):
    """One cell of a sheet; a change sends the cells that changed, whole."""

    id: str
    shape: str
    x: float
    y: float
    fill: str
    number: int | None = None
    icon: str = ""
    tint: str = ""
    marks: tuple[Mark, ...] = ()
    label: str = ""
    note: str = ""


class Stroke(Part, frozen=True):
    """A line over several cells."""

    kind: str
    points: tuple[tuple[float, float], ...]
    closed: bool = False


class Tag(Part, frozen=True):
    """A small text beside the cells."""

    kind: str
    x: float
    y: float
    text: str = ""
    icon: str = ""
    state: str = ""
    label: str = ""


class Token(Part, frozen=True):
    """Something in the tray."""

    kind: str
    face: str
    state: str


class Box(Part, frozen=True):
    """One box of the score strip."""

    key: str
    icon: str = ""
    tint: str = ""
    points: str = ""
    note: str = ""
    state: str = ""
    label: str = ""


class Key(Part, frozen=True):
    """One word of the legend."""

    kind: str
    name: str
    text: str


class Scene(Part, frozen=True, omit_defaults=False):
    """One seat's sheet, laid out (docs/scene.md): the scene that every picture is drawn from."""

    pad: str
    title: str
    lang: str
    width: float
    height: float
    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...]
    tags: tuple[Tag, ...]
    tray: tuple[Token, ...]
    boxes: tuple[Box, ...]
    total: str
    note: str
    tray_note: str
    legend: tuple[Key, ...]
    tray_kind: str
    tap: str


class SceneChange(Part, frozen=True):
    """What is new on a seat's sheet: whole fields, but of the cells only those that changed."""

    seat: int
    cells: tuple[Cell, ...] = ()
    strokes: tuple[Stroke, ...] | UnsetType = UNSET
    tags: tuple[Tag, ...] | UnsetType = UNSET
    tray: tuple[Token, ...] | UnsetType = UNSET
    boxes: tuple[Box, ...] | UnsetType = UNSET
    total: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    tray_note: str | UnsetType = UNSET
    legend: tuple[Key, ...] | UnsetType = UNSET


# What a page gets once ------------------------------------------------------------------------
class Option(Part, frozen=True):
    """A legal move as data: its notation, what it means, and what a hand touches to make it."""

    text: str
    kind: str
    words: Words
    cell: str = ""
    die: int | None = None
    colours: str = ""
    piece: str = ""
    start: str = ""
    clauses: tuple[str, ...] = ()


class LineName(Part, frozen=True, omit_defaults=False):
    """A line of the score pads. `at_end`: counted when the game is over; until then `have` are missing."""

    key: str
    words: Words
    clause: str
    at_end: bool


class Document(Part, frozen=True, omit_defaults=False):
    """All that never changes of a sheet, in both languages. Its address changes with it: keep it for ever.

    `layouts`: what is printed on each board (one where all are alike). `moves` are all there can be, and
    `sentences` those that are said again and again: a table names both by their number. `lines` are those
    of every score pad.
    """

    game: str
    sheet: str
    title: Words
    layouts: tuple[Layout, ...]
    moves: tuple[Option, ...]
    sentences: tuple[Words, ...]
    lines: tuple[LineName, ...]


# What a table says -----------------------------------------------------------------------------
SeatKind: TypeAlias = Literal["person", "here", "bot", "open"]
Sentence: TypeAlias = int | Words
"""One of the document's sentences, by its number; any other as it is."""
AnyMove: TypeAlias = int | Option
"""One of the document's moves, by its number; any other as it is."""


class Clock(Part, frozen=True, omit_defaults=False):
    """How far something has come: `now` of `of` (0: nobody knows how many), and in words."""

    now: int
    of: int
    words: Sentence


class Instead(Part, frozen=True, omit_defaults=False):
    """Another bot moves in the place of the seat's: who, why (`warming`, `missing`, `failed`), and in words.

    While the seat's own is `warming` up, `done` of `of` things are compiled.
    """

    bot: str
    why: str
    words: Words
    done: int = 0
    of: int = 0


class Sitting(Part, frozen=True):
    """Who sits on a seat. `kind`: person, here, bot or open.

    `bot` is who plays for the seat now (always for a bot, else while one stands in); where another one moves
    in that bot's place, `instead` says so.
    `replaceable`: the person has been away for longer than the grace, and the others may let a bot stand in.
    """

    name: str
    kind: SeatKind
    bot: str = ""
    present: bool = False
    replaceable: bool = False
    ready: bool = False
    instead: Instead | None = None


class Scored(Part, frozen=True):
    """What is new on a seat's score pad.

    `total` is what people have won; lines that are counted at the end join it when the game is over. `lines`
    are those that changed, four numbers each: which of the document's, points, have, of. `goal` is how far
    the seat has come towards ending the game, where a seat can do that.
    """

    seat: int
    total: int | UnsetType = UNSET
    lines: tuple[int, ...] = ()
    goal: Clock | UnsetType | None = UNSET


class Drawn(Part, frozen=True):
    """What is new on the picture of a seat's sheet (`kritzel.layout.Picture`).

    `sets`: by the name of a sign the cells (their `bit`) that became it or are it no longer; where none are
    named, none is it any more. `tray`: all tokens in one line, or by their places those that changed; a token
    is its face and a sign for its state (`.` free, `+` fits, `x` used, `-` removed, `=` kept, `!` now), after
    its kind and `:` where that is not the usual one. `fates` and `counts` by the number of the plate or slot.
    `board`: which of the document's layouts, from 1.
    """

    seat: int
    board: int | UnsetType = UNSET
    sets: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tray: str | dict[str, str] | UnsetType = UNSET
    counts: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)
    total: int | UnsetType = UNSET
    paths: tuple[tuple[str, tuple[int, ...]], ...] | UnsetType = UNSET
    numbers: tuple[int | None, ...] | UnsetType = UNSET
    tray_note: Sentence | UnsetType | None = UNSET


class Hand(Part, frozen=True):
    """What one of your own seats can do now. `undo` is the move that can be taken back."""

    seat: int
    moves: tuple[AnyMove, ...] = ()
    undo: AnyMove | None = None


class Asked(Part, frozen=True, omit_defaults=False):
    """What people with real dice are asked for: `dice` of these `faces`, or one of these `cards`."""

    purpose: str
    words: Words
    dice: int
    faces: tuple[str, ...]
    cards: tuple[str, ...]


class Correction(Part, frozen=True, omit_defaults=False):
    """The last roll of real dice, which can be corrected: what it was for and what was read (`text`).

    `asked` is the seat of whoever asks the others for that, null while nobody does; then `missing` are the
    seats of those who have not answered yet.
    """

    purpose: str
    words: Words
    text: str
    asked: int | None = None
    missing: tuple[int, ...] = ()


class Dice(Part, frozen=True, omit_defaults=False):
    """Where luck comes from: `real`, or promised by `commit`; `seed` is opened at the end."""

    real: bool
    scheme: str
    commit: str
    seed: str


class Rank(Part, frozen=True, omit_defaults=False):
    """Where a seat ended and what put it there."""

    seat: int
    name: str
    place: int
    points: int
    by: str
    words: Words


class SoloRank(Part, frozen=True, omit_defaults=False):
    """A rank of somebody who plays alone, and the least points it takes; the last rank takes none (null)."""

    title: Words
    least: int | None


class Result(Part, frozen=True, omit_defaults=False):
    """How it ended; where somebody played alone `title` is their rank, number `solo_rank` of `solo_ranks`.

    `ranks`: all of this sheet, best first, by `ranks_clause`; with company, too. Empty where there are none.
    """

    reason: str
    clause: str
    words: Words
    ranking: tuple[Rank, ...]
    solo_rank: int
    solo_ranks: int
    title: Words | None
    ranks: tuple[SoloRank, ...] = ()
    ranks_clause: str = ""


class Spoken(Part, frozen=True):
    """One entry of a story, in words. Numbers run from 1 without gaps, for each viewer on their own.

    `faces` are the dice or the colours of a card that the words are about: to be drawn after them. With a
    `clause` it tells what came to the seat by itself; `yours` is for the seat itself, if it is another.
    `bot` made the move in the place of the seat's.
    """

    n: int
    kind: str
    words: Words
    seat: int | None = None
    text: str = ""
    cell: str = ""
    clause: str = ""
    bot: str = ""
    faces: tuple[str, ...] = ()
    yours: Words | None = None


class Told(Part, frozen=True):
    """One entry of the table's story. They are numbered from 1 without gaps, for each viewer on their own.

    A `move` of the document says itself; all others have `words`. `faces` are the dice or the colours of a
    card that the words are about, one letter each: to be drawn after them. With a `clause` it tells what came
    to the seat by itself; `yours` is for the seat itself, if it is another. `bot` made the move in the place
    of the seat's. `text`: in notation, where that is not what the faces say.
    """

    kind: str
    seat: int | None = None
    move: int | None = None
    words: Sentence | None = None
    text: str = ""
    cell: str = ""
    clause: str = ""
    bot: str = ""
    faces: str = ""
    yours: Words | None = None


class Summary(Part, frozen=True, omit_defaults=False):
    """A table in the list of its people."""

    table: str
    game: str
    sheet: str
    title: Words
    phase: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    deciding: tuple[int, ...]
    you: tuple[int, ...] = ()
    owner: bool = False
