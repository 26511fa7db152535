"""What the house consists of: its files, their syntax and the rooms of the games. Works in any copy of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "kritzel"
GAMES = SOURCES / "games"
ROOMS = tuple(sorted(path.parent.name for path in GAMES.glob("*/rulebook.en.md")))
"""The slugs of the games that live here."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def python(*folders: str) -> list[Path]:
    """Every Python file below these folders of the house."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def pages() -> list[Path]:
    """Every file of the pages' own sources."""
    return sorted(
        path for end in ("ts", "svelte", "css") for path in (ROOT / "web" / "src").rglob(f"*.{end}")
    )


def name_of(path: Path) -> str:
    """A file as people call it, from the root."""
    return path.relative_to(ROOT).as_posix()


@cache
def syntax(path: Path) -> ast.Module:
    """The syntax of a Python file."""
    return ast.parse(path.read_text("utf-8"))


def functions(module: ast.AST) -> Iterator[Function]:
    """Every function, also those inside others."""
    return (node for node in ast.walk(module) if isinstance(node, Function))


def arguments(function: Function) -> list[ast.arg]:
    """What a function is given, itself aside."""
    given = function.args
    several = [arg for arg in (given.vararg, given.kwarg) if arg is not None]
    return [
        arg
        for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs, *several)
        if arg.arg not in ("self", "cls")
    ]
