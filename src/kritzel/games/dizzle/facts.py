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
    lines={
        "gems": Text("Edelsteine", "Gems"),
        "arrows": Text("Reihen und Spalten", "Rows and columns"),
        "puzzles": Text("Puzzles", "Puzzles"),
        "areas": Text("Bereiche", "Areas"),
        "flags": Text("Fahnen", "Flags"),
        "heaps": Text("Häufchen", "Heaps"),
        "bombs": Text("Bomben", "Bombs"),
        "routes": Text("Strecken", "Routes"),
        "stations": Text("Haltestellen", "Stations"),
    },
    chances={
        "volcano": Text("Vulkan", "Volcano"),
        "roll": Text("Wurf", "Roll"),
        "reroll": Text("Neuer Wurf", "Re-roll"),
        "remove": Text("Extrawürfel", "Extra dice"),
    },
    reasons={
        "last_round": Text("Die letzte Runde ist gespielt.", "The last round has been played."),
        "full_sheet": Text("Ein Blatt ist voll.", "A sheet is full."),
    },
    placings={"crosses": Text("mit weniger Kreuzen", "by fewer crosses")},
    titles=(
        Text("Goldener Bleistift", "Golden pencil"),
        Text("Frisch gespitzt", "Freshly sharpened"),
        Text("Ruhige Hand", "Steady hand"),
        Text("Sauberer Strich", "Clean stroke"),
        Text("Randkritzelei", "Margin doodle"),
        Text("Mine abgebrochen", "Broken lead"),
        Text("Nur radiert", "Eraser only"),
    ),
    signs={
        "1": ("gem3", "red"),
        "2": ("keyc", "blue"),
        "3": ("rocket", "red"),
        "4": ("planet", "violet"),
        "5": ("locks", "green"),
        "6": ("area", "text"),
        "7": ("volcano", "red"),
        "8": ("rails", "teal"),
    },
)
