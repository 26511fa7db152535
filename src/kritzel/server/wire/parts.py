"""What a view of a table is made of: everything a page needs to show it. Words only, no rule."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from kritzel.game import Text
from kritzel.layout import Layout, Path


class Part(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a view. What has its default is left out. Parts never lead back to themselves (`gc`)."""


class Words(Part, frozen=True, omit_defaults=False):
    """A sentence in both languages, `de` and `en`."""

    de: str
    en: str

    @staticmethod
    def of(text: Text) -> Words:
        """The sentence of the games."""
        return Words(text.de, text.en)


# What a page gets once ------------------------------------------------------------------------
class Option(Part, frozen=True):
    """A move as data: its notation (`text`), what a hand does (`kind`), what it means (`words`).

    A hand makes it by touching a `cell`, with the `die` it holds, the `piece` it draws or the end of a line
    it comes from (`start`). `colours` are the dice it is about, and `beside` is what is said where they are
    drawn. `clauses` say what comes of it. Whoever does not know a `kind` plays it by its cell, or as a button
    with its words.
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


class LineName(Part, frozen=True, omit_defaults=False):
    """A line of the score pads: its `key`, its name in `words`, the `clause` that counts it.

    `at_end`: counted when the game is over; until then so many are missing (`have`).
    """

    key: str
    words: Words
    clause: str
    at_end: bool


class SoloRank(Part, frozen=True, omit_defaults=False):
    """A rank of somebody who plays alone, and the least points it takes; the last rank takes none (null)."""

    title: Words
    least: int | None


class Document(Part, frozen=True, omit_defaults=False):
    """All that never changes of a sheet, in both languages. Its address changes with it: keep it for ever.

    `layouts`: what is printed on each board (one where all are alike). `moves` are all there can be, and
    `sentences` those that are said again and again: a table names both by their number. `lines` are those
    of every score pad. `ranks`: what points are worth to somebody alone, best first, by `ranks_clause`;
    empty where there are none.
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


# What a table says -----------------------------------------------------------------------------
SeatKind: TypeAlias = Literal["person", "here", "bot", "open"]
Phase: TypeAlias = Literal["open", "running", "over", "stopped"]
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
    """Who sits on a seat: their `name`, and whether they are `present` and `ready`.

    `kind`: a `person` with a device of their own, somebody `here` at another's, a `bot`, or `open`. `bot` is
    who plays for the seat now (always for a bot, else while one stands in); where another one moves in that
    bot's place, `instead` says so. `replaceable`: the person has been away for longer than the
    grace, and the others may let a bot stand in. `allows`: they allow hints at the table; `hints`: how many
    were taken on the seat so far.
    """

    name: str
    kind: SeatKind
    bot: str = ""
    present: bool = False
    replaceable: bool = False
    ready: bool = False
    instead: Instead | None = None
    allows: bool = False
    hints: int = 0


class Scored(Part, frozen=True):
    """What is new on a seat's score pad.

    `total` is what people have won; lines that are counted at the end join it when the game is over. `lines`
    are those that changed, four numbers each: which of the document's, points, have, of. `goal` is how far
    the seat has come towards ending the game, where a seat can do that.
    """

    seat: int = 0
    total: int | UnsetType = UNSET
    lines: tuple[int, ...] = ()
    goal: Clock | UnsetType | None = UNSET


class Drawn(Part, frozen=True):
    """What is new on the picture of a seat's sheet (`kritzel.layout.Picture`).

    `sets`: for each sign that changed its number among those of the layout, then the cells (their `bit`) that
    became it or are it no longer; where none are named, none is it any more. `tray`: all tokens in one line,
    or by their places those that changed; a token is its face and a sign for its state (`.` free, `+` fits,
    `x` used, `-` removed, `=` kept, `!` now), after its kind and `:` where that is not the kind of the token
    before, or for the first the usual one. A token that changed leaves out what it keeps: its kind, or all
    but the sign. `counts`: by the number of a slot its points, its note and its state; what it keeps at the
    end is left out. `fates`: by the number of a plate what became of it. `total`: the points of the strip.
    `paths`: all lines from cell to cell, each a kind and its cells (their `bit`), or by their places the
    cells of those that changed. `numbers`: those of all cells, in their
    order, where they are not printed. `tray_note`: said of the tray instead of the printed one. `board`:
    which of the document's layouts, from 1; with the first picture only.
    """

    seat: int = 0
    board: int | UnsetType = UNSET
    sets: tuple[tuple[int, ...], ...] = ()
    tray: str | dict[str, str] | UnsetType = UNSET
    counts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)
    total: int | UnsetType = UNSET
    paths: tuple[Path, ...] | dict[str, tuple[int, ...]] | UnsetType = UNSET
    numbers: tuple[int | None, ...] | UnsetType = UNSET
    tray_note: Sentence | UnsetType | None = UNSET


class Hand(Part, frozen=True):
    """What one of your own seats can do now: its legal `moves`, and the one it can take back (`undo`)."""

    seat: int
    moves: tuple[AnyMove, ...] = ()
    undo: AnyMove | None = None


class Asked(Part, frozen=True, omit_defaults=False):
    """What people with real dice are asked for: so many `dice` of these `faces`, or one of these `cards`.

    `purpose` is what luck decides, `words` say it.
    """

    purpose: str
    words: Words
    dice: int
    faces: tuple[str, ...]
    cards: tuple[str, ...]


class Correction(Part, frozen=True, omit_defaults=False):
    """The last roll of real dice, which can be corrected: what it was for and what was read (`text`).

    `purpose` is what luck decided, `words` say it. `asked` is the seat of whoever asks the others for
    that, null while nobody does; then `missing` are the seats of those who have not answered yet.
    """

    purpose: str
    words: Words
    text: str
    asked: int | None = None
    missing: tuple[int, ...] = ()


class Seal(Part, frozen=True):
    """What the device of a `seat` has sealed for the dice (`seal`), and whether it is `opened` already."""

    seat: int
    seal: str
    opened: bool = False


class Dice(Part, frozen=True, omit_defaults=False):
    """Where luck comes from: `real` dice, or those of a `scheme`.

    They are promised by `commit`; `seed` is opened at the end. `round`: how often they were mixed before the
    game (docs/dice.md).
    """

    real: bool
    scheme: str
    commit: str
    seed: str
    round: int


class Rank(Part, frozen=True, omit_defaults=False):
    """Where a seat ended: its `place` (from 1, shared ones equal), and what put it there, in `words`.

    `by` is `points`, `shared` or the key of a tie-break.
    """

    seat: int
    name: str
    place: int
    points: int
    by: str
    words: Words


class Result(Part, frozen=True, omit_defaults=False):
    """How it ended: the `reason`, its `clause`, and in `words`; `ranking`, the best first.

    Where somebody played alone, `title` is their rank, number `solo_rank` of `solo_ranks`; else null and 0.
    """

    reason: str
    clause: str
    words: Words
    ranking: tuple[Rank, ...]
    solo_rank: int
    solo_ranks: int
    title: Words | None


class Spoken(Part, frozen=True):
    """One entry of a story, in words, as lessons tell it. Numbers run from 1 without gaps.

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

    `kind` is `played`, `undone`, what luck decided, what came by itself, or what people did: in `words`, and
    perhaps about a `seat` or a `cell`. `faces` are the dice or the colours of a card that the words are
    about, one letter each: to be drawn after them. With a `clause` it tells what came to the seat by itself;
    `yours` is the sentence for the seat itself, if it is another. `bot` made the move in the place of the
    seat's. `text`: in notation, where that is not what the faces say.
    """

    kind: str = "played"
    seat: int | None = None
    words: Sentence | None = None
    text: str = ""
    cell: str = ""
    clause: str = ""
    bot: str = ""
    faces: str = ""
    yours: Words | None = None


Made: TypeAlias = tuple[int, int]
"""An entry of the story that is a move of the document, which says itself: who made it, and its number."""
AnyTold: TypeAlias = Told | Made


class Summary(Part, frozen=True, omit_defaults=False):
    """A table in the list of its people: `names`, `totals` by seat, who is `deciding`; `you`: your seats.

    `owner`: whether it is yours.
    """

    table: str
    game: str
    sheet: str
    title: Words
    phase: Phase
    names: tuple[str, ...]
    totals: tuple[int, ...]
    deciding: tuple[int, ...]
    you: tuple[int, ...] = ()
    owner: bool = False
