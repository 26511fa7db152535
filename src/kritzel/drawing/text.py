"""A scene as text for the terminal: the sheet, the tray, the score and a legend. Fits into 80 columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby, pairwise
from typing import TypeAlias
from unicodedata import name

from rich.text import Text

from kritzel import words
from kritzel.drawing import theme
from kritzel.drawing.words import COLOURS, check
from kritzel.scene import (
    HALF_HEXAGON,
    RADIUS,
    SQUARE,
    Box,
    Cell,
    Key,
    Point,
    Scene,
    Stroke,
    Tag,
    Token,
    corners,
)

WIDTH = 80
_STRUCK = re.compile(r"~[^~]*~ ?")
_TOKENS = {"fits": "›{}‹", "used": "({})", "removed": "({})"}
_SAMPLES = {"open": "···", "start": "(╳)", "locked": "▒▒▒", "exploded": "***", "lava": "~~~", "pick": "<╳>"}


def terminal(scene: Scene) -> Text:
    """The scene in characters. Every colour has a letter beside it, so it reads without colour too."""
    check(scene)
    squares = scene.cells[0].shape == "square"
    canvas = draw_squares(scene) if squares else draw_hexes(scene)
    head = Text(scene.title, "bold").append(f"  {scene.note}", FADED)
    parts = [head, Text(), canvas.lines(), Text(), *_tray(scene), *_score(scene), *_legend(scene)]
    text = Text("\n").join(parts)
    text.no_wrap = True
    return text


def _tray(scene: Scene) -> list[Text]:
    tokens = [_token(token) for token in scene.tray if token.kind != "card"]
    return [Text(f"{scene.tray_note}: ").append_text(Text(" ").join(tokens))] if tokens else []


def _token(token: Token) -> Text:
    text = _TOKENS.get(token.state, "[{}]").format(token.face.upper())
    plain = hexagon_style(token.face[0]) if token.kind == "pips" else ""
    return Text(text, LEGAL if token.state == "fits" else FADED if text[0] == "(" else plain)


def _score(scene: Scene) -> list[Text]:
    total = Text(words.counted_points(scene.total).say(scene.lang), "bold")
    return _wrapped([total, *(Text(_box(box)) for box in scene.boxes)], "  ")


def _box(box: Box) -> str:
    note = _STRUCK.sub("", box.note).strip()
    return f"{box.label} {box.points or '–'} ({note})"


def _legend(scene: Scene) -> list[Text]:
    """The signs and their meanings; each sign once."""
    squares = scene.cells[0].shape == "square"
    known = {_sample(key, squares): key.text for key in reversed(scene.legend)}
    entries = [Text(f"{sample} {text}", FADED) for sample, text in reversed(known.items())]
    return _wrapped(entries, "   ") if entries else []


def _sample(key: Key, squares: bool) -> str:
    if key.kind == "icon":
        return ICONS.get(key.name, key.name)
    if key.name == "legal":
        return "›d4‹"
    return _SAMPLES[key.name] if squares else {"open": "· ·", "pick": "<╳>"}.get(key.name, key.name)


def _wrapped(entries: Iterable[Text], gap: str) -> list[Text]:
    """The entries in lines that are no wider than a terminal."""
    lines = [Text()]
    for entry in entries:
        if lines[-1].cell_len and lines[-1].cell_len + len(gap) + entry.cell_len > WIDTH:
            lines.append(Text())
        lines[-1].append(gap if lines[-1].cell_len else "").append_text(entry)
    return lines


# Icons, colours and tints as characters and styles. Letters first: colour only helps -------------------
ICONS = {
    "gem1": "G1", "gem2": "G2", "gem3": "G3", "puzA": "Pa", "puzB": "Pb",
    "keyc": "Kc", "keyt": "Kt", "keys": "Ks", "lockc": "Lc", "lockt": "Lt", "locks": "Ls",
    "openc": "Lc", "opent": "Lt", "opens": "Ls", "bomb": "B", "flag": "F", "heap": "H",
    "rocket": "R", "planet": "O", "station": "S", "volcano": "V",
    "sh_r": "R", "sh_o": "O", "sh_y": "Y", "sh_g": "G", "sh_b": "B", "sh_v": "V", "sh_a": "A",
}  # fmt: skip
TINTS = {
    "red": "red", "amber": "yellow", "green": "green", "blue": "blue", "violet": "magenta",
    "teal": "cyan", "brown": "yellow",
}  # fmt: skip
RAILS = {"NS": "  ║  ", "EW": "═════", "NE": "  ╚══", "NW": "══╝  ", "SE": "  ╔══", "SW": "══╗  "}
PRINTED = {"NS": "  │  ", "EW": "─────", "NE": "  └──", "NW": "──┘  ", "SE": "  ┌──", "SW": "──┐  "}

_PAPER = theme.tokens("light")
LEGAL = f"bold {_PAPER['legaltx']} on {_PAPER['legal']}"
FADED = "dim"


def hexagon_style(colour: str) -> str:
    """Dark signs on the colour of a hexagon, whatever the terminal's own colours are."""
    return f"{_PAPER['text']} on {_PAPER['c_w' if colour == 'white' else f'c_{colour}']}"


def colour_sign(fill: str) -> str:
    """The letter of a colour; white cells have none."""
    return " " if fill == "white" else fill.upper()


# A sheet of characters ---------------------------------------------------------------------------------
class Canvas:
    """Characters with styles by place: column and line, both from 0."""

    def __init__(self) -> None:
        self._put: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text over what stood there."""
        for at, sign in enumerate(text):
            self._put[y, x + at] = sign, style

    def free(self, x: int, y: int, many: int) -> bool:
        """Whether nothing stands on these places, nor right beside them."""
        return not any((y, at) in self._put for at in range(x - 1, x + many + 1))

    def lines(self) -> Text:
        widths: dict[int, int] = {}
        for y, x in self._put:
            widths[y] = max(widths.get(y, 0), x + 1)
        return Text("\n").join(self._line(y, widths.get(y, 0)) for y in range(1 + max(widths, default=-1)))

    def _line(self, y: int, width: int) -> Text:
        signs = [self._put.get((y, x), (" ", "")) for x in range(width)]
        line = Text()
        for style, run in groupby(signs, key=lambda sign: sign[1]):
            line.append("".join(sign for sign, _ in run), style)
        return line


# Squares: a box of five by two each, thick lines around areas ------------------------------------------
_WIDE, _HIGH = 6, 3
_MARGIN, _TOP = 3, 1
_WON, _LOST = "✓", "✗"


def draw_squares(scene: Scene) -> Canvas:
    canvas = Canvas()
    left = min(cell.x for cell in scene.cells) - SQUARE / 2
    left -= SQUARE * _columns_before(scene, left)
    top = min(cell.y for cell in scene.cells) - SQUARE / 2
    _lines(canvas, scene, (left, top))
    for cell in scene.cells:
        _cell(canvas, cell, *_place((cell.x - SQUARE / 2, cell.y - SQUARE / 2), (left, top)))
    for tag in scene.tags:
        _tag(canvas, tag, scene, (left, top))
    return canvas


def _columns_before(scene: Scene, left: float) -> int:
    """How many columns of cells the names need that stand before the first one."""
    names = [len(tag.text) for tag in scene.tags if tag.kind == "name" and tag.x < left]
    return -(-max(names, default=0) // _WIDE)


def _place(point: Point, origin: Point) -> tuple[int, int]:
    """The corner of the grid nearest to a point, in characters."""
    column, row = round((point[0] - origin[0]) / SQUARE), round((point[1] - origin[1]) / SQUARE)
    return _MARGIN + column * _WIDE, _TOP + row * _HIGH


# Lines of squares --------------------------------------------------------------------------------------
def _lines(canvas: Canvas, scene: Scene, origin: Point) -> None:
    weights: Counter[frozenset[tuple[int, int]]] = Counter()
    for cell in scene.cells:
        weights.update(dict.fromkeys(_edges(corners("square", cell.x, cell.y), origin), 0))
    weights = Counter(dict.fromkeys(weights, 1))
    for stroke in scene.strokes:
        weights.update({edge: 2 - weights[edge] for edge in _edges(stroke.points, origin)})
    for edge, weight in weights.items():
        _line(canvas, sorted(edge), weight)
    for corner in {corner for edge in weights for corner in edge}:
        canvas.put(*corner, _corner(corner, weights))


def _edges(ring: Iterable[Point], origin: Point) -> list[frozenset[tuple[int, int]]]:
    places = [_place(point, origin) for point in ring]
    return [frozenset(pair) for pair in zip(places, places[1:] + places[:1], strict=True)]


def _line(canvas: Canvas, ends: list[tuple[int, int]], weight: int) -> None:
    (x, y), (x2, _) = ends
    if x2 > x:
        canvas.put(x + 1, y, sign(0, weight, 0, weight) * (_WIDE - 1))
        return
    for down in range(1, _HIGH):
        canvas.put(x, y + down, sign(weight, 0, weight, 0))


def _corner(corner: tuple[int, int], weights: Counter[frozenset[tuple[int, int]]]) -> str:
    x, y = corner
    beside = ((x, y - _HIGH), (x + _WIDE, y), (x, y + _HIGH), (x - _WIDE, y))
    up, right, down, left = (weights[frozenset((corner, other))] for other in beside)
    return sign(up, right, down, left)


# Cells of squares --------------------------------------------------------------------------------------
def _cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind: mark.detail for mark in cell.marks}
    style = (
        LEGAL if "legal" in kinds else FADED if kinds.keys() & {"cross", "rail", "lava", "exploded"} else ""
    )
    letter = " "
    if cell.fill in COLOURS:
        letter, style = colour_sign(cell.fill), style if "legal" in kinds else hexagon_style(cell.fill)
    digit = " " if cell.number is None else str(cell.number)
    canvas.put(x + 1, y + 1, f"{letter}{digit} ", style or "bold")
    canvas.put(x + 4, y + 1, f"{ICONS.get(cell.icon, '') + cell.note:<2}", style or TINTS.get(cell.tint, ""))
    below = style if "legal" in kinds or cell.fill in COLOURS else "bold"
    canvas.put(x + 1, y + 2, f"{_state(cell, kinds):^5}", below)


def _state(cell: Cell, kinds: dict[str, str]) -> str:
    core = _core(kinds)
    if "legal" in kinds:
        short = cell.id if cell.id[-1].isdigit() else "   "  # a word finds no room: it stands beside the cell
        return f"›{core.strip() or short}‹"
    return f"<{core.strip()}>" if "pick" in kinds else core


def _core(kinds: dict[str, str]) -> str:
    for kind, pieces in (("rail", RAILS), ("printed", PRINTED)):
        if kind in kinds:
            return pieces[kinds[kind]]
    if "die" in kinds:
        return f"[{kinds['die']}]"
    plain = {
        "exploded": "***",
        "lava": "~~~~~",
        "start": "(╳)",
        "cross": "╳",
        "locked": "▒▒▒▒▒",
        "open": "···",
    }
    return next((text for kind, text in plain.items() if kind in kinds), "")


# Tags of squares ---------------------------------------------------------------------------------------
def _tag(canvas: Canvas, tag: Tag, scene: Scene, origin: Point) -> None:
    x, y = _place((tag.x - SQUARE / 2, tag.y - SQUARE / 2), origin)
    fate = {"won": _WON, "lost": _LOST}.get(tag.state, "")
    if tag.kind == "ruler" and tag.y < origin[1]:
        canvas.put(x + 3, 0, tag.text, FADED)
    elif tag.kind == "ruler":
        canvas.put(0, y + 1, f"{tag.text:>2}", FADED)
    elif tag.kind == "row":
        right = max(cell.x for cell in scene.cells) + SQUARE / 2
        canvas.put(_place((right, 0), origin)[0] + 1, y + 1, f"‹{tag.text}{fate}")
    elif tag.kind == "column":
        bottom = max(cell.y for cell in scene.cells) + SQUARE / 2
        canvas.put(x + 2, _place((0, bottom), origin)[1] + 1, f"^{tag.text}{fate}")
    elif tag.kind == "name":
        corner = _place((tag.x, tag.y - SQUARE / 2), origin)
        canvas.put(corner[0] - 1 - len(tag.text), corner[1] + 1, tag.text)
    elif tag.kind == "area":
        corner = _place((tag.x, tag.y), origin)
        canvas.put(corner[0] + 1, corner[1], f"{tag.text}{fate}", "bold")


# The lines of a grid: which sign has which arms, thin (1) or thick (2) ---------------------------------
Arms: TypeAlias = tuple[int, int, int, int]
"""How thick the arms of a sign are: up, right, down, left; 0 = none."""

_FIRST, _LAST = 0x2500, 0x257F
_ODD = ("DASH", "DOUBLE", "ARC", "DIAGONAL")
_DIRECTIONS = {
    "UP": (0,),
    "RIGHT": (1,),
    "DOWN": (2,),
    "LEFT": (3,),
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}


@cache
def signs() -> dict[Arms, str]:
    """Every sign of box drawing by its arms, read off the signs' own names."""
    named = {chr(code): name(chr(code)) for code in range(_FIRST, _LAST + 1)}
    return {_arms(text): sign for sign, text in named.items() if not any(word in text for word in _ODD)}


def sign(up: int, right: int, down: int, left: int) -> str:
    """The sign with these arms; a blank where there are none."""
    return signs().get((up, right, down, left), " ")


def _arms(text: str) -> Arms:
    """From a name like BOX DRAWINGS DOWN HEAVY AND RIGHT LIGHT."""
    arms, weight = [0, 0, 0, 0], 1
    for part in text.removeprefix("BOX DRAWINGS ").split(" AND "):
        words = part.split()
        weight = 2 if "HEAVY" in words else 1 if "LIGHT" in words else weight
        for word in words:
            for at in _DIRECTIONS.get(word, ()):
                arms[at] = weight
    return arms[0], arms[1], arms[2], arms[3]


# Hexagons: shifted by half a cell, every cell with its colour's letter and its name --------------------
_POINTY = 8
_FLAT = 6
_FIRST_CENTRE = 7
_BRACKETS = {
    "legal": "›‹",
    "origin": "<>",
    "end": "[]",
    "rest": "{}",
    "pick": "::",
    "line": "()",
    "open": "··",
}


def draw_hexes(scene: Scene) -> Canvas:
    return _draw_pointy(scene) if scene.cells[0].shape == "pointy" else _draw_flat(scene)


# Pointy: two lines a row, the lower one for names and for the line that goes down ---------------------
def _draw_pointy(scene: Scene) -> Canvas:
    canvas = Canvas()
    origin = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    for stroke in scene.strokes:
        _joints(canvas, stroke, origin)
    for cell in scene.cells:
        _pointy_cell(canvas, cell, *_pointy_place((cell.x, cell.y), origin))
    for tag in scene.tags:
        x, y = _pointy_place((tag.x, tag.y), origin)
        canvas.put(max(x - 1, 0), y, tag.text, FADED)
    return canvas


def _pointy_place(point: Point, origin: Point) -> tuple[int, int]:
    column = round((point[0] - origin[0]) / HALF_HEXAGON * _POINTY / 2)
    return _FIRST_CENTRE + column, 2 * round((point[1] - origin[1]) / RADIUS / 1.5)


def _pointy_cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind for mark in cell.marks}
    around = next((pair for kind, pair in _BRACKETS.items() if kind in kinds), "  ")
    number = "" if cell.number is None else str(cell.number)
    core = f"{colour_sign(cell.fill)}{number}{'½' if 'half' in kinds else ''}"
    style = f"bold {hexagon_style(cell.fill)}"
    canvas.put(x - 3, y, f"{around[0]}{core:^4}{around[1]}", style)
    canvas.put(x - 1, y + 1, cell.id, LEGAL if "legal" in kinds else FADED)


def _joints(canvas: Canvas, stroke: Stroke, origin: Point) -> None:
    """The line between two cells: beside each other, or down to the left or right."""
    places = [_pointy_place(point, origin) for point in stroke.points]
    new = stroke.kind == "new"
    for (x, y), (x2, y2) in pairwise(places):
        if y == y2:
            canvas.put(min(x, x2) + 3, y, "··" if new else "══", "bold")
        else:
            slope = "╲" if (x2 - x) * (y2 - y) > 0 else "╱"
            canvas.put((x + x2) // 2, min(y, y2) + 1, "·" if new else slope, "bold")


# Flat: one line for half a cell -------------------------------------------------------------------------
def _draw_flat(scene: Scene) -> Canvas:
    canvas = Canvas()
    origin = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    for cell in scene.cells:
        _flat_cell(canvas, cell, *_flat_place((cell.x, cell.y), origin))
    for tag in scene.tags:
        _flat_tag(canvas, tag, *_flat_place((tag.x, tag.y), origin))
    return canvas


def _flat_place(point: Point, origin: Point) -> tuple[int, int]:
    column, half = (point[0] - origin[0]) / RADIUS / 1.5, (point[1] - origin[1]) / HALF_HEXAGON
    return round(column * _FLAT), 1 + round(half)


def _flat_cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind for mark in cell.marks}
    crossed = "╳" if kinds & {"cross", "start"} else " "
    core = f"<{crossed}>" if "pick" in kinds else f" {crossed} "
    legal = "legal" in kinds
    style = hexagon_style(cell.fill)
    canvas.put(x, y, f" {colour_sign(cell.fill)}{core} ", f"bold {style}")
    canvas.put(x, y + 1, f"{f'›{cell.id}‹' if legal else f' {cell.id}':<6}", LEGAL if legal else style)


def _flat_tag(canvas: Canvas, tag: Tag, x: int, y: int) -> None:
    if tag.kind == "ruler":
        canvas.put(x + 1, 0, tag.text, FADED)
        return
    first, _, later = tag.text.partition("/")
    points = {"first": f"({first})/{later}", "later": f"{first}/({later})", "late": f"-/{later}"}
    _where_free(canvas, x + 3, y + 1, (points.get(tag.state, tag.text),), "bold")
    name = tag.label.partition(":")[0]
    _where_free(canvas, x + 3, y, (name, name.split()[0], name[:5], name[:4]), "")


def _where_free(canvas: Canvas, x: int, y: int, texts: Iterable[str], style: str) -> None:
    """The first of these texts that fits between what stands there already."""
    for text in texts:
        for shift in (0, -1, 1, -2, 2, -3, 3):
            left = x + shift - len(text) // 2
            if canvas.free(left, y, len(text)):
                canvas.put(left, y, text, style)
                return
