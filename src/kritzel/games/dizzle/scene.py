"""Where everything stands on the picture of a sheet, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from kritzel.game import Line, Seat
from kritzel.games.dizzle import captions
from kritzel.games.dizzle.captions import LOOKS, OPEN_LOCKS, symbol_text
from kritzel.games.dizzle.material import Arrow, Flag, Group, Sheet, passes
from kritzel.games.dizzle.moves import Back, Lava, Planet, Rail, Take
from kritzel.games.dizzle.placing import closed_locks, open_cells
from kritzel.games.dizzle.rules import moves
from kritzel.games.dizzle.scoring import complete, score
from kritzel.games.dizzle.state import CHOOSING, FLOW, OVER, PLACE, REROLLED, Mine, State
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.square import LETTERS
from kritzel.scene import SQUARE, Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token, outlines

LEFT, TOP = 28.0, 26.0
"""Room for row numbers and column letters."""
RIGHT, BOTTOM = 52.0, 50.0
"""Room for the arrows of rows and columns."""

Now = dict[int, str]
"""The cells a legal move is about, each with the kind of the move."""
Sets = list[tuple[str, Cells]]
"""Marks, each with the cells that bear it."""


def lay_out(state: State, seat: Seat, lang: str) -> Scene:
    """One seat's sheet as a scene."""
    sheet, mine = state.sheet, state.seats[seat]
    now = _legal(state, seat)
    sets = _sets(state, seat, now)
    cells = tuple(_cell(sheet, mine, cell, sets, now, lang) for cell in each(sheet.cells))
    pad = score(state)[seat]
    return Scene(
        pad="dizzle",
        title=captions.TITLE.say(lang).format(title=sheet.title.say(lang)),
        lang=lang,
        width=LEFT + SQUARE * sheet.grid.width + (RIGHT if _has(sheet, "row") else LEFT),
        height=TOP + SQUARE * sheet.height + (BOTTOM if _has(sheet, "column") else LEFT / 2),
        cells=cells,
        strokes=tuple(_edges(sheet)),
        tags=(*_rulers(sheet), *_arrow_tags(sheet, mine, lang), *_area_tags(sheet, mine, lang)),
        tray=_tray(state, seat),
        boxes=tuple(box for line in pad.lines for box in _boxes(state, mine, line, lang)),
        total=str(pad.total),
        note=_note(state, seat, lang),
        tray_note=_tray_note(state, lang),
        legend=_legend(sheet, cells, now, lang),
    )


def _has(sheet: Sheet, axis: str) -> bool:
    return any(arrow.axis == axis for arrow in sheet.arrows)


def _legal(state: State, seat: Seat) -> Now:
    listed = moves(state, seat)
    return {
        move.cell: type(move).__name__
        for move in listed
        if isinstance(move, Take | Back | Lava | Planet | Rail)
    }


def _centre(sheet: Sheet, cell: int) -> Point:
    column, row = sheet.grid.place(cell)
    return LEFT + SQUARE * (column + 0.5), TOP + SQUARE * (row + 0.5)


# Cells ---------------------------------------------------------------------------------------------
def _cell(sheet: Sheet, mine: Mine, cell: int, sets: Sets, now: Now, lang: str) -> Cell:
    x, y = _centre(sheet, cell)
    marks = _marks(sheet, mine, cell, sets)
    icon, tint, note = _symbol(sheet, mine, cell)
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
        label=_label(sheet, cell, marks, now, lang),
        note=note,
    )


def _symbol(sheet: Sheet, mine: Mine, cell: int) -> tuple[str, str, str]:
    """The icon of a cell, its tint, and the note in its corner: which flag, how many points."""
    symbol = sheet.symbol[cell]
    look = LOOKS.get(symbol) or LOOKS.get(symbol[:1])
    if look is None or symbol.isupper():
        return "", "", ""
    if symbol in OPEN_LOCKS and not closed_locks(sheet, mine) >> cell & 1:
        return OPEN_LOCKS[symbol], look.tint, ""
    numbered = symbol[0] == "s" or (symbol[0] == "f" and len(sheet.flags) > 1)
    return look.icon, look.tint, symbol[1:] if numbered else ""


def _marks(sheet: Sheet, mine: Mine, cell: int, sets: Sets) -> tuple[Mark, ...]:
    marks = [Mark("printed", piece) for at, piece in sheet.printed if at == cell]
    marks += [Mark("rail", piece) for at, piece in (*mine.rails, *mine.drawn) if at == cell]
    marks += [Mark(kind) for kind, cells in sets if cells >> cell & 1]
    return tuple(mark if mark.kind != "die" else Mark("die", str(sheet.number[cell])) for mark in marks)


def _sets(state: State, seat: Seat, now: Now) -> Sets:
    """Which cells bear which mark."""
    sheet, mine = state.sheet, state.seats[seat]
    drawn, legal = gather(at for at, _ in mine.drawn), gather(now)
    flowing = mine.pick if state.phase == FLOW else 0
    gone = mine.crosses | mine.lava | mine.lost
    reach = open_cells(sheet, mine) if _in_turn(state, seat) else 0
    return [
        ("start", 0 if sheet.rails else sheet.start),
        ("cross", 0 if sheet.rails else mine.crosses | mine.pick & ~flowing),
        ("exploded", mine.lost),
        ("lava", mine.lava | flowing),
        ("locked", closed_locks(sheet, mine) & ~gone),
        ("pick", mine.pick | drawn),
        ("die", mine.dice & ~drawn),
        ("legal", legal),
        ("open", reach & ~legal),
    ]


def _in_turn(state: State, seat: Seat) -> bool:
    return state.phase in (PLACE, REROLLED) and state.turn == seat


def _label(sheet: Sheet, cell: int, marks: tuple[Mark, ...], now: Now, lang: str) -> str:
    """As in "h8, 3, green key, a die fits"."""
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
            words.append(" ".join([captions.MARKS[kind].say(lang), detail]).strip())
    return ", ".join(words + [captions.LEGAL[now[cell]].say(lang) for _ in range(cell in now)])


# Beside the cells ----------------------------------------------------------------------------------
def _edges(sheet: Sheet) -> list[Stroke]:
    loops = [outlines("square", [_centre(sheet, cell) for cell in each(area.cells)]) for area in sheet.areas]
    return [Stroke("area", loop, True) for found in loops for loop in found]


def _rulers(sheet: Sheet) -> list[Tag]:
    wide, high = sheet.grid.width, sheet.height
    letters = [Tag("ruler", LEFT + SQUARE * (c + 0.5), TOP - 13, LETTERS[c], "", "open") for c in range(wide)]
    rows = [Tag("ruler", LEFT / 2, TOP + SQUARE * (r + 0.5), str(r + 1), "", "open") for r in range(high)]
    return letters + rows


def _arrow_tags(sheet: Sheet, mine: Mine, lang: str) -> list[Tag]:
    return [_arrow_tag(sheet, mine, arrow, lang) for arrow in sheet.arrows]


def _arrow_tag(sheet: Sheet, mine: Mine, arrow: Arrow, lang: str) -> Tag:
    along = SQUARE * (arrow.place + 0.5)
    state = _fate(arrow.cells, mine)
    if arrow.axis == "row":
        name, x, y = str(arrow.place + 1), LEFT + SQUARE * sheet.grid.width + RIGHT / 2 + 2, TOP + along
    else:
        name, x, y = LETTERS[arrow.place], LEFT + along, TOP + SQUARE * sheet.height + BOTTOM / 2
    return Tag(
        arrow.axis, x, y, str(arrow.points), "", state, _tag_text(arrow.axis, name, arrow.points, state, lang)
    )


def _area_tags(sheet: Sheet, mine: Mine, lang: str) -> list[Tag]:
    return [_area_tag(sheet, mine, area, lang) for area in sheet.areas]


def _area_tag(sheet: Sheet, mine: Mine, area: Group, lang: str) -> Tag:
    """At the bottom left of the area."""
    centres = [_centre(sheet, cell) for cell in each(area.cells)]
    x, y = max(centres, key=lambda centre: (centre[1], -centre[0]))
    state = _fate(area.cells, mine)
    text = _tag_text("area", area.name, area.points, state, lang)
    return Tag("area", x - SQUARE / 2 + 3, y + SQUARE / 2 - 2, str(area.points), "", state, text)


def _fate(cells: Cells, mine: Mine) -> str:
    if complete(cells, mine.crosses):
        return "won"
    return "lost" if cells & (mine.lost | mine.lava) else "open"


def _tag_text(kind: str, name: str, points: int, state: str, lang: str) -> str:
    text = captions.TAGS[kind].say(lang).format(name=name, points=points)
    return ", ".join(part for part in (text, captions.FATES[state].say(lang)) if part)


# Tray, strip and legend ----------------------------------------------------------------------------
def _tray(state: State, seat: Seat) -> tuple[Token, ...]:
    if state.phase == FLOW:
        return (Token("die", str(state.shown), "fits"),)
    fits = {move.number for move in moves(state, seat) if isinstance(move, Take)}
    return tuple(Token("die", str(face), "fits" if face in fits else "free") for face in state.pool)


def _tray_note(state: State, lang: str) -> str:
    if state.phase == FLOW:
        return captions.FLOWING.say(lang).format(n=state.shown)
    return captions.POOL.say(lang)


def _boxes(state: State, mine: Mine, line: Line, lang: str) -> list[Box]:
    sheet, text = state.sheet, captions.LINES[line.key].say(lang)
    if line.key == "puzzles":
        return [_puzzle_box(puzzle, mine, text) for puzzle in sheet.puzzles]
    if line.key == "flags":
        return [_flag_box(state, mine, at, flag, text) for at, flag in enumerate(sheet.flags)]
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


def _puzzle_box(puzzle: Group, mine: Mine, text: str) -> Box:
    look, state = LOOKS[f"p{puzzle.name}"], _fate(puzzle.cells, mine)
    have = (puzzle.cells & mine.crosses).bit_count()
    points = str(puzzle.points if state == "won" else 0)
    note = f"{have}/{puzzle.cells.bit_count()} → {puzzle.points}"
    return Box(f"puzzles.{puzzle.name}", look.icon, look.tint, points, note, state, f"{text} {puzzle.name}")


def _flag_box(state: State, mine: Mine, at: int, flag: Flag, text: str) -> Box:
    """Values that are struck: as many as seats have reached the flag (D21)."""
    struck = sum(other.flags[at] is not None for other in state.seats)
    values = [f"~{points}~" if n < struck else str(points) for n, points in enumerate(flag.points)]
    look, got = LOOKS[f"f{at + 1}"], mine.flags[at]
    name = f"{text} {at + 1}" if len(state.sheet.flags) > 1 else text
    fate = "open" if got is None else "won"
    return Box(f"flags.{at + 1}", look.icon, look.tint, str(got or 0), " ".join(values), fate, name)


def _note(state: State, seat: Seat, lang: str) -> str:
    of = passes(len(state.seats))
    if state.phase == OVER:
        return captions.OVER.say(lang).format(n=state.pass_no)
    where = captions.PASS.say(lang).format(n=state.pass_no, of=of)
    if state.phase == FLOW:
        return f"{where} · {_tray_note(state, lang)}"
    if moves(state, seat):
        who = captions.YOURS
    elif state.seats[seat].out:
        who = captions.OUT
    else:
        who = captions.OTHERS if state.phase in (PLACE, REROLLED, *CHOOSING) else captions.ROLLING
    return f"{where} · {who.say(lang)}"


def _legend(sheet: Sheet, cells: tuple[Cell, ...], now: Now, lang: str) -> tuple[Key, ...]:
    """Marks that can be seen, then the symbols of the sheet."""
    seen = {mark.kind for cell in cells for mark in cell.marks}
    keys = [Key("mark", "legal", captions.LEGAL[kind].say(lang)) for kind in sorted(set(now.values()))]
    kinds = ("open", "start", "locked", "exploded", "lava", "pick")
    keys += [Key("mark", kind, captions.MARKS[kind].say(lang)) for kind in kinds if kind in seen]
    there = {symbol if symbol in LOOKS else symbol[:1] for symbol in sheet.symbol}
    keys += [Key("icon", look.icon, look.text.say(lang)) for name, look in LOOKS.items() if name in there]
    return tuple(keys)
