"""Writes the tables of docs/environments.md: what stands where in an observation, and what actions there are.

python tools/environments_page.py
"""

from __future__ import annotations

from pathlib import Path

import kritzel.envs
from kritzel.envs.parts import Part

PAGE = Path(__file__).parent.parent / "docs" / "environments.md"
BEGIN, END = "<!-- made by tools/environments_page.py -->\n", "<!-- end -->"
SHOWN = ("dizzle/7", "border/1", "traexx/1")
SEATS = 2


def made() -> str:
    """All tables."""
    return "\n".join(_sheet(name) for name in SHOWN)


def _sheet(name: str) -> str:
    paper = kritzel.envs.desk(name, SEATS).paper
    head = f"**{name}**, {SEATS} seats: {paper.length} numbers, {paper.actions} actions.\n\n"
    return (
        head
        + "| part | from | length | range | meaning |\n|---|---|---|---|---|\n"
        + "".join(_row(part) for part in paper.layout)
    )


def _row(part: Part) -> str:
    reach = f"{part.low} to {part.high}"
    return f"| `{part.name}` | {part.begin} | {part.length} | {reach} | {part.meaning} |\n"


def page(text: str) -> str:
    """The page with new tables."""
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + BEGIN + made() + end + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
