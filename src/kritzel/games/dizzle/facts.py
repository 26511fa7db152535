"""Dizzle before anybody plays it."""

from __future__ import annotations

from kritzel.game import Facts, Text
from kritzel.games.dizzle.material import SEAT_COUNTS, SLUG

FACTS = Facts(
    slug=SLUG,
    title=Text("Dizzle", "Dizzle"),
    about=Text("Leg Würfel in einer Kette, pass auf die Bomben auf.", "Lay dice in a chain, mind the bombs."),
    minutes=25,
    pad="#C98A00",
    seat_counts=SEAT_COUNTS,
)
