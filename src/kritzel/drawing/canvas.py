"""A sheet of characters: texts are put at places and come out as lines for the terminal."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    """Characters with styles by place: column and line, both from 0."""

    def __init__(self) -> None:
        self._put: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; whatever stood there is covered."""
        for at, sign in enumerate(text):
            self._put[y, x + at] = sign, style

    def free(self, x: int, y: int, many: int) -> bool:
        """Whether nothing stands on these places, nor right beside them."""
        return not any((y, at) in self._put for at in range(x - 1, x + many + 1))

    def lines(self) -> Text:
        """Everything as one text."""
        widths: dict[int, int] = {}
        for y, x in self._put:
            widths[y] = max(widths.get(y, 0), x + 1)
        return Text("\n").join(self._line(y, widths.get(y, 0)) for y in range(1 + max(widths, default=-1)))

    def _line(self, y: int, width: int) -> Text:
        signs = [self._put.get((y, x), (" ", "")) for x in range(width)]
        line = Text()
        for style, run in groupby(signs, key=lambda sign: sign[1]):
            line.append("".join(sign for sign, _ in run), style)
        return line
