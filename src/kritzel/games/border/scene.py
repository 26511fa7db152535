"""Where everything stands on the picture of a board, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import dist

from kritzel.game import Line, Seat, Text
from kritzel.games.border.material import COLOUR_NAMES, COLOURS, THROWS, Area, Board, Sheet
from kritzel.games.border.moves import Cross
from kritzel.games.border.rules import moves
from kritzel.games.border.scoring import score
from kritzel.games.border.state import Pad, Phase, State
from kritzel.mechanics.cells import Cells, each, gather
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

MARKS = {
    "start": Text("von Anfang an angekreuzt", "crossed from the start"),
    "cross": Text("angekreuzt", "crossed"),
    "pick": Text("gerade eben", "just now"),
    "legal": Text("ein Würfel passt", "a die fits"),
}
WHITE = Text("Weiß", "white")
TITLE = Text("The Border · {board}", "The Border · {board}")
ROUND = Text("Runde {n}", "Round {n}")
OVER = Text("Vorbei nach {n} Runden", "Over after {n} rounds")
THROW = Text("Wurf {n} von {of}", "Throw {n} of {of}")
KEEP = Text("Noch ein Wurf?", "Another throw?")
MARK = Text("Du kreuzt an", "You cross")
FOLLOW = Text("Du nimmst, was übrig ist", "You take what is left")
OTHERS = Text("Andere sind dran", "Others are playing")
AREA = Text("{name}: {first} Punkte, später {later}", "{name}: {first} points, later {later}")
FATES = {
    "open": Text("", ""),
    "first": Text("umzäunt, als Erste", "enclosed, first"),
    "later": Text("umzäunt, später", "enclosed, later"),
    "late": Text("schon vergeben", "first is taken"),
}
DICE = Text("Farbwürfel", "Colour dice")


def lay_out(state: State, seat: Seat, lang: str) -> Scene:
    """One seat's board as a scene."""
    sheet, mine = state.sheet, state.pads[seat]
    board, centres = sheet.boards[mine.board - 1], _centres(sheet)
    legal = gather(move.cell for move in moves(state, seat) if isinstance(move, Cross))
    pad = score(state)[seat]
    cells = tuple(_cell(sheet, mine, board, cell, centres[cell], legal, lang) for cell in each(sheet.cells))
    return Scene(
        pad="border",
        title=TITLE.say(lang).format(board=board.name.say(lang)),
        lang=lang,
        width=max(x for x, _ in centres.values()) + RADIUS + LEFT,
        height=max(y for _, y in centres.values()) + HALF_HEXAGON + LEFT,
        cells=cells,
        strokes=(*_lands(sheet, mine), *_segments(sheet, board)),
        tags=(*_rulers(sheet), *_places(state, seat, lang)),
        tray=_tray(state, seat),
        boxes=tuple(
            _box(area, line, got, lang)
            for area, line, got in zip(sheet.areas, pad.lines, mine.points, strict=True)
        ),
        total=str(pad.total),
        note=_note(state, seat, lang),
        tray_note=DICE.say(lang),
        legend=_legend(cells, lang),
    )


@lru_cache(16)
def _centres(sheet: Sheet) -> dict[int, Point]:
    left = min(column for column, _ in sheet.places.values())
    top = min(half for _, half in sheet.places.values())
    return {
        cell: (LEFT + RADIUS + 1.5 * RADIUS * (column - left), TOP + HALF_HEXAGON * (half - top + 1))
        for cell, (column, half) in sheet.places.items()
    }


# Cells ---------------------------------------------------------------------------------------------
def _cell(sheet: Sheet, mine: Pad, board: Board, cell: int, centre: Point, legal: Cells, lang: str) -> Cell:
    colour = board.colour_of.get(cell)
    marks = _marks(sheet, mine, cell, legal)
    word = WHITE if colour is None else COLOUR_NAMES[colour]
    words = [sheet.names[cell], word.say(lang), *(MARKS[mark.kind].say(lang) for mark in marks)]
    return Cell(
        id=sheet.names[cell],
        shape="flat",
        x=centre[0],
        y=centre[1],
        fill="white" if colour is None else COLOURS[colour],
        number=None,
        icon="",
        tint="",
        marks=marks,
        label=", ".join(words),
    )


def _marks(sheet: Sheet, mine: Pad, cell: int, legal: Cells) -> tuple[Mark, ...]:
    sets = (
        ("start", sheet.white),
        ("cross", (mine.crosses | mine.new) & ~sheet.white),
        ("pick", mine.new),
        ("legal", legal),
    )
    return tuple(Mark(kind) for kind, cells in sets if cells >> cell & 1)


# Areas and segments ----------------------------------------------------------------------------------
def _lands(sheet: Sheet, mine: Pad) -> list[Stroke]:
    kinds = ["land" if got is None else "enclosed" for got in mine.points]
    return [
        Stroke(kind, loop, True) for kind, found in zip(kinds, _coasts(sheet), strict=True) for loop in found
    ]


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


def _rulers(sheet: Sheet) -> list[Tag]:
    columns = {sheet.names[cell][0]: _centres(sheet)[cell][0] for cell in each(sheet.cells)}
    return [Tag("ruler", x, TOP / 2, letter, "", "open") for letter, x in sorted(columns.items())]


def _places(state: State, seat: Seat, lang: str) -> list[Tag]:
    tags = []
    for at, (area, (x, y)) in enumerate(zip(state.sheet.areas, _spots(state.sheet), strict=True)):
        fate = _fate(state, seat, at, area)
        text = _area_text(area, fate, lang)
        tags.append(Tag("place", x, y, f"{area.first}/{area.later}", area.icon, fate, text))
    return tags


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


def _fate(state: State, seat: Seat, at: int, area: Area) -> str:
    got = state.pads[seat].points[at]
    if got is not None:
        return "first" if got == area.first else "later"
    return "late" if any(pad.points[at] is not None for pad in state.pads) else "open"


def _area_text(area: Area, fate: str, lang: str) -> str:
    text = AREA.say(lang).format(name=area.name.say(lang), first=area.first, later=area.later)
    return ", ".join(part for part in (text, FATES[fate].say(lang)) if part)


# Tray and strip --------------------------------------------------------------------------------------
def _tray(state: State, seat: Seat) -> tuple[Token, ...]:
    """The dice; those that crossed something in the running action are used."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    used = [board.colour_of[cell] for cell in each(mine.new)]
    wanted = {board.colour_of[move.cell] for move in moves(state, seat) if isinstance(move, Cross)}
    tokens = []
    for colour in state.dice:
        if colour in used:
            used.remove(colour)
            fate = "used"
        else:
            fate = "fits" if colour in wanted else "kept" if state.phase is Phase.THROW else "free"
        tokens.append(Token("colour", COLOURS[colour], fate))
    return tuple(tokens)


def _box(area: Area, line: Line, got: int | None, lang: str) -> Box:
    """The points of an area once it is enclosed, and how much of its border is crossed."""
    tint, points = ("text", "") if got is None else ("ink", str(got))
    fate = "open" if got is None else "won"
    return Box(line.key, area.icon, tint, points, f"{line.have}/{line.of}", fate, area.name.say(lang))


def _note(state: State, seat: Seat, lang: str) -> str:
    if state.phase is Phase.OVER:
        return OVER.say(lang).format(n=state.round)
    texts = {Phase.KEEP: KEEP, Phase.MARK: MARK, Phase.FOLLOW: FOLLOW}
    what = texts.get(state.phase, OTHERS) if moves(state, seat) else OTHERS
    if state.phase is Phase.THROW:
        what = THROW
    parts = ROUND.say(lang).format(n=state.round), what.say(lang).format(n=state.throw, of=THROWS)
    return " · ".join(parts)


def _legend(cells: tuple[Cell, ...], lang: str) -> tuple[Key, ...]:
    seen = {mark.kind for cell in cells for mark in cell.marks}
    keys = [Key("mark", kind, MARKS[kind].say(lang)) for kind in ("legal", "pick") if kind in seen]
    names = zip(COLOURS, COLOUR_NAMES, strict=True)
    return (*keys, *(Key("icon", f"sh_{letter}", name.say(lang)) for letter, name in names))
