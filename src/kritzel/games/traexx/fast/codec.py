"""Between the reference and the twin: moves as numbers, tables as records, and back. Plain Python.

Numbers of moves: every step from a cell to a neighbour, by the cell and then by the neighbour in reading
order; then done. A step has the same number at either end of the line. On the printed board steps are 0-311
and done is 312.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kritzel.fast.bits import MOST_CELLS, words
from kritzel.fast.records import Records
from kritzel.games.traexx.fast.rules import blank
from kritzel.games.traexx.fast.sheet import compact
from kritzel.games.traexx.fast.state import NONE, TableRecord, TrackRecord
from kritzel.games.traexx.sheet import COLOURS, DONE, Move, Sheet
from kritzel.games.traexx.state import Pad, State, cards_left, open_cells, symbols_left, taken_cells
from kritzel.mechanics.cells import gather

CACHED_SHEETS = 64


# Moves ------------------------------------------------------------------------------------------------
@lru_cache(CACHED_SHEETS)
def _numbered_moves(sheet: Sheet) -> tuple[tuple[Move, ...], dict[Move, int]]:
    moves: list[Move] = [step for cell in sheet.order for _, step in sheet.steps[cell]]
    moves.append(DONE)
    return tuple(moves), {move: number for number, move in enumerate(moves)}


def actions(packed: Records) -> int:
    return int(packed[0]["steps"]) + 1


def to_int(sheet: Sheet, move: Move) -> int:
    """The number of a move. ValueError for a step between cells that do not touch."""
    numbers = _numbered_moves(sheet)[1]
    if move not in numbers:
        raise ValueError(f"{move} is no step between neighbours of this board")
    return numbers[move]


def to_move(sheet: Sheet, number: int) -> Move:
    """The move of a number. ValueError if there is none."""
    moves = _numbered_moves(sheet)[0]
    if not 0 <= number < len(moves):
        raise ValueError(f"moves on this board are numbers from 0 to {len(moves) - 1}, not {number}")
    return moves[number]


# Tables -----------------------------------------------------------------------------------------------
def from_state(packed: Records, state: State) -> Records:
    record = blank(packed, len(state.pads), tuple(track.start for track in state.pads))
    table, seen = record[0], state.seen
    table["seen_count"], table["seen"][: len(seen)] = len(seen), seen
    if state.card is not None:
        seen = (*seen, state.card)
        table["card"], table["seen"][len(seen) - 1] = state.card, state.card
        table["waiting"] = gather(seat for seat, track in enumerate(state.pads) if not track.done)
    table["left"][: len(state.sheet.pack)] = cards_left(state.sheet, seen)
    for seat, track in enumerate(state.pads):
        _fill_track(table["tracks"][seat], state, track)
    return record


def _fill_track(record: TrackRecord, state: State, track: Pad) -> None:
    sheet, fresh = state.sheet, track.new[1:]
    at_head = bool(fresh) and track.new[0] != track.line[-1]
    line = (*fresh[::-1], *track.line) if at_head else (*track.line, *fresh)
    record["full"], record["half"] = track.full, track.half
    record["length"], record["grown"], record["at_head"] = len(line), len(fresh), at_head
    record["line"][: len(line)] = [sheet.order.index(cell) for cell in line]
    record["taken"] = words(compact(sheet, taken_cells(track)))
    if state.card is not None:
        card = sheet.cards[state.card]
        left = symbols_left(sheet, card, fresh)
        record["left"] = [min(left.count(colour), MOST_CELLS + 1) for colour in COLOURS]
        record["open"] = words(compact(sheet, open_cells(sheet, card, track)))


def to_state(sheet: Sheet, packed: Records, state: Records) -> State:
    table = state[0]
    seen = tuple(table["seen"][: table["seen_count"]].tolist())
    card = None if table["card"] == NONE else int(table["card"])
    tracks = [_track(sheet, table, seat) for seat in range(table["seats"])]
    return State(sheet, seen, card, tuple(tracks))


def _track(sheet: Sheet, table: TableRecord, seat: int) -> Pad:
    record = table["tracks"][seat]
    head = int(record["head"])
    length = int(record["length"])
    grown = int(record["grown"])
    ring = np.concatenate((record["line"], record["line"]))[head : head + length].tolist()
    cells = tuple(sheet.order[index] for index in ring)
    line, new = cells, ()
    if grown and record["at_head"]:
        line, new = cells[grown:], cells[grown::-1]
    elif grown:
        line, new = cells[:-grown], cells[-grown - 1 :]
    done = table["card"] != NONE and not int(table["waiting"]) >> seat & 1
    full, half = int(record["full"]), int(record["half"])
    return Pad(int(record["start"]), line, gather(line), full, half, new, bool(done))
