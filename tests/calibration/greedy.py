"""A simple greedy Dizzle player: a yardstick for our sheets, not a bot. It takes what is worth most now,
counting a started row, area or puzzle the more the nearer it is to its end, and never thinks ahead.
"""

from __future__ import annotations

from random import Random

from kritzel.game import Seat
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.placing import open_cells
from kritzel.games.dizzle.sheet import Back, Lava, Move, Out, Planet, Rail, Reroll, Sheet, Take
from kritzel.games.dizzle.state import Pad, State
from kritzel.mechanics.routes import routes

BOMB, ROCKET, KEY, STATION, JOIN = 2.0, 3.0, 2.0, 0.5, 2.0


def choose(state: State, seat: Seat, rng: Random) -> Move:
    """The move that looks best right now; ties by lot."""
    listed = GAME.rules.moves(state, seat)
    return max(listed, key=lambda move: (worth(state, seat, move), rng.random()))


def worth(state: State, seat: Seat, move: Move) -> float:
    """What a move brings, roughly in points."""
    sheet, mine = state.sheet, state.pads[seat]
    if isinstance(move, Take | Planet):
        return cell_worth(sheet, mine, move.cell)
    if isinstance(move, Lava | Back):
        return -cell_worth(sheet, mine, move.cell)
    if isinstance(move, Rail):
        return rail_worth(sheet, mine, move)
    chance = hope(state, mine)
    return chance - 0.5 if isinstance(move, Reroll) else 0.0 if isinstance(move, Out) else -1.0


def hope(state: State, mine: Pad) -> float:
    """How likely a re-roll brings a die that fits; without dice on the sheet it costs nothing."""
    cells = open_cells(state.sheet, mine)
    faces = sum(bool(cells & showing) for showing in state.sheet.showing[1:])
    return 1 - (1 - faces / 6) ** len(state.pool) if mine.dice else 1.0


def cell_worth(sheet: Sheet, mine: Pad, cell: int) -> float:
    """Points of the cell itself, and its share in everything unfinished it belongs to."""
    bit = 1 << cell
    have = (mine.crosses | mine.dice) & ~bit
    gone = mine.lost | mine.lava
    value = sum(gem.points for gem in sheet.gems if gem.cells & bit)
    value += sum(max(flag.points) for flag in sheet.flags if flag.cells & bit)
    value += sheet.heap if sheet.heaps & bit else 0
    extra = BOMB * bool(sheet.bombs & bit) + ROCKET * bool(sheet.rockets & bit)
    extra += KEY * any(lock.keys & bit and not lock.keys & have for lock in sheet.locks)
    extra += STATION * sum(station.points for station in sheet.stations if station.cell == cell)
    goals = [(goal.cells, goal.points) for goal in (*sheet.areas, *sheet.puzzles)]
    goals += [(arrow.cells, arrow.points) for arrow in sheet.arrows]
    for cells, points in goals:
        if cells & bit and not cells & gone:
            extra += points * (2 * (cells & have).bit_count() + 1) / cells.bit_count() ** 2
    return value + extra + JOIN * loose_ends(sheet, mine, cell)


def loose_ends(sheet: Sheet, mine: Pad, cell: int) -> int:
    """How many rails beside the cell end at it."""
    pieces = dict((*sheet.printed, *mine.rails))
    stride = sheet.grid.stride
    beside = {"N": cell + stride, "S": cell - stride, "W": cell + 1, "E": cell - 1}
    return sum(edge in pieces.get(other, "") for edge, other in beside.items())


def rail_worth(sheet: Sheet, mine: Pad, move: Rail) -> float:
    """How long the route gets, closed ones first; a dead end is worth little."""
    pieces = dict((*sheet.printed, *mine.rails, *mine.drawn, (move.cell, move.piece)))
    mine_is_in = [route for route in routes(pieces, sheet.grid.stride) if move.cell in route.cells]
    route = mine_is_in[0]
    steps = {"N": -sheet.grid.stride, "S": sheet.grid.stride, "W": -1, "E": 1}
    ways = [move.cell + steps[edge] for edge in move.piece]
    free = sheet.numbered & ~(mine.crosses | mine.dice)
    onward = sum(way >= 0 and bool(free >> way & 1) for way in ways)
    return len(route.cells) * (3 if route.closed else 1) + 0.8 * onward
