"""The SVG: well-formed, self-contained, the same every time, nothing unknown, everything named."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from kritzel.drawing import UnknownWord, board, svg
from kritzel.drawing.words import MARKS
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.scene import Box, Key, Mark, Scene, Stroke, Tag, Token
from tests.drawing.scenes import SHEETS, cell, points, scene
from tests.drawing.styled import unstyled

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_every_sheet_is_well_formed_in_both_languages(slug: str, sheet: str, theme: str) -> None:
    for point in points(slug, sheet)[::3]:
        for lang in ("de", "en"):
            root = ElementTree.fromstring(svg(point.scene(lang), theme))
            assert root.get("lang") == lang


@pytest.mark.parametrize("draw", [svg, board])
@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_every_class_has_its_rule(slug: str, sheet: str, draw: Callable[[Scene, str], str]) -> None:
    for point in points(slug, sheet)[::3]:
        for theme in ("light", "dark"):
            assert unstyled(draw(point.scene(), theme)) == set()


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_everything_referred_to_is_there_once_and_nothing_else(slug: str, sheet: str) -> None:
    for point in points(slug, sheet)[::3]:
        drawn = svg(point.scene())
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', drawn))
        there = re.findall(r' id="([^"]+)"', drawn)
        assert sorted(used) == sorted(there)


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_a_picture_needs_nothing_from_outside(slug: str, sheet: str) -> None:
    drawn = svg(points(slug, sheet)[1].scene()).replace('xmlns="http://www.w3.org/2000/svg"', "")
    for word in ("http", "<script", "<filter", "<image", "@import", "@font-face", "var(", "nan", "None"):
        assert word not in drawn


@pytest.mark.parametrize(("slug", "sheet"), SHEETS)
def test_every_cell_has_its_label(slug: str, sheet: str) -> None:
    laid = points(slug, sheet)[2].scene()
    root = ElementTree.fromstring(svg(laid))
    found = {
        g.get("data-cell"): g.findtext(f"{SVG}title") for g in root.iter(f"{SVG}g") if g.get("data-cell")
    }
    assert found == {one.id: one.label for one in laid.cells}


def test_areas_without_an_icon_get_one() -> None:
    """A sheet of one's own need not name any."""
    game, sheet = catalogue.find("border/1")
    plain = game.notation.parse_sheet(re.sub(r'icon = ".*"\n', "", sheet.source), "plain.toml")
    drawn = svg(game.scene(game.rules.start(Setup(plain, 2)), 0))
    assert "-m_tree-text" in drawn


def test_the_same_scene_gives_the_same_text() -> None:
    first = points("dizzle", "2")[4].scene()
    assert svg(first) == svg(first)
    assert svg(first, "dark") != svg(first, "light")


def test_a_mark_stays_as_it_is_when_others_come() -> None:
    crossed = re.findall(r'<path class="x"[^>]*>', svg(scene(cell(Mark("cross")))))
    more = svg(scene(cell(id="b1", x=90.0), cell(Mark("cross")), cell(Mark("cross"), id="c1", x=150.0)))
    assert crossed[0] in more


def test_texts_are_escaped() -> None:
    odd = "<b> & \"q\" 's'"
    drawn = svg(scene(cell(label=odd, id='a"1'), title=odd, note=odd, legend=(Key("mark", "open", odd),)))
    root = ElementTree.fromstring(drawn)
    assert root.get("aria-label") == odd
    assert odd in [text.text for text in root.iter(f"{SVG}text")]
    assert odd in [text.text for text in root.iter(f"{SVG}title")]


@pytest.mark.parametrize("shape", ["square", "pointy", "flat"])
@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_can_be_drawn_on_every_shape(kind: str, shape: str) -> None:
    detail = {"die": "5", "rail": "NE", "printed": "EW"}.get(kind, "")
    fill = "plain" if shape == "square" else "b"
    marked = scene(cell(Mark(kind, detail), shape=shape, fill=fill, icon="keys", tint="green"))
    drawn = svg(marked)
    ElementTree.fromstring(drawn)
    assert unstyled(drawn) == set()


def test_a_mark_can_be_seen() -> None:
    plain = svg(scene(cell()))
    for kind in ("legal", "open", "pick", "last", "cross", "start", "locked", "exploded", "lava"):
        assert svg(scene(cell(Mark(kind)))) != plain, kind


@pytest.mark.parametrize(
    "wrong",
    [
        scene(cell(Mark("glitter"))),
        scene(cell(Mark("rail", "NN"))),
        scene(cell(shape="round")),
        scene(cell(fill="pink")),
        scene(cell(tint="pink")),
        scene(cell(), pad="chess"),
        scene(cell(), strokes=(Stroke("zigzag", ((0, 0), (1, 1))),)),
        scene(cell(), tags=(Tag("flag", 0, 0, "1", "", "open"),)),
        scene(cell(), tags=(Tag("row", 0, 0, "1", "", "maybe"),)),
        scene(cell(), tray=(Token("coin", "1", "free"),)),
        scene(cell(), tray=(Token("die", "1", "lost"),)),
        scene(cell(), boxes=(Box("a", "area", "text", "1", "", "maybe"),)),
        scene(cell(), legend=(Key("word", "a", "b"),)),
    ],
)
def test_unknown_words_are_refused(wrong: Scene) -> None:
    with pytest.raises(UnknownWord, match="unknown"):
        svg(wrong)


def test_unknown_icons_and_themes_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown icon: 'unicorn'"):
        svg(scene(cell(icon="unicorn")))
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        svg(scene(cell()), "pink")


def test_what_became_of_a_tag_is_drawn_not_only_coloured() -> None:
    def tagged(kind: str, state: str, text: str = "7") -> str:
        return svg(scene(cell(), tags=(Tag(kind, 9.0, 9.0, text, "m_sun", state),)))

    assert 'class="loop"' in tagged("row", "won")
    assert 'class="strike"' in tagged("area", "lost")
    assert 'class="loop"' in tagged("place", "first", "12/6")
    assert 'class="gone"' in tagged("place", "late", "12/6")


def test_struck_values_of_a_box_are_struck() -> None:
    drawn = svg(scene(cell(), boxes=(Box("flags", "flag", "blue", "0", "~10~ 6", "lost", "Flag"),)))
    assert '<tspan class="gonetx">10</tspan> 6' in drawn
    assert "<title>Flag: 0 (6)</title>" in drawn


def test_dice_that_were_taken_out_are_crossed() -> None:
    tokens = (Token("die", "2", "removed"), Token("die", "5", "free"), Token("die", "5", "free"))
    drawn = svg(scene(cell(), tray=tokens, tray_note="Pool"))
    assert 'aria-label="Pool"' in drawn
    assert 'class="x"' in drawn
    assert "×2" in drawn


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "marks", [(), ("legal",), ("open",), ("locked",), ("cross",), ("cross", "pick", "last")]
)
def test_a_coloured_square_keeps_colour_hatch_and_shape(marks: tuple[str, ...], theme: str) -> None:
    drawn = svg(scene(cell(*[Mark(kind) for kind in marks], fill="r")), theme)
    for look in ('class="cr"', f'fill="url(#kritzel-{theme}-h-r)"', f'href="#kritzel-{theme}-sh_r-g_r"'):
        assert look in drawn
    assert not unstyled(drawn)
    plain = svg(scene(cell(fill="r")), theme)
    assert (drawn == plain) == (not marks)


def test_a_coloured_die_with_pips_lies_among_white_ones() -> None:
    tray = (Token("single", "3", "free"), Token("pips", "r4", "fits"), Token("pips", "b6", "used"))
    drawn = svg(scene(cell(), tray=tray))
    assert [drawn.count(f'class="{css}"') for css in ("pip", "cpip", "bh cr", "bh cb")] == [1, 2, 1, 1]
    assert 'fill="url(#kritzel-light-h-r)"' in drawn
    assert not unstyled(drawn)


@pytest.mark.parametrize("face", ["4", "r", "r10", "x4", "r44"])
def test_a_coloured_die_needs_colour_and_number(face: str) -> None:
    with pytest.raises(UnknownWord, match="face of pips"):
        svg(scene(cell(), tray=(Token("pips", face, "free"),)))
