"""The curve of a review as SVG: what the game was worth to each seat, with axes and the moments on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from kritzel.drawing.charts import Axis
from kritzel.review.models import WIN, MoveStep, Review

WIDTH, HEIGHT = 560.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 14.0, 28.0
"""Room for the numbers of the axes and for marks at the edges."""
RADIUS = 9.5
"""Of the disc with the number of a moment."""
MAX_TICKS = 12
DASHES = ("", "2 4", "9 4", "11 4 2 4")
"""How the lines of the seats differ."""
PENS = ("blue", "red", "green", "violet")
STYLE = """
.curve .axis{stroke:var(--line2);stroke-width:1}
.curve .grid{stroke:var(--line);stroke-width:1}
.curve .tick{font:500 15px system-ui,sans-serif;fill:var(--text2)}
.curve .end{text-anchor:end}
.curve .mid{text-anchor:middle}
.curve .disc{fill:var(--paper);stroke-width:2}
.curve .nth{font:700 13px system-ui,sans-serif;fill:var(--text);text-anchor:middle}
""" + "".join(f".curve .seat{nth}{{stroke:var(--{pen})}}\n" for nth, pen in enumerate(PENS))


def draw(review: Review, words: str, signs: Mapping[int, str]) -> str:
    """`signs`: what stands on the line at a step, by its place in `steps`."""
    values = [value for point in review.curve for value in point.values]
    axis = Axis(0.0, 100.0, 25.0) if review.unit == WIN else Axis.over(min(values), max(values))
    drawing = _Curve(review, axis)
    lines = "".join(drawing.line(seat.seat) for seat in review.seats)
    marks = "".join(drawing.mark(nth, sign) for nth, sign in signs.items())
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}"'
    body = "".join([*drawing.heights(), *drawing.clock()]) + lines + marks
    return f'<svg class="curve" {box} role="img" aria-label="{escape(words, quote=True)}">{body}</svg>'


def sample(seat: int) -> str:
    """A piece of a seat's line, for the key."""
    box = 'viewBox="0 0 36 10" aria-hidden="true"'
    return f'<svg class="curve key" {box}><path d="M2 5H34" {_look(seat)}/></svg>'


def _look(seat: int) -> str:
    dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if seat else ""
    return f'class="seat{seat % len(PENS)}" fill="none" stroke-width="2.6" stroke-linejoin="round"{dash}'


class _Curve:
    def __init__(self, review: Review, axis: Axis) -> None:
        self._review, self._axis = review, axis
        self._last = max(point.event for point in review.curve) or 1

    def _x(self, event: float) -> float:
        return LEFT + event / self._last * (WIDTH - LEFT - RIGHT)

    def _y(self, value: float) -> float:
        return HEIGHT - BOTTOM - self._axis.at(value) / 100 * (HEIGHT - TOP - BOTTOM)

    def heights(self) -> Iterator[str]:
        """The numbers at the left, and a thin line at each."""
        for mark in self._axis.marks():
            y = self._y(mark)
            yield f'<path class="grid" d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"/>'
            yield f'<text class="tick end" x="{LEFT - 6:g}" y="{y + 5:.1f}">{_number(mark)}</text>'

    def clock(self) -> Iterator[str]:
        """The pass, round or card below, where each begins."""
        y = HEIGHT - BOTTOM
        yield f'<path class="axis" d="M{LEFT:g} {y:g}H{WIDTH - RIGHT:g}"/>'
        begins = dict[int, int]()
        for step in self._review.steps:
            begins.setdefault(step.now, step.events[0])
        thin = -(-len(begins) // MAX_TICKS)
        for now, event in list(begins.items())[::thin]:
            x = self._x(event)
            yield f'<path class="axis" d="M{x:.1f} {y:g}v5"/>'
            yield f'<text class="tick mid" x="{x:.1f}" y="{y + 21:g}">{now}</text>'

    def line(self, seat: int) -> str:
        points = " ".join(
            f"{self._x(point.event):.1f},{self._y(point.values[seat]):.1f}" for point in self._review.curve
        )
        return f'<polyline points="{points}" {_look(seat)}/>'

    def mark(self, nth: int, sign: str) -> str:
        """On the seat's line where the step was made."""
        step = self._review.steps[nth]
        assert isinstance(step, MoveStep), "moments are moves"
        x, y = self._x(step.events[0]), self._y(self._value(step.events[0], step.seat))
        disc = f'<circle class="disc seat{step.seat % len(PENS)}" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:g}"/>'
        return f'{disc}<text class="nth" x="{x:.1f}" y="{y + 4.6:.1f}">{escape(sign)}</text>'

    def _value(self, event: int, seat: int) -> float:
        """The line's height there: the curve has points at chance events only."""
        before = max((p for p in self._review.curve if p.event <= event), key=lambda p: p.event, default=None)
        after = min((p for p in self._review.curve if p.event >= event), key=lambda p: p.event)
        if before is None or before.event == after.event:
            return after.values[seat]
        share = (event - before.event) / (after.event - before.event)
        return before.values[seat] + share * (after.values[seat] - before.values[seat])


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")
