"""A game nobody has heard of: the room of Träxx under another name, with nothing in it that may be missing.

Yacht (`brought.py`) shows a whole package installed beside Kritzel. This one lives in the running process, so
that many things can be tried cheaply, and it is bare: no names for its keys, no lessons, no twin, nobody who
says what a report counts. It has what Yacht has not: several starts, and decisions of all seats at once.
"""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path

from kritzel.games import catalogue
from kritzel.games.traexx import GAME as TRAEXX

SLUG, HOME, PAD = "waben", "kritzel_waben", "#5A5560"
BARE = f'''
from dataclasses import replace
from kritzel.game import Facts, Text

ABOUT = Text("Wie Träxx.", "Like Träxx.")
FACTS = Facts(
    slug="{SLUG}",
    title=Text("Waben", "Combs"),
    about=ABOUT,
    pad="{PAD}",
    seat_counts=range(1, 5),
    together=True,
)
GAME = replace(GAME, facts=FACTS, fast="", bot="", drawing=replace(GAME.drawing, counting=None))
'''
"""What is added to the copy: other facts, and nothing that may be missing."""


def planted(folder: Path) -> EntryPoint:
    """Write the package, and find its entry point as after an installation."""
    room = folder / HOME
    (room / "sheets").mkdir(parents=True)
    source = Path(str(files("kritzel.games.traexx")))
    for path in [*source.glob("*"), *source.glob("sheets/*")]:
        if path.suffix in (".py", ".toml", ".md") and path.name != "lessons.toml":
            (room / path.relative_to(source)).write_text(_renamed(path), "utf-8")
    with (room / "__init__.py").open("a", encoding="utf-8") as package:
        package.write(BARE)
    about = folder / f"{HOME}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {HOME}\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{catalogue.GROUP}]\n{SLUG} = {HOME}:GAME\n", "utf-8")
    (point,) = [each for each in entry_points(group=catalogue.GROUP) if each.name == SLUG]
    return point


def _renamed(path: Path) -> str:
    """The same text about the other game: its slug, its package, its colour, its clauses W1, W2, ..."""
    text = path.read_text("utf-8").replace("kritzel.games.traexx", HOME).replace("traexx", SLUG)
    text = text.replace(TRAEXX.facts.pad, PAD)
    return re.sub(r"\bT(\d+)\b", r"W\1", text)
