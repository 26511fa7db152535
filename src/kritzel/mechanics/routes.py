"""Rails: pieces that join two edges of a square cell, and the routes they form. Knows no points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

PIECES = ("NS", "EW", "NE", "NW", "SE", "SW")
"""Straights and curves, named by the two edges they join."""

_ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Route(NamedTuple):
    """A maximal chain of pieces whose ends meet: its cells in order, and whether it is a loop."""

    cells: tuple[int, ...]
    closed: bool


def routes(pieces: Mapping[int, str], stride: int) -> tuple[Route, ...]:
    """All routes of these pieces, on a grid whose rows are `stride` apart."""
    met = {cell: _met(cell, pieces, stride) for cell in sorted(pieces)}
    ends = [cell for cell, neighbours in met.items() if len(neighbours) < 2]
    open_routes = _walks(ends, met)
    on_open = {cell for walk in open_routes for cell in walk}
    loops = _walks([cell for cell in met if cell not in on_open], met)
    return tuple([Route(walk, False) for walk in open_routes] + [Route(walk, True) for walk in loops])


def _met(cell: int, pieces: Mapping[int, str], stride: int) -> list[int]:
    """The cells whose pieces meet an end of this cell's piece."""
    steps = {"N": -stride, "S": stride, "E": 1, "W": -1}
    return [
        cell + steps[edge] for edge in pieces[cell] if _ACROSS[edge] in pieces.get(cell + steps[edge], "")
    ]


def _walks(begins: Iterable[int], met: Mapping[int, list[int]]) -> list[tuple[int, ...]]:
    """The chains that begin at these cells, each once."""
    seen: set[int] = set()
    walks = []
    for begin in begins:
        if begin not in seen:
            walks.append(_walk(begin, met))
            seen.update(walks[-1])
    return walks


def _walk(begin: int, met: Mapping[int, list[int]]) -> tuple[int, ...]:
    """From cell to cell until the end of the line, or once around."""
    chain, ahead = [begin], met[begin][:1]
    while ahead and ahead[0] != begin:
        before, here = chain[-1], ahead[0]
        chain.append(here)
        ahead = [cell for cell in met[here] if cell != before]
    return tuple(chain)
