"""What a seat sees, worked out again from the reference's view: slow, plain, apart from the envs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kritzel.game import Game
from kritzel.games.traexx.state import symbols_left
from kritzel.mechanics.cells import each
from kritzel.mechanics.routes import PIECES

AnyGame = Game[Any, Any, Any]


def seen(game: AnyGame, state: Any, seat: int) -> list[float]:
    """The observation of a seat from what it may see."""
    view = game.rules.view(state, seat)
    totals = [score.total for score in game.rules.score(state)]
    row = {"dizzle": _dizzle, "border": _border, "traexx": _traexx}[game.slug](view, seat, totals)
    return [float(number) for number in row]


def _flags(have: Iterable[int], of: Iterable[int]) -> list[float]:
    there = set(have)
    return [cell in there for cell in of]


def _turned(seat: int, seats: int) -> list[int]:
    return [(seat + turn) % seats for turn in range(seats)]


def _traexx(view: Any, seat: int, totals: list[int]) -> list[float]:
    sheet, card, mine = view.sheet, view.card, view.pads[seat]
    seen_cards = [*view.seen, *([] if card is None else [card])]
    symbols = sheet.cards[card] if card is not None else ""
    left = symbols_left(sheet, symbols, mine.new[1:]) if card is not None else ""
    row = [symbols.count(colour) / 2 for colour in "roygba"]
    row += [left.count(colour) / 2 for colour in "roygba"]
    row += [(count - seen_cards.count(kind)) / count for kind, count in enumerate(sheet.pack)]
    row += [len(view.seen) / sum(sheet.pack)]
    row += _flags(mine.new[1:], sheet.order) + _flags(mine.new[1:][-1:], sheet.order)
    for other in _turned(seat, len(view.pads)):
        track = view.pads[other]
        line = list(track.line)
        if track.new:
            line = [*track.new[:0:-1], *line] if track.new[0] == line[0] else [*line, *track.new[1:]]
        row += _flags(line, sheet.order) + _flags((line[0], line[-1]), sheet.order)
        row += [track.full >> number & 1 for number in range(2, 11)]
        row += [track.half >> number & 1 for number in range(2, 11)]
        row += [totals[other] / 100, track.done]
    return row


def _border(view: Any, seat: int, totals: list[int]) -> list[float]:
    sheet, word = view.sheet, view.phase.value
    cells = list(each(sheet.cells))
    colour = {
        cell: at for at, of in enumerate(sheet.boards[view.pads[seat].board - 1].colours) for cell in each(of)
    }
    used = [colour[cell] for cell in each(view.pads[seat].new)]
    row = [word == phase for phase in ("keep", "mark", "follow")]
    row += [(view.throw - (word == "throw")) / 3]
    row += [view.dice.count(face) / 5 for face in range(6)]
    row += [(view.dice.count(face) - used.count(face)) / 5 for face in range(6)]
    row += [view.one]
    for other in _turned(seat, len(view.pads)):
        pad = view.pads[other]
        row += [pad.board == board + 1 for board in range(len(sheet.boards))]
        row += _flags(each(pad.crosses), cells) + _flags(each(pad.new), cells)
        row += [got == area.first for got, area in zip(pad.points, sheet.areas, strict=True)]
        row += [got not in (None, area.first) for got, area in zip(pad.points, sheet.areas, strict=True)]
        row += [totals[other] / 100, other == view.active, pad.done]
    return row


def _dizzle(view: Any, seat: int, totals: list[int]) -> list[float]:
    sheet, seats = view.sheet, len(view.pads)
    cells, rounds = list(each(sheet.cells)), {1: 10, 2: 12, 3: 12, 4: 12}[seats]
    dice = {1: 8, 2: 7, 3: 10, 4: 13}[seats]
    row = [view.phase == phase for phase in ("place", "rerolled", "flow", "planets", "rails")]
    row += [view.pass_no / rounds]
    row += [other == view.turn for other in _turned(seat, seats)]
    row += [other == (view.pass_no - 1) % seats for other in _turned(seat, seats)]
    row += [view.pool.count(face) / dice for face in range(1, 7)]
    if sheet.volcanoes:
        row += [view.shown == face for face in range(1, 7)]
    if sheet.volcanoes or sheet.planets:
        row += _flags(each(view.pads[seat].pick), cells)
    for other in _turned(seat, seats):
        row += _dizzle_seat(sheet, view.pads[other], cells)
        row += [totals[other] / 100, view.pads[other].out]
    return row


def _dizzle_seat(sheet: Any, mine: Any, cells: list[int]) -> list[float]:
    row = _flags(each(mine.crosses), cells) + _flags(each(mine.dice), cells)
    row += _flags(each(mine.lost), cells) if sheet.bombs else []
    row += _flags(each(mine.lava), cells) if sheet.volcanoes else []
    pieces = [*sheet.printed, *mine.rails, *mine.drawn]
    for kind in PIECES if sheet.rails else ():
        row += _flags([piece.cell for piece in pieces if piece.piece == kind], cells)
    row += [points is not None for points in mine.flags]
    return row + ([mine.rockets / 10] if sheet.rockets else [])
