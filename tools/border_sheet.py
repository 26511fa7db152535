"""Writes the sheet of The Border from its map and its four colourings in `tools/border_data`.

`python tools/border_sheet.py` writes the file, `--check` fails where the file differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "border_data"
SHEET = Path(__file__).parent.parent / "src/kritzel/games/border/sheets/1.toml"

LETTER = {"red": "r", "orange": "o", "yellow": "y", "green": "g", "blue": "b", "grey": "a"}

# By points, the cheapest first: German name, English name, icon.
AREAS = (
    ("Brunnen", "Fountain", "m_lake"),
    ("Kornfeld", "Wheat field", "m_wheat"),
    ("Mühle", "Mill", "m_mill"),
    ("Fischteich", "Fish pond", "m_fish"),
    ("Wald", "Forest", "m_tree"),
    ("Villa", "Villa", "m_house"),
    ("Hügelland", "Hills", "m_hill"),
    ("Burg", "Castle", "m_tower"),
    ("Sonnental", "Sunny valley", "m_sun"),
)

HEAD = """\
# Written by tools/border_sheet.py from tools/border_data: change it there.
game = "border"
id = "1"
version = 4
title = { de = "Neun Länder", en = "Nine lands" }
blurb = { de = "Vom Brunnen bis ins Sonnental: 9 Länder, 86 Grenzfelder. Wer ein Land zuerst umzäunt, \
bekommt am meisten.", en = "From the fountain to the sunny valley: 9 lands, 86 border cells. \
Fence a land in first and it pays the most." }
end = 6
seating = { 2 = [1, 2], 3 = [3, 2, 4], 4 = [1, 3, 2, 4] }
"""

Drawing = dict[tuple[int, int], str]


def main(arguments: list[str]) -> int:
    text = sheet_text()
    if "--check" not in arguments:
        SHEET.write_text(text, "utf-8")
        return 0
    if SHEET.exists() and SHEET.read_text("utf-8") == text:
        return 0
    print(f"{SHEET} differs from tools/border_data; run: python tools/border_sheet.py")
    return 1


def sheet_text(colourings: list[dict[str, Any]] | None = None) -> str:
    """The sheet with the chosen boards, or with others."""
    chart = json.loads((DATA / "map.json").read_text("utf-8"))
    colourings = colourings or json.loads((DATA / "colourings.json").read_text("utf-8"))["chosen"]
    areas = sorted(chart["areas"], key=lambda area: int(area["points"]))
    parts = [HEAD, picture("map", map_drawing(chart, areas))]
    parts += [area_table(index, area) for index, area in enumerate(areas)]
    parts += [board_table(number, chart, colouring) for number, colouring in enumerate(colourings, 1)]
    return "".join(parts)


def map_drawing(chart: dict[str, Any], areas: list[dict[str, Any]]) -> Drawing:
    drawing = {place(hexagon): "#" for hexagon in chart["border"]}
    drawing |= {place(hexagon): "*" for hexagon in chart["white"]}
    for index, area in enumerate(areas):
        drawing |= {place(hexagon): letter(index) for hexagon in area["hexes"]}
    return drawing


def area_table(index: int, area: dict[str, Any]) -> str:
    de, en, icon = AREAS[index]
    return (
        f'\n[areas.{letter(index)}]\nname = {{ de = "{de}", en = "{en}" }}\nicon = "{icon}"\n'
        f"points = [{area['points']}, {area['points_later']}]\n"
    )


def board_table(number: int, chart: dict[str, Any], colouring: dict[str, Any]) -> str:
    drawing = {place(hexagon): "." for area in chart["areas"] for hexagon in area["hexes"]}
    drawing |= {place(hexagon): "*" for hexagon in chart["white"]}
    for segment in colouring["segments"]:
        drawing |= {place(hexagon): LETTER[segment["colour"]] for hexagon in segment["cells"]}
    name = f'{{ de = "Tafel {number}", en = "Board {number}" }}'
    return f"\n[[boards]]\nname = {name}\n{picture('colours', drawing)}"


def picture(key: str, drawing: Drawing) -> str:
    lines = sorted({line for _, line in drawing})
    width = max(column for column, _ in drawing) + 1
    rows = [" ".join(drawing.get((column, line), " ") for column in range(width)) for line in lines]
    drawn = "\n".join(row.rstrip() for row in rows)
    return f"{key} = '''\n{drawn}\n'''\n"


def place(hexagon: list[int]) -> tuple[int, int]:
    """Column and half line of an axial hexagon: the one below stands two half lines lower."""
    q, r = hexagon
    return q, 2 * r + q


def letter(index: int) -> str:
    return "ABCDEFGHI"[index]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
