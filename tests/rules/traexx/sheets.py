"""Small sheets of Träxx, drawn for its clause tests. Knows no rule."""

from __future__ import annotations

from kritzel.games.traexx import GAME

_HEAD = """
game = "traexx"
version = 1
"""

ROAD = GAME.notation.parse_sheet(
    _HEAD
    + """
id = "road"
board = '''
r3  y   b   g   a   y   o6
'''
starts = ["a2", "a3", "a5", "a6"]
cards = ["ygba", "ryba", "roga", "ooyg"]
""",
    "road",
)
"""One row, the 3 on its left end and the 6 on its right one. Start 1 is the yellow cell beside the 3."""

MEADOW = GAME.notation.parse_sheet(
    _HEAD
    + """
id = "meadow"
board = '''
    b   g8  y
  a   y   b   r
o   g   r   a   y7
  r   o   y   g
    b   a2  o5
'''
starts = ["b2", "c4", "d2", "b3"]
cards = ["ryyg", "roba", "ygba", "royg", "rrog"]
""",
    "meadow",
)
"""Nineteen cells. Around the centre c3: b2 b3 c2 c4 d2 d3. Start 1 is b2, 2 is c4, 3 is d2, 4 is b3."""

STRIPE = GAME.notation.parse_sheet(
    _HEAD
    + """
id = "stripe"
board = '''
r   r   r   r   r
'''
starts = ["a1", "a5"]
cards = ["rrog", "roga"]
""",
    "stripe",
)
"""Red only."""

LADDER = GAME.notation.parse_sheet(
    _HEAD
    + """
id = "ladder"
board = '''
g   o2  r5  y7  a10 b9  g8  o6  r3
  y   g   b   a   o   r   y   g   b   a4
'''
starts = ["a1", "b1"]
cards = ["roya", "royga", "rogb"]
""",
    "ladder",
)
"""All numbers: 2 5 7 10 9 8 6 3 one after the other in the upper row, the 4 far off in the lower one."""

ALONE = GAME.notation.parse_sheet(
    _HEAD
    + """
id = "alone"
board = '''
r10 o8  g   y4  b7  a5  r9
'''
starts = ["a3"]
cards = ["roy", "ybaa", "rrob", "rog"]
""",
    "alone",
)
"""For one seat: from the start a3 to the right 4, 7, 5, 9; to the left 8, 10."""
