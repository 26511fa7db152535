"""The six pieces of rail: each joins the midpoints of two edges of a square cell."""

from __future__ import annotations

from math import cos, pi, sin

from kritzel.scene import SQUARE

_GAUGE = 8.5
_TIE = 14.0
_REACH = SQUARE / 2
TURNS = {"NS": 0, "EW": 90, "NE": 0, "SE": 90, "SW": 180, "NW": 270}
"""How far each piece is turned, from the straight one or from the curve."""


def piece(ends: str, x: float, y: float, printed: bool) -> str:
    """One piece around a centre; printed ones are in another ink and have broad sleepers."""
    rails, ties = paths(ends)
    prefix = "p" if printed else ""
    drawn = f'<path class="{prefix}tie" d="{ties}"/><path class="{prefix}rail" d="{rails}"/>'
    return f'<g transform="translate({x:g} {y:g}) rotate({TURNS[ends]})">{drawn}</g>'


def paths(ends: str) -> tuple[str, str]:
    """Rails and sleepers of a piece around 0, 0, before it is turned."""
    return _straight() if ends in ("NS", "EW") else _curve()


def _straight() -> tuple[str, str]:
    rails = "".join(f"M{side * _GAUGE:g} {-_REACH:g}V{_REACH:g}" for side in (-1, 1))
    ties = "".join(f"M{-_TIE:g} {y:g}H{_TIE:g}" for y in (-22.5, -7.5, 7.5, 22.5))
    return rails, ties


def _curve() -> tuple[str, str]:
    """From the top edge to the right one, around the top right corner."""
    radii = (_REACH - _GAUGE, _REACH + _GAUGE)
    rails = "".join(f"M{_REACH - r:g} {-_REACH:g}A{r:g} {r:g} 0 0 0 {_REACH:g} {r - _REACH:g}" for r in radii)
    ties = "".join(_tie(angle * pi / 180) for angle in (100, 123, 147, 170))
    return rails, ties


def _tie(angle: float) -> str:
    ends = [(_REACH + r * cos(angle), r * sin(angle) - _REACH) for r in (_REACH - _TIE, _REACH + _TIE)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
