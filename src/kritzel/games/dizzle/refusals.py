"""Why a move is refused: clause and sentence, in the order of docs/refusals.md.

Explains only: `rules` has decided that the move is not allowed.
"""

from __future__ import annotations

from kritzel.game import IllegalMove, Seat, Text
from kritzel.games.dizzle.placing import (
    choosing_seats,
    closed_locks,
    fitting_cells,
    free_cells,
    holds,
    undrawn_cells,
)
from kritzel.games.dizzle.sheet import KEY_COLOURS, Back, Lava, Move, Out, Planet, Rail, Reroll, Sheet, Take
from kritzel.games.dizzle.state import (
    FLOW,
    OVER,
    PLACE,
    PLANETS,
    RAILS,
    REMOVE,
    REROLL,
    REROLLED,
    ROLL,
    VOLCANO,
    Pad,
    State,
)
from kritzel.mechanics.cells import Cells

NO_ROLL = Text("jetzt ist nichts zu würfeln", "no dice are to be rolled now")
NO_BOARDS = Text(
    "in Dizzle haben alle Plätze dasselbe Blatt; Bretter gibt es nicht zu wählen",
    "in Dizzle all seats play the same sheet; there are no boards to choose",
)
SENTENCES = {
    # the table
    (OVER, "D25"): Text("Das Spiel ist zu Ende.", "The game is over."),
    (ROLL, "D4"): Text("Erst werden alle Würfel geworfen.", "All dice are rolled first."),
    (REROLL, "D12"): Text("Erst werden die Würfel neu geworfen.", "The dice are rolled again first."),
    (REMOVE, "D33"): Text("Erst fallen die 2 Extrawürfel.", "The 2 extra dice are rolled first."),
    (VOLCANO, "D35"): Text("Erst wird für den Vulkan gewürfelt.", "The volcano's die is rolled first."),
    ("turn", "D5"): Text("Du bist nicht dran.", "It isn't your turn."),
    ("dropped", "D15"): Text("Du bist in diesem Durchgang raus.", "You're out for this pass."),
    ("no_move", "D5"): Text("Jetzt wird ein Würfel gelegt.", "A die is to be placed now."),
    # another kind of choice
    ("no_lava", "D35"): Text("Jetzt fließt keine Lava.", "No lava is flowing now."),
    ("no_planet", "D22"): Text("Jetzt fliegt keine Rakete.", "No rocket is flying now."),
    ("no_rail", "D37"): Text(
        "Schienen kommen erst am Ende des Durchgangs.", "Rails come at the end of the pass."
    ),
    ("flow_only", "D35"): Text(
        "Jetzt fließt Lava: Wähl eine {n} neben Vulkan oder Lava.",
        "Lava is flowing: pick a {n} next to a volcano or lava.",
    ),
    ("flow_done", "D35"): Text("Für dich fließt keine Lava mehr.", "You have no lava to choose."),
    ("planets_only", "D22"): Text(
        "Jetzt fliegen Raketen: Wähl einen Planeten.", "Rockets are flying: pick a planet."
    ),
    ("planets_done", "D22"): Text("Du hast keine Rakete mehr.", "You have no rocket left."),
    ("rails_only", "D37"): Text("Jetzt werden Schienen gezeichnet.", "Rails are being drawn now."),
    ("rails_done", "D37"): Text("Du hast keine Schiene zu zeichnen.", "You have no rail to draw."),
    # taking a die
    ("no_cell", "D6"): Text("Dieses Feld gibt es nicht.", "There is no such cell."),
    ("crossed", "D6"): Text("{cell} ist schon angekreuzt.", "{cell} is already crossed."),
    ("rail_there", "D6"): Text("Auf {cell} liegt schon eine Schiene.", "{cell} already has a rail."),
    ("die_there", "D6"): Text("Auf {cell} liegt schon ein Würfel.", "There's already a die on {cell}."),
    ("exploded", "D6"): Text("Die Bombe auf {cell} ist explodiert.", "The bomb on {cell} has exploded."),
    ("volcano_there", "D6"): Text("Auf {cell} steht ein Vulkan.", "{cell} is a volcano."),
    ("no_number", "D6"): Text("{cell} hat keine Zahl.", "{cell} has no number."),
    ("lava_there", "D36"): Text("Auf {cell} ist Lava.", "There's lava on {cell}."),
    ("locked", "D24"): Text(
        "Zu: Erst den {colour}en Schlüssel ankreuzen, in einem früheren Durchgang.",
        "Locked: cross the {colour} key first, in an earlier pass.",
    ),
    ("number", "D5"): Text("Auf {cell} passt nur eine {n}.", "Only a {n} fits on {cell}."),
    ("pool", "D5"): Text("In der Mitte liegt keine {n}.", "There's no {n} in the pool."),
    ("first", "D7"): Text(
        "Der erste Würfel kommt neben ein Kreuz, und neben {cell} ist keins.",
        "The first die goes next to a cross, and {cell} has none beside it.",
    ),
    ("first_rail", "D7"): Text(
        "Der erste Würfel kommt neben eine Schiene, und neben {cell} ist keine.",
        "The first die goes next to a rail, and {cell} has none beside it.",
    ),
    ("jump", "D9"): Text(
        "Eingeschlossen: Du darfst neben jedes Kreuz springen, aber neben {cell} ist keins.",
        "Enclosed: you may jump next to any cross, but {cell} has none beside it.",
    ),
    ("jump_rail", "D9"): Text(
        "Eingeschlossen: Du darfst neben jede Schiene springen, aber neben {cell} ist keine.",
        "Enclosed: you may jump next to any rail, but {cell} has none beside it.",
    ),
    ("apart", "D8"): Text(
        "Die {n} auf {cell} berührt keinen deiner Würfel.",
        "The {n} on {cell} doesn't touch any of your dice.",
    ),
    # no die fits
    ("fits", "D10"): Text("Es passt noch ein Würfel, also nimm einen.", "A die still fits, so take one."),
    ("fits_now", "D12"): Text("Jetzt passt ein Würfel, also nimm einen.", "A die fits now, so take one."),
    ("give_back", "D13"): Text(
        "Wieder nichts: Ein Würfel von deinem Blatt geht zurück.",
        "Still nothing: one die from your sheet goes back.",
    ),
    ("no_penalty", "D13"): Text(
        "Zurück geht ein Würfel nur, wenn nach dem Neuwürfeln nichts passt.",
        "A die goes back only if nothing fits after a re-roll.",
    ),
    ("no_die", "D13"): Text("Auf {cell} liegt kein Würfel von dir.", "You have no die on {cell}."),
    # choosing together
    ("lava_cross", "D36"): Text(
        "{cell} ist angekreuzt, dorthin fließt keine Lava.", "{cell} is crossed, so lava doesn't flow there."
    ),
    ("lava_wrong", "D35"): Text(
        "Lava fließt nur auf eine {n} neben Vulkan oder Lava, also nicht auf {cell}.",
        "Lava only flows onto a {n} next to a volcano or lava, so not onto {cell}.",
    ),
    ("planet_none", "D22"): Text("Auf {cell} ist kein Planet.", "There's no planet on {cell}."),
    ("planet_gone", "D22"): Text(
        "Der Planet auf {cell} ist nicht mehr frei.", "The planet on {cell} is no longer free."
    ),
    ("rail_none", "D37"): Text("Auf {cell} liegt kein Würfel von dir.", "You have no die on {cell}."),
    ("rail_twice", "D37"): Text("Auf {cell} hast du schon gezeichnet.", "You have already drawn on {cell}."),
    ("rail_piece", "D37"): Text(
        "Eine Schiene verbindet 2 Kanten: NS, EW, NE, NW, SE oder SW.",
        "A rail joins 2 edges: NS, EW, NE, NW, SE or SW.",
    ),
}
"""By name and clause; {cell}, {n} and {colour} are filled in."""
_BY_NAME = {name: (clause, text) for (name, clause), text in SENTENCES.items()}


def say(key: str, *, cell: str = "", n: int = 0, colour: Text = KEY_COLOURS["c"]) -> IllegalMove:
    clause, text = _BY_NAME[key]
    return IllegalMove(clause, text.filled(cell=cell, n=n, colour=colour))


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The first rule that a refused move breaks."""
    if state.phase in (OVER, ROLL, REROLL, REMOVE, VOLCANO):
        return say(state.phase)
    if state.phase in (PLACE, REROLLED):
        return _refuse_placing(state, seat, move)
    if seat not in choosing_seats(state):
        return say(f"{state.phase}_done")
    return _refuse_choice(state, state.pads[seat], move)


# Placing -------------------------------------------------------------------------------------------
def _refuse_placing(state: State, seat: Seat, move: Move) -> IllegalMove:
    if seat != state.turn:
        out = [nth for nth, mine in enumerate(state.pads) if mine.out]
        return say("dropped" if seat in out else "turn")
    for kind, key in ((Lava, "no_lava"), (Planet, "no_planet"), (Rail, "no_rail")):
        if isinstance(move, kind):
            return say(key)
    if isinstance(move, Take):
        return _refuse_take(state, state.pads[seat], move)
    if isinstance(move, Back):
        return _refuse_back(state, move)
    return _refuse_giving_up(state) if isinstance(move, Reroll | Out) else say("no_move")


def _refuse_take(state: State, mine: Pad, move: Take) -> IllegalMove:
    """D6, D36, D24, D5, D7-D9, in this order."""
    sheet, cell = state.sheet, move.cell
    if not holds(sheet.cells, cell):
        return say("no_cell")
    name, number = sheet.name(cell), sheet.number[cell]
    for cells, key in _obstacles(sheet, mine):
        if holds(cells, cell):
            return say(key, cell=name)
    if holds(closed_locks(sheet, mine.crosses), cell):
        return say("locked", colour=KEY_COLOURS[sheet.symbol[cell][1]])
    if move.number != number:
        return say("number", cell=name, n=number)
    if number not in state.pool:
        return say("pool", n=number)
    return say(_distance_key(sheet, mine), cell=name, n=number)


def _obstacles(sheet: Sheet, mine: Pad) -> tuple[tuple[Cells, str], ...]:
    """D6, D36: what keeps a die off a cell, and its name."""
    return (
        (mine.crosses, "rail_there" if sheet.rails else "crossed"),
        (mine.dice, "die_there"),
        (mine.lost, "exploded"),
        (sheet.volcanoes, "volcano_there"),
        (sheet.cells & ~sheet.numbered, "no_number"),
        (mine.lava, "lava_there"),
    )


def _distance_key(sheet: Sheet, mine: Pad) -> str:
    """D7-D9: what the die would have to lie beside."""
    rail = "_rail" if sheet.rails else ""
    if not mine.dice:
        return f"first{rail}"
    enclosed = not free_cells(sheet, mine) & sheet.grid.beside(mine.dice)
    return f"jump{rail}" if enclosed else "apart"


def _refuse_back(state: State, move: Back) -> IllegalMove:
    if state.phase != REROLLED:
        return say("no_penalty")
    if not holds(state.pads[state.turn].dice, move.cell):
        return say("no_die", cell=_cell_name(state.sheet, move.cell))
    return say("fits_now")


def _refuse_giving_up(state: State) -> IllegalMove:
    if fitting_cells(state):
        return say("fits" if state.phase == PLACE else "fits_now")
    return say("give_back")


# Choosing at the same time -------------------------------------------------------------------------
def _refuse_choice(state: State, mine: Pad, move: Move) -> IllegalMove:
    """D35, D36; D22; D37: a move of another kind, or the wrong cell."""
    if state.phase == FLOW and isinstance(move, Lava):
        key = "lava_cross" if holds(mine.crosses, move.cell) else "lava_wrong"
    elif state.phase == PLANETS and isinstance(move, Planet):
        key = "planet_gone" if holds(state.sheet.planets, move.cell) else "planet_none"
    elif state.phase == RAILS and isinstance(move, Rail):
        key = _rail_key(mine, move)
    else:
        return say(f"{state.phase}_only", n=state.shown)
    return say(key, cell=_cell_name(state.sheet, move.cell), n=state.shown)


def _rail_key(mine: Pad, move: Rail) -> str:
    if not holds(mine.dice, move.cell):
        return "rail_none"
    return "rail_piece" if holds(undrawn_cells(mine), move.cell) else "rail_twice"


def _cell_name(sheet: Sheet, cell: int) -> str:
    """The cell's name; something that is no cell has none."""
    return sheet.name(cell) if holds(sheet.cells, cell) else "?"
