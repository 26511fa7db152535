"""What the games lay out: every cell once, marks and labels that say what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kritzel.drawing import words
from kritzel.drawing.symbols import shapes
from kritzel.game import Over
from kritzel.games.catalogue import find
from kritzel.scene import SQUARE, Cell, Scene, outlines
from tests.drawing.scenes import SHEETS, points
from tests.table import Table

COUNTS = {"border": 86, "traexx": 61}


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_every_cell_is_there_exactly_once(slug: str, sheet: str) -> None:
    game, board = find(f"{slug}/{sheet}")
    for point in points(slug, sheet):
        names = [cell.id for cell in point.scene().cells]
        assert len(names) == len(set(names)) == board.cells.bit_count()
        assert len(names) == COUNTS.get(slug, len(names))
    assert game.slug == slug


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_legal_marks_are_the_cells_of_legal_moves(slug: str, sheet: str) -> None:
    for point in points(slug, sheet):
        texts = [
            point.game.notation.move_text(point.state.sheet, move)
            for move in point.game.rules.moves(point.state, point.seat)
        ]
        named = {
            found[-1] for text in texts if (found := re.findall(r"[a-z]\d+", text)) and _about_a_cell(text)
        }
        assert {cell.id for cell in point.scene().cells if _has(cell, "legal")} == named


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_nothing_is_drawn_outside_of_the_scene(slug: str, sheet: str) -> None:
    laid = points(slug, sheet)[0].scene()
    places = [(cell.x, cell.y) for cell in laid.cells] + [(tag.x, tag.y) for tag in laid.tags]
    assert all(0 < x < laid.width and 0 < y < laid.height for x, y in places)


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_boxes_add_up_to_the_total(slug: str, sheet: str) -> None:
    for point in points(slug, sheet):
        laid = point.scene()
        assert sum(int(box.points or 0) for box in laid.boxes) == int(laid.total)
        pad = point.game.rules.score(point.state)[point.seat]
        over = isinstance(point.game.rules.pending(point.state), Over)
        assert int(laid.total) == (pad.total if over else pad.won)


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_every_icon_exists_and_is_explained(slug: str, sheet: str) -> None:
    for lang in ("de", "en"):
        laid = points(slug, sheet)[-1].scene(lang)
        icons = {cell.icon for cell in laid.cells} | {
            box.icon for box in laid.boxes if not box.icon.isdigit()
        }
        assert icons - {""} <= shapes().keys()
        assert all(key.text for key in laid.legend)
        assert all(cell.label.startswith(f"{cell.id}, ") for cell in laid.cells)


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_one_seat_and_the_most_seats_can_be_laid_out(slug: str, sheet: str) -> None:
    game, _ = find(slug)
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for point in points(slug, sheet, seats)[::8]:
            words.check(point.scene("de"))


def test_a_label_says_number_symbol_and_state() -> None:
    at = _dizzle("dizzle/2 pass=1 place turn=0 pool=1123456 | - | -")
    legal = next(cell for cell in at.cells if _has(cell, "legal") and not cell.icon)
    assert legal.label == f"{legal.id}, {legal.number}, a die fits"
    lock = next(cell for cell in at.cells if cell.icon == "lockt")
    assert lock.label == f"{lock.id}, {lock.number}, blue lock, locked"
    german = _dizzle("dizzle/2 pass=1 place turn=0 pool=1123456 | - | -", "de")
    start = next(cell for cell in german.cells if _has(cell, "start"))
    assert start.label == f"{start.id}, Startkreuz"


def test_open_cells_are_free_ones_without_a_die() -> None:
    at = _dizzle("dizzle/1 pass=1 place turn=0 pool=1 | - | -")
    legal = [cell for cell in at.cells if _has(cell, "legal")]
    opened = [cell for cell in at.cells if _has(cell, "open")]
    assert opened
    assert all(cell.number == 1 for cell in legal)
    assert all(cell.number != 1 for cell in opened)


def test_another_seat_sees_its_own_sheet_without_legal_marks() -> None:
    game, sheet = find("dizzle/1")
    table = Table.at(game, sheet, "dizzle/1 pass=1 place turn=0 pool=123456 | - | -")
    cells = game.scene(table.state, 1, "en").cells
    assert not any(_has(cell, "legal") or _has(cell, "open") for cell in cells)


def test_outlines_go_around_what_touches_and_leave_holes() -> None:
    ring = [(x * SQUARE, y * SQUARE) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(len(loop) for loop in outlines("square", ring)) == [4, 12]
    assert [len(loop) for loop in outlines("flat", [(0.0, 0.0)])] == [6]


def test_all_words_stand_in_the_docs() -> None:
    text = Path("docs/scene.md").read_text("utf-8")
    kinds = (
        words.SHAPES, words.FILLS, words.MARKS, words.PIECES, words.STROKES, words.TAGS, words.TAG_STATES,
        words.TOKENS, words.TOKEN_STATES, words.BOX_STATES, words.KEYS,
    )  # fmt: skip
    for word in (word for known in kinds for word in known):
        assert f"`{word}`" in text, word


def _dizzle(position: str, lang: str = "en") -> Scene:
    game, sheet = find(position.split()[0])
    return game.scene(game.notation.parse_position(sheet, position), 0, lang)


def _about_a_cell(text: str) -> bool:
    return not text.startswith(("roll", "stop", "done"))


def _has(cell: Cell, kind: str) -> bool:
    return any(mark.kind == kind for mark in cell.marks)


def test_a_seat_that_has_dropped_out_is_told_so() -> None:
    scene = _dizzle("dizzle/1 pass=1 place turn=1 pool=1123456 | out | -")
    assert scene.note == "Pass 1 of 12 · You're out"
