"""The picture of a sheet, and its caption. Decides nothing: asks `rules`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kritzel.game import Seat, Text
from kritzel.layout import Count, Edge, Entry, Layout, Picture, Plate, Sign, Slot, Spot
from kritzel.scene import SQUARE, Mark, Point, Token, outlines
from kritzel_yacht.scoring import total, worth
from kritzel_yacht.sheet import NAMES, NUMBERS, Sheet
from kritzel_yacht.state import Move, Pad, State, Write
from kritzel_yacht.words import FACTS, clock, step

SHORT = 8
"""Names with no more letters fit into the width of two boxes, all others into that of three."""
MARGIN = 10.0

TITLE = Text("Yacht · {title}", "Yacht · {title}")
OVER = Text("Vorbei nach {n} Runden", "Over after {n} rounds")
DICE = Text("Würfel", "Dice")
CHOOSE = Text("so viele Punkte brächte dieses Feld", "so many points would this box bring")
SIGNS = (
    Sign("written", (Mark("full"),), Text("Punkte: {n}", "points: {n}")),
    Sign("free", (), Text("noch frei", "still free")),
    Sign("legal", (Mark("legal"),), Text("brächte Punkte: {n}", "would bring points: {n}")),
)
SUMS = {"numbers": Text("Zahlen", "Numbers"), "figures": Text("Figuren", "Figures")}
ICONS = {"numbers": "dice", "figures": "m_house"}


# Printed ----------------------------------------------------------------------------------------
@lru_cache(16)
def layouts(sheet: Sheet) -> tuple[Layout]:
    """The sheet as it is printed."""
    centres = _centres(sheet)
    printed = Layout(
        pad=FACTS.pad,
        title=TITLE.filled(title=sheet.title),
        width=max(x for x, _ in centres.values()) + SQUARE / 2 + MARGIN,
        height=max(y for _, y in centres.values()) + SQUARE / 2 + MARGIN,
        cells=tuple([_spot(sheet, nth, box) for nth, box in enumerate(sheet.boxes)]),
        signs=SIGNS,
        edges=_edges(sheet),
        rulers=tuple(
            [Plate("name", x - SQUARE / 2 - MARGIN, y, NAMES[box]) for box, (x, y) in centres.items()]
        ),
        fates={},
        slots=tuple([Slot(key, ICONS[key], "text", SUMS[key]) for key in _sums(sheet)]),
        notes={},
        legend=(Entry("mark", "legal", CHOOSE, "legal"),),
        tray_kind="single",
        tray_note=DICE,
    )
    return (printed,)


@lru_cache(16)
def _centres(sheet: Sheet) -> dict[str, Point]:
    """The middle of every box; before each column there is room for its names."""
    places: dict[str, Point] = {}
    x = MARGIN - SQUARE / 2
    for column in sheet.columns:
        longest = max(len(name) for box in column for name in NAMES[box])
        x += SQUARE * (3 if longest <= SHORT else 4)
        places |= {box: (x, MARGIN + SQUARE * (down + 0.5)) for down, box in enumerate(column)}
    return places


def _spot(sheet: Sheet, nth: int, box: str) -> Spot:
    x, y = _centres(sheet)[box]
    return Spot(box, nth, "square", x, y, "plain", (NAMES[box],))


def _edges(sheet: Sheet) -> tuple[Edge, ...]:
    """A thick line around each column."""
    centres = _centres(sheet)
    rings = [outlines("square", [centres[box] for box in column]) for column in sheet.columns]
    return tuple([Edge("area", ring) for found in rings for ring in found])


@lru_cache(16)
def _sums(sheet: Sheet) -> dict[str, list[int]]:
    """Which boxes are added up together."""
    sums: dict[str, list[int]] = {}
    for nth, box in enumerate(sheet.boxes):
        sums.setdefault("numbers" if box in NUMBERS else "figures", []).append(nth)
    return sums


# Changing ---------------------------------------------------------------------------------------
def picture(state: State, seat: Seat, listed: Sequence[Move]) -> Picture:
    """What stands on a seat's sheet: an open box shows what it would bring; `listed` are the legal moves."""
    sheet, pad = state.sheet, state.pads[seat]
    legal = {move.box for move in listed if isinstance(move, Write)}
    numbers = [
        worth(box, state.dice) if box in legal else got for box, got in zip(sheet.boxes, pad, strict=True)
    ]
    written = [nth for nth, points in enumerate(pad) if points is not None]
    choices = [nth for nth, box in enumerate(sheet.boxes) if box in legal]
    free = set(range(len(pad))) - {*written, *choices}
    fate = "free" if state.is_thrown else "kept"
    return Picture(
        sets=(_set(written), _set(free), _set(choices)),
        tray=tuple([Token("single", str(face), fate) for face in state.dice]),
        total=total(pad),
        counts=tuple([_count(tuple([pad[nth] for nth in boxes])) for boxes in _sums(sheet).values()]),
        numbers=tuple(numbers),
    )


def _set(boxes: Iterable[int]) -> int:
    return sum(1 << nth for nth in boxes)


def _count(got: Pad) -> Count:
    """Added up, and how many of them are written."""
    written = len(got) - got.count(None)
    points = str(total(got)) if written else ""
    return Count(points, f"{written}/{len(got)}", "won" if written == len(got) else "open")


def caption(state: State, seat: Seat, listed: Sequence[Move]) -> Text:
    """Where the game stands, above the picture."""
    if state.is_over:
        return OVER.filled(n=len(state.sheet.boxes))
    thrown = step(state)
    return clock(state).words.then(thrown.words) if thrown else clock(state).words
