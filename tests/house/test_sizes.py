"""Files and functions stay so short that they can be read in one go."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house import tree

LONGEST_FILE = 600
LONGEST_FUNCTION = 60
DATA = ("web/src/wire/", "web/src/words/")
"""Generated from the protocol, and the sentences of the pages: nobody reads these from top to bottom."""

WRITTEN = [*tree.python("src", "tests", "tools", "bench", "examples"), *tree.pages()]


def test_there_are_files_to_look_at() -> None:
    assert {path.suffix for path in WRITTEN} == {".py", ".ts", ".svelte", ".css"}


def test_no_file_is_too_long() -> None:
    lengths = {tree.name_of(path): lines_of(path) for path in WRITTEN}
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE and not name.startswith(DATA)} == {}


def test_no_function_is_too_long() -> None:
    files = [path for path in WRITTEN if path.suffix == ".py"]
    assert [f"{tree.name_of(path)}: {long}" for path in files for long in too_long(tree.syntax(path))] == []


@pytest.mark.parametrize(("statements", "found"), [(59, []), (60, ["it, 61 lines"])])
def test_a_long_function_is_found(statements: int, found: list[str]) -> None:
    body = "    pass\n" * statements
    assert too_long(ast.parse(f"@decorated\ndef it():\n{body}")) == found


def lines_of(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def too_long(module: ast.Module) -> list[str]:
    """Functions over the limit, decorators not counted."""
    lengths = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in tree.functions(module)]
    return [f"{name}, {length} lines" for name, length in lengths if length > LONGEST_FUNCTION]
