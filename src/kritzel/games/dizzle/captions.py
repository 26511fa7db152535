"""What a sheet's parts are called in pictures and by screen readers. Knows words, no places and no rules."""

from __future__ import annotations

from typing import NamedTuple

from kritzel import words
from kritzel.game import Text
from kritzel.games.dizzle.facts import FACTS
from kritzel.games.dizzle.material import Sheet


class Look(NamedTuple):
    """How a symbol of a sheet file is drawn and what it is called."""

    icon: str
    tint: str
    text: Text


LOOKS = {
    "g1": Look("gem1", "amber", Text("dreieckiger Edelstein", "triangular gem")),
    "g2": Look("gem2", "green", Text("viereckiger Edelstein", "square gem")),
    "g3": Look("gem3", "red", Text("Brillant", "brilliant gem")),
    "pa": Look("puzA", "violet", Text("Puzzleteil a", "piece of puzzle a")),
    "pb": Look("puzB", "teal", Text("Puzzleteil b", "piece of puzzle b")),
    "kc": Look("keyc", "red", Text("roter Schlüssel", "red key")),
    "kt": Look("keyt", "blue", Text("blauer Schlüssel", "blue key")),
    "ks": Look("keys", "green", Text("grüner Schlüssel", "green key")),
    "lc": Look("lockc", "red", Text("rotes Schloss", "red lock")),
    "lt": Look("lockt", "blue", Text("blaues Schloss", "blue lock")),
    "ls": Look("locks", "green", Text("grünes Schloss", "green lock")),
    "b": Look("bomb", "text", Text("Bombe", "bomb")),
    "f1": Look("flag", "blue", Text("Fahne", "flag")),
    "f2": Look("flag", "amber", Text("zweite Fahne", "second flag")),
    "h": Look("heap", "brown", Text("Häufchen", "heap")),
    "r": Look("rocket", "red", Text("Rakete", "rocket")),
    "o": Look("planet", "violet", Text("Planet", "planet")),
    "s": Look("station", "teal", Text("Haltestelle", "station")),
    "v": Look("volcano", "red", Text("Vulkan", "volcano")),
}
OPEN_LOCKS = {"lc": "openc", "lt": "opent", "ls": "opens"}

MARKS = {
    "start": Text("Startkreuz", "start cross"),
    "cross": Text("angekreuzt", "crossed"),
    "exploded": Text("explodiert", "exploded"),
    "lava": Text("Lava", "lava"),
    "locked": Text("zu", "locked"),
    "open": Text("frei, der Würfel dazu fehlt", "free, the die for it is missing"),
    "pick": Text("gewählt", "chosen"),
    "printed": Text("gedruckte Schiene", "printed rail"),
    "rail": Text("Schiene", "rail"),
}
LEGAL = {
    "Take": Text("ein Würfel passt", "a die fits"),
    "Back": Text("dieser Würfel kann zurück", "this die may go back"),
    "Lava": Text("hierhin kann Lava fließen", "lava may flow here"),
    "Planet": Text("hier kann die Rakete landen", "the rocket may land here"),
    "Rail": Text("hier fehlt eine Schiene", "a rail is to be drawn here"),
}
PIECES = {
    "NS": Text("Gerade oben-unten", "straight top-bottom"),
    "EW": Text("Gerade links-rechts", "straight left-right"),
    "NE": Text("Kurve oben-rechts", "curve top-right"),
    "NW": Text("Kurve oben-links", "curve top-left"),
    "SE": Text("Kurve unten-rechts", "curve bottom-right"),
    "SW": Text("Kurve unten-links", "curve bottom-left"),
}
"""Pieces of rail, by the edges they join."""
DIE = Text("dein Würfel {n}", "your die {n}")
UNLOCKED = Text("offen", "open")
LINES = {**FACTS.lines, "puzzles": Text("Puzzle", "Puzzle"), "flags": Text("Fahne", "Flag")}
"""Boxes of the score strip: one per puzzle and flag."""

TAGS = {
    "row": Text("Reihe {name}: {points} {word}", "Row {name}: {points} {word}"),
    "column": Text("Spalte {name}: {points} {word}", "Column {name}: {points} {word}"),
    "area": Text("Bereich {name}: {points} {word}", "Area {name}: {points} {word}"),
}
FATES = {
    "open": Text("", ""),
    "won": Text("geschafft", "done"),
    "lost": Text("nicht mehr möglich", "no longer possible"),
}
TITLE = Text("Dizzle · {title}", "Dizzle · {title}")
OVER = Text("Vorbei nach {n} Durchgängen", "Over after {n} passes")
YOURS = Text("Du bist dran", "Your turn")
OUT = Text("Du bist raus", "You're out")
OTHERS = Text("Andere sind dran", "Others are playing")
ROLLING = Text("Es wird gewürfelt", "Dice are rolled")
POOL = Text("Würfel in der Mitte", "Dice in the pool")
FLOWING = Text("Der Vulkan zeigt {n}", "The volcano shows {n}")


def tag_text(kind: str, name: str, points: int) -> Text:
    """What a row, column or area is called, with its points."""
    return TAGS[kind].filled(name=name, points=points, word=words.points(points))


def symbol_text(sheet: Sheet, symbol: str) -> Text:
    """What a symbol is called, with its points where they are printed."""
    look = LOOKS.get(symbol) or LOOKS[symbol[0]]
    points = next((gem.points for gem in sheet.gems if gem.name == symbol), 0)
    if symbol[0] == "s":
        points = int(symbol[1:])
    return look.text.then(words.counted_points(points), ", ") if points else look.text
