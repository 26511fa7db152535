"""Where everything stands on the picture of a sheet, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Line, Seat
from kritzel.games.dizzle import captions
from kritzel.games.dizzle.captions import LOOKS, OPEN_LOCKS, symbol_text
from kritzel.games.dizzle.facts import FACTS
from kritzel.games.dizzle.material import Arrow, Group, Sheet
from kritzel.games.dizzle.moves import Back, Lava, Move, Planet, Rail, Take
from kritzel.games.dizzle.placing import closed_locks, open_cells
from kritzel.games.dizzle.rules import moves
from kritzel.games.dizzle.saying import clock
from kritzel.games.dizzle.scoring import complete, pad
from kritzel.games.dizzle.state import CHOOSING, FLOW, OVER, PLACE, REROLLED, Pad, State
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.looks import Looks
from kritzel.mechanics.routes import PIECES
from kritzel.mechanics.square import LETTERS
from kritzel.scene import SQUARE, Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token, outlines

LEFT, TOP = 28.0, 26.0
"""Room for row numbers and column letters."""
RIGHT, BOTTOM = 52.0, 50.0
"""Room for the arrows of rows and columns."""

KEPT = 2048
"""How many of those things are kept that every table has its own of: boxes and tags as they stand."""


def lay_out(state: State, seat: Seat, lang: str = "en") -> Scene:
    """One seat's sheet as a scene. Parts that look as they did in an earlier one are the same objects."""
    sheet, mine, listed = state.sheet, state.pads[seat], moves(state, seat)
    sets = _sets(state, seat, listed)
    width, height = _size(sheet)
    boxes, total = _strip(sheet, mine.running(), _reached(state), len(state.pads) == 1, lang)
    return Scene(
        pad=FACTS.pad,
        title=captions.TITLE.say(lang).format(title=sheet.title.say(lang)),
        lang=lang,
        width=width,
        height=height,
        cells=_looks(sheet, lang).of(sets),
        strokes=_edges(sheet),
        tags=_tags(sheet, mine.crosses, mine.lost | mine.lava, lang),
        tray=_tray(state, listed),
        boxes=boxes,
        total=total,
        note=_note(state, seat, bool(listed), lang),
        tray_note=_tray_note(state, lang),
        legend=_legend(sheet, tuple([name for name, cells in sets if cells & sheet.cells]), lang),
        tap="{die}{cell}",
    )


@lru_cache(32)
def _size(sheet: Sheet) -> tuple[float, float]:
    axes = {arrow.axis for arrow in sheet.arrows}
    width = LEFT + SQUARE * sheet.grid.width + (RIGHT if "row" in axes else LEFT)
    return width, TOP + SQUARE * sheet.height + (BOTTOM if "column" in axes else LEFT / 2)


def _centre(sheet: Sheet, cell: int) -> Point:
    column, row = sheet.grid.place(cell)
    return LEFT + SQUARE * (column + 0.5), TOP + SQUARE * (row + 0.5)


# Cells ---------------------------------------------------------------------------------------------
def _sets(state: State, seat: Seat, listed: Sequence[Move]) -> list[tuple[str, Cells]]:
    """What cells are: their marks, in the order they are drawn; the kind of a legal move; a closed lock."""
    sheet, mine = state.sheet, state.pads[seat]
    drawn, now = gather([at for at, _ in mine.drawn]), _legal(listed)
    flowing = mine.pick if state.phase == FLOW else 0
    closed = closed_locks(sheet, mine)
    reach = open_cells(sheet, mine) if _in_turn(state, seat) else 0
    for cells in now.values():
        reach &= ~cells
    return [
        *_rails(sheet, mine),
        ("start", 0 if sheet.rails else sheet.start),
        ("cross", 0 if sheet.rails else mine.crosses | mine.pick & ~flowing),
        ("exploded", mine.lost),
        ("lava", mine.lava | flowing),
        ("locked", closed & ~(mine.crosses | mine.lava | mine.lost)),
        ("pick", mine.pick | drawn),
        ("die", mine.dice & ~drawn),
        *[(kind, now.get(kind, 0)) for kind in captions.LEGAL],
        ("open", reach),
        ("closed", closed),
    ]


def _legal(listed: Sequence[Move]) -> dict[str, Cells]:
    """The cells that legal moves are about, by the kind of the move."""
    now: dict[str, Cells] = {}
    for move in listed:
        if isinstance(move, Take | Back | Lava | Planet | Rail):
            kind = type(move).__name__
            now[kind] = now.get(kind, 0) | 1 << move.cell
    return now


def _rails(sheet: Sheet, mine: Pad) -> list[tuple[str, Cells]]:
    """The cells of each piece of rail, where there are rails."""
    pieces = (*mine.rails, *mine.drawn)
    return [
        (f"rail {piece}", gather([at for at, other in pieces if other == piece]))
        for piece in (PIECES if sheet.rails else ())
    ]


def _in_turn(state: State, seat: Seat) -> bool:
    return state.phase in (PLACE, REROLLED) and state.turn == seat


@lru_cache(64)
def _looks(sheet: Sheet, lang: str) -> Looks[Cell]:
    return Looks(each(sheet.cells), lambda cell, names: _cell(sheet, cell, names, lang))


def _cell(sheet: Sheet, cell: int, names: tuple[str, ...], lang: str) -> Cell:
    """A cell that is all this."""
    x, y = _centre(sheet, cell)
    marks = _marks(sheet, cell, names)
    icon, tint, note = _symbol(sheet, cell, "closed" in names)
    legal = [captions.LEGAL[name].say(lang) for name in names if name in captions.LEGAL]
    return Cell(
        id=sheet.name(cell),
        shape="square",
        x=x,
        y=y,
        fill="special" if icon else "plain",
        number=sheet.number[cell] or None,
        icon=icon,
        tint=tint,
        marks=marks,
        label=", ".join([*_words(sheet, cell, marks, lang), *legal]),
        note=note,
    )


def _symbol(sheet: Sheet, cell: int, closed: bool) -> tuple[str, str, str]:
    """The icon of a cell, its tint, and the note in its corner: which flag, how many points."""
    symbol = sheet.symbol[cell]
    look = LOOKS.get(symbol) or LOOKS.get(symbol[:1])
    if look is None or symbol.isupper():
        return "", "", ""
    if symbol in OPEN_LOCKS and not closed:
        return OPEN_LOCKS[symbol], look.tint, ""
    numbered = symbol[0] == "s" or (symbol[0] == "f" and len(sheet.flags) > 1)
    return look.icon, look.tint, symbol[1:] if numbered else ""


def _marks(sheet: Sheet, cell: int, names: tuple[str, ...]) -> tuple[Mark, ...]:
    printed = [Mark("printed", piece) for at, piece in sheet.printed if at == cell]
    return (*printed, *[_mark(sheet, cell, name) for name in names if name != "closed"])


def _mark(sheet: Sheet, cell: int, name: str) -> Mark:
    kind, _, piece = name.partition(" ")
    if kind == "die":
        return Mark(kind, str(sheet.number[cell]))
    return Mark("legal" if kind in captions.LEGAL else kind, piece)


def _words(sheet: Sheet, cell: int, marks: tuple[Mark, ...], lang: str) -> list[str]:
    """As in "h8, 3, green key"."""
    words = [sheet.name(cell)]
    if sheet.number[cell]:
        words.append(str(sheet.number[cell]))
    symbol, kinds = sheet.symbol[cell], [mark.kind for mark in marks]
    if symbol and symbol != "x" and not symbol.isupper():
        words.append(symbol_text(sheet, symbol, lang))
    if symbol in OPEN_LOCKS and not {"locked", "cross", "lava", "rail"} & set(kinds):
        words.append(captions.UNLOCKED.say(lang))
    for kind, detail in marks:
        if kind in captions.MARKS and not (kind == "cross" and "start" in kinds):
            words.append(" ".join([captions.MARKS[kind].say(lang), _detail(kind, detail, lang)]).strip())
    return words


def _detail(kind: str, detail: str, lang: str) -> str:
    """Which die, or which piece of rail as people call it."""
    return f"({captions.PIECES[detail].say(lang)})" if kind in ("rail", "printed") else detail


# Beside the cells ----------------------------------------------------------------------------------
@lru_cache(32)
def _edges(sheet: Sheet) -> tuple[Stroke, ...]:
    loops = [outlines("square", [_centre(sheet, cell) for cell in each(area.cells)]) for area in sheet.areas]
    return tuple([Stroke("area", loop, True) for found in loops for loop in found])


@lru_cache(KEPT)
def _tags(sheet: Sheet, crosses: Cells, gone: Cells, lang: str) -> tuple[Tag, ...]:
    arrows = [_arrow_tag(sheet, arrow, _fate(arrow.cells, crosses, gone), lang) for arrow in sheet.arrows]
    areas = [_area_tag(sheet, area, _fate(area.cells, crosses, gone), lang) for area in sheet.areas]
    return (*_rulers(sheet), *arrows, *areas)


def _rulers(sheet: Sheet) -> list[Tag]:
    wide, high = sheet.grid.width, sheet.height
    letters = [Tag("ruler", LEFT + SQUARE * (c + 0.5), TOP - 13, LETTERS[c], "", "open") for c in range(wide)]
    rows = [Tag("ruler", LEFT / 2, TOP + SQUARE * (r + 0.5), str(r + 1), "", "open") for r in range(high)]
    return letters + rows


def _arrow_tag(sheet: Sheet, arrow: Arrow, state: str, lang: str) -> Tag:
    along = SQUARE * (arrow.place + 0.5)
    if arrow.axis == "row":
        name, x, y = str(arrow.place + 1), LEFT + SQUARE * sheet.grid.width + RIGHT / 2 + 2, TOP + along
    else:
        name, x, y = LETTERS[arrow.place], LEFT + along, TOP + SQUARE * sheet.height + BOTTOM / 2
    return Tag(
        arrow.axis, x, y, str(arrow.points), "", state, _tag_text(arrow.axis, name, arrow.points, state, lang)
    )


def _area_tag(sheet: Sheet, area: Group, state: str, lang: str) -> Tag:
    """At the bottom left of the area."""
    centres = [_centre(sheet, cell) for cell in each(area.cells)]
    x, y = max(centres, key=lambda centre: (centre[1], -centre[0]))
    text = _tag_text("area", area.name, area.points, state, lang)
    return Tag("area", x - SQUARE / 2 + 3, y + SQUARE / 2 - 2, str(area.points), "", state, text)


def _fate(cells: Cells, crosses: Cells, gone: Cells) -> str:
    """`gone` are cells that will never be crossed: exploded ones and lava."""
    if complete(cells, crosses):
        return "won"
    return "lost" if cells & gone else "open"


def _tag_text(kind: str, name: str, points: int, state: str, lang: str) -> str:
    text = captions.tag_text(kind, name, points, lang)
    return ", ".join(part for part in (text, captions.FATES[state].say(lang)) if part)


# Tray, strip and legend ----------------------------------------------------------------------------
def _tray(state: State, listed: Sequence[Move]) -> tuple[Token, ...]:
    if state.phase == FLOW:
        return (Token("die", str(state.shown), "fits"),)
    fits = {move.number for move in listed if isinstance(move, Take)}
    pool = [Token("die", str(face), "fits" if face in fits else "free") for face in state.pool]
    return (*pool, *[Token("die", str(face), "removed") for face in state.removed])


def _tray_note(state: State, lang: str) -> str:
    if state.phase == FLOW:
        return captions.FLOWING.say(lang).format(n=state.shown)
    return captions.POOL.say(lang)


def _reached(state: State) -> tuple[int, ...]:
    """How many seats have reached each flag."""
    flags = zip(*[mine.flags for mine in state.pads], strict=True)
    return tuple([len(got) - got.count(None) for got in flags])


@lru_cache(KEPT)
def _strip(
    sheet: Sheet, mine: Pad, reached: tuple[int, ...], solo: bool, lang: str
) -> tuple[tuple[Box, ...], str]:
    """The boxes and the total."""
    score = pad(sheet, mine, solo)
    boxes = [box for line in score.lines for box in _boxes(sheet, mine, reached, line, lang)]
    return tuple(boxes), str(score.total)


def _boxes(sheet: Sheet, mine: Pad, reached: tuple[int, ...], line: Line, lang: str) -> list[Box]:
    text = captions.LINES[line.key].say(lang)
    if line.key == "puzzles":
        return [_puzzle_box(puzzle, mine, text) for puzzle in sheet.puzzles]
    if line.key == "flags":
        return [_flag_box(sheet, mine.flags, at, reached[at], text) for at in range(len(sheet.flags))]
    icon, tint, note = _line_look(sheet, line)
    return [Box(line.key, icon, tint, str(line.points), note, "open", text)]


def _line_look(sheet: Sheet, line: Line) -> tuple[str, str, str]:
    count = f"{line.have}/{line.of}"
    return {
        "gems": ("gem3", "red", " · ".join(str(gem.points) for gem in sheet.gems)),
        "arrows": ("arrow", "text", count),
        "areas": ("area", "text", count),
        "heaps": ("heap", "brown", f"{line.have} × {_minus(sheet.heap)}"),
        "bombs": ("bomb", "text", f"{count} · {_minus(sheet.bomb)}"),
        "routes": ("rails", "ink", count),
        "stations": ("station", "teal", count),
    }[line.key]


def _minus(points: int) -> str:
    return str(points).replace("-", "−")


def _puzzle_box(puzzle: Group, mine: Pad, text: str) -> Box:
    look, state = LOOKS[f"p{puzzle.name}"], _fate(puzzle.cells, mine.crosses, mine.lost | mine.lava)
    have = (puzzle.cells & mine.crosses).bit_count()
    points = str(puzzle.points if state == "won" else 0)
    note = f"{have}/{puzzle.cells.bit_count()} → {puzzle.points}"
    return Box(f"puzzles.{puzzle.name}", look.icon, look.tint, points, note, state, f"{text} {puzzle.name}")


def _flag_box(sheet: Sheet, mine: tuple[int | None, ...], at: int, struck: int, text: str) -> Box:
    """Values that are struck: as many as seats have reached the flag (D21)."""
    values = [f"~{points}~" if n < struck else str(points) for n, points in enumerate(sheet.flags[at].points)]
    look, got = LOOKS[f"f{at + 1}"], mine[at]
    name = f"{text} {at + 1}" if len(sheet.flags) > 1 else text
    fate = "open" if got is None else "won"
    return Box(f"flags.{at + 1}", look.icon, look.tint, str(got or 0), " ".join(values), fate, name)


def _note(state: State, seat: Seat, may_move: bool, lang: str) -> str:
    if state.phase == OVER:
        return captions.OVER.say(lang).format(n=state.pass_no)
    where = clock(state).words.say(lang)
    if state.phase == FLOW:
        return f"{where} · {_tray_note(state, lang)}"
    if may_move:
        who = captions.YOURS
    elif state.pads[seat].out:
        who = captions.OUT
    else:
        who = captions.OTHERS if state.phase in (PLACE, REROLLED, *CHOOSING) else captions.ROLLING
    return f"{where} · {who.say(lang)}"


@lru_cache(KEPT)
def _legend(sheet: Sheet, there: tuple[str, ...], lang: str) -> tuple[Key, ...]:
    """Marks that can be seen, then the symbols of the sheet."""
    legal = sorted(name for name in there if name in captions.LEGAL)
    keys = [Key("mark", "legal", captions.LEGAL[kind].say(lang)) for kind in legal]
    kinds = ("open", "start", "locked", "exploded", "lava", "pick")
    keys += [Key("mark", kind, captions.MARKS[kind].say(lang)) for kind in kinds if kind in there]
    symbols = {symbol if symbol in LOOKS else symbol[:1] for symbol in sheet.symbol}
    keys += [Key("icon", look.icon, look.text.say(lang)) for name, look in LOOKS.items() if name in symbols]
    return tuple(keys)
