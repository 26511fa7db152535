"""docs/architecture.md shows the whole house: every part of the package, every piece of furniture."""

from __future__ import annotations

import re

from tests.house import tree

MAP = (tree.ROOT / "docs" / "architecture.md").read_text("utf-8").partition("```")[2].partition("```")[0]


def test_every_part_of_the_package_is_on_the_map() -> None:
    parts = [
        path for path in tree.SOURCES.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    ]
    names = {
        f"{path.name}/" if path.is_dir() else path.name for path in parts if not path.name.startswith("_")
    }
    assert names - set(re.findall(r"[\w.]+/?", MAP)) == set()


def test_all_furniture_is_on_the_map() -> None:
    rooms = MAP.partition("  games/")[2].partition("    catalogue.py")[0]
    there = {path.stem for room in tree.ROOMS for path in (tree.GAMES / room).glob("[a-z]*.py")}
    assert there - set(re.findall(r"\w+", rooms)) == set()
