"""Sizes of all that is drawn on a sheet, in points of its natural size (for pages: tools/page_drawing.py)."""

from __future__ import annotations

INSETS = {
    "lgl": (1.6, 2.0),
    "opn": (4.5, 9.0),
    "pick": (3.0, 6.0),
    "lg1": (6.5, 5.0),
    "lg2": (1.6, 2.0),
    "op2": (5.5, 9.0),
}
"""Frames inside of a square cell: how far from its edge, and how round."""
PRINTS = {
    "icon": (0.0, 0.0, 42.0),
    "number": (0.0, 0.0, 27.5),
    "small_icon": (9.0, 9.0, 35.0),
    "small_number": (-16.0, -13.5, 22.5),
    "signed_icon": (0.0, 14.0, 12.0),
    "signed_number": (0.0, -5.0, 23.0),
}
"""What is printed on a square, alone or (small) both together: how far from its centre, and how large.

On a coloured square (signed) the shape of its colour stands below the number."""
CROSSES = {"square": 18.5, "pointy": 19.0, "flat": 19.0}
"""How far a cross reaches."""
START_RING = 25.5
DIE = 44.0
DIE_TILT = 6.0
BADGE = {"shift": 19.0, "radius": 12.0, "icon": 18.0}
"""A special under a die peeks out at the corner."""
BURST = 44.0
NOTE = {"x": 18.5, "y": -19.0, "width": 19.0, "height": 18.0, "round": 6.0, "digits": 11.0}
"""The small number in a corner, on its pill."""
WAVES = "".join(f"m{x:g} {y:g}c8.5-9 17.5 9 26 0s17.5 9 26 0" for x, y in ((-26, -13), (-52, 15), (-52, 15)))
"""Lava over a square, from its centre."""

HEXAGONS = {"hatch": 0.96, "veil": 0.94, "lg1": 0.83, "lg2": 0.95, "op2": 0.84, "pick": 0.86}
"""Hexagons inside of a hexagon: how large."""
GROUNDS = {"pointy": 0.98, "flat": 1.0}
SIGN, SMALL_SIGN = (0.0, 30.0), (24.0, 14.0)
"""The shape of a hexagon's colour, alone or below a number: how far below the centre, and how large."""
DISC = {"radius": 20.88, "lift": 4.5, "digits": 22.0}
"""The number of a hexagon; off the line it is lifted, to make room for the shape below it."""
HALF = {"x": 18.0, "y": 17.0, "radius": 11.5, "text": 6.0}
"""The badge of a number that counts half."""
ENDS = {"ring": 26.88, "bare_ring": 17.0, "end": 10.5, "rest": 8.0, "origin": 19.0, "round": 3.0}
"""The ends of a drawn line."""
LAST = 33.0
"""The loop around the last move."""

DIE_BODY = {"round": 0.22, "step": 0.26, "pip": 0.095}
"""Shares of the width of a die: its corners, the way between two pips, and a pip."""
NUMERAL = {"step": 12.2, "gap": 2.2, "height": 14.0, "wide": 12.0, "high": 16.0}
"""One-stroke numerals: from one to the next, the gap at its end, their height, and their box."""
