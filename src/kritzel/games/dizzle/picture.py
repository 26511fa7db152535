"""The picture of a sheet: what is printed where, what stands there now, and what a report counts.

Decides nothing: asks `rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Counting, Line, Seat, Text
from kritzel.games.dizzle.placing import closed_locks, open_cells
from kritzel.games.dizzle.rules import fresh_pad
from kritzel.games.dizzle.scoring import complete, score_pad
from kritzel.games.dizzle.sheet import Arrow, Group, Move, Out, Reroll, Sheet, Take
from kritzel.games.dizzle.state import CHOOSING, FLOW, OVER, PLACE, REROLLED, Pad, Settled, State
from kritzel.games.dizzle.words import FACTS, FLOWING, LOOKS, OPEN_LOCKS, PIECE_NAMES, clock
from kritzel.layout import Count, Edge, Entry, Layout, Picture, Plate, Sign, Slot, Spot
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.routes import PIECES
from kritzel.mechanics.square import LETTERS
from kritzel.scene import SQUARE, Mark, Point, Token, outlines
from kritzel.words import counted_points
from kritzel.words import points as points_word

# Labels --------------------------------------------------------------------------------------------
MARKS = {
    "start": Text("Startkreuz", "start cross"),
    "cross": Text("angekreuzt", "crossed"),
    "exploded": Text("explodiert", "exploded"),
    "lava": Text("Lava", "lava"),
    "locked": Text("zu", "locked"),
    "open": Text("frei, der Würfel dazu fehlt", "free, the die for it is missing"),
    "pick": Text("gewählt", "chosen"),
    "printed": Text("gedruckte Schiene", "printed rail"),
    "rail": Text("Schiene", "rail"),
}
LEGAL = {
    "Take": Text("ein Würfel passt", "a die fits"),
    "Back": Text("dieser Würfel kann zurück", "this die may go back"),
    "Lava": Text("hierhin kann Lava fließen", "lava may flow here"),
    "Planet": Text("hier kann die Rakete landen", "the rocket may land here"),
    "Rail": Text("hier fehlt eine Schiene", "a rail is to be drawn here"),
}
DIE_MARK = Text("dein Würfel {n}", "your die {n}")
UNLOCKED = Text("offen", "open")
BOX_TITLES = {**FACTS.lines, "puzzles": Text("Puzzle", "Puzzle"), "flags": Text("Fahne", "Flag")}
"""Boxes of the score strip: one per puzzle and flag."""

TAGS = {
    "row": Text("Reihe {name}: {points} {word}", "Row {name}: {points} {word}"),
    "column": Text("Spalte {name}: {points} {word}", "Column {name}: {points} {word}"),
    "area": Text("Bereich {name}: {points} {word}", "Area {name}: {points} {word}"),
}
FATES = {
    "open": Text("", ""),
    "won": Text("geschafft", "done"),
    "lost": Text("nicht mehr möglich", "no longer possible"),
}
TITLE = Text("Dizzle · {title}", "Dizzle · {title}")
GAME_OVER = Text("Vorbei nach {n} Durchgängen", "Over after {n} passes")
YOUR_TURN = Text("Du bist dran", "Your turn")
YOU_ARE_OUT = Text("Du bist raus", "You're out")
OTHERS_PLAY = Text("Andere sind dran", "Others are playing")
DICE_ROLL = Text("Es wird gewürfelt", "Dice are rolled")
POOL_NOTE = Text("Würfel in der Mitte", "Dice in the pool")


def tag_text(kind: str, name: str, points: int) -> Text:
    return TAGS[kind].filled(name=name, points=points, word=points_word(points))


def symbol_text(sheet: Sheet, symbol: str) -> Text:
    """What a symbol is called, with its points where they are printed."""
    look = LOOKS.get(symbol) or LOOKS[symbol[0]]
    points = next((gem.points for gem in sheet.gems if gem.name == symbol), 0)
    if symbol[0] == "s":
        points = int(symbol[1:])
    return look.text.then(counted_points(points), ", ") if points else look.text


# Printed -------------------------------------------------------------------------------------------
LEFT, TOP = 28.0, 26.0
"""Room for row numbers and column letters."""
RIGHT, BOTTOM = 52.0, 50.0
"""Room for the arrows of rows and columns."""
CACHE_SIZE = 2048
"""Trays and score strips, which differ from table to table."""


@lru_cache(32)
def layouts(sheet: Sheet) -> tuple[Layout]:
    """The sheet as it is printed; all seats have the same."""
    axes = {arrow.axis for arrow in sheet.arrows}
    loops = [outlines("square", [_centre(sheet, cell) for cell in each(area.cells)]) for area in sheet.areas]
    printed = Layout(
        pad=FACTS.pad,
        title=TITLE.filled(title=sheet.title),
        width=LEFT + SQUARE * sheet.grid.width + (RIGHT if "row" in axes else LEFT),
        height=TOP + SQUARE * sheet.height + (BOTTOM if "column" in axes else LEFT / 2),
        cells=tuple([_spot(sheet, cell) for cell in each(sheet.cells)]),
        signs=_signs(sheet),
        edges=tuple([Edge("area", loop) for found in loops for loop in found]),
        rulers=tuple(_rulers(sheet)),
        plates=(*[_arrow(sheet, arrow) for arrow in sheet.arrows], *[_area(sheet, a) for a in sheet.areas]),
        fates=FATES,
        slots=_slots(sheet),
        notes={},
        legend=_legend(sheet),
        tray_note=POOL_NOTE,
    )
    return (printed,)


def _centre(sheet: Sheet, cell: int) -> Point:
    column, row = sheet.grid.place(cell)
    return LEFT + SQUARE * (column + 0.5), TOP + SQUARE * (row + 0.5)


def _spot(sheet: Sheet, cell: int) -> Spot:
    (x, y), (icon, tint, note) = _centre(sheet, cell), _symbol(sheet, cell)
    symbol = sheet.symbol[cell]
    locked = (("closed", LOOKS[symbol].icon),) if symbol in OPEN_LOCKS else ()
    printed = tuple([Mark("printed", piece) for at, piece in sheet.printed if at == cell])
    number = sheet.number[cell] or None
    fill = "special" if icon else "plain"
    labels = tuple(_labels(sheet, cell))
    return Spot(
        sheet.name(cell), cell, "square", x, y, fill, labels, number, icon, tint, note, printed, locked
    )


def _symbol(sheet: Sheet, cell: int) -> tuple[str, str, str]:
    """The icon of a cell, its tint, and the note in its corner: which flag, how many points."""
    symbol = sheet.symbol[cell]
    look = LOOKS.get(symbol) or LOOKS.get(symbol[:1])
    if look is None or symbol.isupper():
        return "", "", ""
    numbered = symbol[0] == "s" or (symbol[0] == "f" and len(sheet.flags) > 1)
    return OPEN_LOCKS.get(symbol, look.icon), look.tint, symbol[1:] if numbered else ""


def _labels(sheet: Sheet, cell: int) -> list[Text]:
    """As in "h8, 3, green key"."""
    symbol, number = sheet.symbol[cell], sheet.number[cell]
    labels = [Text.same(sheet.name(cell))]
    if number:
        labels.append(Text.same(str(number)))
    if symbol and symbol != "x" and not symbol.isupper():
        labels.append(symbol_text(sheet, symbol))
    return labels + [_piece("printed", piece) for at, piece in sheet.printed if at == cell]


def _piece(kind: str, piece: str) -> Text:
    """A piece of rail as people call it."""
    return Text("{rail} ({piece})", "{rail} ({piece})").filled(rail=MARKS[kind], piece=PIECE_NAMES[piece])


@lru_cache(32)
def _signs(sheet: Sheet) -> tuple[Sign, ...]:
    """What a cell can be, in the order in which it is drawn; `_sets` has the cells."""
    return (
        Sign("unlocked", (), UNLOCKED),
        *[Sign(f"rail {p}", (Mark("rail", p),), _piece("rail", p)) for p in (PIECES if sheet.rails else ())],
        Sign("start", (Mark("start"), Mark("cross")), MARKS["start"]),
        *[_sign(kind) for kind in ("cross", "exploded", "lava", "locked", "pick")],
        Sign("die", (Mark("die", "{n}"),), DIE_MARK),
        *[Sign(kind, (Mark("legal"),), label) for kind, label in LEGAL.items()],
        _sign("open"),
        Sign("closed"),
    )


def _sign(kind: str) -> Sign:
    return Sign(kind, (Mark(kind),), MARKS[kind])


@lru_cache(32)
def _locks(sheet: Sheet) -> Cells:
    return gather([cell for cell in each(sheet.cells) if sheet.symbol[cell] in OPEN_LOCKS])


# Beside the cells ----------------------------------------------------------------------------------
def _rulers(sheet: Sheet) -> list[Plate]:
    columns = [(LEFT + SQUARE * (n + 0.5), TOP - 13, LETTERS[n]) for n in range(sheet.grid.width)]
    rows = [(LEFT / 2, TOP + SQUARE * (n + 0.5), str(n + 1)) for n in range(sheet.height)]
    return [Plate("ruler", x, y, Text.same(text)) for x, y, text in columns + rows]


def _arrow(sheet: Sheet, arrow: Arrow) -> Plate:
    along = SQUARE * (arrow.place + 0.5)
    if arrow.axis == "row":
        name, x, y = str(arrow.place + 1), LEFT + SQUARE * sheet.grid.width + RIGHT / 2 + 2, TOP + along
    else:
        name, x, y = LETTERS[arrow.place], LEFT + along, TOP + SQUARE * sheet.height + BOTTOM / 2
    label = tag_text(arrow.axis, name, arrow.points)
    return Plate(arrow.axis, x, y, Text.same(str(arrow.points)), label=label)


def _area(sheet: Sheet, area: Group) -> Plate:
    """At the bottom left of the area."""
    centres = [_centre(sheet, cell) for cell in each(area.cells)]
    x, y = max(centres, key=lambda centre: (centre[1], -centre[0]))
    label = tag_text("area", area.name, area.points)
    return Plate("area", x - SQUARE / 2 + 3, y + SQUARE / 2 - 2, Text.same(str(area.points)), label=label)


def _slots(sheet: Sheet) -> tuple[Slot, ...]:
    """The boxes of the score strip, line by line; `_counts` fills them."""
    lines = score_pad(sheet, fresh_pad(sheet).settled, False).lines
    return tuple([slot for line in lines for slot in _line_slots(sheet, line.key)])


def _line_slots(sheet: Sheet, key: str) -> list[Slot]:
    text = BOX_TITLES[key]
    if key == "puzzles":
        return [_slot(f"puzzles.{p.name}", f"p{p.name}", text, p.name) for p in sheet.puzzles]
    if key == "flags":
        many = len(sheet.flags) > 1
        flags = range(1, len(sheet.flags) + 1)
        return [_slot(f"flags.{n}", f"f{n}", text, str(n) if many else "") for n in flags]
    return [Slot(key, *_LINE_LOOKS[key], text)]


def _slot(key: str, look: str, text: Text, name: str) -> Slot:
    return Slot(key, LOOKS[look].icon, LOOKS[look].tint, Text(*[f"{word} {name}".strip() for word in text]))


_LINE_LOOKS = {
    "gems": ("gem3", "red"),
    "arrows": ("arrow", "text"),
    "areas": ("area", "text"),
    "heaps": ("heap", "brown"),
    "bombs": ("bomb", "text"),
    "routes": ("rails", "ink"),
    "stations": ("station", "teal"),
}


def _legend(sheet: Sheet) -> tuple[Entry, ...]:
    """Marks that can be seen, then the symbols of the sheet."""
    entries = [Entry("mark", "legal", LEGAL[kind], kind) for kind in sorted(LEGAL)]
    kinds = ("open", "start", "locked", "exploded", "lava", "pick")
    entries += [Entry("mark", kind, MARKS[kind], kind) for kind in kinds]
    symbols = {symbol if symbol in LOOKS else symbol[:1] for symbol in sheet.symbol}
    entries += [Entry("icon", look.icon, look.text) for name, look in LOOKS.items() if name in symbols]
    return tuple(entries)


# Changing ------------------------------------------------------------------------------------------
def picture(state: State, seat: Seat, listed: Sequence[Move]) -> Picture:
    """What stands on a seat's sheet; `listed` are its legal moves."""
    sheet, mine = state.sheet, state.pads[seat]
    counts, total, fates = _strip(sheet, mine.settled, _reached(state), len(state.pads) == 1)
    return Picture(
        sets=_sets(state, seat, *_legal(listed)),
        tray=_tray(state, listed),
        total=total,
        counts=counts,
        fates=fates,
        tray_note=FLOWING.filled(n=state.shown) if state.phase == FLOW else None,
    )


def _sets(state: State, seat: Seat, kind: str, legal: Cells) -> tuple[Cells, ...]:
    """The cells of each sign; those that legal moves are about are of this kind."""
    sheet, mine = state.sheet, state.pads[seat]
    drawn = gather([at for at, _ in mine.drawn])
    flowing = mine.pick if state.phase == FLOW else 0
    closed = closed_locks(sheet, mine.crosses)
    lava, crosses = mine.lava | flowing, 0 if sheet.rails else mine.crosses | mine.pick & ~flowing
    start = 0 if sheet.rails else sheet.start
    rails = _rails(sheet, mine)
    in_turn = state.phase in (PLACE, REROLLED) and state.turn == seat
    reach = open_cells(sheet, mine) if in_turn else 0
    return (
        _locks(sheet) & ~(closed | crosses | lava | sum(rails)),
        *rails,
        start,
        crosses & ~start,
        mine.lost,
        lava,
        closed & ~(mine.crosses | mine.lava | mine.lost),
        mine.pick | drawn,
        mine.dice & ~drawn,
        *[legal if kind == other else 0 for other in LEGAL],
        reach & ~legal,
        closed,
    )


def _legal(listed: Sequence[Move]) -> tuple[str, Cells]:
    """The cells that legal moves are about, and the kind of these moves: at a time there is only one."""
    cells = gather([move.cell for move in listed if not isinstance(move, (Reroll, Out))])
    return (type(listed[0]).__name__, cells) if cells else ("", 0)


def _rails(sheet: Sheet, mine: Pad) -> list[Cells]:
    if not sheet.rails:
        return []
    pieces = (*mine.rails, *mine.drawn)
    return [gather([at for at, other in pieces if other == piece]) for piece in PIECES]


def _fate(cells: Cells, mine: Pad) -> str:
    """What became of a row, column, area or puzzle: exploded cells and lava will never be crossed."""
    if complete(cells, mine.crosses):
        return "won"
    return "lost" if cells & (mine.lost | mine.lava) else "open"


def _tray(state: State, listed: Sequence[Move]) -> tuple[Token, ...]:
    if state.phase == FLOW:
        return (Token("die", str(state.shown), "fits"),)
    fits = frozenset([move.number for move in listed if isinstance(move, Take)])
    return _dice(state.pool, fits, state.removed)


@lru_cache(CACHE_SIZE)
def _dice(pool: tuple[int, ...], fits: frozenset[int], removed: tuple[int, ...]) -> tuple[Token, ...]:
    left = [Token("die", str(face), "fits" if face in fits else "free") for face in pool]
    return (*left, *[Token("die", str(face), "removed") for face in removed])


def _reached(state: State) -> tuple[int, ...]:
    """How many seats have reached each flag."""
    flags = zip(*[mine.flags for mine in state.pads], strict=True)
    return tuple([len(got) - got.count(None) for got in flags])


@lru_cache(CACHE_SIZE)
def _strip(
    sheet: Sheet, settled: Settled, reached: tuple[int, ...], solo: bool
) -> tuple[tuple[Count, ...], int, tuple[str, ...]]:
    """What stands in the boxes, the total, and what became of arrows and areas."""
    mine, score = Pad(*settled), score_pad(sheet, settled, solo)
    counts = tuple([each for line in score.lines for each in _counts(sheet, mine, reached, line)])
    groups = [*[arrow.cells for arrow in sheet.arrows], *[area.cells for area in sheet.areas]]
    return counts, score.total, tuple([_fate(cells, mine) for cells in groups])


def _counts(sheet: Sheet, mine: Pad, reached: tuple[int, ...], line: Line) -> list[Count]:
    if line.key == "puzzles":
        return [_puzzle(puzzle, mine) for puzzle in sheet.puzzles]
    if line.key == "flags":
        return [_flag(sheet, mine.flags, at, reached[at]) for at in range(len(sheet.flags))]
    return [Count(str(line.points), _line_note(sheet, line), "open")]


def _line_note(sheet: Sheet, line: Line) -> str:
    count = f"{line.have}/{line.of}"
    return {
        "gems": " · ".join(str(gem.points) for gem in sheet.gems),
        "heaps": f"{line.have} × {_minus(sheet.heap)}",
        "bombs": f"{count} · {_minus(sheet.bomb)}",
    }.get(line.key, count)


def _minus(points: int) -> str:
    return str(points).replace("-", "−")


def _puzzle(puzzle: Group, mine: Pad) -> Count:
    state = _fate(puzzle.cells, mine)
    have = (puzzle.cells & mine.crosses).bit_count()
    note = f"{have}/{puzzle.cells.bit_count()} → {puzzle.points}"
    return Count(str(puzzle.points if state == "won" else 0), note, state)


def _flag(sheet: Sheet, mine: tuple[int | None, ...], at: int, struck: int) -> Count:
    """Values that are struck: as many as seats have reached the flag (D21)."""
    values = [f"~{points}~" if n < struck else str(points) for n, points in enumerate(sheet.flags[at].points)]
    return Count(str(mine[at] or 0), " ".join(values), "open" if mine[at] is None else "won")


def caption(state: State, seat: Seat, listed: Sequence[Move]) -> Text:
    """Where the game stands, above the picture."""
    if state.phase == OVER:
        return GAME_OVER.filled(n=state.pass_no)
    where = clock(state).words
    if state.phase == FLOW:
        return where.then(FLOWING.filled(n=state.shown))
    if listed:
        return where.then(YOUR_TURN)
    if state.pads[seat].out:
        return where.then(YOU_ARE_OUT)
    busy = state.phase in (PLACE, REROLLED, *CHOOSING)
    return where.then(OTHERS_PLAY if busy else DICE_ROLL)


# Counting, for reports -----------------------------------------------------------------------------
def crossable(sheet: Sheet) -> dict[int, str]:
    """All cells but those with a start cross and volcanoes."""
    return {cell: sheet.name(cell) for cell in each(sheet.cells & ~(sheet.start | sheet.volcanoes))}


def crossed(state: State) -> list[Cells]:
    """What each seat has crossed, start crosses left out."""
    return [mine.crosses & ~state.sheet.start for mine in state.pads]


COUNTING = Counting(crossable=crossable, crossed=crossed)
