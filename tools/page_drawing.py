"""What the pages draw with, made from `kritzel.drawing`, so that a sheet looks the same everywhere:

- web/src/tokens.css: the colours as custom properties, and how icons take them on
- web/src/sheet/drawn.css: how everything on a sheet looks, from drawing/sheet.css
- web/src/sheet/shapes.ts: words of a scene, corners of cells, hatches, rails, pips and all measures

`--check` says whether these files are what would be made, and changes nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from kritzel.drawing import measures, square, symbols, theme, tray, words
from kritzel.scene import RADIUS, SQUARE, corners

ROOT = Path(__file__).parent.parent
HEAD = "Made by tools/page_drawing.py from src/kritzel/drawing. Do not edit."
TAGGED = "drawn"
"""The class of everything that a sheet's style is for."""
_PUT = {"FILL": "var(--f, none)", "GLINT": "var(--paper)"}
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def main() -> None:
    made = {"tokens.css": tokens(), "sheet/drawn.css": style(), "sheet/shapes.ts": shapes()}
    for name, text in made.items():
        path = ROOT / "web/src" / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            sys.exit(f"{path.relative_to(ROOT)} is stale: run tools/page_drawing.py")


# Colours -----------------------------------------------------------------------------------------
def tokens() -> str:
    light, dark = dict(theme.tokens("light")), dict(theme.tokens("dark"))
    always = {"font": theme.FONT, "pad": theme.PAD}
    colours = rule(":root", properties(always | light)) + rule('[data-theme="dark"]', properties(dark))
    return f"/* {HEAD} */\n{colours}{icons()}{tints(light)}"


def properties(values: Mapping[str, str]) -> dict[str, str]:
    return {f"--{name}": value for name, value in values.items()}


def icons() -> str:
    """The classes of icons and numerals; pages colour what is tinted by `--f`."""
    return "".join(rule(f".{css.replace(' ', '.')}", look(text)) for css, text in symbols.LOOKS.items())


def look(attributes: str) -> dict[str, str]:
    found: list[tuple[str, str]] = _ATTRIBUTE.findall(attributes)
    return {name: _PUT.get(value, value) for name, value in found}


def tints(light: Mapping[str, str]) -> str:
    """How an icon takes on a tint; on a legal cell, whose yellow is bright in both themes, that of paper."""
    made = ""
    for tint in (*filter(None, words.TINTS), "burst", *(f"g_{colour}" for colour in words.COLOURS)):
        fill = {"--f": f"var(--{tint}f)"} if f"{tint}f" in light else {}
        made += rule(f".tint-{tint}", {"color": f"var(--{tint})"} | fill)
    on_legal = {f"--{name[3:]}": f"var(--{name})" for name in light if name.startswith("on_")}
    return made + rule(".onpaper", on_legal | {"--text2": "var(--on_text)"})


def rule(selector: str, values: Mapping[str, str]) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{lines}}}\n"


# Sheets ------------------------------------------------------------------------------------------
def style() -> str:
    """The rules of the sheet for everything that is drawn; the own rules of a component win."""
    rules = files("kritzel.drawing").joinpath("sheet.css").read_text("utf-8").splitlines()
    return f"/* {HEAD} */\n" + "".join(f":where(.{TAGGED}) {each}\n" for each in rules)


def shapes() -> str:
    made = {"SQUARE": SQUARE, "RADIUS": RADIUS} | constants(words) | constants(measures) | drawn()
    told = {name: json.dumps(whole(value)) for name, value in made.items()}
    return f"// {HEAD}\n" + "".join(
        f"export const {name} = {value} as const;\n" for name, value in told.items()
    )


def constants(module: ModuleType) -> dict[str, object]:
    return {name: value for name, value in vars(module).items() if name.isupper()}


def drawn() -> dict[str, object]:
    """Shapes that are worked out or written down once."""
    tile = ("width", "height", "turn", "path")
    return {
        "CORNERS": {shape: corners(shape, 0, 0) for shape in words.SHAPES},
        "RAILS": {
            ends: {"turn": turn} | dict(zip(("rails", "ties"), square.paths(ends), strict=True))
            for ends, turn in square.TURNS.items()
        },
        "PIPS": tray.PIPS,
        "HATCHES": [
            {"name": name} | dict(zip(tile, hatch, strict=True)) for name, hatch in symbols.HATCHES.items()
        ],
        "DIGITS": symbols.DIGITS,
    }


def whole(value: object) -> object:
    """Numbers without a fraction are told as such, and rounded where only the computer knows better."""
    if isinstance(value, float):
        rounded = round(value, 6)
        return int(rounded) if rounded.is_integer() else rounded
    if isinstance(value, Mapping):
        return {str(key): whole(each) for key, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, tuple | list) else value


if __name__ == "__main__":
    main()
