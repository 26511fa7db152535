"""Errors planted into a twin: its room read anew, with one text replaced in one of its modules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import kritzel.games

GAMES = Path(kritzel.games.__file__).parent


class _Changed(SourceFileLoader):
    """Reads a module as if it said something else; nothing of it is kept."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec")


class _Finder:
    def __init__(self, file: Path, text: str) -> None:
        self._file, self._text = file, text

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.origin != str(self._file):
            return None
        found.loader = loader = _Changed(name, str(self._file))
        loader.text = self._text
        return found


def planted(slug: str, parts: Sequence[str], right: str, wrong: str) -> Any:
    """The twin of a game, made anew, with this error in the one of these modules that has the right text."""
    files = [GAMES / slug / "fast" / f"{part}.py" for part in parts]
    texts = {file: file.read_text("utf-8") for file in files}
    times = sum(text.count(right) for text in texts.values())
    assert times == 1, f"{right!r} stands there {times} times, not once"
    file = next(file for file in files if right in texts[file])
    room = f"kritzel.games.{slug}.fast"
    for name in [name for name in sys.modules if name == room or name.startswith(f"{room}.")]:
        del sys.modules[name]
    finder: Any = _Finder(file, texts[file].replace(right, wrong))
    sys.meta_path.insert(0, finder)
    try:
        return import_module(room)
    finally:
        sys.meta_path.remove(finder)
