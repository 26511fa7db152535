"""Colours can be read: contrast of what is written on what, computed."""

from __future__ import annotations

import pytest

from kritzel.drawing.theme import THEMES, contrast, tokens

SMALL_TEXT = 4.5
LARGE_SIGN = 3.0
ON_PAPER = (
    "text",
    "text2",
    "ink",
    "focus",
    "red",
    "amber",
    "green",
    "blue",
    "violet",
    "teal",
    "brown",
    "print",
)
PAIRS = [
    ("text2", "desk"), ("text2", "paper2"), ("text", "paper2"), ("ink", "paper2"), ("text", "open"),
    ("legaltx", "legal"), ("pip", "die"), ("paper", "text"), ("paper", "strong"), ("text2", "lock"),
]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_symbols_can_be_read(theme: str) -> None:
    colour = tokens(theme)
    for name in ON_PAPER:
        assert contrast(colour[name], colour["paper"]) >= SMALL_TEXT, name
    for front, back in PAIRS:
        assert contrast(colour[front], colour[back]) >= SMALL_TEXT, (front, back)


@pytest.mark.parametrize("theme", THEMES)
def test_shapes_and_crosses_can_be_seen_on_every_colour(theme: str) -> None:
    colour = tokens(theme)
    for letter in "roygbvaw":
        assert contrast(colour[f"g_{letter}"], colour[f"c_{letter}"]) >= SMALL_TEXT, letter
        assert contrast(colour["ink"], colour[f"c_{letter}"]) >= SMALL_TEXT, letter


@pytest.mark.parametrize("theme", THEMES)
def test_edges_can_be_seen(theme: str) -> None:
    colour = tokens(theme)
    for name in ("line2", "lava", "legal2", "openl"):
        assert contrast(colour[name], colour["paper"]) >= LARGE_SIGN, name


def test_contrast_runs_from_one_to_twenty_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


def test_both_themes_name_the_same_colours() -> None:
    assert tokens("light").keys() == tokens("dark").keys()
