"""The rulebook for reading on the web: one page per game and language, worked examples as pictures.

    python tools/rulebook_pictures.py [--check]

Writes docs/rulebook/<game>.<lang>.md and <game>-<example>-<lang>.svg from the rulebook and its examples.
With --check nothing is written; the exit code says whether docs/rulebook is up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kritzel import rulebook
from kritzel.drawing import svg
from kritzel.game import LANGUAGES, Text
from kritzel.games.catalogue import OURS
from kritzel.rulebook import RULING, TAGS, Chapter, Clause, Example
from kritzel.scene import Cell, Mark, Scene

FOLDER = Path(__file__).parents[1] / "docs" / "rulebook"
MADE = "<!-- Made by tools/rulebook_pictures.py from src/kritzel/games/{game}. Do not edit. -->"
EXAMPLE = Text("Beispiel", "Example")
ALLOWED = Text("Der Zug `{move}` ist erlaubt.", "The move `{move}` is allowed.")
REFUSED = Text("Der Zug `{move}` verstößt gegen {clause}.", "The move `{move}` breaks {clause}.")
_CELL = re.compile(r"[a-z]\d+")


def picture(example: Example, lang: str) -> str:
    """The example as SVG: the seat's sheet as it sees it, with a loop around the cell the move is about."""
    game, state = rulebook.table(example)
    scene = game.scene(game.rules.view(state, example.seat), example.seat, lang)
    return svg(pointed_at(scene, example.move))


def pointed_at(scene: Scene, move: str) -> Scene:
    """The scene with the last cell of a move looped; unchanged for a move without a cell."""
    named = _CELL.findall(move)
    return replace(scene, cells=tuple(_looped(cell, named[-1:]) for cell in scene.cells))


def _looped(cell: Cell, names: list[str]) -> Cell:
    return replace(cell, marks=(*cell.marks, Mark("last"))) if cell.id in names else cell


def page(game: str, lang: str) -> str:
    """The rulebook of a game in a language as Markdown."""
    book = rulebook.book(game, lang)
    other = " · ".join(f"[{each}]({game}.{each}.md)" for each in LANGUAGES if each != lang)
    head = [MADE.format(game=game), f"# {book.title}", other]
    return "\n\n".join(head + [part for chapter in book.chapters for part in _chapter(chapter, lang)]) + "\n"


def _chapter(chapter: Chapter, lang: str) -> Iterator[str]:
    yield f"## {chapter.title}"
    if chapter.prose:
        yield chapter.prose
    for clause in chapter.clauses:
        yield from _clause(clause, lang)


def _clause(clause: Clause, lang: str) -> Iterator[str]:
    ruling = f" {RULING.say(lang)} {clause.ruling}" if clause.ruling else ""
    tags = ", ".join(TAGS[tag].say(lang) for tag in clause.tags)
    examples = {each.id: each for each in rulebook.examples(clause.game) if each.id in clause.examples}
    elsewhere = [_link(each, lang) for each in examples.values() if each.clauses[0] != clause.id]
    also = f" ({', '.join(elsewhere)})" if elsewhere else ""
    yield f'<a id="{clause.id}"></a>**{clause.id}** {clause.text}{ruling}{also} <sub>{tags}</sub>'
    for each in examples.values():
        if each.clauses[0] == clause.id:
            yield _shown(each, lang)


def _link(example: Example, lang: str) -> str:
    return f"[{EXAMPLE.say(lang)} {example.id}](#{example.id})"


def _shown(example: Example, lang: str) -> str:
    caption, file = example.caption.say(lang), f"{example.game}-{example.id}-{lang}.svg"
    cited = ", ".join(example.clauses)
    image = f'<a id="{example.id}"></a><img src="{file}" width="420" alt="{caption}">'
    name = f"*{EXAMPLE.say(lang)} {example.id} ({cited}):*"
    return f"> {image}\n>\n> {name} {caption} {_verdict(example, lang)}".rstrip()


def _verdict(example: Example, lang: str) -> str:
    if not example.move:
        return ""
    sentence = REFUSED if example.breaks else ALLOWED
    return sentence.say(lang).format(move=example.move, clause=example.breaks)


def index() -> str:
    """The way to all pages."""
    rows = [
        f"| {game.title.de} | [deutsch]({slug}.de.md) | [English]({slug}.en.md) |"
        for slug, game in OURS.items()
    ]
    head = ["# Rulebook", "", "| | | |", "|---|---|---|", *rows]
    return "\n".join(
        [
            *head,
            "",
            "In the terminal: `kritzel rules D9`, `kritzel rules dizzle`, `kritzel rules --tag solo`.",
            "",
        ]
    )


def made() -> dict[str, str]:
    """Every file of docs/rulebook by name."""
    pages = {"README.md": index()}
    pages |= {f"{game}.{lang}.md": page(game, lang) for game in OURS for lang in LANGUAGES}
    every = [example for game in OURS for example in rulebook.examples(game)]
    drawn = {f"{each.game}-{each.id}-{lang}.svg": picture(each, lang) for each in every for lang in LANGUAGES}
    return pages | drawn


def stale(files: dict[str, str]) -> list[str]:
    """The names of files that are missing, different or no longer made."""
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*") if path.is_file()}
    return sorted(name for name in there.keys() | files.keys() if there.get(name) != files.get(name))


def main(arguments: list[str]) -> int:
    files = made()
    changed = stale(files)
    if "--check" in arguments:
        for name in changed:
            print(f"docs/rulebook/{name} is stale: run tools/rulebook_pictures.py")
        return 1 if changed else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in changed:
        if name in files:
            (FOLDER / name).write_text(files[name], "utf-8")
        else:
            (FOLDER / name).unlink()
    print(f"docs/rulebook: {len(files)} files, {len(changed)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
