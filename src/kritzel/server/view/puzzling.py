"""A table at which somebody tries or explores, and what its ways are worth, as they travel. Knows no room."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import AnyGame, Seat, State
from kritzel.review.reasons import reason_for
from kritzel.review.story import told
from kritzel.review.told import POINTS, Reason
from kritzel.review.ways import Way, Ways, parsed, walked
from kritzel.server.view import scenes
from kritzel.server.view.options import option
from kritzel.server.wire import puzzles as wire
from kritzel.server.wire.parts import Words


def spot(game: AnyGame, state: State, seat: Seat, names: Sequence[str], lang: str) -> wire.TrySpot:
    """A table as the seat may see it."""
    seen = game.view(state, seat)
    sheets = (game.scene(seen, each, lang) for each in range(len(names)))
    clock, step = game.clock(state).words, game.step(state)
    return wire.TrySpot(
        game=game.slug,
        sheet=f"{game.slug}/{state.sheet.id}",
        title=Words.of(state.sheet.title),
        position=game.position_text(seen),
        seat=seat,
        names=tuple(names),
        scenes=tuple(scenes.part(each) for each in sheets),
        options=tuple(option(game, state.sheet, move) for move in game.moves(seen, seat)),
        clock=Words.of(clock.then(step.words) if step else clock),
    )


def weighed(game: AnyGame, state: State, ways: Ways) -> wire.Weighed:
    """All ways in words, and where they are on the sheet."""
    shown = tuple(_way(game, state, way) for way in ways.ways)
    return wire.Weighed("points" if ways.unit == POINTS else "win", shown, ways.whole)


def _way(game: AnyGame, state: State, way: Way) -> wire.WeighedWay:
    moves = parsed(game, state, way.moves)
    said = [game.say_move(state.sheet, move) for move in moves]
    words = told(game, state.sheet, moves).words
    return wire.WeighedWay(
        words=Words.of(words),
        cells=tuple(each.cell for each in said if each.cell),
        faces=said[0].faces,
        die=said[0].die,
        gap=max(way.gap, 0.0),
        se=way.se,
        right=way.is_right,
    )


def verdict(game: AnyGame, before: State, after: State, ways: Ways, names: Sequence[str]) -> wire.TryVerdict:
    """What a try is worth that led from one table to the other."""
    yours = ways.at(game, before, after)
    right = yours is not None and ways.ways[yours].is_right
    reason = _why(game, before, after, ways, yours, names)
    why = Words.of(reason.words) if reason else None
    clause = reason.clause if reason else ""
    return wire.TryVerdict(right, yours, weighed(game, before, ways), why, clause)


def _why(
    game: AnyGame, before: State, after: State, ways: Ways, yours: int | None, names: Sequence[str]
) -> Reason | None:
    """Why the best way is better than the try; where the try was the best, than the second."""
    if len(ways.ways) < 2:
        return None
    best = _end(game, before, ways, 0)
    other = after if yours else _end(game, before, ways, 1)
    gap = ways.ways[yours or 1].gap if ways.unit == POINTS else None
    return reason_for(game, before, ways.seat, best, other, gap, names)


def _end(game: AnyGame, before: State, ways: Ways, nth: int) -> State:
    end: State = walked(game, before, ways.seat, parsed(game, before, ways.ways[nth].moves)).state
    return end
