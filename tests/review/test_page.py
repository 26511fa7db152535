"""A review as a page: the sheet at each moment, the curve with its axes, and nothing from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from kritzel.review import MoveStep, Review, review
from kritzel.review.page import biggest_luck
from kritzel.review.positions import position_of
from tests.drawing.styled import unstyled
from tests.review.games import played

PICTURE = '<svg class="sheet" '


@lru_cache(4)
def reviewed(name: str, who: tuple[str, ...], seed: int) -> Review:
    return review(played(name, who, seed), rollouts=40, workers=1, keep=False)


@pytest.mark.parametrize(
    ("name", "who"),
    [("traexx/1", ("casual",)), ("dizzle/7", ("casual",)), ("border/1", ("casual", "greedy"))],
)
def test_each_moment_has_its_sheet(name: str, who: tuple[str, ...]) -> None:
    found = reviewed(name, who, 1)
    moments = sum(len(seat.moments) for seat in found.seats)
    assert moments
    for lang in ("de", "en"):
        page = found.html(lang)
        assert page.count(PICTURE) == moments
        assert unstyled(page) == set()
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert found._repr_html_().count(PICTURE) == moments


def test_both_moves_are_on_the_sheet() -> None:
    found = reviewed("traexx/1", ("casual",), 1)
    assert found.table is not None
    [seat] = found.seats
    step = found.steps[seat.moments[0]]
    assert isinstance(step, MoveStep)
    assert step.best is not None
    position = position_of(found.table, step, "en")
    cells = {cell.id for cell in position.scene.cells}
    for touched, move in ((position.played, step.played), (position.better, step.best)):
        assert [f"{start}-{cell}" for start, cell in touched] == [
            each for each in move.moves if each != "done"
        ]
        assert {cell for way in touched for cell in way} <= cells
    assert not any(mark.kind == "legal" for cell in position.scene.cells for mark in cell.marks)
    assert position.scene.note == f"Card {step.now} of 15"


def test_the_curve_has_axes_and_carries_the_moments() -> None:
    found = reviewed("traexx/1", ("casual",), 1)
    [seat] = found.seats
    curve = found.html("en").partition('<svg class="curve"')[2].partition("</svg>")[0]
    for nth in range(1, len(seat.moments) + 1):
        assert f">{nth}</text>" in curve
    ticks = curve.count('class="tick mid"'), curve.count('class="tick end"')
    assert min(ticks) >= 3


def test_without_its_game_a_review_has_no_pictures() -> None:
    found = reviewed("traexx/1", ("casual",), 1)
    bare = replace(found, table=None)
    assert bare == found
    assert PICTURE not in bare.html("en")
    assert "table" not in found.to_json()


def test_figures_are_written_as_in_the_language() -> None:
    found = reviewed("traexx/1", ("casual",), 1)
    luck = biggest_luck(found)[0]
    english = f"{abs(luck.luck[luck.seat]):.1f}"
    assert f"{english} <small>" in found.html("en")
    assert f"{english} <small>".replace(".", ",") in found.html("de")
