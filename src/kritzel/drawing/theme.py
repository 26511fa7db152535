"""The colours by name, on paper (light) and on the board (dark)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FONT = (
    'ui-rounded,"SF Pro Rounded","Segoe UI Variable Text","Segoe UI",Roboto,"Noto Sans",'
    '"Helvetica Neue",Arial,sans-serif'
)
PAD = "#C98A00"
"""The edge of a pad that belongs to no game."""

_LIGHT = {
    "desk": "#E9DFCB", "dot": "#CDBF9F", "paper": "#FFFBF2", "paper2": "#F6EEDD", "shade": "#D3C4A6",
    "text": "#26252E", "text2": "#5A5560", "ink": "#22308A", "inkon": "#FFFBF2", "strong": "#26252E",
    "line": "#CBBFA8", "line2": "#857963", "focus": "#C2410C", "print": "#7A4A22",
    "legal": "#FFDF57", "legal2": "#B08400", "legaltx": "#26252E", "legalring": "#22308A",
    "open": "#FFF4C9", "openl": "#8C7A3A", "lock": "#E4DAC6", "boom": "#4A4038", "burst": "#F6EEDD",
    "burstf": "#4A4038",
    "tray": "#C9A879", "tray2": "#B08D5C", "die": "#FFFEFA", "pip": "#26252E", "diel": "#5E5447",
    "red": "#B3261E", "amber": "#B85A00", "green": "#22703F", "blue": "#1D6A9E", "violet": "#71389B",
    "teal": "#0F6B6B", "brown": "#7A4A22", "lava": "#E2501C",
    "redf": "#F4B3A8", "amberf": "#FBC98E", "greenf": "#AEDDB1", "bluef": "#ACD5F2", "violetf": "#D9BEEC",
    "tealf": "#A9DAD5", "brownf": "#D9B792",
    "c_r": "#F2A195", "c_o": "#FAC489", "c_y": "#F9E58A", "c_g": "#A8D8A6", "c_b": "#A4CDF0",
    "c_v": "#D4B6EA", "c_a": "#CFC8BD", "c_w": "#FFFFFF",
    "g_r": "#86170F", "g_o": "#703600", "g_y": "#574300", "g_g": "#16552A", "g_b": "#0E4377",
    "g_v": "#4E1B78", "g_a": "#3F3B37", "g_w": "#26252E",
}  # fmt: skip
_DARK = {
    "desk": "#0D1630", "dot": "#1E2949", "paper": "#182650", "paper2": "#1F2F60", "shade": "#070D20",
    "text": "#F5F1E4", "text2": "#BCC6E2", "ink": "#FFF6D6", "inkon": "#131E42", "strong": "#B4C0EA",
    "line": "#3A4C82", "line2": "#8795C4", "focus": "#FF9E5E", "print": "#E0B48A",
    "legal": "#FFD84A", "legal2": "#FFF0B0", "legaltx": "#131E42", "legalring": "#131E42",
    "open": "#2C3A62", "openl": "#D9C77E", "lock": "#26335F", "boom": "#5C6A9C", "burst": "#C9D2F0",
    "burstf": "#0A0F20",
    "tray": "#2B2438", "tray2": "#55496A", "die": "#FBF5E4", "pip": "#1B1A26", "diel": "#0A0F20",
    "red": "#FF9A8C", "amber": "#FFB25C", "green": "#7FDDA0", "blue": "#8CCBFA", "violet": "#D7B0F7",
    "teal": "#7FDCD4", "brown": "#E0B48A", "lava": "#FF8A4A",
    "redf": "#7A2E36", "amberf": "#7A4A1E", "greenf": "#235A48", "bluef": "#21507F", "violetf": "#553A80",
    "tealf": "#1D5C66", "brownf": "#5E4433",
    "c_r": "#843038", "c_o": "#84501C", "c_y": "#77681D", "c_g": "#2A6547", "c_b": "#235A92",
    "c_v": "#5E3B85", "c_a": "#515A72", "c_w": "#2B3A70",
    "g_r": "#FFC9BF", "g_o": "#FFD8A8", "g_y": "#FFF2A6", "g_g": "#C3F3CD", "g_b": "#C6E4FF",
    "g_v": "#EAD3FF", "g_a": "#E3E7F0", "g_w": "#F5F1E4",
}  # fmt: skip
_TINTS = ("text", "ink", "red", "amber", "green", "blue", "violet", "teal", "brown")
_ON_LEGAL = {f"on_{tint}{f}": _LIGHT[tint + f] for tint in _TINTS for f in ("", "f") if tint + f in _LIGHT}
"""Icons on a legal cell: its yellow is bright in both themes, so they have the tints of paper there."""

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"light": MappingProxyType(_LIGHT | _ON_LEGAL), "dark": MappingProxyType(_DARK | _ON_LEGAL)}
)


def tokens(theme: str) -> Mapping[str, str]:
    """The colours of a theme by name: `light` or `dark`."""
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; known are {', '.join(THEMES)}")
    return THEMES[theme]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (WCAG 2): from 1 to 21; small text needs 4.5."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
