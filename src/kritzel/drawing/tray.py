"""Dice, and the tray below the sheet: dice in a box lid, or the card that counts now and its pack."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from kritzel.drawing.hand import cross, strike, tilt
from kritzel.drawing.measures import DIE_BODY
from kritzel.drawing.symbols import number, shape
from kritzel.scene import RADIUS, Token, corners

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_LID = 124.0
_CARD = 108.0
_MINI = 74.0
_DIE = 74.0


def tray(tokens: Sequence[Token], note: str, x: float, y: float, width: float) -> tuple[str, float]:
    """Everything in the tray, and how high it is."""
    if not tokens:
        return "", 0.0
    if tokens[0].kind in ("die", "single", "pips", "colour"):
        slots = _numbers if tokens[0].kind == "die" else _singles
        drawn, height = _lid(x, y, width) + slots(tokens, x, y + _LID / 2, width), _LID
    else:
        drawn, height = _cards(tokens, x, y, width)
    return f'<g role="group" aria-label={quoteattr(note)}>{drawn}</g>', height


def _lid(x: float, y: float, width: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{_LID:g}" rx="22"'
    edge = f'x="{x + 2.5:g}" y="{y + 2.5:g}" width="{width - 5:g}" height="{_LID - 5:g}" rx="20"'
    return f'<rect class="tray" {place}/><rect class="trayedge" {edge}/>'


def _numbers(tokens: Sequence[Token], x: float, y: float, width: float) -> str:
    """Six slots, always ascending; equal dice lie in one stack."""
    drawn, step = [], width / 6
    for face in range(1, 7):
        all_of = [token for token in tokens if token.face == str(face)]
        here = [token for token in all_of if token.state != "removed"] or all_of
        centre = x + step * (face - 0.5)
        drawn.append(_stack(face, here, centre, y) if here else _slot(face, centre, y))
    return "".join(drawn)


def _slot(face: int, x: float, y: float) -> str:
    place = f'x="{x - 33:g}" y="{y - 33:g}" width="66" height="66" rx="15"'
    return f'<rect class="slot" {place}/>' + number(str(face), x, y, 26, "soft")


def _stack(face: int, here: Sequence[Token], x: float, y: float) -> str:
    state = here[0].state
    turn = tilt(f"tray {face}", 4)
    if state == "fits":
        under = die(face, x + 6, y - 6, _DIE, turn + 7) if len(here) > 1 else ""
        drawn = under + die(face, x, y - 2, _DIE, turn) + _fits(x, y + 49)
    else:
        drawn = sunk_die(face, x, y, _DIE - 4, turn / 2)
    if state in ("removed", "used"):
        drawn += cross(f"tray {face}", x, y, 24)
    return drawn + (_count(len(here), x + 35, y + 32) if len(here) > 1 else "")


def _fits(x: float, y: float) -> str:
    return f'<path class="fits" d="M{x - 16:g} {y:g}h32"/>'


def _count(many: int, x: float, y: float) -> str:
    pill = f'<rect class="count" x="{x - 19:g}" y="{y - 14:g}" width="38" height="28" rx="9"/>'
    return f'{pill}<text class="counttx" x="{x:g}" y="{y + 7:g}">×{many}</text>'


def _singles(tokens: Sequence[Token], x: float, y: float, width: float) -> str:
    """Dice that lie each for itself."""
    step = min(width / max(len(tokens), 5), 150.0)
    left = x + (width - step * len(tokens)) / 2
    return "".join(_single(token, at, left + step * (at + 0.5), y) for at, token in enumerate(tokens))


def _single(token: Token, at: int, x: float, y: float) -> str:
    seed = f"tray {at} {token.face}"
    turn = 0 if token.state == "kept" else tilt(seed, 7)
    if token.kind == "colour":
        drawn = colour_die(token.face, x, y - 2, _DIE + 2, turn)
    elif token.kind == "pips":
        drawn = pips_die(token.face, x, y - 2, _DIE, turn)
    else:
        drawn = die(int(token.face), x, y - 2, _DIE, turn)
    if token.state == "used":
        return f'<g class="off">{drawn}</g>' + cross(seed, x, y, 26)
    return drawn + (_fits(x, y + 49) if token.state == "fits" else "")


def _cards(tokens: Sequence[Token], x: float, y: float, width: float) -> tuple[str, float]:
    symbols = [token for token in tokens if token.kind == "symbol"]
    pack = [token for token in tokens if token.kind == "card"]
    drawn, height = "", 0.0
    if symbols:
        drawn += _card(symbols, x, y, width)
        height += _CARD + 12
    if pack:
        drawn += _pack(pack, x, y + height, width)
        height += _MINI
    return drawn, height


def _card(symbols: Sequence[Token], x: float, y: float, width: float) -> str:
    place = f'x="{x + 1.5:g}" y="{y + 1.5:g}" width="{width - 3:g}" height="{_CARD - 3:g}" rx="18"'
    step = 92.0
    left = x + (width - step * len(symbols)) / 2
    drawn = [_symbol(token, at, left + step * (at + 0.5), y + _CARD / 2) for at, token in enumerate(symbols)]
    return f'<rect class="card" {place}/>' + "".join(drawn)


def _symbol(token: Token, at: int, x: float, y: float) -> str:
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners("pointy", x, y, 40 / RADIUS))
    drawn = f'<polygon class="bh c{token.face}" points="{points}"/>'
    drawn += f'<polygon fill="url(#h-{token.face})" points="{points}"/>' + shape(token.face, x, y, 36)
    if token.state == "used":
        return f'<g class="off">{drawn}</g>' + cross(f"card {at}", x, y, 24)
    return drawn + (_fits(x, y + 47) if token.state == "fits" else "")


def _pack(pack: Sequence[Token], x: float, y: float, width: float) -> str:
    step = width / len(pack)
    return "".join(_mini(token, x + step * (at + 0.5), y, step - 6) for at, token in enumerate(pack))


def _mini(token: Token, x: float, y: float, wide: float) -> str:
    css = "mininow" if token.state == "now" else "mini"
    place = f'x="{x - wide / 2:.1f}" y="{y + 2:g}" width="{wide:.1f}" height="{_MINI - 4:g}" rx="6"'
    drawn = [f'<rect class="{css}" {place}/>']
    for at, letter in enumerate(token.face):
        cx, cy = x + (-8.5, 8.5)[at % 2], y + 17 + 20 * (at // 2)
        drawn.append(f'<circle class="c{letter}" cx="{cx:.1f}" cy="{cy:.1f}" r="8.5"/>')
        drawn.append(shape(letter, cx, cy, 10))
    if token.state != "used":
        return "".join(drawn)
    return f'<g class="off">{"".join(drawn)}</g>' + strike(f"pack {x:g}", x, y + _MINI / 2, 13, 26, "gone")


# Dice: faces with pips and faces with a colour, on the sheet or in the tray ----------------------------
def die(face: int, x: float, y: float, size: float, turn: float) -> str:
    """A die with pips around a centre, turned a little."""
    return _lying(x, y, turn, _body(size) + _pips(face, size, "pip"))


def sunk_die(face: int, x: float, y: float, size: float, turn: float) -> str:
    """A die that does not fit now."""
    return _lying(x, y, turn, _square("sunk", size) + _pips(face, size, "sunkpip"))


def colour_die(letter: str, x: float, y: float, size: float, turn: float) -> str:
    """A die that shows a colour, with the colour's shape and hatch."""
    face = size * 0.68
    look = _square(f"c{letter}", face) + _square("", face, f'fill="url(#h-{letter})"')
    return _lying(x, y, turn, _body(size) + look + shape(letter, 0, 0, size * 0.4))


def pips_die(face: str, x: float, y: float, size: float, turn: float) -> str:
    """A die in a colour, with pips: face `r4`. The hatch is faint, so that the pips can be counted."""
    letter, pips = face[0], face[1]
    hatch = _square("", size, f'fill="url(#h-{letter})" opacity=".6"')
    look = _body(size) + _square(f"bh c{letter}", size) + hatch
    return _lying(x, y, turn, look + _pips(int(pips), size, "cpip"))


def _lying(x: float, y: float, turn: float, drawn: str) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{drawn}</g>'


def _body(size: float) -> str:
    shadow = _square("cast", size).replace('x="', 'transform="translate(1.5 4)" x="', 1)
    return shadow + _square("db", size)


def _square(css: str, size: float, extra: str = "") -> str:
    look = extra or f'class="{css}"'
    place = f'x="{-size / 2:.1f}" y="{-size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    return f'<rect {look} {place} rx="{size * DIE_BODY["round"]:.1f}"/>'


def _pips(face: int, size: float, css: str) -> str:
    if face not in PIPS:  # more than pips can be told at a glance
        return number(str(face), 0, 0, size * (0.5 if face < 10 else 0.36))
    step, radius = size * DIE_BODY["step"], size * DIE_BODY["pip"]
    dots = [f'<circle cx="{dx * step:.1f}" cy="{dy * step:.1f}" r="{radius:.1f}"/>' for dx, dy in PIPS[face]]
    return f'<g class="{css}">{"".join(dots)}</g>'
