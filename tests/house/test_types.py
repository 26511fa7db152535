"""Arguments say what they are: few of them are `Any`."""

from __future__ import annotations

import ast

import pytest

from tests.house import tree

MOST_PER_MILLE = 32
"""How many of a thousand arguments may be `Any`, wholly or in part. This number only gets smaller."""


def test_few_arguments_are_any() -> None:
    every = [
        arg
        for path in tree.python("src")
        for node in tree.functions(tree.syntax(path))
        for arg in tree.arguments(node)
    ]
    vague = [arg for arg in every if is_any(arg)]
    share = 1000 * len(vague) / len(every)
    print(f"{len(vague)} of {len(every)} arguments are Any: {share:.1f} of a thousand")
    assert share <= MOST_PER_MILLE


@pytest.mark.parametrize(
    ("argument", "vague"),
    [("x: Any", True), ("*x: t.Any", True), ("x: list[Any]", True), ("x: int", False), ("Any: int", False)],
)
def test_any_is_found(argument: str, vague: bool) -> None:
    (function,) = tree.functions(ast.parse(f"def it(self, {argument}): ..."))
    assert [is_any(arg) for arg in tree.arguments(function)] == [vague]


def is_any(argument: ast.arg) -> bool:
    """Whether its type is or contains Any."""
    inside = ast.walk(argument.annotation) if argument.annotation else ()
    return any(
        isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).rpartition(".")[2] == "Any"
        for node in inside
    )
