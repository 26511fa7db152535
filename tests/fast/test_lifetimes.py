"""Records do not outlive their arrays: compiled code frees an array after its last mention (`jit.hold`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import kritzel
from kritzel.fast.jit import compiled, hold

SOURCES = Path(kritzel.__file__).parent
FILES = [
    file
    for floor in ("fast", "games", "arena", "envs", "training")
    for file in sorted((SOURCES / floor).rglob("*.py"))
]
NEW_ARRAYS = ("zeros", "empty", "full", "copy")
LOOPS = (ast.For, ast.While)


def makes_an_array(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in NEW_ARRAYS
    )


def holds_records(node: ast.expr) -> bool:
    """Whether an array of records is made: by a type in capitals, or as a copy of a table."""
    if not makes_an_array(node):
        return False
    assert isinstance(node, ast.Call)
    return ast.unparse(node.func) == "state.copy" or any(
        isinstance(part, ast.Name) and part.id.isupper() for part in node.args[1:2]
    )


def arrays_of(function: ast.FunctionDef) -> Iterator[str]:
    """The names of arrays of records that a function makes."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets, values = [node.targets[0]], [node.value]
            if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                targets, values = node.targets[0].elts, node.value.elts
            for target, value in zip(targets, values, strict=True):
                if isinstance(target, ast.Name) and holds_records(value):
                    yield target.id


def ends_as_a_record(function: ast.FunctionDef, name: str) -> bool:
    """Whether the last thing said of an array is one of its records, outside of any loop."""
    looping = {id(part) for loop in ast.walk(function) if isinstance(loop, LOOPS) for part in ast.walk(loop)}
    taken = {
        id(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
    }
    last = max(
        (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name),
        key=lambda node: (node.lineno, node.col_offset),
    )
    return id(last) in taken and id(last) not in looping


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCES).with_suffix("")))
def test_no_record_outlives_its_array(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    fresh = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and makes_an_array(node.value) and holds_records(node.value)
    ]
    assert fresh == [], "a record of an array that nobody holds"
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.decorator_list]
    found = [
        (function.name, name)
        for function in functions
        for name in arrays_of(function)
        if ends_as_a_record(function, name)
    ]
    assert found == []


PAIR = np.dtype([("numbers", "i8", 64)])


@compiled
def written_and_read() -> int:
    one = np.zeros(1, PAIR)
    record = one[0]
    record["numbers"][:] = 7
    for _ in range(3):
        other = np.zeros(64, np.int64)
        other[:] = 1
    hold(one)
    return int(record["numbers"][5])


def test_what_is_held_stays() -> None:
    assert written_and_read() == 7
