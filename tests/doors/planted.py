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

SLUG, HOME = "waben", "kritzel_waben"
FACTS = f'''"""Waben before anybody plays it."""

from kritzel.game import Facts, Text

ABOUT = Text("Wie Träxx.", "Like Träxx.")
FACTS = Facts("{SLUG}", Text("Waben", "Combs"), ABOUT, 15, "#5A5560", range(1, 5), together=True)
'''


def planted(folder: Path) -> EntryPoint:
    """Write the package, and find its entry point as after an installation."""
    room = folder / HOME
    (room / "sheets").mkdir(parents=True)
    for path in Path(str(files("kritzel.games.traexx"))).rglob("*"):
        if path.suffix in (".py", ".toml", ".md") and path.name != "lessons.toml":
            (room / path.relative_to(str(files("kritzel.games.traexx")))).write_text(_renamed(path), "utf-8")
    (room / "facts.py").write_text(FACTS, "utf-8")
    about = folder / f"{HOME}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {HOME}\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{catalogue.GROUP}]\n{SLUG} = {HOME}:GAME\n", "utf-8")
    (point,) = [each for each in entry_points(group=catalogue.GROUP) if each.name == SLUG]
    return point


def _renamed(path: Path) -> str:
    """The same text about the other game: its slug, its package, its clauses W1, W2, ..."""
    text = path.read_text("utf-8").replace("kritzel.games.traexx", HOME).replace("traexx", SLUG)
    text = re.sub(r"^.*COUNTING.*\n", "", text, flags=re.MULTILINE) if path.name == "__init__.py" else text
    return re.sub(r"\bT(\d+)\b", r"W\1", text)
