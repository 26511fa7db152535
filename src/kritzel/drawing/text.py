"""A scene as text for the terminal: the sheet, the tray, the score and a legend. Fits into 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from kritzel import words
from kritzel.drawing.signs import FADED, ICONS, LEGAL
from kritzel.drawing.text_hexes import draw_hexes
from kritzel.drawing.text_squares import draw_squares
from kritzel.drawing.words import check
from kritzel.scene import Box, Key, Scene, Token

WIDTH = 80
_STRUCK = re.compile(r"~[^~]*~ ?")
_TOKENS = {"fits": "›{}‹", "used": "({})", "removed": "({})"}
_SAMPLES = {"open": "···", "start": "(╳)", "locked": "▒▒▒", "exploded": "***", "lava": "~~~", "pick": "<╳>"}


def terminal(scene: Scene) -> Text:
    """The scene in characters. Every colour has a letter beside it, so it reads without colour too."""
    check(scene)
    squares = scene.cells[0].shape == "square"
    canvas = draw_squares(scene) if squares else draw_hexes(scene)
    head = Text(scene.title, "bold").append(f"  {scene.note}", FADED)
    parts = [head, Text(), canvas.lines(), Text(), *_tray(scene), *_score(scene), *_legend(scene)]
    text = Text("\n").join(parts)
    text.no_wrap = True
    return text


def _tray(scene: Scene) -> list[Text]:
    tokens = [_token(token) for token in scene.tray if token.kind != "card"]
    return [Text(f"{scene.tray_note}: ").append_text(Text(" ").join(tokens))] if tokens else []


def _token(token: Token) -> Text:
    text = _TOKENS.get(token.state, "[{}]").format(token.face.upper())
    return Text(text, LEGAL if token.state == "fits" else FADED if text[0] == "(" else "")


def _score(scene: Scene) -> list[Text]:
    total = Text(words.counted_points(scene.total).say(scene.lang), "bold")
    return _wrapped([total, *(Text(_box(box)) for box in scene.boxes)], "  ")


def _box(box: Box) -> str:
    note = _STRUCK.sub("", box.note).strip()
    return f"{box.label} {box.points or '–'} ({note})"


def _legend(scene: Scene) -> list[Text]:
    """What can be seen and what it means; the same sign once."""
    squares = scene.cells[0].shape == "square"
    known = {_sample(key, squares): key.text for key in reversed(scene.legend)}
    entries = [Text(f"{sample} {text}", FADED) for sample, text in reversed(known.items())]
    return _wrapped(entries, "   ") if entries else []


def _sample(key: Key, squares: bool) -> str:
    if key.kind == "icon":
        return ICONS.get(key.name, key.name)
    if key.name == "legal":
        return "›d4‹"
    return _SAMPLES[key.name] if squares else {"open": "· ·", "pick": "<╳>"}.get(key.name, key.name)


def _wrapped(entries: Iterable[Text], gap: str) -> list[Text]:
    """The entries in lines that are no wider than a terminal."""
    lines = [Text()]
    for entry in entries:
        if lines[-1].cell_len and lines[-1].cell_len + len(gap) + entry.cell_len > WIDTH:
            lines.append(Text())
        lines[-1].append(gap if lines[-1].cell_len else "").append_text(entry)
    return lines
