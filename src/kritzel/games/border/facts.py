"""The Border before anybody plays it."""

from __future__ import annotations

from kritzel.game import Facts, Text
from kritzel.games.border.material import SEAT_COUNTS, SLUG

FACTS = Facts(
    slug=SLUG,
    title=Text("The Border", "The Border"),
    about=Text("Umschließ Gebiete, bevor es die anderen tun.", "Enclose areas before the others do."),
    minutes=20,
    pad="#3C7A4E",
    seat_counts=SEAT_COUNTS,
    lines={"area": Text("Gebiet {}", "Area {}")},
    chances={"throw": Text("Farbwurf", "Throw")},
    reasons={"areas_enclosed": Text("Genug Gebiete sind umschlossen.", "Enough areas are enclosed.")},
    placings={
        "best_area": Text("mit den meisten Punkten für ein Gebiet", "by most points for a single area")
    },
)
