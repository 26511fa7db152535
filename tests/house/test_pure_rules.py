"""The rules are pure: no I/O, no luck, no clock. What is in the box is read in one place, the catalogue."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house import tree

PURE = [
    *[path for path in tree.python("src/kritzel/games") if not {"fast", "bot"} & set(path.parts)],
    *tree.python("src/kritzel/mechanics"),
    *[
        tree.SOURCES / f"{name}.py"
        for name in (
            "game",
            "defaults",
            "grid",
            "layout",
            "text",
            "scene",
            "sheetfile",
            "position",
            "words",
        )
    ],
]
KNOWN = {
    "__future__", "abc", "collections", "collections.abc", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "itertools", "math", "operator", "re", "string", "tomllib", "types", "typing",
}  # fmt: skip
"""What they may know of Python. Nothing of it looks outside."""

READS = {
    tree.GAMES / "catalogue.py": {"importlib.resources", "importlib.resources.abc", "importlib.metadata"},
    tree.SOURCES / "game.py": {"importlib"},
}
"""What is installed: sheet files, games of other packages, the home of a game that travels by name."""

BELOW = (
    "game",
    "defaults",
    "layout",
    "text",
    "scene",
    "sheetfile",
    "words",
    "mechanics",
    "games",
    "position",
)
"""What they may know of the house (the import contract says who knows whom)."""

OUTWARD = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


@pytest.mark.parametrize("path", PURE, ids=tree.name_of)
def test_the_rules_look_at_nothing_outside(path: Path) -> None:
    assert outside(tree.syntax(path), KNOWN | READS.get(path, set())) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import random", ["random"]),
        ("from time import monotonic", ["time"]),
        ("import os.path", ["os.path"]),
        ("def later():\n    import socket", ["socket"]),
        ("from kritzel.server import hall", ["kritzel.server"]),
        ("from kritzel import record", ["kritzel.record"]),
        ("import numpy as np", ["numpy"]),
        ("from importlib.resources import files", ["importlib.resources"]),
        ("text = open('sheet.toml').read()", ["open()"]),
        ("print('D9')", ["print()"]),
        ("from . import rules", ["."]),
        ("import re\nfrom kritzel.games.dizzle import rules\nfrom kritzel import words", []),
    ],
)
def test_whatever_looks_outside_is_found(code: str, found: list[str]) -> None:
    assert outside(ast.parse(code), KNOWN) == found


def outside(module: ast.Module, known: set[str]) -> list[str]:
    """What this module imports or calls and should not."""
    imported = [name for node in ast.walk(module) for name in imports(node)]
    called = [
        node.func.id
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    strangers = [name for name in imported if name not in known and not ours(name)]
    return strangers + [f"{name}()" for name in called if name in OUTWARD]


def imports(node: ast.AST) -> list[str]:
    """The modules that a statement brings in."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    if node.module == "kritzel":
        return [f"kritzel.{alias.name}" for alias in node.names]
    return ["." * node.level + (node.module or "")]


def ours(name: str) -> bool:
    """Whether it is a module of the house on the same floor or below."""
    house, _, module = name.partition(".")
    return house == "kritzel" and module.partition(".")[0] in BELOW
