"""The text for the terminal: narrow enough, readable without colour, every legal cell named."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from kritzel.drawing import UnknownWord, terminal
from kritzel.drawing.text import hexagon_style, sign
from kritzel.game import Text
from kritzel.scene import Mark, Stroke, Token, outlines
from kritzel.words import with_faces
from tests.drawing.scenes import SHEETS, cell, points, scene

WIDTH = 80


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_it_fits_into_eighty_columns(slug: str, sheet: str) -> None:
    for point in points(slug, sheet):
        for lang in ("de", "en"):
            lines = terminal(point.scene(lang)).plain.splitlines()
            assert max(len(line) for line in lines) <= WIDTH


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_legal_cells_show_their_names(slug: str, sheet: str) -> None:
    for point in points(slug, sheet):
        laid = point.scene()
        text = terminal(laid).plain
        legal = [c for c in laid.cells if any(mark.kind == "legal" for mark in c.marks)]
        for one in legal:
            assert one.id in text or f"›[{one.number}]‹" in text


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_it_prints_the_same_letters_without_colour(slug: str, sheet: str) -> None:
    text = terminal(points(slug, sheet)[1].scene())
    out = StringIO()
    Console(file=out, width=WIDTH, no_color=True, highlight=False).print(text)
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [
        line.rstrip() for line in text.plain.splitlines()
    ]


def test_a_cell_in_characters() -> None:
    drawn = terminal(scene(cell(Mark("legal"), icon="keys", tint="green"), tray=(Token("die", "3", "fits"),)))
    box = ["   ┌─────┐", "   │ 3 Ks│", "   │›a1‹ │", "   └─────┘"]
    assert drawn.plain.splitlines()[2:7] == ["", *box]


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        ([Mark("cross")], "│  ╳  │"),
        ([Mark("start"), Mark("cross")], "│ (╳) │"),
        ([Mark("die", "3")], "│ [3] │"),
        ([Mark("die", "3"), Mark("legal")], "│›[3]‹│"),
        ([Mark("locked")], "│▒▒▒▒▒│"),
        ([Mark("exploded")], "│ *** │"),
        ([Mark("lava")], "│~~~~~│"),
        ([Mark("open")], "│ ··· │"),
        ([Mark("cross"), Mark("pick")], "│ <╳> │"),
        ([Mark("rail", "NE")], "│  ╚══│"),
        ([Mark("printed", "EW")], "│─────│"),
    ],
)
def test_every_state_has_its_own_signs(marks: list[Mark], shown: str) -> None:
    assert shown in terminal(scene(cell(*marks))).plain


def test_areas_have_thick_lines() -> None:
    loop = outlines("square", [(30.0, 30.0)])[0]
    text = terminal(scene(cell(), cell(id="b1", x=90.0), strokes=(Stroke("area", loop, True),))).plain
    assert "┏━━━━━┱─────┐" in text
    assert "┃ 3   ┃ 3   │" in text


def test_signs_are_found_by_their_arms() -> None:
    assert sign(0, 0, 0, 0) == " "
    assert sign(1, 1, 1, 1) == "┼"
    assert sign(2, 1, 2, 0) == "┠"


def test_unknown_words_are_refused_here_too() -> None:
    with pytest.raises(UnknownWord):
        terminal(scene(cell(Mark("glitter"))))


def test_a_coloured_square_has_its_letter_and_its_colour() -> None:
    text = terminal(
        scene(cell(fill="r", number=12), tray=(Token("single", "3", "free"), Token("pips", "r4", "free")))
    )
    assert "│R12  │" in text.plain
    assert "[3] [R4]" in text.plain
    assert str(text.spans).count(hexagon_style("r")) >= 2
    assert "›a1‹" in terminal(scene(cell(Mark("legal"), fill="r"))).plain
    assert "│  ╳  │" in terminal(scene(cell(Mark("cross"), fill="g"))).plain


def test_faces_of_coloured_dice_are_named() -> None:
    said = with_faces("roll", Text("Wurf", "Roll"), ["3", "r4", "b"])
    assert said.words == Text("Wurf: 3, Rot 4, Blau", "Roll: 3, red 4, blue")


def test_faces_that_are_words_stay_what_they_are() -> None:
    said = with_faces("roll", Text("Wurf", "Roll"), ["bow", "gold", "r"])
    assert said.words == Text("Wurf: bow, gold, Rot", "Roll: bow, gold, red")
