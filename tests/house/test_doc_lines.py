"""Hand-written pages keep to 120 characters a line, so that a diff shows what changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import ROOT, name_of

MAX_LINE = 120
GENERATED = {
    "docs/benchmarks.md",
    "docs/benchmarks-server.md",
    "docs/clauses.md",
    "docs/research/0001-regret.md",
}
"""Pages that a program writes whole; those of docs/rulebook are too."""
OTHERS = {"docs/add-a-game.md", "docs/scene.md"}
"""Pages that are not wrapped yet."""


def test_hand_written_lines_are_short() -> None:
    assert [where for page in _pages() for where in _long_lines(page)] == []


def _pages() -> list[Path]:
    found = [*ROOT.glob("*.md"), *ROOT.glob("deploy/*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(
        page for page in found if page.parent.name != "rulebook" and name_of(page) not in GENERATED | OTHERS
    )


def _long_lines(page: Path) -> Iterator[str]:
    """Lines over the limit. Table rows and JSON examples cannot be wrapped."""
    block = ""
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            block = "" if block else line.strip("` ") or "text"
        elif len(line) > MAX_LINE and not line.startswith("|") and block != "json":
            yield f"{name_of(page)}:{number}"
