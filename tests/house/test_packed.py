"""One line does one thing: `a, b, c = x, y, z` saves lines and costs reading."""

from __future__ import annotations

import ast

import pytest

from tests.house import tree

MOST = 117
"""How many assignments of the sources may pack three values or more. This number only gets smaller."""


def test_few_assignments_pack_three_values() -> None:
    found = [(path, node.lineno) for path in tree.python("src") for node in packed(tree.syntax(path))]
    assert len(found) <= MOST, [f"{tree.name_of(path)}:{line}" for path, line in found]


@pytest.mark.parametrize(
    ("code", "many"),
    [
        ("a, b, c = 1, 2, 3", 1),
        ("a, b = 1, 2", 0),
        ("a, b, c = three()", 0),
        ("a = b, c, d", 0),
        ("a, *b, c = 1, 2, 3", 1),
    ],
)
def test_packing_is_found(code: str, many: int) -> None:
    assert len(packed(ast.parse(code))) == many


def packed(module: ast.Module) -> list[ast.Assign]:
    """Assignments of several values, written down one by one, to as many names."""
    assigned = [node for node in ast.walk(module) if isinstance(node, ast.Assign)]
    return [node for node in assigned if isinstance(node.value, ast.Tuple) and _wide(node.targets[0])]


def _wide(target: ast.expr) -> bool:
    return isinstance(target, ast.Tuple) and len(target.elts) > 2
