"""The picture of a board, its caption, and what a report counts. Decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist, hypot

from kritzel import words
from kritzel.game import Counting, Line, Seat, Text
from kritzel.games.border.scoring import pad_score
from kritzel.games.border.sheet import COLOUR_NAMES, COLOURS, Area, Board, Sheet
from kritzel.games.border.state import CrossCell, Dice, Move, Phase, Points, State, colours_of
from kritzel.games.border.words import FACTS, clock, step
from kritzel.layout import Count, Edge, Entry, Layout, Picture, Plate, Sign, Slot, Spot
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.scene import HALF_HEXAGON, RADIUS, Mark, Point, Token, outlines

TAG = ((-16, -28), (16, -28), (-27, 12), (27, 12), (-26, 20), (26, 20))
"""The outer points of an area's picture and points, from its middle."""
REACH = RADIUS + 1 + max([hypot(*point) for point in TAG])
"""A border cell farther than this from the middle of a tag leaves all the room it needs."""
LEFT, TOP = 8.0, 26.0
"""Room around the map; above it stand the letters of the columns."""
PARTS_CACHED = 2048
"""Size of the caches of parts that differ from table to table: boxes, tags, dice."""

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
ENCLOSED = (("first", "enclosed"), ("later", "enclosed"))
"""What the line around an area becomes, by the area's fate."""
OPEN = (("open", "text"),)
"""The tint of a box that is still empty."""
DICE = Text("Farbwürfel", "Colour dice")
LEGEND = (
    *[Entry("mark", kind, MARKS[kind], kind) for kind in ("legal", "pick")],
    *[Entry("icon", f"sh_{letter}", name) for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True)],
)


# Printed -------------------------------------------------------------------------------------------
@lru_cache(16)
def layouts(sheet: Sheet) -> tuple[Layout, ...]:
    centres = _centres(sheet)
    borders = [centres[cell] for cell in each(sheet.cells)]
    lands = [[centres[cell] for cell in each(area.hexes)] for area in sheet.areas]
    spots = [_roomiest(land, borders) for land in lands]
    edges = [
        Edge("land", loop, True, nth, ENCLOSED)
        for nth, land in enumerate(lands)
        for loop in outlines("flat", land)
    ]
    columns = {sheet.names[cell][0]: centres[cell][0] for cell in each(sheet.cells)}
    rulers = tuple([Plate("ruler", x, TOP / 2, Text.same(name)) for name, x in sorted(columns.items())])
    slots = tuple([Slot(f"area.{area.key}", area.icon, "ink", area.name, OPEN) for area in sheet.areas])
    printed = [
        Layout(
            pad=FACTS.pad,
            title=TITLE.filled(board=board.name),
            width=max(x for x, _ in centres.values()) + RADIUS + LEFT,
            height=max(y for _, y in centres.values()) + HALF_HEXAGON + LEFT,
            cells=tuple([_cell(sheet, board, cell, *centres[cell]) for cell in each(sheet.cells)]),
            signs=tuple([Sign(kind, (Mark(kind),), words) for kind, words in MARKS.items()]),
            edges=(*edges, *_segments(sheet, board, centres)),
            rulers=rulers,
            plates=tuple([_plate(*both) for both in zip(sheet.areas, spots, strict=True)]),
            fates=FATES,
            slots=slots,
            notes={},
            legend=LEGEND,
            tray_kind="colour",
            tray_note=DICE,
        )
        for board in sheet.boards
    ]
    return tuple(printed)


def _centres(sheet: Sheet) -> dict[int, Point]:
    left = min(column for column, _ in sheet.places.values())
    top = min(half for _, half in sheet.places.values())
    return {
        cell: (LEFT + RADIUS + 1.5 * RADIUS * (column - left), TOP + HALF_HEXAGON * (half - top + 1))
        for cell, (column, half) in sheet.places.items()
    }


def _cell(sheet: Sheet, board: Board, cell: int, x: float, y: float) -> Spot:
    colour = board.colour_of.get(cell)
    fill, word = ("white", WHITE) if colour is None else (COLOURS[colour], COLOUR_NAMES[colour])
    return Spot(sheet.names[cell], cell, "flat", x, y, fill, (Text.same(sheet.names[cell]), word))


def _segments(sheet: Sheet, board: Board, centres: dict[int, Point]) -> list[Edge]:
    segments = [segment for found in board.segments for segment in found]
    segments += [1 << cell for cell in each(sheet.white)]
    loops = [outlines("flat", [centres[cell] for cell in each(segment)]) for segment in segments]
    return [Edge("segment", loop) for found in loops for loop in found]


def _plate(area: Area, spot: Point) -> Plate:
    label = AREA.filled(name=area.name, first=area.first, later=area.later, word=words.points(area.first))
    return Plate("place", *spot, Text.same(f"{area.first}/{area.later}"), area.icon, label)


def _roomiest(hexes: list[Point], borders: list[Point]) -> Point:
    """Where in an area a tag has most room: its outer points far from border cells, near the middle."""
    close = [[a, b] for a, b in combinations(hexes, 2) if dist(a, b) < 2 * RADIUS]
    three = [[a, b, c] for a, b in close for c in hexes if 0 < max(dist(a, c), dist(b, c)) < 2 * RADIUS]
    spots = [_middle(group) for group in ([[one] for one in hexes] + close + three)]
    middle = _middle(hexes)
    return max(spots, key=lambda spot: (min(_room(spot, borders), RADIUS), -dist(spot, middle)))


def _room(spot: Point, borders: list[Point]) -> int:
    points = [(spot[0] + dx, spot[1] + dy) for dx, dy in TAG]
    near = [border for border in borders if dist(spot, border) < REACH]
    return round(min([dist(point, border) for point in points for border in near], default=RADIUS))


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# Changing ------------------------------------------------------------------------------------------
def board_of(state: State, seat: Seat) -> int:
    return state.pads[seat].board


def picture(state: State, seat: Seat, listed: Sequence[Move]) -> Picture:
    """What stands on a seat's board; `listed` are its legal moves."""
    sheet, mine = state.sheet, state.pads[seat]
    legal = gather([move.cell for move in listed if isinstance(move, CrossCell)])
    counts, total = _strip(sheet, mine.crosses, mine.points)
    taken = [got.count(None) < len(got) for got in zip(*[pad.points for pad in state.pads], strict=True)]
    return Picture(
        sets=(sheet.white, (mine.crosses | mine.new) & ~sheet.white, mine.new, legal),
        tray=_tray(state, seat, listed),
        total=total,
        counts=counts,
        fates=_fates(sheet, mine.points, tuple(taken)),
    )


@lru_cache(PARTS_CACHED)
def _fates(sheet: Sheet, mine: Points, taken: tuple[bool, ...]) -> tuple[str, ...]:
    """What became of each area. `taken`: a seat has enclosed it."""
    return tuple([_fate(area, got, late) for area, got, late in zip(sheet.areas, mine, taken, strict=True)])


def _fate(area: Area, got: int | None, taken: bool) -> str:
    if got is not None:
        return "first" if got == area.first else "later"
    return "late" if taken else "open"


def _tray(state: State, seat: Seat, listed: Sequence[Move]) -> tuple[Token, ...]:
    """The dice; those that crossed something in the running action are used."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    wanted = frozenset([board.colour_of[move.cell] for move in listed if isinstance(move, CrossCell)])
    return _dice(state.dice, colours_of(board, mine.new), wanted, state.phase is Phase.THROW)


@lru_cache(PARTS_CACHED)
def _dice(dice: Dice, used: Dice, wanted: frozenset[int], kept: bool) -> tuple[Token, ...]:
    tokens, spent = [], list(used)
    for colour in dice:
        if colour in spent:
            spent.remove(colour)
            fate = "used"
        else:
            fate = "fits" if colour in wanted else "kept" if kept else "free"
        tokens.append(Token("colour", COLOURS[colour], fate))
    return tuple(tokens)


@lru_cache(PARTS_CACHED)
def _strip(sheet: Sheet, crosses: Cells, points: Points) -> tuple[tuple[Count, ...], int]:
    score = pad_score(sheet, crosses, points)
    return tuple([_count(*each) for each in zip(score.lines, points, strict=True)]), score.total


def _count(line: Line, got: int | None) -> Count:
    """The points of an area once it is enclosed, and how much of its border is crossed."""
    note = f"{line.have}/{line.of}"
    return Count("", note, "open") if got is None else Count(str(got), note, "won")


def caption(state: State, seat: Seat, listed: Sequence[Move]) -> Text:
    if state.phase is Phase.OVER:
        return OVER.filled(n=state.round)
    texts = {Phase.KEEP: KEEP, Phase.MARK: MARK, Phase.FOLLOW: FOLLOW}
    what = texts.get(state.phase, OTHERS) if listed else OTHERS
    if state.phase is Phase.THROW and (thrown := step(state)):
        what = thrown.words
    return clock(state).words.then(what)


# What a report counts ------------------------------------------------------------------------------
def crossable_cells(sheet: Sheet) -> dict[int, str]:
    """All border cells but the white ones, which are crossed from the start."""
    return {cell: sheet.names[cell] for cell in each(sheet.cells & ~sheet.white)}


def crossed_cells(state: State) -> list[Cells]:
    return [pad.crosses & ~state.sheet.white for pad in state.pads]


def first_points(sheet: Sheet) -> Mapping[str, int]:
    return {f"area.{area.key}": area.first for area in sheet.areas if area.first}


def line_name(sheet: Sheet, key: str) -> Text:
    area = next(area for area in sheet.areas if key == f"area.{area.key}")
    return Text(*[f"{area.letter} {name}" for name in area.name])


COUNTING = Counting(
    crossable=crossable_cells,
    crossed=crossed_cells,
    firsts=first_points,
    line=line_name,
    about_firsts=Text(
        "Gebiete zu zweit zwischen Starken: zuerst, später oder gar nicht umschlossen. Ein Gebiet, das fast "
        "nie jemand umschließt, ist nur Landschaft.",
        "Areas between two strong bots: enclosed first, later or not at all. An area that hardly anybody "
        "encloses is mere scenery.",
    ),
)
