"""A picture in two parts: what is printed on a sheet (`Layout`) and what stands on it now (`Picture`).

The first never changes: a page gets it once. The second is cell sets, numbers and a few short words; only
its changes travel. Together they make a scene, in either language. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from kritzel.scene import Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token
from kritzel.text import Text

NOTHING = Text("", "")
CACHE_SIZE = 2048
"""Cells, tags, lines and boxes of earlier scenes: most look the same a move later."""


# Printed ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Spot:
    """A cell as it is printed. `bit` is its place in cell sets, `words` what it is called, part by part.

    `icons`: another icon while it is in the set of this name. All else as in `scene.Cell`.
    """

    id: str
    bit: int
    shape: str
    x: float
    y: float
    fill: str
    words: tuple[Text, ...]
    number: int | None = None
    icon: str = ""
    tint: str = ""
    note: str = ""
    marks: tuple[Mark, ...] = ()
    icons: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """A state of a cell: the marks it then has, and its words; `{n}` is the cell's number.

    Cells have their marks in the order of the signs.
    """

    name: str
    marks: tuple[Mark, ...] = ()
    words: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Edge:
    """A printed line. Around a plate, `kinds` has its kind for each fate of the plate."""

    kind: str
    points: tuple[Point, ...]
    closed: bool = True
    plate: int = -1
    kinds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Plate:
    """A small text beside the cells; its fate (`Picture.fates`) is said after its label."""

    kind: str
    x: float
    y: float
    text: Text
    icon: str = ""
    label: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Slot:
    """A box of the score strip, before anything stands in it. `tints`: another tint in this state."""

    key: str
    icon: str
    tint: str
    label: Text
    tints: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the legend. With a `sign`, only while a cell has that sign."""

    kind: str
    name: str
    text: Text
    sign: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """All that is printed on a sheet, or on one of its boards. Compared by identity: made once for each.

    `rulers` are plates without a fate, `fates` has words for the fates of the others, and `notes` the words
    for gaps of a box's note: `{free}`. `tray_kind` is the kind of token of an empty tray.
    """

    pad: str
    title: Text
    width: float
    height: float
    cells: tuple[Spot, ...]
    signs: tuple[Sign, ...]
    edges: tuple[Edge, ...] = ()
    rulers: tuple[Plate, ...] = ()
    plates: tuple[Plate, ...] = ()
    fates: dict[str, Text]
    slots: tuple[Slot, ...] = ()
    notes: dict[str, Text]
    legend: tuple[Entry, ...] = ()
    tray_kind: str = "die"
    tray_note: Text = NOTHING


# Changing --------------------------------------------------------------------------------------
class Count(NamedTuple):
    """What stands in a box of the score strip (`scene.Box`)."""

    points: str
    note: str
    state: str


Path: TypeAlias = tuple[str, tuple[int, ...]]
"""A line drawn from cell to cell: its kind, and the bits of the cells."""


class Picture(NamedTuple):
    """What stands on a sheet now: for each sign its cells, for each plate its fate, for each slot its count.

    `numbers` are those of the cells where these are not printed, in the order of the cells. `tray_note` is
    said of the tray instead of the printed one.
    """

    sets: tuple[int, ...]
    tray: tuple[Token, ...]
    total: int
    counts: tuple[Count, ...] = ()
    fates: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    numbers: tuple[int | None, ...] = ()
    tray_note: Text | None = None


# Together --------------------------------------------------------------------------------------
def laid_out(layout: Layout, picture: Picture, note: Text, lang: str) -> Scene:
    """The scene. Cells that look as in an earlier scene are the same objects."""
    return Scene(
        pad=layout.pad,
        title=layout.title.say(lang),
        lang=lang,
        width=layout.width,
        height=layout.height,
        cells=_looks(layout, lang).cells(picture),
        strokes=(*_edges(layout, picture.fates), *_paths(layout, picture.paths)),
        tags=_tags(layout, picture.fates, lang),
        tray=picture.tray,
        boxes=tuple([_box(layout, *one, lang) for one in zip(layout.slots, picture.counts, strict=True)]),
        total=str(picture.total),
        note=note.say(lang),
        tray_note=(picture.tray_note or layout.tray_note).say(lang),
        legend=tuple(_legend(layout, picture.sets, lang)),
        tray_kind=layout.tray_kind,
    )


class _Looks:
    """The cells of a layout. How a cell looks depends only on its sets and its number."""

    def __init__(self, layout: Layout, lang: str) -> None:
        self._layout, self._lang = layout, lang
        self._cell = lru_cache(CACHE_SIZE)(self._make)
        self.cells: Callable[[Picture], tuple[Cell, ...]] = lru_cache(CACHE_SIZE // 16)(self._all)

    def _all(self, picture: Picture) -> tuple[Cell, ...]:
        spots = self._layout.cells
        numbers = picture.numbers or tuple([spot.number for spot in spots])
        return tuple(
            [
                self._cell(nth, tuple([cells >> spot.bit & 1 for cells in picture.sets]), number)
                for nth, (spot, number) in enumerate(zip(spots, numbers, strict=True))
            ]
        )

    def _make(self, nth: int, within: tuple[int, ...], number: int | None) -> Cell:
        spot, lang = self._layout.cells[nth], self._lang
        signs = [sign for sign, is_in in zip(self._layout.signs, within, strict=True) if is_in]
        words = [*spot.words, *[sign.words for sign in signs]]
        spoken = [word.say(lang).replace("{n}", str(number)) for word in words if word != NOTHING]
        return Cell(
            id=spot.id,
            shape=spot.shape,
            x=spot.x,
            y=spot.y,
            fill=spot.fill,
            number=number,
            icon=_icon(spot, {sign.name for sign in signs}),
            tint=spot.tint,
            marks=(*spot.marks, *[_numbered(mark, number) for sign in signs for mark in sign.marks]),
            label=", ".join(spoken),
            note=spot.note,
        )


@lru_cache(64)
def _looks(layout: Layout, lang: str) -> _Looks:
    return _Looks(layout, lang)


def _icon(spot: Spot, signs: set[str]) -> str:
    return next((icon for sign, icon in spot.icons if sign in signs), spot.icon)


def _numbered(mark: Mark, number: int | None) -> Mark:
    return Mark(mark.kind, str(number)) if mark.detail == "{n}" else mark


@lru_cache(CACHE_SIZE)
def _edges(layout: Layout, fates: tuple[str, ...]) -> tuple[Stroke, ...]:
    return tuple([Stroke(_kind(edge, fates), edge.points, edge.closed) for edge in layout.edges])


def _kind(edge: Edge, fates: tuple[str, ...]) -> str:
    return dict(edge.kinds).get(fates[edge.plate], edge.kind) if edge.kinds else edge.kind


@lru_cache(CACHE_SIZE)
def _paths(layout: Layout, paths: tuple[Path, ...]) -> tuple[Stroke, ...]:
    places = {spot.bit: (spot.x, spot.y) for spot in layout.cells}
    return tuple([Stroke(kind, tuple([places[cell] for cell in cells])) for kind, cells in paths if cells])


@lru_cache(CACHE_SIZE)
def _tags(layout: Layout, fates: tuple[str, ...], lang: str) -> tuple[Tag, ...]:
    rulers = [_tag(layout, plate, "open", lang) for plate in layout.rulers]
    plates = zip(layout.plates, fates, strict=True)
    return (*rulers, *[_tag(layout, plate, fate, lang) for plate, fate in plates])


def _tag(layout: Layout, plate: Plate, fate: str, lang: str) -> Tag:
    words = [plate.label, layout.fates.get(fate, NOTHING)]
    label = ", ".join([word.say(lang) for word in words if word != NOTHING])
    return Tag(plate.kind, plate.x, plate.y, plate.text.say(lang), plate.icon, fate, label)


@lru_cache(CACHE_SIZE)
def _box(layout: Layout, slot: Slot, count: Count, lang: str) -> Box:
    words = {name: word.say(lang) for name, word in layout.notes.items()}
    note = count.note.format_map(words) if "{" in count.note else count.note
    tint = dict(slot.tints).get(count.state, slot.tint)
    return Box(slot.key, slot.icon, tint, count.points, note, count.state, slot.label.say(lang))


def _legend(layout: Layout, sets: Iterable[int], lang: str) -> Iterator[Key]:
    printed = sum(1 << spot.bit for spot in layout.cells)
    there = {sign.name for sign, cells in zip(layout.signs, sets, strict=True) if cells & printed}
    for entry in layout.legend:
        if not entry.sign or entry.sign in there:
            yield Key(entry.kind, entry.name, entry.text.say(lang))
