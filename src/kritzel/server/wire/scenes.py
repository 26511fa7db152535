"""A scene as it travels (docs/scene.md): one seat's sheet in one language, for lessons and rulebooks.

Tables say less: what is new on a picture (`parts.Drawn`).
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kritzel.server.wire.parts import Part


class Mark(Part, frozen=True):
    """Something drawn onto a cell: its `kind`, and in `detail` a number or the ends of a rail."""

    kind: str
    detail: str = ""


class Cell(Part, frozen=True):
    """One cell of a sheet: its `id`, its `shape` around `x`, `y`, its `fill`, and what is printed in it.

    That is a `number`, an `icon` in its `tint`, a small `note`; then `marks`. `label` is for screen readers.
    """

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
    """A line over several cells: its `kind`, its corners, and whether the last leads back to the first."""

    kind: str
    points: tuple[tuple[float, float], ...]
    closed: bool = False


class Tag(Part, frozen=True):
    """A small `text` or `icon` around `x`, `y`: its `kind`, its `state`; `label` is for screen readers."""

    kind: str
    x: float
    y: float
    text: str = ""
    icon: str = ""
    state: str = ""
    label: str = ""


class Token(Part, frozen=True):
    """Something in the tray: its `kind`, what it shows (`face`), and its `state`."""

    kind: str
    face: str
    state: str


class Box(Part, frozen=True):
    """One box of the score strip: its `key`, an `icon` in its `tint`, `points`, a `note`, its `state`.

    `label` is for screen readers.
    """

    key: str
    icon: str = ""
    tint: str = ""
    points: str = ""
    note: str = ""
    state: str = ""
    label: str = ""


class Key(Part, frozen=True):
    """One word of the legend: what the mark or icon (`kind`) of this `name` means."""

    kind: str
    name: str
    text: str


class Scene(Part, frozen=True, omit_defaults=False):
    """One seat's sheet, laid out in one language: what every picture is drawn from.

    `pad` is the colour of its edge; `width` and `height` are in points; `note` is said of the whole sheet and
    `tray_note` of the tray; `tray_kind` is what belongs into an empty one.
    """

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
