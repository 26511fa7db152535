"""Every noun of the server stands in the glossary, and nothing stands there that is gone."""

from __future__ import annotations

import ast
import re

from tests.house import tree

GLOSSARY = tree.ROOT / "docs" / "glossary.md"
TRAVELS = {
    f"wire/{name}.py"
    for name in ("protocol", "parts", "scenes", "bodies", "answers", "shelf", "lessons", "endings")
}
"""Messages, bodies, answers and their parts: docs/protocol.md names them."""


def test_every_noun_of_the_server_stands_in_the_glossary() -> None:
    missing = sorted(nouns() - explained())
    assert not missing, f'not in docs/glossary.md, section "The server": {missing}'


def test_nothing_in_the_glossary_is_gone() -> None:
    gone = sorted(explained() - nouns())
    assert not gone, f"in docs/glossary.md, but no longer in the server: {gone}"


def nouns() -> set[str]:
    """The public classes of the server."""
    every = tree.python("src/kritzel/server")
    files = [path for path in every if f"{path.parent.name}/{path.name}" not in TRAVELS]
    classes = [node for path in files for node in tree.syntax(path).body if isinstance(node, ast.ClassDef)]
    return {node.name for node in classes if not node.name.startswith("_")}


def explained() -> set[str]:
    """The names in the first column of the server's table."""
    section = GLOSSARY.read_text("utf-8").partition("\n## The server\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}
