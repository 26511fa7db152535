"""What people call one move, and why one is better than another, as far as a game proves it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import kritzel
from kritzel.game import Because, Text
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review.labels import reason_for

KEYS = "x=b2c2d2e2b3e3b4c4e4b5c5d5c6d6e6f6e7f7e8f8f9f10"
ONE_LINE = "seen=ogba card=yygba | line=d4-d5-e5-e6-f6 full=2"
BEHIND = (
    "seen=ogba,rygb,yygba,ryga,rroyg card=robba | line=b3-b4-c5-c4-c3-d3-d4-d5-e5-e6-f6-f7-e8-d8 full=2,3"
)
LAST_CARD = (
    "traexx/1 seen=rogb,ooygb,rggba,royaa,ryga,yygba,oyba,royb,ryba,rroyg,oyga,rygb,ogba,roga card=robba | -"
)
FOLLOWED = "x=a4a5b5c4d1d2d4i9i11j5j8j11k6k7l5l7l8 | x=a11b2b9b10c11d1d2d11e1e12f1f12g1g11h1h3h11i3i6j5j11k6"


class Case(NamedTuple):
    """A table laid by hand, the better moves of seat 0 and others, and what is to be said."""

    position: str
    better: str
    other: str
    key: str
    words: str
    cells: str


CASES = (
    Case(
        "dizzle/2 pass=9 place turn=0 pool=12344566 | x=e4b5c5d5e5f5g5h5",
        *("4i5", "6e3", "fills", "Fills row 5: 11 points.", "b5 c5 d5 e5 f5 g5 h5 i5"),
    ),
    Case(
        "dizzle/2 pass=9 place turn=0 pool=33446 | x=c5e2h6i7",
        *("3i6", "3h7", "fills", "Fills puzzle a: 11 points.", "e2 c5 i6"),
    ),
    Case(
        "dizzle/2 pass=5 place turn=0 pool=1122666 | x=c8d8e8c9f9f10 | x=h1h2",
        *("1e10", "1c4", "fills", "Fills area C: 8 points.", "e9 f9 e10 f10"),
    ),
    Case(
        "dizzle/2 pass=5 place turn=0 pool=3344566 | x=d5e4e5f5g4g5 | x=h1h2",
        *("4g3", "6h4", "flag", "First at the flag on g3: 10 points.", "g3"),
    ),
    Case(
        "dizzle/7 pass=3 flow=2 | -",
        *("lava h9", "lava c5", "keeps", "Keeps row 5 possible: 11 points.", "a5 b5 c5 d5 g5 h5 i5 j5"),
    ),
    Case(
        f"dizzle/2 pass=6 place turn=0 pool=12334455 | {KEYS}",
        *("1f3", "1e10", "key", "The key (blue) opens 2 cells.", "b9 c10"),
    ),
    Case(
        "dizzle/2 pass=1 place turn=0 pool=3 | dice=f7f8f9f10",
        *("reroll", "out", "reroll", "A re-roll helps here 5 times in 10.", "f6 e7 e8 g8 e10"),
    ),
    Case(
        "dizzle/2 pass=7 place turn=0 pool=5 | x=b2c2d2e2b3e3b4c4e4b5 dice=a2a3d3a4",
        *("out", "reroll", "reroll", "Keeps all dice; a re-roll would cost one here 8 times in 10.", "c3"),
    ),
    Case(
        "dizzle/2 pass=4 place turn=0 pool=11233666 | x=b7f7b8c8d8e8f8g8h8i8c9d9",
        *(
            "2d5",
            "6f6",
            "goes_on",
            "Leaves room for a 1 or 6 as well; else no die of the pool fits any more.",
            "c5 e5",
        ),
    ),
    Case(
        "dizzle/2 pass=1 place turn=0 pool=1113445 | - | -",
        *("3e4", "4d9", "leaves", "Takes the last 3 that fits {by}.", ""),
    ),
    Case(
        "dizzle/1 pass=1 place turn=0 pool=2234566 | x=h2 | -",
        *(
            "6h3",
            "3g2",
            "bomb",
            "Reaches the bomb on h3: players who do not reach it too lose 3 points.",
            "h3",
        ),
    ),
    Case(
        "dizzle/2 pass=1 place turn=0 pool=1133445 | x=e6e8 | -",
        *("5d3", "1c4", "brings", "Brings 1 point more: Gems.", "d3"),
    ),
    Case(
        "dizzle/2 pass=7 place turn=0 pool=2334566 | x=b3b4c4e4b5c5d5e5f5g5g6c8d8e8c9f9f10 | x=h1",
        *("5h5", "2g4", "nears", "Then row 5 lacks only one cell: 11 points.", "i5"),
    ),
    Case(
        "dizzle/2 pass=1 place turn=0 pool=11234445 | -",
        *("2d5", "4d9", "rare", "Takes the only 2; a 4 still fits later: there are 3 of them.", "d5"),
    ),
    Case(
        "dizzle/3 pass=2 place turn=0 pool=1124466 | x=h4i5 | -",
        *("2i4", "1i6", "rocket", "The rocket brings a planet, too.", "i4"),
    ),
    Case(
        "dizzle/2 pass=2 place turn=0 pool=11112356 | x=d8e8c9d9",
        *("2d5", "2c8", "more_fit", "Leaves room for 5 dice of the pool, else 2.", "c5 e5"),
    ),
    Case(
        "dizzle/2 pass=2 place turn=0 pool=122344 | x=b1b2",
        *(
            "3b3",
            "4c1",
            "room",
            "Makes more room: 18 cells next to your crosses are free then, else 16.",
            "c1 a3 c3 b4",
        ),
    ),
    Case(
        "border/1 round=9 mark dice=ooyyb | x=f12g11g13g14h11h12i11i13j11 | -",
        *("j13 k13 done", "i9 j8 done", "closes", "Encloses Fountain first: 4 points.", "j13 k13"),
    ),
    Case(
        "border/1 round=9 mark dice=ooyyb | x=g11h11i11j11 | -",
        *("j13 k13 done", "done", "nears", "Fountain (4 points) then lacks 2 cells, else 4.", "h12 i13"),
    ),
    Case(
        "border/1 round=1 keep throw=1 dice=ryggb | - | -",
        *("roll ryb", "roll r", "chance", "3 green cells: works in 67 of 100 cases, else in 31.", "j5 k6 k7"),
    ),
    Case(
        "border/1 round=1 keep throw=2 dice=ygggb | - | -",
        *("stop", "roll ygggb", "chance"),
        *("For 3 green cells everything is there; else it works only in 4 of 100 cases.", "j5 k6 k7"),
    ),
    Case(
        f"border/1 round=9 mark dice=rrbba | {FOLLOWED}",
        *("a7 b6 done", "done", "leaves", "Leaves {by} 3 dice to cross with at first, else 4 dice.", ""),
    ),
    Case(
        "border/1 round=10 follow dice=y | x=j5 | x=a11",
        *("i6 done", "done", "more", "Cells crossed: 1 instead of 0.", "i6"),
    ),
    Case(
        "traexx/1 card=ogba | - | -",
        *("d4-e5 e5-e4 e4-f3 done", "d4-d5 done", "number", "Reaches the 4 in full: 4 points.", "f3"),
    ),
    Case(
        "traexx/1 seen=ogba card=yygba | line=d4-d5-e5-e6-f6 full=2 | line=d5-d4-e4-f3 full=4",
        *(
            "d4-e4 e4-f4 f4-f3 done",
            "d4-e4 e4-f4 done",
            "number",
            "Reaches half of the 4: 2 points.",
            "f3",
        ),
    ),
    Case(
        "traexx/1 card=ogba | - | -",
        *("d4-e5 e5-e4 e4-f3 done", "d4-d5 done", "number_and_longer"),
        *("Reaches the 4 in full and draws 2 cells more: 6 points in all.", "f3"),
    ),
    Case(
        f"traexx/1 {ONE_LINE}",
        *("f6-f7 f7-e7 done", "f6-f7 f7-f8 done", "halves"),
        *("So the 3, the 4, the 5, the 6 and the 7 can still count in full; after the 8 only half would.",),
        "b6 c4 d1 f3 i4",
    ),
    Case(
        "traexx/1 card=ogba | - | -",
        *("d4-d5 d5-e5 done", "d4-d5 done", "longer", "Draws 2 cells instead of 1: each counts.", "e5"),
    ),
    Case(
        "traexx/1 seen=ogba card=robba | line=d4-c3-c2-b1-b2-a2 full=10",
        *(
            "a2-a3 done",
            "a2-a1 done",
            "dead_end",
            "Both ends go on then; else nothing would go on from a1.",
            "a1",
        ),
    ),
    Case(
        "traexx/1 seen=ryga,rogb,rroyg,yygba,roga,oyba,rygb card=robba"
        " | line=e7-f7-f6-f5-e6-d5-d4-c3-b3-c4-c5-b4-a3-a2 full=3,10 half=2",
        *("e7-e8 e8-e9 done", "e7-e8 e8-f8 f8-e9 done", "fits"),
        *("Then 7 of the 7 cards to come fit, else 6.", "a2 e9"),
    ),
    Case(
        f"traexx/1 {BEHIND}",
        *("d8-e9 e9-f8 f8-g7 g7-h6 done", "d8-d7 d7-c6 c6-b6 b6-b5 done", "next_card"),
        *("The next card then brings up to 4.3 cells on average, else 3.0.", "b3 h6"),
    ),
    Case(
        f"traexx/1 {BEHIND}",
        *("d8-e9 e9-f8 f8-g7 g7-h6 done", "d8-d7 d7-c6 c6-b6 b6-b5 done", "nears"),
        *("The 5 is 2 cells away then, else 9.", "i4"),
    ),
)


def after(table: Table, moves: str) -> Table:
    """Another table, these moves of seat 0 later."""
    later = kritzel.position(table.position)
    words = [moves] if moves.split()[0] in ("roll", "lava") else moves.split()
    for move in words:
        later.play(0, move)
    return later


def said(table: Table, better: str, other: str) -> dict[str, Because]:
    states = [after(table, moves).state for moves in (better, other)]
    return {because.key: because for because in table.game.words.why_better(table.state, 0, *states)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.position.split()[0]} {case.key}")
def test_what_can_be_counted_is_said(case: Case) -> None:
    table = kritzel.position(case.position)
    because = said(table, case.better, case.other)[case.key]
    assert because.words.en == case.words
    assert sorted(because.cells) == sorted(case.cells.split())
    assert because.words.de != because.words.en
    assert not set("{}") & set(because.words.de.replace("{by}", ""))
    assert bool(because.by) == ("{by}" in because.words.en)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.position.split()[0]} {case.key}")
def test_nothing_is_said_the_other_way_round_or_of_equals(case: Case) -> None:
    table = kritzel.position(case.position)
    back = said(table, case.other, case.better).get(case.key)
    assert back is None or back.words.en != case.words
    assert said(table, case.better, case.better) == {}


SILENT = (
    ("dizzle/2 pass=1 place turn=0 pool=33 | dice=f7f8f9f10", "out", "reroll", "reroll"),
    ("dizzle/1 pass=1 place turn=0 pool=2234566 | x=h2 | x=h3", "6h3", "3g2", "bomb"),
    (LAST_CARD, "d4-c4 c4-b3", "d4-c4", "next_card"),
)
"""A re-roll that helps more often than not, a bomb that all have reached, no card to come."""


@pytest.mark.parametrize(("position", "better", "other", "key"), SILENT)
def test_nothing_is_said_that_does_not_hold(position: str, better: str, other: str, key: str) -> None:
    assert key not in said(kritzel.position(position), better, other)


def test_names_are_said_where_they_are_known() -> None:
    table = kritzel.position("dizzle/2 pass=1 place turn=0 pool=1113445 | - | -")
    tables = table.state, 0, after(table, "3e4").state, after(table, "4d9").state
    named = reason_for(table.game, *tables, None, ("Ada", "Bo"))
    assert named is not None
    assert named.words.en == "Takes the last 3 that fits Bo."
    assert named.words.de == "Nimmt Bo die letzte 3, die passt."
    unnamed = reason_for(table.game, *tables, None)
    assert unnamed is None or "{by}" not in unnamed.words.en


def test_points_are_a_reason_only_where_they_explain_most_of_the_loss() -> None:
    table = kritzel.position("dizzle/2 pass=1 place turn=0 pool=1133445 | x=e6e8")
    tables = table.state, 0, after(table, "5d3").state, after(table, "1c4").state
    small, large = (reason_for(table.game, *tables, loss) for loss in (1.2, 4.0))
    assert small is not None
    assert small.key == "brings"
    assert large is None or large.key != "brings"


def test_a_reason_accounts_for_no_more_than_it_names() -> None:
    """A number alone is no reason for a loss of which its points are the smaller part."""
    table = kritzel.position("traexx/1 card=ogba | - | -")
    better, other = "d4-e5 e5-e4 e4-f3 done", "d4-d5 done"
    tables = table.state, 0, after(table, better).state, after(table, other).state
    reasons = said(table, better, other)
    counted = {key: reasons[key].points for key in ("number", "longer", "number_and_longer")}
    assert counted == {"number": 4, "longer": 2, "number_and_longer": 6}
    keys = [reason_for(table.game, *tables, loss, ("Ada", "Bo")) for loss in (5.0, 6.0, 8.0, 20.0)]
    assert [reason and reason.key for reason in keys[:3]] == [
        "number",
        "number_and_longer",
        "number_and_longer",
    ]
    assert keys[3] is None or keys[3].key == "dead_end"


def test_a_little_more_room_is_no_reason_for_a_large_loss() -> None:
    table = kritzel.position("dizzle/2 pass=2 place turn=0 pool=122344 | x=b1b2")
    tables = table.state, 0, after(table, "3b3").state, after(table, "4c1").state
    reason = reason_for(table.game, *tables, 13.7)
    assert reason is None or reason.key != "room"


def test_what_is_one_move() -> None:
    dizzle = kritzel.start("dizzle/1", 1, seed=4).roll()
    take = dizzle.game.notation.parse_move(dizzle.sheet, dizzle.moves(0)[0])
    assert dizzle.game.rules.whole_move(dizzle.state, 0, take)
    border = kritzel.start("border/1", 2, seed=4).roll()
    stop = border.game.notation.parse_move(border.sheet, "stop")
    again = border.game.notation.parse_move(border.sheet, border.moves(0)[-1])
    assert border.game.rules.whole_move(border.state, 0, stop)
    assert not border.game.rules.whole_move(border.state, 0, again)
    traexx = kritzel.start("traexx/1", 1, seed=4).roll()
    assert not traexx.game.rules.whole_move(
        traexx.state, 0, traexx.game.notation.parse_move(traexx.sheet, "done")
    )


def test_every_reason_of_our_games_has_a_name() -> None:
    dizzle = catalogue.game("dizzle").facts
    assert dizzle.gain("key") == Text("Schlüssel", "keys")
    assert dizzle.gain("points_now").en == "points at once"
    assert dizzle.gain("of_another_game").en == "of another game"
    for game in catalogue.GAMES.values():
        assert all(all(name) for name in game.facts.gains.values())
