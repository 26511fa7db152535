"""What each thing on a sheet means, in one sentence with its clause, for somebody who asks. Knows prices."""

from __future__ import annotations

from kritzel import words
from kritzel.game import About, Text
from kritzel.games.dizzle.captions import LOOKS, OPEN_LOCKS
from kritzel.games.dizzle.material import Sheet

_LOST = [
    About(
        "mark",
        "exploded",
        "D20",
        Text(
            "Hier ist die Bombe explodiert: Das Feld ist verloren und zählt {bomb} Punkte.",
            "The bomb exploded here: the cell is lost and counts {bomb} points.",
        ),
    ),
    About(
        "mark",
        "lava",
        "D36",
        Text(
            "Lava: Hierher kommt kein Würfel mehr, und was durch dieses Feld geht, wird nicht mehr voll.",
            "Lava: no die goes here any more, and nothing that needs this cell can be completed.",
        ),
    ),
]
_SYMBOLS = {
    "b": (
        "D20",
        Text(
            "Bombe: Kreuzt du sie an, explodiert sie bei allen, die sie nicht angekreuzt haben.",
            "Bomb: if you cross it, it explodes for everybody who has not crossed it.",
        ),
    ),
    "f1": (
        "D21",
        Text(
            "Fahne: Wer zuerst hier ankommt, bekommt am meisten, wer später kommt, weniger ({flags}).",
            "Flag: whoever gets here first earns most, later ones earn less ({flags}).",
        ),
    ),
    "h": (
        "D30",
        Text(
            "Häufchen: Kreuzt du es an, zählt es {heap} Punkte.",
            "Heap: if you cross it, it counts {heap} points.",
        ),
    ),
    "r": (
        "D22",
        Text(
            "Rakete: Kreuzt du sie an, kreuzt du sofort auch einen Planeten deiner Wahl an.",
            "Rocket: if you cross it, you also cross a planet of your choice right away.",
        ),
    ),
    "o": (
        "D22",
        Text(
            "Planet: Du kreuzt ihn mit einer Rakete an, oder mit einem Würfel, wenn eine Zahl darauf steht.",
            "Planet: you cross it with a rocket; if it shows a number, a die can do it too.",
        ),
    ),
    "s": (
        "D40",
        Text(
            "Haltestelle: Sie zählt ihre Punkte nur auf einer geschlossenen Strecke, einem Kreis.",
            "Station: it only scores its points on a closed route, a loop.",
        ),
    ),
    "v": (
        "D35",
        Text(
            "Vulkan: Von hier fließt in jedem Durchgang Lava auf ein Feld mit der gewürfelten Zahl.",
            "Volcano: in every pass lava flows from here onto a cell with the number rolled.",
        ),
    ),
}
_KEY = Text(
    "Schlüssel: Ist er angekreuzt, sind die Schlösser seiner Farbe ab dem nächsten Durchgang offen.",
    "Key: once it is crossed, the locks of its colour are open from the next pass on.",
)
_LOCK = Text(
    "Schloss: Erst musst du den Schlüssel dieser Farbe ankreuzen, in einem früheren Durchgang.",
    "Lock: first cross the key of this colour, in an earlier pass.",
)
_OPEN = Text("Offenes Schloss: Den Schlüssel hast du schon.", "Open lock: you have its key already.")
_GEM = Text("Edelstein: Angekreuzt zählt er {points}.", "Gem: crossed, it counts {points}.")
_PUZZLE = Text(
    "Puzzle: Sind alle Teile dieser Farbe angekreuzt, zählt es {points}.",
    "Puzzle: once all pieces of this colour are crossed, it counts {points}.",
)
_CELLS = [
    About(
        "mark",
        "die",
        "D19",
        Text(
            "Dein Würfel: Nach dem Durchgang wird daraus ein Kreuz.",
            "Your die: after the pass it turns into a cross.",
        ),
    ),
    About(
        "mark",
        "start",
        "D7",
        Text(
            "Startkreuz: Daneben darf der erste Würfel eines Durchgangs liegen.",
            "Start cross: the first die of a pass may lie next to it.",
        ),
    ),
    About(
        "mark",
        "printed",
        "D40",
        Text(
            "Gedruckte Schiene: Sie gehört für alle zu den Strecken.",
            "Printed rail: it belongs to everybody's routes.",
        ),
    ),
    About(
        "mark",
        "rail",
        "D39",
        Text(
            "Deine Schiene: Jedes Feld einer Strecke zählt 1 Punkt, einer geschlossenen 2 oder 3.",
            "Your rail: each cell of a route counts 1 point, of a closed one 2 or 3.",
        ),
    ),
    About(
        "mark",
        "cross",
        "D7",
        Text(
            "Dein Kreuz: Daneben darf der erste Würfel eines Durchgangs liegen.",
            "Your cross: the first die of a pass may lie next to it.",
        ),
    ),
    About(
        "cell",
        "number",
        "D5",
        Text(
            "Hierher passt ein Würfel mit dieser Zahl, neben einem deiner Kreuze oder Würfel.",
            "A die of this number fits here, next to one of your crosses or dice.",
        ),
    ),
]
_TAGS = {
    "row": (
        "D27",
        Text(
            "Pfeil: Ist jedes Feld dieser Reihe angekreuzt, bekommst du diese Punkte.",
            "Arrow: once every cell of this row is crossed, you get these points.",
        ),
    ),
    "column": (
        "D27",
        Text(
            "Pfeil: Ist jedes Feld dieser Spalte angekreuzt, bekommst du diese Punkte.",
            "Arrow: once every cell of this column is crossed, you get these points.",
        ),
    ),
    "area": (
        "D29",
        Text(
            "Bereich: Ist jedes Feld im dicken Rahmen angekreuzt, bekommst du diese Punkte.",
            "Area: once every cell inside the thick frame is crossed, you get these points.",
        ),
    ),
}
_BOXES = {
    "gems": ("D26", Text("Punkte für angekreuzte Edelsteine.", "Points for crossed gems.")),
    "arrows": (
        "D27",
        Text(
            "So viele Reihen und Spalten mit Pfeil hast du voll, und so viele gibt es.",
            "How many rows and columns with an arrow you have filled, and how many there are.",
        ),
    ),
    "puzzles": (
        "D28",
        Text(
            "Puzzle: Wie viele Teile du hast, wie viele es gibt und was das ganze zählt.",
            "Puzzle: how many pieces you have, how many there are, and what the whole counts.",
        ),
    ),
    "areas": (
        "D29",
        Text(
            "So viele Bereiche hast du voll, und so viele gibt es.",
            "How many areas you have filled, and how many there are.",
        ),
    ),
    "flags": (
        "D21",
        Text(
            "Was es für die Fahne noch gibt: Gestrichene Werte sind schon vergeben.",
            "What the flag is still worth: values struck out are taken.",
        ),
    ),
    "heaps": ("D30", Text("Angekreuzte Häufchen kosten Punkte.", "Crossed heaps cost points.")),
    "bombs": (
        "D31",
        Text(
            "Bomben: Explodierte kosten Punkte; spielst du allein, zählt jede angekreuzte 2.",
            "Bombs: exploded ones cost points; if you play alone, each crossed one counts 2.",
        ),
    ),
    "routes": (
        "D39",
        Text(
            "Strecken: So viele deiner Strecken sind geschlossen, und so viele hast du.",
            "Routes: how many of your routes are closed, and how many you have.",
        ),
    ),
    "stations": (
        "D40",
        Text(
            "So viele Haltestellen liegen auf deinen geschlossenen Strecken, und so viele gibt es.",
            "How many stations are on your closed routes, and how many there are.",
        ),
    ),
}
_DICE = {
    "fits": ("D5", Text("Dieser Würfel passt auf ein helles Feld.", "This die fits onto a bright cell.")),
    "removed": (
        "D33",
        Text(
            "Diesen Würfel haben die Extrawürfel weggenommen, bis der Durchgang vorbei ist.",
            "The extra dice took this die away until the pass is over.",
        ),
    ),
    "free": ("D8", Text("Dieser Würfel passt gerade nirgends.", "This die doesn't fit anywhere right now.")),
}


def explain(sheet: Sheet) -> list[About]:
    """All that can be asked about on this sheet; what stands first counts first where several fit."""
    there = {symbol for symbol in sheet.symbol if symbol}
    prices = {"bomb": sheet.bomb, "heap": sheet.heap, "flags": _values(sheet)}
    lost = [each._replace(text=each.text.filled(**prices)) for each in _LOST]
    tags = [About("tag", name, *what) for name, what in _TAGS.items()]
    boxes = [About("box", name, *what) for name, what in _BOXES.items()]
    dice = [About("token", name, *what) for name, what in _DICE.items()]
    return [*lost, *_icons(sheet, there, prices), *_CELLS, *tags, *boxes, *dice]


def _icons(sheet: Sheet, there: set[str], prices: dict[str, object]) -> list[About]:
    found = [About("icon", OPEN_LOCKS[lock], "D24", _OPEN) for lock in OPEN_LOCKS if lock in there]
    for symbol, look in LOOKS.items():
        if symbol in there or any(other[:1] == symbol for other in there):
            clause, text = _of(sheet, symbol)
            found.append(About("icon", look.icon, clause, text.filled(**prices)))
    return found


def _of(sheet: Sheet, symbol: str) -> tuple[str, Text]:
    if symbol[0] == "g":
        points = next(gem.points for gem in sheet.gems if gem.name == symbol)
        return "D26", _GEM.filled(points=words.counted_points(points))
    if symbol[0] == "p":
        points = next(puzzle.points for puzzle in sheet.puzzles if puzzle.name == symbol[1])
        return "D28", _PUZZLE.filled(points=words.counted_points(points))
    if symbol[0] in "kl":
        return "D24", _KEY if symbol[0] == "k" else _LOCK
    return _SYMBOLS["f1" if symbol == "f2" else symbol]


def _values(sheet: Sheet) -> str:
    return ", ".join(str(points) for points in sheet.flags[0].points) if sheet.flags else ""
