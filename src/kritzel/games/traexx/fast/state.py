"""A table as one record: what is stored where. No rules."""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import MOST_CELLS
from kritzel.fast.records import Record
from kritzel.games.traexx.fast.sheet import MOST_CARDS
from kritzel.games.traexx.sheet import COLOURS, SEAT_COUNTS

MOST_SEATS = SEAT_COUNTS[-1]
NONE = -1
"""No cell, no card."""

TRACK = np.dtype(
    [
        ("taken", "u8", 2),
        ("open", "u8", 2),
        ("left", "i2", len(COLOURS)),
        ("full", "i2"),
        ("half", "i2"),
        ("start", "i2"),
        ("head", "i2"),
        ("length", "i2"),
        ("grown", "i2"),
        ("at_head", "i2"),
        ("line", "i1", MOST_CELLS),
    ],
    align=True,
)
"""One seat's line: a ring that begins at `head`; the last `grown` cells, drawn in this round, are in it.

They lie before the settled line if `at_head`, else behind it. `open` are the cells that the rest of the card
(`left`, per colour) could still take, wherever they lie; it is undefined while no card lies there.
"""


class TrackRecord(Record):
    """One of TRACK."""


STATE = np.dtype(
    [
        ("tracks", TRACK, MOST_SEATS),
        ("seats", "i2"),
        ("card", "i2"),
        ("seen_count", "i2"),
        ("waiting", "i2"),
        ("left", "i2", MOST_CARDS),
        ("seen", "i1", MOST_CARDS),
    ],
    align=True,
)
"""The table: `card` is that of this round (NONE: not drawn), `waiting` has a bit for each seat that may act,
`left` counts the cards in the pack by kind. The round is `seen_count + 1`.
"""


class TableRecord(Record):
    """One of STATE."""
