"""What a view of a table is made of: everything a page needs to show it. Words only, no rule."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from kritzel.game import Text


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


class Line(Part, frozen=True, omit_defaults=False):
    """One line of the score pad. `at_end`: counted when the game is over; until then `have` are missing."""

    key: str
    words: Words
    clause: str
    points: int
    have: int
    of: int
    at_end: bool = False


class Clock(Part, frozen=True, omit_defaults=False):
    """How far something has come: `now` of `of` (0: nobody knows how many), and in words."""

    now: int
    of: int
    words: Words


class Instead(Part, frozen=True, omit_defaults=False):
    """Another bot moves in the place of the seat's: who, why (`warming`, `missing`, `failed`), and in words.

    While the seat's own is `warming` up, `done` of `of` things are compiled.
    """

    bot: str
    why: str
    words: Words
    done: int = 0
    of: int = 0


class SeatView(Part, frozen=True, omit_defaults=False):
    """Who sits there and how they stand. `kind`: person, here, bot or open.

    `bot` is who plays for the seat now (always for a bot, else while one stands in); where another one moves
    in that bot's place, `instead` says so. `done` within a
    decision of several seats: this one has chosen. `out`: it sits out for now and is not asked.
    `replaceable`: the person has been away for longer than the grace, and the others may let a bot stand in.
    `total` is what people have won; lines that are counted `at_end` join it when the game is over. `goal` is
    how far the seat has come towards ending the game (areas enclosed), where a seat can do that.
    """

    seat: int
    name: str
    kind: str
    bot: str
    present: bool
    replaceable: bool
    ready: bool
    deciding: bool
    done: bool
    out: bool
    total: int
    lines: tuple[Line, ...]
    goal: Clock | None = None
    instead: Instead | None = None


class Waiting(Part, frozen=True, omit_defaults=False):
    """What the table waits for: `kind` people, ready, chance, decision, over or stopped; in words.

    While the game runs `clock` says which pass, round or card it is, and `step` which throw of how many
    within it, where there are several.
    """

    kind: str
    words: Words
    question: Words
    seats: tuple[int, ...]
    purpose: str = ""
    clock: Clock | None = None
    step: Clock | None = None


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


class Hand(Part, frozen=True, omit_defaults=False):
    """What one of your own seats can do now. `undo` is the move that can be taken back, or empty."""

    seat: int
    options: tuple[Option, ...]
    undo: str
    undo_words: Words | None


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


class Told(Part, frozen=True):
    """One entry of the table's story. Numbers run from 1 without gaps, for each viewer on their own.

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


class View(Part, frozen=True, omit_defaults=False):
    """A table as one viewer may see it, whole. `grace`: seconds an absent player's seat is kept for them.

    `begins`: before the game, whether lots are drawn for the seats (`lots`) or which seat comes first; empty
    where all always play at once. `lots`: where they were drawn, on which seat each seat sat before.
    `position`: the table in notation, as whoever holds one seat sees it, else as everybody may; empty for a
    page, which did not ask for it.
    """

    table: str
    game: str
    sheet: str
    title: Words
    phase: Literal["open", "running", "over", "stopped"]
    version: int
    you: tuple[int, ...]
    owner: bool
    seats: tuple[SeatView, ...]
    waiting: Waiting
    hands: tuple[Hand, ...]
    entry: Asked | None
    correction: Correction | None
    dice: Dice
    result: Result | None
    rematch: str
    begins: str
    lots: tuple[int, ...]
    position: str
    grace: int
    scenes: tuple[Scene, ...]


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
