"""Square cells in characters: a box of five by two each, thick lines around areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kritzel.drawing.boxlines import sign
from kritzel.drawing.canvas import Canvas
from kritzel.drawing.signs import FADED, ICONS, LEGAL, PRINTED, RAILS, TINTS
from kritzel.scene import SQUARE, Cell, Point, Scene, Tag, corners

_WIDE, _HIGH = 6, 3
_LEFT, _TOP = 3, 1
_WON, _LOST = "✓", "✗"


def draw_squares(scene: Scene) -> Canvas:
    """The whole grid with its rulers, lines, cells and tags."""
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
    return _LEFT + column * _WIDE, _TOP + row * _HIGH


# Lines ---------------------------------------------------------------------------------------------
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


# Cells ---------------------------------------------------------------------------------------------
def _cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind: mark.detail for mark in cell.marks}
    style = (
        LEGAL if "legal" in kinds else FADED if kinds.keys() & {"cross", "rail", "lava", "exploded"} else ""
    )
    digit = " " if cell.number is None else str(cell.number)
    canvas.put(x + 1, y + 1, f" {digit} ", style or "bold")
    canvas.put(x + 4, y + 1, f"{ICONS.get(cell.icon, '') + cell.note:<2}", style or TINTS.get(cell.tint, ""))
    canvas.put(x + 1, y + 2, f"{_state(cell, kinds):^5}", style if "legal" in kinds else "bold")


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


# Tags ----------------------------------------------------------------------------------------------
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
