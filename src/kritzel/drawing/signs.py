"""Icons, colours and tints as characters and terminal styles. Letters first: colour only helps."""

from __future__ import annotations

from kritzel.drawing.theme import tokens

ICONS = {
    "gem1": "G1", "gem2": "G2", "gem3": "G3", "puzA": "Pa", "puzB": "Pb",
    "keyc": "Kc", "keyt": "Kt", "keys": "Ks", "lockc": "Lc", "lockt": "Lt", "locks": "Ls",
    "openc": "Lc", "opent": "Lt", "opens": "Ls", "bomb": "B", "flag": "F", "heap": "H",
    "rocket": "R", "planet": "O", "station": "S", "volcano": "V",
    "sh_r": "R", "sh_o": "O", "sh_y": "Y", "sh_g": "G", "sh_b": "B", "sh_v": "V", "sh_a": "A",
}  # fmt: skip
TINTS = {
    "red": "red", "amber": "yellow", "green": "green", "blue": "blue", "violet": "magenta",
    "teal": "cyan", "brown": "yellow",
}  # fmt: skip
RAILS = {"NS": "  ║  ", "EW": "═════", "NE": "  ╚══", "NW": "══╝  ", "SE": "  ╔══", "SW": "══╗  "}
PRINTED = {"NS": "  │  ", "EW": "─────", "NE": "  └──", "NW": "──┘  ", "SE": "  ┌──", "SW": "──┐  "}

_PAPER = tokens("light")
LEGAL = f"bold {_PAPER['legaltx']} on {_PAPER['legal']}"
FADED = "dim"


def hexagon_style(colour: str) -> str:
    """Dark signs on the colour of a hexagon, whatever the terminal's own colours are."""
    return f"{_PAPER['text']} on {_PAPER['c_w' if colour == 'white' else f'c_{colour}']}"


def colour_sign(fill: str) -> str:
    """The letter of a colour; white cells have none."""
    return " " if fill == "white" else fill.upper()
