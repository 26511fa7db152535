"""What each game says of a move and of an outcome: the exact words, and what a hand touches."""

from __future__ import annotations

import pytest

from kritzel import words
from kritzel.game import Description, Setup, Text
from kritzel.games import catalogue
from kritzel.record import Table

MOVES = [
    ("dizzle/1", "3d4", Description("take", Text("3 auf d4 legen", "place 3 on d4"), "d4", die=3)),
    ("dizzle/1", "reroll", Description("reroll", Text("neu würfeln", "re-roll"), clauses=("D12", "D13"))),
    ("dizzle/1", "out", Description("out", Text("aussteigen", "drop out"), clauses=("D15",))),
    (
        "dizzle/1",
        "back d4",
        Description("back", Text("den Würfel von d4 zurückgeben", "give the die on d4 back"), "d4"),
    ),
    ("dizzle/6", "lava c2", Description("lava", Text("c2 wird Lava", "turn c2 into lava"), "c2")),
    ("dizzle/5", "planet c5", Description("planet", Text("Planet c5 ankreuzen", "cross planet c5"), "c5")),
    (
        "dizzle/8",
        "rail c5 NE",
        Description("rail", Text("Kurve oben-rechts auf c5", "curve top-right on c5"), "c5", piece="NE"),
    ),
    ("border/1", "c4", Description("cross", Text("c4 ankreuzen", "cross c4"), "c4")),
    (
        "border/1",
        "roll ryy",
        Description(
            "again",
            Text("noch einmal werfen: Rot, 2 × Gelb", "throw again: red, 2 × yellow"),
            faces=("r", "y", "y"),
            caption=Text("noch einmal werfen", "throw again"),
        ),
    ),
    ("border/1", "stop", Description("stop", Text("ankreuzen", "cross now"))),
    ("border/1", "done", Description("done", Text("fertig", "done"))),
    (
        "traexx/1",
        "d4-c4",
        Description("extend", Text("Linie von d4 nach c4", "line from d4 to c4"), "c4", start="d4"),
    ),
    ("traexx/1", "done", Description("done", Text("fertig", "done"))),
]
OUTCOMES = [
    ("dizzle/1", "5311624", "roll", "1123456", Text("Wurf: 1 1 2 3 4 5 6", "Roll: 1 1 2 3 4 5 6")),
    ("border/1", "R, y, y g a", "throw", "ryyga", Text("Farbwurf: Rot, 2 × Gelb, Grün, Grau", "")),
    ("traexx/1", "yorrg", "card", "rroyg", Text("Karte: 2 × Rot, Orange, Gelb, Grün", "")),
]


@pytest.mark.parametrize(("name", "text", "expected"), MOVES, ids=lambda value: str(value)[:20])
def test_a_move_is_data_and_words(name: str, text: str, expected: Description) -> None:
    game, sheet = catalogue.find(name)
    assert game.words.say_move(sheet, game.notation.parse_move(sheet, text)) == expected


@pytest.mark.parametrize(
    ("name", "typed", "kind", "faces", "meant"), OUTCOMES, ids=lambda value: str(value)[:20]
)
def test_an_outcome_is_faces_and_words(name: str, typed: str, kind: str, faces: str, meant: Text) -> None:
    game, sheet = catalogue.find(name)
    said = Table.new(game, Setup(sheet, 2)).reveal(typed).describe(0)
    assert (said.kind, "".join(said.faces), said.words.de) == (kind, faces, meant.de)
    assert said.beside == game.facts.chance(kind)
    assert said.words.en == meant.en or not meant.en


def test_a_gap_is_filled_in_each_language() -> None:
    told = Text("{who} legt {n}", "{who} places {n}").filled(who=Text("Wer", "Who"), n=3)
    assert told == Text("Wer legt 3", "Who places 3")


def test_what_nobody_named_is_told_as_it_stands() -> None:
    card = words.with_faces("card", Text("Karte", "Card"), ["joker", "r", "r"])
    assert card.words == Text("Karte: joker, 2 × Rot", "Card: joker, 2 × red")
