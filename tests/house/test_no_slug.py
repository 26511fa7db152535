"""No game is named outside its rooms: a game that somebody brings must find nothing that knows only ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import tree

FLOORS = ("games", "fast", "envs", "review")
"""Where games have rooms: `games/<slug>/`, `fast/<slug>/`, `envs/<slug>.py`."""

ANY = "|".join(tree.ROOMS)
SLUG = re.compile(rf"(?<![\w-])({ANY})(?![\w-])")
IN_PAGES = (
    re.compile(rf"""(?<!class=)(["'`])({ANY})(/\d+)?\1"""),  # a text of its own
    re.compile(rf"""[./]({ANY})["'`]"""),  # the end of a key
    re.compile(rf"""^\s*({ANY}): [\[{{"'`]"""),  # the key of a table; CSS has borders too
)

LIST = "src/kritzel/games/catalogue.py"
"""Where the games of the house are listed."""


def test_no_game_is_named_outside_its_rooms() -> None:
    found = [f"{name}: {lines}" for name, lines in named().items() if name != LIST]
    assert not found, "\n".join(["what a game is belongs in its room and is reached through Game", *found])


def named() -> dict[str, list[int]]:
    """Every line that names a game, by file."""
    python = {path: in_python(tree.syntax(path)) for path in tree.python("src") if not in_a_room(path)}
    pages = {path: in_page(path.read_text("utf-8")) for path in tree.pages() if ".test." not in path.name}
    every = {path: sorted(lines) for path, lines in (python | pages).items()}
    return {tree.name_of(path): lines for path, lines in every.items() if lines}


def in_a_room(path: Path) -> bool:
    """Whether a file lies in the room of a game."""
    floor, *rest = path.relative_to(tree.SOURCES).parts
    return floor in FLOORS and bool(rest) and rest[0].removesuffix(".py") in tree.ROOMS


def in_python(module: ast.Module) -> set[int]:
    """Lines whose code says the slug of a game: in a text, or in an import. Docstrings may give examples."""
    told = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    return {line for node in ast.walk(module) if id(node) not in told for line in _naming(node)}


def _naming(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and SLUG.search(node.value):
        yield node.lineno
    if isinstance(node, ast.ImportFrom) and SLUG.search(
        f"{node.module} {' '.join(n.name for n in node.names)}"
    ):
        yield node.lineno
    if isinstance(node, ast.Import) and SLUG.search(" ".join(alias.name for alias in node.names)):
        yield node.lineno


def in_page(text: str) -> set[int]:
    """Lines of a page's source that name a game."""
    return {nr for nr, line in enumerate(text.splitlines(), 1) if any(it.search(line) for it in IN_PAGES)}


# That it would find something ------------------------------------------------------------------
@pytest.mark.parametrize(
    "code",
    [
        'ROUNDS = {"dizzle": 40}',
        'if game.slug == "border":\n    pass',
        'def aec(sheet: str = "dizzle/1") -> None: ...',
        "from kritzel.games.traexx.sheet import SUPER_POINTS",
        "from kritzel.games import traexx",
        "import kritzel.games.border",
        'files("kritzel.games.dizzle")',
        'f"as in border/{board}"',
    ],
)
def test_a_slug_in_python_is_found(code: str) -> None:
    assert in_python(ast.parse(code)) == {1}


@pytest.mark.parametrize(
    "code",
    ['"""Like `dizzle/1`."""', "def dizzle() -> None: ...", 'STYLE = "border-top: 1px"', "# dizzle\nx = 1"],
)
def test_what_only_looks_like_one_in_python_is_not(code: str) -> None:
    assert in_python(ast.parse(code)) == set()


@pytest.mark.parametrize(
    "line",
    [
        "  dizzle: { minutes: 25 },",
        'page === "border"',
        '  "home.about.traexx": "..."',
        "sheet: 'dizzle/1'",
        "`border/1`",
    ],
)
def test_a_slug_in_a_page_is_found(line: str) -> None:
    assert in_page(line) == {1}


@pytest.mark.parametrize(
    "line", ["  border: 1px solid;", "<p class='border'>", '"no border here"', "var(--border)"]
)
def test_what_only_looks_like_one_in_a_page_is_not(line: str) -> None:
    assert in_page(line) == set()
