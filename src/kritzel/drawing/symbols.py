"""The shapes that are drawn once and used often: icons, numerals and hatches. Embeds only those used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from kritzel.drawing.measures import NUMERAL

_SYMBOL = re.compile(r'<symbol id="([^"]+)" (viewBox="[^"]+")>(.*)</symbol>')
_CLASS = re.compile(r'class="([^"]+)"')
_USED = re.compile(r'(?:href="|url\()#([\w-]+)')
DIGITS = {"-": "minus", "−": "minus", "+": "plus", "/": "slash"}
_PENCIL = 'stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
LOOKS = {
    "k": f'fill="none" {_PENCIL} stroke-width="1.7"',
    "k w": f'fill="none" {_PENCIL} stroke-width="2.1"',
    "k b": f'fill="none" {_PENCIL} stroke-width="3"',
    "k t": f'fill="none" {_PENCIL} stroke-width="1.1" opacity=".75"',
    "f k": f'fill="FILL" {_PENCIL} stroke-width="1.7"',
    "s": 'fill="currentColor"',
    "glint": 'fill="none" stroke="GLINT" stroke-width="1.6" stroke-linecap="round"',
    "num": f'fill="none" {_PENCIL} stroke-width="1.85"',
}
"""How the classes of icons.svg look. They are written out as attributes, because rules of a style sheet do
not reach into what is used from elsewhere."""

HATCHES = {
    "r": (7, 7, 45, "M0 3.5h7"),
    "o": (8, 8, -45, "M0 4h8"),
    "y": (12, 12, 0, "M6 6v.01"),
    "g": (9, 9, 0, "M0 4.5h9M4.5 0v9"),
    "b": (14, 9, 0, "M0 4.5q3.5-3.5 7 0t7 0"),
    "v": (7, 7, 0, "M3.5 0v7"),
    "a": (7, 7, 0, "M0 3.5h7"),
    "lock": (8, 8, 45, "M0 4h8"),
    "boom": (6, 6, -35, "M0 3h6"),
    "legal": (60, 10, -14, "M0 5h60"),
}


@cache
def shapes() -> Mapping[str, tuple[str, str]]:
    """Every icon and numeral by name: its view box and its paths."""
    text = files("kritzel.drawing").joinpath("icons.svg").read_text("utf-8")
    return {name: (box, paths) for name, box, paths in _SYMBOL.findall(text)}


def icon(name: str, tint: str, x: float, y: float, size: float, css: str = "") -> str:
    """An icon around a centre, in one of the tints of the theme."""
    if name not in shapes():
        raise ValueError(f"unknown icon: {name!r}")
    corner = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"'
    return f'<use href="#{name}-{tint or "text"}" {corner} width="{size:g}" height="{size:g}"{_class(css)}/>'


def shape(colour: str, x: float, y: float, size: float, css: str = "") -> str:
    """The shape that stands for a colour letter, in the colour's dark tone."""
    return icon(f"sh_{colour}", f"g_{colour}", x, y, size, css)


def number(text: str, x: float, y: float, height: float, css: str = "n") -> str:
    """A number in one-stroke numerals around a centre."""
    scale = height / NUMERAL["height"]
    size = f'width="{NUMERAL["wide"] * scale:.1f}" height="{NUMERAL["high"] * scale:.1f}"'
    left, top = x - number_width(text, height) / 2 - scale, y - NUMERAL["high"] / 2 * scale
    drawn = []
    for at, sign in enumerate(text):
        corner = f'x="{left + at * NUMERAL["step"] * scale:.1f}" y="{top:.1f}"'
        drawn.append(f'<use href="#n-{DIGITS.get(sign, sign)}" {corner} {size}/>')
    return f'<g class="{css}">{"".join(drawn)}</g>'


def number_width(text: str, height: float) -> float:
    return (NUMERAL["step"] * len(text) - NUMERAL["gap"]) * height / NUMERAL["height"]


def definitions(drawn: str, tokens: Mapping[str, str]) -> str:
    """What the drawn text refers to, each once, in a fixed order and in the theme's colours."""
    used = sorted(set(_USED.findall(drawn)))
    return "<defs>" + "".join(_definition(name, tokens) for name in used) + "</defs>"


def _definition(name: str, tokens: Mapping[str, str]) -> str:
    if name == "h-desk":
        return _dots()
    if name.startswith("h-"):
        return _hatch(name.removeprefix("h-"))
    if name.startswith("n-"):
        return _symbol(name, name, "", "", tokens)
    plain, _, tint = name.rpartition("-")
    return _symbol(name, plain, f' color="{tokens[tint]}"', tokens.get(f"{tint}f", "none"), tokens)


def _symbol(name: str, plain: str, colour: str, fill: str, tokens: Mapping[str, str]) -> str:
    box, paths = shapes()[plain]
    paths = _CLASS.sub(lambda found: LOOKS[found[1]], paths)
    paths = paths.replace("FILL", fill).replace("GLINT", tokens["paper"])
    return f'<symbol id="{name}" {box} overflow="visible"><g{colour}>{paths}</g></symbol>'


def _hatch(name: str) -> str:
    width, height, turn, path = HATCHES[name]
    kind = f'id="h-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"'
    return f'<pattern {kind} patternTransform="rotate({turn})"><path class="h{name}" d="{path}"/></pattern>'


def _dots() -> str:
    kind = 'id="h-desk" width="24" height="24" patternUnits="userSpaceOnUse"'
    return f'<pattern {kind}><circle class="dot" cx="12" cy="12" r="1.6"/></pattern>'


def _class(css: str) -> str:
    return f' class="{css}"' if css else ""
