"""What Dizzle says: its facts, moves and outcomes, what happened to a sheet, what each symbol means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kritzel.game import LANGUAGES, About, Clock, Description, Facts, Happening, Outcome, Seat, Text
from kritzel.games.dizzle.rules import removed_dice
from kritzel.games.dizzle.sheet import (
    FACES,
    SEAT_COUNTS,
    SLUG,
    Back,
    Lava,
    Move,
    Out,
    Planet,
    Rail,
    Reroll,
    Sheet,
    Take,
    passes,
)
from kritzel.games.dizzle.state import FLOW, PLACE, PLANETS, RAILS, REMOVE, REROLLED, State, view
from kritzel.mechanics.cells import each
from kritzel.words import counted_points, with_faces

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
    gains={
        "fills": Text("volle Reihen, Puzzles und Bereiche", "full rows, puzzles and areas"),
        "flag": Text("Fahnen", "flags"),
        "keeps": Text("was noch voll werden kann", "what can still be filled"),
        "key": Text("Schlüssel", "keys"),
        "reroll": Text("Neu würfeln oder nicht", "re-rolling or not"),
        "goes_on": Text("noch ein passender Würfel", "one more die that fits"),
        "leaves": Text("was anderen bleibt", "what is left for others"),
        "bomb": Text("Bomben", "bombs"),
        "brings": Text("Punkte sofort", "points at once"),
        "nears": Text("fast volle Reihen, Puzzles und Bereiche", "almost full rows, puzzles and areas"),
        "rare": Text("seltene Würfel", "rare dice"),
        "rocket": Text("Raketen", "rockets"),
        "more_fit": Text("mehr passende Würfel", "more dice that fit"),
        "room": Text("Platz", "room"),
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


# Names ---------------------------------------------------------------------------------------------
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
PIECE_NAMES = {
    "NS": Text("Gerade oben-unten", "straight top-bottom"),
    "EW": Text("Gerade links-rechts", "straight left-right"),
    "NE": Text("Kurve oben-rechts", "curve top-right"),
    "NW": Text("Kurve oben-links", "curve top-left"),
    "SE": Text("Kurve unten-rechts", "curve bottom-right"),
    "SW": Text("Kurve unten-links", "curve bottom-left"),
}
"""Pieces of rail, by the edges they join."""
FLOWING = Text("Der Vulkan zeigt {n}", "The volcano shows {n}")

# Moves, outcomes and questions ---------------------------------------------------------------------
TAKE = Text("{number} auf {cell} legen", "place {number} on {cell}")
RAIL = Text("{piece} auf {cell}", "{piece} on {cell}")
ALONE = {
    Reroll: Description("reroll", Text("neu würfeln", "re-roll"), clauses=("D12", "D13")),
    Out: Description("out", Text("aussteigen", "drop out"), clauses=("D15",)),
}
ON_A_CELL = {
    Back: Description("back", Text("den Würfel von {cell} zurückgeben", "give the die on {cell} back")),
    Lava: Description("lava", Text("{cell} wird Lava", "turn {cell} into lava")),
    Planet: Description("planet", Text("Planet {cell} ankreuzen", "cross planet {cell}")),
}
PASS = Text("Durchgang {n} von {of}", "Pass {n} of {of}")
NO_QUESTION = Text("", "")
QUESTIONS = {
    PLACE: Text("Nimm einen Würfel und leg ihn auf dein Blatt.", "Take a die and put it on your sheet."),
    REROLLED: Text(
        "Neu gewürfelt: Leg einen Würfel oder gib einen zurück.", "Re-rolled: place a die, or give one back."
    ),
    FLOW: Text(
        "Lava: Wähl eine {n} neben dem Vulkan oder neben Lava.",
        "Lava: pick a {n} next to the volcano or next to lava.",
    ),
    PLANETS: Text("Rakete: Wähl einen Planeten.", "Rocket: pick a planet."),
    RAILS: Text("Zeichne deine Schienen.", "Draw your rails."),
}
"""What the seats are asked for, by phase; `n` is the number of the volcano's die."""


def whole_move(state: State, seat: Seat, move: Move) -> bool:
    """One die is one move, and so is a re-roll; planets, lava and rails of a pass are chosen together."""
    return isinstance(move, Take | Back | Reroll | Out)


def say_move(sheet: Sheet, move: Move) -> Description:
    if isinstance(move, Reroll | Out):
        return ALONE[type(move)]
    cell = sheet.name(move.cell)
    if isinstance(move, Take):
        return Description("take", TAKE.filled(number=move.number, cell=cell), cell, die=move.number)
    if isinstance(move, Rail):
        return Description(
            "rail", RAIL.filled(piece=PIECE_NAMES[move.piece], cell=cell), cell, piece=move.piece
        )
    said = ON_A_CELL[type(move)]
    return said._replace(words=said.words.filled(cell=cell), cell=cell)


def say_outcome(state: State, outcome: Outcome) -> Description:
    return with_faces(state.phase, FACTS.chance(state.phase), [str(face) for face in outcome])


def question(state: State) -> Text:
    asked = QUESTIONS.get(state.phase, NO_QUESTION)
    return asked.filled(n=state.shown) if state.phase == FLOW else asked


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    """Sentences that come again and again at a table with this many seats."""
    flowing = [text.filled(n=n) for n in FACES for text in (QUESTIONS[FLOW], FLOWING)]
    asked = [text for phase, text in QUESTIONS.items() if phase != FLOW]
    of = passes(seats)
    return [*asked, *flowing, *[Clock.counted(PASS, n, of).words for n in range(1, of + 1)]]


def clock(state: State) -> Clock:
    return Clock.counted(PASS, state.pass_no, passes(len(state.pads)))


# What happened -------------------------------------------------------------------------------------
EXPLODED = Text(
    "Die Bombe auf {cell} geht hoch: {by} war zuerst da.",
    "The bomb on {cell} blows up: {by} was there first.",
)
EXPLODED_MANY = Text(
    "Die Bombe auf {cell} geht hoch: {by} waren zuerst da.",
    "The bomb on {cell} blows up: {by} were there first.",
)
EXPLODED_YOURS = Text(
    "{by} war an der Bombe auf {cell}. Deine ist hoch.", "{by} reached the bomb on {cell}. Yours blew up."
)
EXPLODED_YOURS_MANY = Text(
    "{by} waren an der Bombe auf {cell}. Deine ist hoch.", "{by} reached the bomb on {cell}. Yours blew up."
)
FLAG_REACHED = Text("Fahne auf {cell} erreicht: {points}.", "Flag on {cell} reached: {points}.")
FLAG_LATER = Text(
    "Fahne auf {cell} erreicht: {points}. {by} war zuerst da.",
    "Flag on {cell} reached: {points}. {by} was there first.",
)
FLAG_LATER_MANY = Text(
    "Fahne auf {cell} erreicht: {points}. {by} waren zuerst da.",
    "Flag on {cell} reached: {points}. {by} were there first.",
)
DICE_REMOVED = Text(
    "Die Extrawürfel {extra} nehmen {gone} aus der Mitte.",
    "The extra dice {extra} take {gone} out of the pool.",
)
AND = Text(" und ", " and ")
ONE_DIE = Text("eine {n}", "a {n}")
TWO_DICE = Text("zwei {n}er", "two {n}s")
NO_DICE = Text("nichts", "nothing")
OUT_OF_PASS = Text(
    "Keine Zahl könnte noch passen: raus, die Würfel bleiben liegen.",
    "No number could fit any more: out, the dice stay.",
)
OUT_OF_PASS_YOURS = Text(
    "Für dich geht nichts mehr. Du bist raus, die Würfel bleiben.",
    "Nothing can fit. You're out, your dice stay.",
)


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """What came to each seat: bombs (D20), flags (D21), dropping out (D16), dice removed (D33).

    Choices that are not settled stay hidden (D23).
    """
    taken = [_removal(before.pool, outcome)] if before.phase == REMOVE and outcome else []
    return taken + ([] if before.pads is after.pads else _pad_happenings(before, after))


def _pad_happenings(before: State, after: State) -> list[Happening]:
    old, new = view(before, None), view(after, None)
    found: list[Happening] = []
    for seat, (was, now) in enumerate(zip(old.pads, new.pads, strict=True)):
        if now.lost != was.lost:
            found += _explosions(old, new, seat)
        if now.flags != was.flags:
            found += _flags_reached(old, new, seat)
        if now.out and not was.out and not (old.phase == PLACE and old.turn == seat):
            found.append(Happening(seat, "out", "D16", "", OUT_OF_PASS, OUT_OF_PASS_YOURS))
    return found


def _removal(pool: tuple[int, ...], extra: Outcome) -> Happening:
    """D33: what the extra dice take out of the middle, in a solo game."""
    gone = Counter(removed_dice(pool, extra))
    some = [(ONE_DIE if gone[n] == 1 else TWO_DICE).filled(n=n) for n in sorted(gone)]
    text = DICE_REMOVED.filled(extra=_join([Text(str(n), str(n)) for n in extra]), gone=_join(some))
    return Happening(0, "removed", "D33", "", text)


def _join(some: list[Text]) -> Text:
    joined = [AND.say(lang).join([each.say(lang) for each in some]) for lang in LANGUAGES]
    return Text(*joined) if some else NO_DICE


def _explosions(old: State, new: State, seat: Seat) -> Iterator[Happening]:
    for cell in each(new.pads[seat].lost & ~old.pads[seat].lost):
        both = zip(old.pads, new.pads, strict=True)
        by = tuple(nth for nth, (was, now) in enumerate(both) if (now.crosses & ~was.crosses) >> cell & 1)
        text, yours = (EXPLODED, EXPLODED_YOURS) if len(by) == 1 else (EXPLODED_MANY, EXPLODED_YOURS_MANY)
        name = old.sheet.name(cell)
        yield Happening(seat, "exploded", "D20", name, _fill(text, name), _fill(yours, name), by)


def _flags_reached(old: State, new: State, seat: Seat) -> Iterator[Happening]:
    was, now = old.pads[seat], new.pads[seat]
    for nth, flag in enumerate(old.sheet.flags):
        if now.flags[nth] != was.flags[nth]:
            by = tuple(other for other, mine in enumerate(old.pads) if mine.flags[nth] is not None)
            text = FLAG_REACHED if not by else FLAG_LATER if len(by) == 1 else FLAG_LATER_MANY
            cell, *_ = each(flag.cells & now.crosses & ~was.crosses)
            name = old.sheet.name(cell)
            yield Happening(seat, "flag", "D21", name, _fill(text, name, now.flags[nth] or 0), by=by)


def _fill(text: Text, cell: str, n: int = 0) -> Text:
    """The sentence with its cell and points; the names of players are filled in later."""
    return text.filled(cell=cell, points=counted_points(n), by="{by}")


# What things on a sheet mean: kind, name and clause -------------------------------------------------
_SPOILT = {
    ("mark", "exploded", "D20"): Text(
        "Hier ist die Bombe explodiert: Das Feld ist verloren und zählt {bomb} Punkte.",
        "The bomb exploded here: the cell is lost and counts {bomb} points.",
    ),
    ("mark", "lava", "D36"): Text(
        "Lava: Hierher kommt kein Würfel mehr, und was durch dieses Feld geht, wird nicht mehr voll.",
        "Lava: no die goes here any more, and nothing that needs this cell can be completed.",
    ),
}
_EXPLAINED = {
    ("mark", "die", "D19"): Text(
        "Dein Würfel: Nach dem Durchgang wird daraus ein Kreuz.",
        "Your die: after the pass it turns into a cross.",
    ),
    ("mark", "start", "D7"): Text(
        "Startkreuz: Daneben darf der erste Würfel eines Durchgangs liegen.",
        "Start cross: the first die of a pass may lie next to it.",
    ),
    ("mark", "printed", "D40"): Text(
        "Gedruckte Schiene: Sie gehört für alle zu den Strecken.",
        "Printed rail: it belongs to everybody's routes.",
    ),
    ("mark", "rail", "D39"): Text(
        "Deine Schiene: Jedes Feld einer Strecke zählt 1 Punkt, einer geschlossenen 2 oder 3.",
        "Your rail: each cell of a route counts 1 point, of a closed one 2 or 3.",
    ),
    ("mark", "cross", "D7"): Text(
        "Dein Kreuz: Daneben darf der erste Würfel eines Durchgangs liegen.",
        "Your cross: the first die of a pass may lie next to it.",
    ),
    ("cell", "number", "D5"): Text(
        "Hierher passt ein Würfel mit dieser Zahl, neben einem deiner Kreuze oder Würfel.",
        "A die of this number fits here, next to one of your crosses or dice.",
    ),
    ("tag", "row", "D27"): Text(
        "Pfeil: Ist jedes Feld dieser Reihe angekreuzt, bekommst du diese Punkte.",
        "Arrow: once every cell of this row is crossed, you get these points.",
    ),
    ("tag", "column", "D27"): Text(
        "Pfeil: Ist jedes Feld dieser Spalte angekreuzt, bekommst du diese Punkte.",
        "Arrow: once every cell of this column is crossed, you get these points.",
    ),
    ("tag", "area", "D29"): Text(
        "Bereich: Ist jedes Feld im dicken Rahmen angekreuzt, bekommst du diese Punkte.",
        "Area: once every cell inside the thick frame is crossed, you get these points.",
    ),
    ("box", "gems", "D26"): Text("Punkte für angekreuzte Edelsteine.", "Points for crossed gems."),
    ("box", "arrows", "D27"): Text(
        "So viele Reihen und Spalten mit Pfeil hast du voll, und so viele gibt es.",
        "How many rows and columns with an arrow you have filled, and how many there are.",
    ),
    ("box", "puzzles", "D28"): Text(
        "Puzzle: Wie viele Teile du hast, wie viele es gibt und was das ganze zählt.",
        "Puzzle: how many pieces you have, how many there are, and what the whole counts.",
    ),
    ("box", "areas", "D29"): Text(
        "So viele Bereiche hast du voll, und so viele gibt es.",
        "How many areas you have filled, and how many there are.",
    ),
    ("box", "flags", "D21"): Text(
        "Was es für die Fahne noch gibt: Gestrichene Werte sind schon vergeben.",
        "What the flag is still worth: values struck out are taken.",
    ),
    ("box", "heaps", "D30"): Text("Angekreuzte Häufchen kosten Punkte.", "Crossed heaps cost points."),
    ("box", "bombs", "D31"): Text(
        "Bomben: Explodierte kosten Punkte; spielst du allein, zählt jede angekreuzte 2.",
        "Bombs: exploded ones cost points; if you play alone, each crossed one counts 2.",
    ),
    ("box", "routes", "D39"): Text(
        "Strecken: So viele deiner Strecken sind geschlossen, und so viele hast du.",
        "Routes: how many of your routes are closed, and how many you have.",
    ),
    ("box", "stations", "D40"): Text(
        "So viele Haltestellen liegen auf deinen geschlossenen Strecken, und so viele gibt es.",
        "How many stations are on your closed routes, and how many there are.",
    ),
    ("token", "fits", "D5"): Text(
        "Dieser Würfel passt auf ein helles Feld.", "This die fits onto a bright cell."
    ),
    ("token", "removed", "D33"): Text(
        "Diesen Würfel haben die Extrawürfel weggenommen, bis der Durchgang vorbei ist.",
        "The extra dice took this die away until the pass is over.",
    ),
    ("token", "free", "D8"): Text(
        "Dieser Würfel passt gerade nirgends.", "This die doesn't fit anywhere right now."
    ),
}
_SYMBOLS = {
    ("b", "D20"): Text(
        "Bombe: Kreuzt du sie an, explodiert sie bei allen, die sie nicht angekreuzt haben.",
        "Bomb: if you cross it, it explodes for everybody who has not crossed it.",
    ),
    ("f", "D21"): Text(
        "Fahne: Wer zuerst hier ankommt, bekommt am meisten, wer später kommt, weniger ({flags}).",
        "Flag: whoever gets here first earns most, later ones earn less ({flags}).",
    ),
    ("h", "D30"): Text(
        "Häufchen: Kreuzt du es an, zählt es {heap} Punkte.",
        "Heap: if you cross it, it counts {heap} points.",
    ),
    ("r", "D22"): Text(
        "Rakete: Kreuzt du sie an, kreuzt du sofort auch einen Planeten deiner Wahl an.",
        "Rocket: if you cross it, you also cross a planet of your choice right away.",
    ),
    ("o", "D22"): Text(
        "Planet: Du kreuzt ihn mit einer Rakete an, oder mit einem Würfel, wenn eine Zahl darauf steht.",
        "Planet: you cross it with a rocket; if it shows a number, a die can do it too.",
    ),
    ("s", "D40"): Text(
        "Haltestelle: Sie zählt ihre Punkte nur auf einer geschlossenen Strecke, einem Kreis.",
        "Station: it only scores its points on a closed route, a loop.",
    ),
    ("v", "D35"): Text(
        "Vulkan: Von hier fließt in jedem Durchgang Lava auf ein Feld mit der gewürfelten Zahl.",
        "Volcano: in every pass lava flows from here onto a cell with the number rolled.",
    ),
    ("k", "D24"): Text(
        "Schlüssel: Ist er angekreuzt, sind die Schlösser seiner Farbe ab dem nächsten Durchgang offen.",
        "Key: once it is crossed, the locks of its colour are open from the next pass on.",
    ),
    ("l", "D24"): Text(
        "Schloss: Erst musst du den Schlüssel dieser Farbe ankreuzen, in einem früheren Durchgang.",
        "Lock: first cross the key of this colour, in an earlier pass.",
    ),
    ("g", "D26"): Text("Edelstein: Angekreuzt zählt er {points}.", "Gem: crossed, it counts {points}."),
    ("p", "D28"): Text(
        "Puzzle: Sind alle Teile dieser Farbe angekreuzt, zählt es {points}.",
        "Puzzle: once all pieces of this colour are crossed, it counts {points}.",
    ),
}
"""By the first letter of a symbol and its clause."""
_OPEN_LOCK = Text("Offenes Schloss: Den Schlüssel hast du schon.", "Open lock: you have its key already.")


def explain(sheet: Sheet) -> list[About]:
    """What each thing on this sheet means; where several fit, the first one counts."""
    return [
        *[About(*key, text.filled(bomb=sheet.bomb)) for key, text in _SPOILT.items()],
        *_explain_icons(sheet),
        *[About(*key, text) for key, text in _EXPLAINED.items()],
    ]


def _explain_icons(sheet: Sheet) -> list[About]:
    """Only the symbols that this sheet has, with its points."""
    there = {symbol for symbol in sheet.symbol if symbol}
    points = {gem.name: gem.points for gem in sheet.gems} | {f"p{p.name}": p.points for p in sheet.puzzles}
    flags = ", ".join(map(str, sheet.flags[0].points)) if sheet.flags else ""
    found = [About("icon", OPEN_LOCKS[lock], "D24", _OPEN_LOCK) for lock in OPEN_LOCKS if lock in there]
    meanings = {letter: (clause, text) for (letter, clause), text in _SYMBOLS.items()}
    for symbol, look in LOOKS.items():
        if symbol in there or any(other[:1] == symbol for other in there):
            clause, text = meanings[symbol[0]]
            counted = counted_points(points.get(symbol, 0))
            words = text.filled(heap=sheet.heap, flags=flags, points=counted)
            found.append(About("icon", look.icon, clause, words))
    return found
