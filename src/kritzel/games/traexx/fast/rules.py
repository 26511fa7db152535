"""The rules, compiled, in the order of the rulebook. Changes tables in place and trusts its callers.

The interface of every twin takes arrays of one record; helpers take the record (`s` sheet, `g` table).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled
from kritzel.fast.luck import CHANCE, DECISION, OVER, below, key
from kritzel.fast.records import Numbers, Record, Records, Seed, Words
from kritzel.games.traexx.fast.sheet import SheetRecord, check_starts
from kritzel.games.traexx.fast.state import NONE, STATE, TableRecord, TrackRecord

CARD = CHANCE
"""A kind of chance: what a table waits for, and part of the key of luck."""

MOST_MOVES = 13
"""Six neighbours at each of two ends, and done."""

LEAST_NUMBER, MOST_NUMBER = 2, 10
"""The numbers on a board."""
ROUND_THE_RING = 127
"""Bit mask of the 128 places in the ring of a line."""


# Lines ------------------------------------------------------------------------------------------------
@compiled
def cells_in(field: Words) -> Cells:
    return field[0], field[1]


@compiled
def whole_board(s: SheetRecord) -> Cells:
    cells = bits.NOTHING
    for colour in range(len(s["of_colour"])):
        cells = bits.union(cells, cells_in(s["of_colour"][colour]))
    return cells


@compiled
def store(field: Words, cells: Cells) -> None:
    field[0] = cells[0]
    field[1] = cells[1]


@compiled
def first_cell(track: TrackRecord) -> int:
    """One end of everything drawn so far."""
    return wide(track["line"][track["head"]])


@compiled
def last_cell(track: TrackRecord) -> int:
    """The other end of everything drawn so far."""
    return wide(track["line"][(track["head"] + track["length"] - 1) & ROUND_THE_RING])


@compiled
def growing_ends(track: TrackRecord) -> tuple[int, int]:
    """T3, T4: where the line may grow now (NONE: no second end); once it has grown, only from there."""
    one, other = first_cell(track), last_cell(track)
    if track["grown"] > 0:
        return (one if track["at_head"] else other), NONE
    return one, (other if other != one else NONE)


@compiled
def ways(s: SheetRecord, track: TrackRecord, end: int) -> Cells:
    """T2, T3: neighbours of an end that the rest of the card fits and that are not on the line."""
    if end == NONE:
        return bits.NOTHING
    return bits.both(cells_in(s["around"][end]), cells_in(track["open"]))


@compiled
def draw(s: SheetRecord, track: TrackRecord, end: int, to: int) -> None:
    """T2-T4: draw the line from its end to one more cell."""
    if track["grown"] == 0:
        track["at_head"] = 1 if end != last_cell(track) else 0
    if track["at_head"]:
        track["head"] = (track["head"] - 1) & ROUND_THE_RING
        track["line"][track["head"]] = to
    else:
        track["line"][(track["head"] + track["length"]) & ROUND_THE_RING] = to
    track["length"] += 1
    track["grown"] += 1
    use_symbol(s, track, to)


@compiled
def use_symbol(s: SheetRecord, track: TrackRecord, to: int) -> None:
    """T2, T3: the cell is taken, and a symbol of its colour used up."""
    cell, colour = bits.single(to), s["colour"][to]
    track["left"][colour] -= 1
    store(track["taken"], bits.union(cells_in(track["taken"]), cell))
    still_open = bits.minus(cells_in(track["open"]), cell)
    if track["left"][colour] == 0:
        still_open = bits.minus(still_open, cells_in(s["of_colour"][colour]))
    store(track["open"], still_open)


@compiled
def drawn_cell(track: TrackRecord, nth: int) -> int:
    """The nth cell drawn in this round, from 0."""
    back = track["grown"] - 1 - nth
    index = track["head"] + (back if track["at_head"] else track["length"] - 1 - back)
    return wide(track["line"][index & ROUND_THE_RING])


# The table --------------------------------------------------------------------------------------------
def blank(packed: Records, seats: int, boards: Sequence[int] = ()) -> Records:
    """T1: the table before the first card; `boards` names each seat's start, from 1 (empty: 1, 2, 3, 4)."""
    chosen = tuple(boards) or tuple(range(1, seats + 1))
    check_starts(int(packed[0]["start_count"]), seats, chosen)
    state = np.zeros(1, STATE)
    table = state[0]
    table["seats"], table["card"], table["left"] = seats, NONE, packed[0]["pack"]
    for seat, start in enumerate(chosen):
        track, cell = table["tracks"][seat], int(packed[0]["starts"][start - 1])
        track["start"], track["length"], track["line"][0] = start, 1, cell
        track["taken"] = bits.words(1 << cell)
    return state


@compiled
def restart(sheet: Records, state: Records) -> None:
    """T1: the same seats on the same starts, before the first card."""
    s, g = sheet[0], state[0]
    g["card"] = NONE
    g["seen_count"] = 0
    g["waiting"] = 0
    for kind in range(s["kinds"]):
        g["left"][kind] = s["pack"][kind]
    for seat in range(g["seats"]):
        track = g["tracks"][seat]
        cell = wide(s["starts"][track["start"] - 1])
        track["full"], track["half"], track["grown"], track["at_head"] = 0, 0, 0, 0
        track["head"], track["length"], track["line"][0] = 0, 1, cell
        store(track["taken"], bits.single(cell))


# Rounds -----------------------------------------------------------------------------------------------
@compiled
def turn_over(s: SheetRecord, g: TableRecord, kind: int) -> None:
    """T1, T2: the next card lies there, and all seats draw at the same time."""
    g["card"] = kind
    g["seen"][g["seen_count"]] = kind
    g["left"][kind] -= 1
    g["waiting"] = (1 << g["seats"]) - 1
    for seat in range(g["seats"]):
        deal(s, g["tracks"][seat], kind)


@compiled
def deal(s: SheetRecord, track: TrackRecord, kind: int) -> None:
    """T2: a seat may use each symbol of the card once, on cells that are not on its line."""
    for colour in range(len(track["left"])):
        track["left"][colour] = s["symbols"][kind, colour]
    store(track["open"], bits.minus(cells_in(s["of_card"][kind]), cells_in(track["taken"])))


@compiled
def finish(s: SheetRecord, g: TableRecord, seat: int) -> None:
    """T2: the seat is done; the last one settles the round."""
    g["waiting"] &= ~(1 << seat)
    if g["waiting"] == 0:
        settle(s, g)


@compiled
def settle(s: SheetRecord, g: TableRecord) -> None:
    """T5: what all drew counts at the same time."""
    reached = reached_before(g)
    for seat in range(g["seats"]):
        count_numbers(s, g["tracks"][seat], reached, g["seats"] == 1)
    g["seen_count"] += 1
    g["card"] = NONE


@compiled
def reached_before(g: TableRecord) -> int:
    """T5: the numbers that any seat has reached in a round before, bit n for the number n."""
    reached = 0
    for seat in range(g["seats"]):
        reached |= g["tracks"][seat]["full"] | g["tracks"][seat]["half"]
    return reached


@compiled
def count_numbers(s: SheetRecord, track: TrackRecord, reached: int, alone: bool) -> None:
    """T5: a number that no seat reached in a round before scores in full, any other half. T7 if alone."""
    for index in range(track["grown"]):
        number = wide(s["number"][drawn_cell(track, index)])
        if number:
            if is_late(track, number, reached, alone):
                track["half"] |= 1 << number
            else:
                track["full"] |= 1 << number
    track["grown"] = 0
    track["at_head"] = 0


@compiled
def is_late(track: Record, number: int, reached: int, alone: bool) -> bool:
    """T5, T7: some seat reached it in a round before; alone: a higher number was reached before.

    `track` is anything with the numbers a line has, in `full` and `half`.
    """
    if alone:
        return ((track["full"] | track["half"]) >> (number + 1)) != 0
    return (reached >> number) & 1 != 0


# The interface of every twin --------------------------------------------------------------------------
@compiled
def pending(sheet: Records, state: Records) -> int:
    """T1: what the table waits for: OVER, DECISION or CARD."""
    if state[0]["card"] != NONE:
        return DECISION
    return CARD if state[0]["seen_count"] < sheet[0]["rounds"] else OVER


@compiled
def deciding(sheet: Records, state: Records) -> int:
    """T2: the seats that may act now, as bits."""
    return wide(state[0]["waiting"])


@compiled
def legal(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    """T2-T4: writes all moves of a seat into `out`; returns how many (0 if the seat may not act)."""
    s, g = sheet[0], state[0]
    if (g["waiting"] >> seat) & 1 == 0:
        return 0
    track = g["tracks"][seat]
    count = 0
    for end in growing_ends(track):
        cells = ways(s, track, end)
        while not bits.is_empty(cells):
            out[count] = step_to(s, end, bits.first(cells))
            count += 1
            cells = bits.without_first(cells)
    out[count] = s["steps"]
    return count + 1


@compiled
def step_to(s: SheetRecord, end: int, to: int) -> int:
    step = wide(s["first_step"][end])
    while s["step_to"][step] != to:
        step += 1
    return step


@compiled
def allowed(sheet: Records, state: Records, seat: int, move: int) -> bool:
    """Whether the seat may do this now; any seat and any number may be asked about."""
    s, g = sheet[0], state[0]
    if not 0 <= seat < g["seats"] or not 0 <= move <= s["steps"] or (g["waiting"] >> seat) & 1 == 0:
        return False
    if move == s["steps"]:
        return True
    track, end = g["tracks"][seat], wide(s["step_from"][move])
    one, other = growing_ends(track)
    to = bits.single(wide(s["step_to"][move]))
    return end in (one, other) and not bits.is_empty(bits.both(to, cells_in(track["open"])))


@compiled
def apply(sheet: Records, state: Records, seat: int, move: int) -> None:
    """T2: the seat draws one step, or is done."""
    s, g = sheet[0], state[0]
    if move == s["steps"]:
        finish(s, g, seat)
    else:
        draw(s, g["tracks"][seat], wide(s["step_from"][move]), wide(s["step_to"][move]))


@compiled
def outcome(sheet: Records, state: Records, seed: Seed, out: Numbers) -> int:
    """T1: draws the card that this seed brings in this round into `out`; returns how many values (1)."""
    s, g = sheet[0], state[0]
    if pending(sheet, state) != CARD:
        return 0
    out[0] = next_card(s, g, np.uint64(seed))
    return 1


@compiled
def next_card(s: SheetRecord, g: TableRecord, seed: Seed) -> int:
    """T1: the kind of the card that this seed brings in this round."""
    seen = wide(g["seen_count"])
    index = below(key(seed, seen + 1, CARD, 0), 0, s["rounds"] - seen)
    kind = 0
    index -= g["left"][0]
    while index >= 0:
        kind += 1
        index -= g["left"][kind]
    return kind


@compiled
def reveal(sheet: Records, state: Records, brought: Numbers, n: int) -> None:
    """T1: the card is turned over."""
    turn_over(sheet[0], state[0], wide(brought[0]))
