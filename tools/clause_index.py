"""Where each clause lives: its words, the code that keeps it, the compiled twin, its tests, its pictures.

    python tools/clause_index.py [--check]

Writes docs/clauses.md. A clause is at home in every function, class or table that cites it (`D9`, `D5-D9`).
With --check nothing is written; the exit code says whether the page is up to date.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kritzel import rulebook
from kritzel.games.catalogue import OURS
from kritzel.rulebook import Clause

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "clauses.md"
HEAD = """<!-- Made by tools/clause_index.py. Do not edit. -->

# Where each clause lives

The words of a clause, the code that keeps it (`module.name`), the compiled twin, its tests and its pictures.
Everything that only speaks about a clause is found with `grep -rnw D9`.
"""
TABLE = "| clause | rules | twin | tests | pictures |\n|---|---|---|---|---|"
SPEAKING = {"__init__", "notation", "picture", "refusals", "sheet_file", "words"}
"""Modules that tell people of a clause or read what they wrote; they do not keep it."""

_CITED = re.compile(r"\b([A-Z])(\d+)(?:-\1?(\d+))?\b")


def cited(text: str) -> set[str]:
    """The clauses that a text names; `D5-D9` names five."""
    found = [(letter, int(first), int(last or first)) for letter, first, last in _CITED.findall(text)]
    return {f"{letter}{number}" for letter, first, last in found for number in range(first, last + 1)}


def parts(source: str) -> Iterator[tuple[str, str]]:
    """The functions, methods and tables of a module, each with its text."""
    lines = source.splitlines()
    for node, owner in _named(ast.parse(source)):
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        yield owner + _name(node), text


def _named(module: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield from ((inner, f"{node.name}.") for inner in node.body if isinstance(inner, ast.FunctionDef))
        elif isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign):
            yield node, ""


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target  # type: ignore[attr-defined]
    return ast.unparse(target)


def homes(files: list[Path]) -> dict[str, list[str]]:
    """For each clause the links to what cites it."""
    found: dict[str, list[str]] = {}
    for path in files:
        for name, text in parts(path.read_text("utf-8")):
            for clause in cited(text):
                found.setdefault(clause, []).append(_link(f"{path.stem}.{name}", path))
    return found


def _link(words: str, path: Path) -> str:
    return f"[{words}](../{path.relative_to(ROOT).as_posix()})"


def keeping(slug: str) -> list[Path]:
    """The modules of a game's room that keep its rules."""
    folder = ROOT / "src" / "kritzel" / "games" / slug
    return sorted(path for path in folder.glob("*.py") if path.stem not in SPEAKING)


def twins(slug: str) -> list[Path]:
    """The modules of its twin."""
    return sorted((ROOT / "src" / "kritzel" / "games" / slug / "fast").glob("*.py"))


def tests(slug: str) -> dict[str, list[str]]:
    """For each clause the files that test it, with how many tests each has."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "rules" / slug).glob("test_*.py")):
        named = re.findall(r"^def test_([a-z]\d+)_", path.read_text("utf-8"), re.MULTILINE)
        for clause, count in Counter(named).items():
            found.setdefault(clause.upper(), []).append(
                f"{_link(path.stem.removeprefix('test_'), path)} {count}"
            )
    return found


def pictures(slug: str, clause: Clause) -> list[str]:
    """The worked examples of a clause."""
    return [f"[{name}](rulebook/{slug}-{name}-en.svg)" for name in clause.examples]


def game(slug: str) -> Iterator[str]:
    """The chapter of a game."""
    kept, compiled, tested = homes(keeping(slug)), homes(twins(slug)), tests(slug)
    yield f"## {OURS[slug].title.en}\n\n{TABLE}"
    for clause in rulebook.clauses(slug, "en"):
        name = f"[{clause.id}](rulebook/{slug}.en.md#{clause.id})"
        found = (kept.get(clause.id, []), compiled.get(clause.id, []), tested.get(clause.id, []))
        cells = [name, *[", ".join(links) for links in (*found, pictures(slug, clause))]]
        yield f"| {' | '.join(cells)} |"


def page() -> str:
    """The whole index."""
    chapters = ["\n".join(game(slug)) for slug in OURS]
    return "\n\n".join([HEAD.rstrip(), *chapters]) + "\n"


def main(arguments: list[str]) -> int:
    fresh = page()
    stale = not PAGE.exists() or PAGE.read_text("utf-8") != fresh
    if "--check" in arguments:
        print(
            "docs/clauses.md is stale: run tools/clause_index.py"
            if stale
            else "docs/clauses.md is up to date"
        )
        return int(stale)
    PAGE.write_text(fresh, "utf-8")
    print(f"docs/clauses.md: {'changed' if stale else 'as before'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
