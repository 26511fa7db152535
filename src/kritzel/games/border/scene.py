"""Where everything stands on the picture of a board, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import dist

from kritzel import words
from kritzel.game import Line, Seat, Text
from kritzel.games.border.facts import FACTS
from kritzel.games.border.material import COLOUR_NAMES, COLOURS, Area, Board, Sheet
from kritzel.games.border.moves import Cross, Move
from kritzel.games.border.rules import moves
from kritzel.games.border.saying import clock, step
from kritzel.games.border.scoring import area_line
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.looks import Looks
from kritzel.scene import (
    HALF_HEXAGON,
    RADIUS,
    Box,
    Cell,
    Key,
    Mark,
    Point,
    Scene,
    Stroke,
    Tag,
    Token,
    outlines,
)

TAG = ((-16, -28), (16, -28), (-27, 12), (27, 12), (-26, 20), (26, 20))
"""The outer points of an area's picture and points, from its middle."""
LEFT, TOP = 8.0, 26.0
"""Room around the map; above it stand the letters of the columns."""
KEPT = 2048
"""How many of those things are kept that every table has its own of: boxes, tags and lines as they stand."""

MARKS = {
    "start": Text("von Anfang an angekreuzt", "crossed from the start"),
    "cross": Text("angekreuzt", "crossed"),
    "pick": Text("gerade eben", "just now"),
    "legal": Text("ein Würfel passt", "a die fits"),
}
WHITE = Text("Weiß", "white")
TITLE = Text("The Border · {board}", "The Border · {board}")
OVER = Text("Vorbei nach {n} Runden", "Over after {n} rounds")
KEEP = Text("Noch ein Wurf?", "Another throw?")
MARK = Text("Du kreuzt an", "You cross")
FOLLOW = Text("Du nimmst, was übrig ist", "You take what is left")
OTHERS = Text("Andere sind dran", "Others are playing")
AREA = Text("{name}: {first} {word}, später {later}", "{name}: {first} {word}, later {later}")
FATES = {
    "open": Text("", ""),
    "first": Text("zuerst umschlossen", "enclosed first"),
    "later": Text("später umschlossen", "enclosed later"),
    "late": Text("schon vergeben", "first is taken"),
}
DICE = Text("Farbwürfel", "Colour dice")


def lay_out(state: State, seat: Seat, lang: str = "en") -> Scene:
    """One seat's board as a scene. Parts that look as they did in an earlier one are the same objects."""
    sheet, mine, listed = state.sheet, state.pads[seat], moves(state, seat)
    board = sheet.boards[mine.board - 1]
    sets = _sets(sheet, mine, gather([move.cell for move in listed if isinstance(move, Cross)]))
    width, height = _size(sheet)
    boxes, total = _strip(sheet, mine.crosses, mine.points, lang)
    return Scene(
        pad=FACTS.pad,
        title=TITLE.say(lang).format(board=board.name.say(lang)),
        lang=lang,
        width=width,
        height=height,
        cells=_looks(sheet, board, lang).of(sets),
        strokes=_strokes(sheet, board, tuple([got is None for got in mine.points])),
        tags=_tags(sheet, mine.points, _taken(state), lang),
        tray=_tray(state, seat, listed),
        boxes=boxes,
        total=total,
        note=_note(state, bool(listed), lang),
        tray_note=DICE.say(lang),
        legend=_legend(tuple([name for name, cells in sets if cells]), lang),
        tray_kind="colour",
    )


@lru_cache(16)
def _size(sheet: Sheet) -> tuple[float, float]:
    places = _centres(sheet).values()
    return max(x for x, _ in places) + RADIUS + LEFT, max(y for _, y in places) + HALF_HEXAGON + LEFT


@lru_cache(16)
def _centres(sheet: Sheet) -> dict[int, Point]:
    left = min(column for column, _ in sheet.places.values())
    top = min(half for _, half in sheet.places.values())
    return {
        cell: (LEFT + RADIUS + 1.5 * RADIUS * (column - left), TOP + HALF_HEXAGON * (half - top + 1))
        for cell, (column, half) in sheet.places.items()
    }


# Cells ---------------------------------------------------------------------------------------------
@lru_cache(64)
def _looks(sheet: Sheet, board: Board, lang: str) -> Looks[Cell]:
    return Looks(each(sheet.cells), lambda cell, marks: _cell(sheet, board, cell, marks, lang))


def _sets(sheet: Sheet, mine: Pad, legal: Cells) -> list[tuple[str, Cells]]:
    """Which cells bear which mark."""
    return [
        ("start", sheet.white),
        ("cross", (mine.crosses | mine.new) & ~sheet.white),
        ("pick", mine.new),
        ("legal", legal),
    ]


def _cell(sheet: Sheet, board: Board, cell: int, marks: tuple[str, ...], lang: str) -> Cell:
    """A cell with these marks."""
    colour, (x, y) = board.colour_of.get(cell), _centres(sheet)[cell]
    word = WHITE if colour is None else COLOUR_NAMES[colour]
    return Cell(
        id=sheet.names[cell],
        shape="flat",
        x=x,
        y=y,
        fill="white" if colour is None else COLOURS[colour],
        number=None,
        icon="",
        tint="",
        marks=tuple([Mark(kind) for kind in marks]),
        label=", ".join([sheet.names[cell], word.say(lang), *[MARKS[kind].say(lang) for kind in marks]]),
    )


# Areas and segments ----------------------------------------------------------------------------------
@lru_cache(KEPT)
def _strokes(sheet: Sheet, board: Board, open_areas: tuple[bool, ...]) -> tuple[Stroke, ...]:
    """The line around each area, dashed or closed, and around each segment."""
    kinds = ["land" if is_open else "enclosed" for is_open in open_areas]
    lands = [
        Stroke(kind, loop, True) for kind, found in zip(kinds, _coasts(sheet), strict=True) for loop in found
    ]
    return (*lands, *_segments(sheet, board))


@lru_cache(16)
def _coasts(sheet: Sheet) -> list[list[tuple[Point, ...]]]:
    """The lines around each area."""
    centres = _centres(sheet)
    return [outlines("flat", [centres[cell] for cell in each(area.hexes)]) for area in sheet.areas]


@lru_cache(64)
def _segments(sheet: Sheet, board: Board) -> tuple[Stroke, ...]:
    centres = _centres(sheet)
    segments = [segment for found in board.segments for segment in found]
    segments += [1 << cell for cell in each(sheet.white)]
    loops = [outlines("flat", [centres[cell] for cell in each(segment)]) for segment in segments]
    return tuple(Stroke("segment", loop, True) for found in loops for loop in found)


@lru_cache(KEPT)
def _tags(sheet: Sheet, mine: Points, taken: tuple[bool, ...], lang: str) -> tuple[Tag, ...]:
    """The letters of the columns; points and fate of each area. `taken`: somebody has enclosed it."""
    places = zip(sheet.areas, _spots(sheet), mine, taken, strict=True)
    return (
        *_rulers(sheet),
        *[_place(area, spot, _fate(area, got, late), lang) for area, spot, got, late in places],
    )


def _rulers(sheet: Sheet) -> list[Tag]:
    columns = {sheet.names[cell][0]: _centres(sheet)[cell][0] for cell in each(sheet.cells)}
    return [Tag("ruler", x, TOP / 2, letter, "", "open") for letter, x in sorted(columns.items())]


def _place(area: Area, spot: Point, fate: str, lang: str) -> Tag:
    return Tag("place", *spot, f"{area.first}/{area.later}", area.icon, fate, _area_text(area, fate, lang))


def _taken(state: State) -> tuple[bool, ...]:
    """Which areas somebody has enclosed."""
    by_area = zip(*[pad.points for pad in state.pads], strict=True)
    return tuple([all_got.count(None) < len(all_got) for all_got in by_area])


@lru_cache(16)
def _spots(sheet: Sheet) -> list[Point]:
    """Where the tag of each area stands."""
    centres = _centres(sheet)
    borders = [centres[cell] for cell in each(sheet.cells)]
    return [_roomiest([centres[cell] for cell in each(area.hexes)], borders) for area in sheet.areas]


def _roomiest(hexes: list[Point], borders: list[Point]) -> Point:
    """Where in an area a tag has most room: its outer points far from border cells, near the middle."""
    close = [[a, b] for a, b in combinations(hexes, 2) if dist(a, b) < 2 * RADIUS]
    three = [[a, b, c] for a, b in close for c in hexes if 0 < max(dist(a, c), dist(b, c)) < 2 * RADIUS]
    spots = [_middle(group) for group in ([[one] for one in hexes] + close + three)]
    middle = _middle(hexes)
    return max(spots, key=lambda spot: (min(_room(spot, borders), RADIUS), -dist(spot, middle)))


def _room(spot: Point, borders: list[Point]) -> int:
    points = [(spot[0] + dx, spot[1] + dy) for dx, dy in TAG]
    return round(min(dist(point, border) for point in points for border in borders))


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _fate(area: Area, got: int | None, taken: bool) -> str:
    if got is not None:
        return "first" if got == area.first else "later"
    return "late" if taken else "open"


def _area_text(area: Area, fate: str, lang: str) -> str:
    text = AREA.say(lang).format(
        name=area.name.say(lang), first=area.first, later=area.later, word=words.points(area.first).say(lang)
    )
    return ", ".join(part for part in (text, FATES[fate].say(lang)) if part)


# Tray and strip --------------------------------------------------------------------------------------
def _tray(state: State, seat: Seat, listed: Sequence[Move]) -> tuple[Token, ...]:
    """The dice; those that crossed something in the running action are used."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    used = [board.colour_of[cell] for cell in each(mine.new)]
    wanted = {board.colour_of[move.cell] for move in listed if isinstance(move, Cross)}
    tokens = []
    for colour in state.dice:
        if colour in used:
            used.remove(colour)
            fate = "used"
        else:
            fate = "fits" if colour in wanted else "kept" if state.phase is Phase.THROW else "free"
        tokens.append(Token("colour", COLOURS[colour], fate))
    return tuple(tokens)


@lru_cache(KEPT)
def _strip(sheet: Sheet, crosses: Cells, points: Points, lang: str) -> tuple[tuple[Box, ...], str]:
    """The boxes and the total."""
    mine = Pad(1, crosses, points)
    lines = [area_line(area, mine, got) for area, got in zip(sheet.areas, points, strict=True)]
    boxes = [_box(area, line, got, lang) for area, line, got in zip(sheet.areas, lines, points, strict=True)]
    return tuple(boxes), str(sum(line.points for line in lines))


def _box(area: Area, line: Line, got: int | None, lang: str) -> Box:
    """The points of an area once it is enclosed, and how much of its border is crossed."""
    tint, points = ("text", "") if got is None else ("ink", str(got))
    fate = "open" if got is None else "won"
    return Box(line.key, area.icon, tint, points, f"{line.have}/{line.of}", fate, area.name.say(lang))


def _note(state: State, may_move: bool, lang: str) -> str:
    if state.phase is Phase.OVER:
        return OVER.say(lang).format(n=state.round)
    texts = {Phase.KEEP: KEEP, Phase.MARK: MARK, Phase.FOLLOW: FOLLOW}
    what = texts.get(state.phase, OTHERS) if may_move else OTHERS
    if state.phase is Phase.THROW and (thrown := step(state)):
        what = thrown.words
    return f"{clock(state).words.say(lang)} · {what.say(lang)}"


@lru_cache(64)
def _legend(seen: tuple[str, ...], lang: str) -> tuple[Key, ...]:
    keys = [Key("mark", kind, MARKS[kind].say(lang)) for kind in ("legal", "pick") if kind in seen]
    names = zip(COLOURS, COLOUR_NAMES, strict=True)
    return (*keys, *(Key("icon", f"sh_{letter}", name.say(lang)) for letter, name in names))
