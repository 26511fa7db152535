"""Figures are told as far as their errors allow."""

from __future__ import annotations

from hypothesis import given
from hypothesis.strategies import floats

from kritzel.review.figures import Figure, figure, mostly
from kritzel.review.models import Sum

SIZES = floats(-200, 200)
ERRORS = floats(0, 40)


@given(SIZES, ERRORS)
def test_no_sign_that_may_change_is_told(value: float, se: float) -> None:
    told = figure(value, se)
    if told is None:
        assert abs(value) <= 2 * se
    elif told.about:
        assert told.exact or abs(value) > 2 * se
        assert told.about * value > 0


@given(SIZES, ERRORS)
def test_the_range_holds_two_errors_and_no_digit_too_many(value: float, se: float) -> None:
    if not (told := figure(value, se)):
        return
    assert told.low <= told.about <= told.high
    assert told.exact or told.low <= value - 2 * se <= value + 2 * se <= told.high
    assert se < 2.5 or all(each % 5 == 0 for each in told)


def test_what_is_known_well_is_one_number() -> None:
    assert figure(7.4, 0.1) == Figure(7, 7, 7)
    assert figure(-6.2, 1.0) == Figure(-9, -6, -4)
    assert figure(27.3, 6.4) == Figure(10, 25, 45)
    assert figure(0.3, 0.4) == Figure(-1, 0, 2)
    assert figure(7.3, 8.5) is None
    assert figure(None, 1.0) is figure(1.0, None) is None


def test_luck_and_moves_that_cannot_be_told_apart() -> None:
    def of(luck: float, own: float, se: float) -> str:
        return mostly(Sum(90.0, luck, own, 0.0, 90 + luck + own, 90 + own, se), se)

    assert of(7.3, -66.0, 8.5) == "skill"
    assert of(-40.0, 3.0, 8.5) == "luck"
    assert of(3.0, 2.0, 8.5) == "open"
    assert of(-6.0, -53.0, 1.5) == ""
