"""Where everything stands on the picture of a sheet, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from functools import lru_cache

from kritzel import words
from kritzel.game import Seat, Text
from kritzel.scene import SQUARE, Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token, outlines
from kritzel_yacht.facts import FACTS
from kritzel_yacht.material import NAMES, NUMBERS, Sheet
from kritzel_yacht.moves import Write
from kritzel_yacht.rules import moves
from kritzel_yacht.saying import clock, step
from kritzel_yacht.scoring import total, worth
from kritzel_yacht.state import Pad, State

SHORT = 8
"""Names with no more letters fit into the width of two boxes, all others into that of three."""
MARGIN = 10.0

TITLE = Text("Yacht · {title}", "Yacht · {title}")
OVER = Text("Vorbei nach {n} Runden", "Over after {n} rounds")
DICE = Text("Würfel", "Dice")
WRITTEN = Text("{name}, {points} {word}", "{name}, {points} {word}")
FREE = Text("{name}, noch frei", "{name}, still free")
LEGAL = Text("{name}, brächte {points} {word}", "{name}, would bring {points} {word}")
CHOOSE = Text("so viele Punkte brächte dieses Feld", "so many points would this box bring")
SUMS = {"numbers": Text("Zahlen", "Numbers"), "figures": Text("Figuren", "Figures")}
ICONS = {"numbers": "dice", "figures": "m_house"}


def lay_out(state: State, seat: Seat, lang: str = "en") -> Scene:
    """One seat's sheet as a scene. What looks as it did before is the same object."""
    sheet, pad = state.sheet, state.pads[seat]
    legal = {move.box for move in moves(state, seat) if isinstance(move, Write)}
    fate = "free" if state.is_thrown else "kept"
    return Scene(
        pad=FACTS.pad,
        title=TITLE.say(lang).format(title=sheet.title.say(lang)),
        lang=lang,
        width=max(x for x, _ in _centres(sheet).values()) + SQUARE / 2 + MARGIN,
        height=max(y for _, y in _centres(sheet).values()) + SQUARE / 2 + MARGIN,
        cells=tuple([_cell(state, pad, box, box in legal, lang) for box in sheet.boxes]),
        strokes=_strokes(sheet),
        tags=_names(sheet, lang),
        tray=tuple([Token("single", str(face), fate) for face in state.dice]),
        boxes=_strip(sheet, pad, lang),
        total=str(total(pad)),
        note=_note(state, lang),
        tray_note=DICE.say(lang),
        legend=(Key("mark", "legal", CHOOSE.say(lang)),) if legal else (),
        tray_kind="single",
    )


# Boxes on the sheet -----------------------------------------------------------------------------
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


def _cell(state: State, pad: Pad, box: str, legal: bool, lang: str) -> Cell:
    """What is written stands in ink; a box that is open to choose shows what it would bring."""
    points = worth(box, state.dice) if legal else pad[state.sheet.boxes.index(box)]
    mark = "legal" if legal else "" if points is None else "full"
    return _drawn(state.sheet, box, points, mark, lang)


@lru_cache(4096)
def _drawn(sheet: Sheet, box: str, points: int | None, mark: str, lang: str) -> Cell:
    said = {"legal": LEGAL, "full": WRITTEN}.get(mark, FREE).say(lang)
    name, word = NAMES[box].say(lang), words.points(points or 0).say(lang)
    x, y = _centres(sheet)[box]
    return Cell(
        id=box,
        shape="square",
        x=x,
        y=y,
        fill="plain",
        number=points,
        icon="",
        tint="",
        marks=(Mark(mark),) if mark else (),
        label=said.format(name=name, points=points, word=word),
    )


@lru_cache(16)
def _strokes(sheet: Sheet) -> tuple[Stroke, ...]:
    """A thick line around each column."""
    centres = _centres(sheet)
    rings = [outlines("square", [centres[box] for box in column]) for column in sheet.columns]
    return tuple([Stroke("area", ring, True) for found in rings for ring in found])


@lru_cache(16)
def _names(sheet: Sheet, lang: str) -> tuple[Tag, ...]:
    """Before each box its name."""
    return tuple(
        [
            Tag("name", x - SQUARE / 2 - MARGIN, y, NAMES[box].say(lang), "", "open")
            for box, (x, y) in _centres(sheet).items()
        ]
    )


# Strip and texts --------------------------------------------------------------------------------
@lru_cache(2048)
def _strip(sheet: Sheet, pad: Pad, lang: str) -> tuple[Box, ...]:
    """The numbers and the figures, each added up, and how many of them are written."""
    sums: dict[str, list[int | None]] = {}
    for box, points in zip(sheet.boxes, pad, strict=True):
        sums.setdefault("numbers" if box in NUMBERS else "figures", []).append(points)
    return tuple([_sum(key, tuple(got), lang) for key, got in sums.items()])


def _sum(key: str, got: Pad, lang: str) -> Box:
    written = len(got) - got.count(None)
    points = str(total(got)) if written else ""
    note, state = f"{written}/{len(got)}", "won" if written == len(got) else "open"
    return Box(key, ICONS[key], "text", points, note, state, SUMS[key].say(lang))


def _note(state: State, lang: str) -> str:
    if state.is_over:
        return OVER.say(lang).format(n=len(state.sheet.boxes))
    shown = [clock(state), step(state)]
    return " · ".join([one.words.say(lang) for one in shown if one])
