"""What is told of things that come by themselves (D16, D20, D21, D33): nobody chose them, all hear it."""

from __future__ import annotations

from typing import Any

from kritzel.game import Happening, Text
from kritzel.games.dizzle import GAME
from tests.rules.dizzle.drawing import at, sheet
from tests.rules.dizzle.test_end_of_pass import BOMB, FLAGS
from tests.rules.dizzle.test_pass_ends import ISLAND

RAILS = sheet("""
grid = '''
NS   1b   2
3    4    5
'''
[points]
bomb = -3
""")


def told(paper: Any, position: str, *, seat: int = 0, move: str = "", roll: str = "") -> list[Happening]:
    """What a move or a roll brings by itself."""
    table = at(paper, position)
    before = table.state
    after = table.reveal(roll).state if roll else table.play(seat, move).state
    return list(GAME.words.happened(before, after, tuple(map(int, roll))))


def short(happenings: list[Happening]) -> list[tuple[int, str, str, str]]:
    return [(each.seat, each.kind, each.clause, each.cell) for each in happenings]


def test_d20_each_sheet_on_which_a_bomb_goes_off_is_told() -> None:
    position = "pass=1 place turn=2 pool=666666666 | dice=b1 out | out | -"
    heard = told(BOMB, position, seat=2, move="out")
    assert short(heard) == [(1, "exploded", "D20", "b1"), (2, "exploded", "D20", "b1")]
    heard = [each.named(("Mara", "Jonas", "Lotte")) for each in heard]
    assert heard[0].words.de == "Die Bombe auf b1 geht hoch: Mara war zuerst da."
    assert heard[0].words.en == "The bomb on b1 blows up: Mara was there first."
    assert heard[0].yours == (
        "Mara war an der Bombe auf b1. Deine ist hoch.",
        "Mara reached the bomb on b1. Yours blew up.",
    )


def test_d20_all_who_reached_the_bomb_are_named() -> None:
    (heard,) = told(
        BOMB, "pass=1 place turn=2 pool=66666 | dice=b1 out | dice=b1 out | -", seat=2, move="out"
    )
    heard = heard.named(("Mara", "Jonas", "Lotte"))
    assert heard.words.de == "Die Bombe auf b1 geht hoch: Mara und Jonas waren zuerst da."
    assert heard.yours == (
        "Mara und Jonas waren an der Bombe auf b1. Deine ist hoch.",
        "Mara and Jonas reached the bomb on b1. Yours blew up.",
    )


def test_d20_a_bomb_that_nobody_crossed_is_no_news() -> None:
    assert told(BOMB, "pass=1 place turn=1 pool=66666 | dice=a2 out | dice=a2", seat=1, move="out") == []


def test_d21_a_flag_is_told_with_its_points() -> None:
    position = "pass=2 place turn=0 pool=666666 | x=b1 flags=1:10 | dice=b1 out"
    (heard,) = told(FLAGS, position, move="out")
    assert short([heard]) == [(1, "flag", "D21", "b1")]
    assert heard.named(("Mara", "Jonas")).words == (
        "Fahne auf b1 erreicht: 6 Punkte. Mara war zuerst da.",
        "Flag on b1 reached: 6 points. Mara was there first.",
    )


def test_d21_one_point_is_one_point() -> None:
    seats = "x=b1 flags=1:10 out | x=b1 flags=1:10 out | x=b1 flags=1:10"
    (heard,) = told(FLAGS, f"pass=3 place turn=2 pool={'6' * 12} | {seats} | dice=b1 out", seat=2, move="out")
    assert heard.named(("Ada", "Mara", "Jonas", "Lotte")).words.en == (
        "Flag on b1 reached: 1 point. Ada, Mara and Jonas were there first."
    )


def test_d21_a_flag_reached_with_the_last_die_of_the_pass_is_told() -> None:
    heard = told(FLAGS, "pass=1 place turn=0 pool=3 | - | -", move="3b1")
    assert short(heard) == [(0, "flag", "D21", "b1")]


def test_d16_who_is_out_without_being_asked_is_told() -> None:
    heard = told(ISLAND, "pass=2 roll | - | x=b1 | -", roll="1112223334")
    assert short(heard) == [(1, "out", "D16", "")]
    heard = told(ISLAND, "pass=2 place turn=0 pool=1112223334 | - | x=b1 | -", move="1b1")
    assert short(heard) == [(1, "out", "D16", "")]


def test_d15_who_drops_out_has_chosen_that_and_hears_no_news() -> None:
    table = at(ISLAND, "pass=1 place turn=0 pool=2222222222 | - | - | -")
    before = table.state
    table.play(0, "out")
    assert [GAME.rules.is_out(table.state, seat) for seat in range(3)] == [True, False, False]
    assert GAME.words.happened(before, table.state) == []


def test_d20_moves_that_bring_nothing_else_tell_nothing() -> None:
    assert told(BOMB, "pass=1 place turn=0 pool=1366666 | - | -", move="3b1") == []
    assert told(BOMB, "pass=1 roll | - | -", roll="1366666") == []


def test_d23_of_unsettled_choices_nothing_is_told() -> None:
    table = at(RAILS, "pass=1 rails | dice=b1 | dice=a2")
    start = table.state
    first = table.play(0, "rail b1 EW").state
    assert GAME.words.happened(start, first) == []
    heard = GAME.words.happened(first, table.play(1, "rail a2 NS").state)
    assert short(list(heard)) == [(1, "exploded", "D20", "b1")]


def test_d33_what_the_extra_dice_take_is_told() -> None:
    alone = "pass=1 remove turn=0 pool={} | dice=b1"

    def said(pool: str, extra: str) -> Text:
        (heard,) = told(BOMB, alone.format(pool), roll=extra)
        assert short([heard]) == [(0, "removed", "D33", "")]
        return heard.words

    assert said("1123", "16") == (
        "Die Extrawürfel 1 und 6 nehmen eine 1 aus der Mitte.",
        "The extra dice 1 and 6 take a 1 out of the pool.",
    )
    assert said("1123", "12").de == "Die Extrawürfel 1 und 2 nehmen eine 1 und eine 2 aus der Mitte."
    assert said("1123", "11").en == "The extra dice 1 and 1 take two 1s out of the pool."
    assert said("1233", "11").en == "The extra dice 1 and 1 take a 1 out of the pool."
    assert said("1123", "56").de == "Die Extrawürfel 5 und 6 nehmen nichts aus der Mitte."


def test_d33_the_last_die_of_the_pool_is_told_too() -> None:
    heard = told(BOMB, "pass=1 remove turn=0 pool=6 | dice=b1", roll="36")
    assert heard[0].words.en == "The extra dice 3 and 6 take a 6 out of the pool."
