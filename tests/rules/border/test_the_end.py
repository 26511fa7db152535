"""B8 and B9: the last round, and who wins."""

from __future__ import annotations

from itertools import permutations

import pytest

from kritzel.game import IllegalOutcome
from kritzel.games.border import GAME
from tests.rules.border.sheets import RING, STREET
from tests.table import Table

# Seat 0: bb aaa yy rrr aa o   1: y rrr ggg aa oo bb   2: bb ooo aaa rr gg y   3: bb yy aaa ggg oo r
# first/later: A 9/4  B 8/4  C 4/2  D 11/5  E 10/5  F 5/2  G 12/6
CORNERS = ["c1", "e1", "g1", "i1", "k1", "m1"]
OWN_CELL = {"a": "b2", "b": "d2", "c": "f2", "d": "h2", "e": "j2", "f": "l2", "g": "n2"}


def enclosing(areas: str) -> str:
    """A seat's section with exactly these areas enclosed, as `a:9,c:4`."""
    letters = [part[0] for part in areas.split(",")]
    crosses = sorted(CORNERS + [OWN_CELL[letter] for letter in letters])
    return f"x={''.join(crosses)} areas={areas}"


def street(words: str, *sections: str) -> Table:
    return Table.at(GAME, STREET, f"border/street {words} | {' | '.join(sections)}")


LINUS_BEFORE = enclosing("a:9,b:8,d:5,e:5,f:2")
EMMA = enclosing("d:11,e:10,f:5")


def linus_ends() -> Table:
    """Seat 2 has just closed its sixth area in action 1: three first, three later."""
    table = street("round=3 mark dice=roygb", "-", EMMA, LINUS_BEFORE, "-")
    return table.play(2, "f2", "done")


# B8 --------------------------------------------------------------------------------------------
def test_b8_linus_has_six_areas_and_33_points_and_action_2_is_still_played() -> None:
    table = linus_ends()
    assert table.score[2].total == 33
    assert table.deciding == (0, 1, 3)
    table = table.play(0, "done").play(1, "done")
    assert table.deciding == (3,)
    table = table.play(3, "done")
    assert (table.over.reason, table.over.clause) == ("areas_enclosed", "B8")
    assert table.score[2].total == 33
    assert table.places == (3, 2, 1, 3)


def test_b8_areas_closed_in_the_last_action_2_still_score() -> None:
    table = linus_ends().play(0, "done").play(1, "f2", "done").play(3, "done")
    assert table.over.reason == "areas_enclosed"
    assert table.score[1].total == 11 + 10 + 5 + 2


def test_b8_the_game_ends_in_the_round_in_which_action_2_closes_the_sixth_area() -> None:
    table = street("round=1 follow dice=og", "-", enclosing("a:9,b:8,d:11,e:10,g:12"), "-")
    table.play(1, "f2", "done")
    assert table.deciding == (2,)
    table.play(2, "done")
    assert table.over.reason == "areas_enclosed"
    assert table.score[1].total == 9 + 8 + 4 + 11 + 10 + 12


def test_b8_seats_that_have_not_been_active_as_often_get_no_further_turn() -> None:
    table = street("round=1 follow dice=og", "-", enclosing("a:9,b:8,d:11,e:10,g:12"), "-", "-")
    table.play(1, "f2", "done").play(2, "done").play(3, "done")
    assert table.over.clause == "B8"


def test_b8_five_areas_do_not_end_the_game() -> None:
    table = street("round=1 follow dice=og", "-", enclosing("a:9,b:8,d:11,e:10")).play(1, "f2", "done")
    assert table.chance.purpose == "throw"


def test_b8_more_than_six_areas_all_score() -> None:
    table = street("round=1 follow dice=og", "-", enclosing("a:9,b:8,d:11,e:10,g:12"), "-")
    table.play(1, "f2", "l2", "done").play(2, "done")
    assert table.score[1].total == 9 + 8 + 4 + 11 + 10 + 5 + 12
    assert table.over.reason == "areas_enclosed"


def test_b8_six_areas_of_several_seats_together_do_not_end_the_game() -> None:
    table = street("round=1 follow dice=g", enclosing("a:9,b:8,d:11"), enclosing("e:10,f:5,g:12"))
    assert table.play(1, "done").chance.purpose == "throw"


def test_b8_two_seats_may_reach_six_areas_in_the_same_round() -> None:
    first, second = enclosing("a:9,b:8,d:11,e:10,g:12"), enclosing("a:4,b:4,d:5,e:5,g:6")
    table = street("round=3 mark dice=oyygb", "-", second, first).play(2, "f2", "done")
    table.play(1, "f2", "done").play(0, "done")
    assert [score["area.c"] for score in table.score] == [0, 2, 4]
    assert table.places == (3, 2, 1)


def test_b8_the_sheet_says_how_many_areas_end_the_game() -> None:
    table = Table.at(GAME, RING, "border/ring round=1 mark dice=ryygb | x=a3b1b3c1c3c4d1 | -")
    table.play(0, "d2", "e3", "done")
    assert table.score[0].total == 10
    assert table.play(1, "done").over.reason == "areas_enclosed"


def test_b8_after_the_end_nobody_moves_and_nothing_is_thrown() -> None:
    table = linus_ends().play(0, "done").play(1, "done").play(3, "done")
    for seat in range(4):
        assert table.moves(seat) == set()
        for move in ("done", "stop", "b2", "roll r"):
            assert table.refused(seat, move) == "B8"
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, (0, 0, 0, 0, 0))


def test_b8_the_end_can_be_written_down_and_read_again() -> None:
    table = linus_ends().play(0, "done").play(1, "done").play(3, "done")
    again = Table.at(GAME, STREET, table.position)
    assert again.over == table.over
    assert again.score == table.score


@pytest.mark.parametrize("order", list(permutations((0, 1, 3))))
def test_b8_the_last_round_comes_out_the_same_in_any_order(order: tuple[int, ...]) -> None:
    table, plans = linus_ends(), {0: ["b2"], 1: ["f2"], 3: ["b2"]}
    for seat in order:
        table.play(seat, *plans[seat])
    for seat in reversed(order):
        table.play(seat, "done")
    assert [score.total for score in table.score] == [0, 28, 33, 0]


# B9 --------------------------------------------------------------------------------------------
def ended(*sections: str) -> Table:
    """Seat 0 has six areas; the others do nothing in the last action 2."""
    table = street("round=1 follow dice=r", *sections)
    for seat in table.deciding:
        table.play(seat, "done")
    return table


def ranking(table: Table) -> list[tuple[int, int, str]]:
    return [(place.seat, place.points, place.by) for place in table.over.ranking]


def test_b9_most_points_win_and_not_the_first_with_six_areas() -> None:
    table = ended(enclosing("a:4,b:4,c:2,d:5,e:5,f:5"), enclosing("a:9,b:8,c:4,d:11,e:10"))
    assert table.places == (2, 1)
    assert ranking(table) == [(1, 42, "points"), (0, 25, "points")]


def test_b9_a_tie_goes_to_the_higher_best_single_area() -> None:
    table = ended(enclosing("a:4,b:4,c:4,d:5,e:10,f:5"), enclosing("a:9,b:8,c:2,d:11,f:2"))
    assert [score.total for score in table.score] == [32, 32]
    assert table.places == (2, 1)
    assert sorted(ranking(table)) == [(0, 32, "best_area"), (1, 32, "best_area")]


def test_b9_the_best_area_is_the_points_got_and_not_the_points_printed() -> None:
    """Both have G, printed 12; seat 1 got 6 for it, so that its best area is the 11 of D."""
    table = ended(enclosing("a:4,b:8,c:4,d:5,f:5,g:12"), enclosing("a:9,c:2,d:11,e:10,g:6"))
    assert [score.total for score in table.score] == [38, 38]
    assert table.places == (1, 2)


def test_b9_still_a_tie_is_shared() -> None:
    table = ended(enclosing("a:9,b:8,c:4,d:11,e:5,f:2"), enclosing("a:9,b:4,d:11,e:10,f:5"))
    assert table.places == (1, 1)
    assert sorted(ranking(table)) == [(0, 39, "shared"), (1, 39, "shared")]


def test_b9_the_second_best_area_does_not_count() -> None:
    """Both have 37 points and an area of 12; one's next best is 9, the other's 11."""
    table = ended(
        enclosing("a:9,b:4,c:2,d:5,f:5,g:12"),
        enclosing("b:8,c:4,d:11,f:2,g:12"),
    )
    assert [score.total for score in table.score] == [37, 37]
    assert table.places == (1, 1)


def test_b9_a_shared_place_leaves_out_the_next() -> None:
    first, second = enclosing("a:9,b:8,c:4,d:11,e:5,f:2"), enclosing("a:9,b:4,d:11,e:10,f:5")
    table = ended(first, second, "-", enclosing("f:2,g:12"))
    assert table.places == (1, 1, 4, 3)


def test_b9_a_tie_of_three_is_broken_for_one_and_shared_by_two() -> None:
    six = enclosing("a:4,b:4,c:4,d:5,e:10,f:5")
    table = ended(six, enclosing("a:9,b:8,c:2,d:11,f:2"), enclosing("a:9,b:8,c:2,d:11,f:2"))
    assert [score.total for score in table.score] == [32, 32, 32]
    assert table.places == (3, 1, 1)


def test_b9_places_behind_the_first_are_broken_the_same_way() -> None:
    table = ended(
        enclosing("a:9,b:8,c:4,d:11,e:10,f:5"),
        enclosing("g:12"),
        enclosing("b:8,c:4"),
    )
    assert table.places == (1, 2, 3)
    assert [place.by for place in table.over.ranking] == ["points", "best_area", "best_area"]


def test_b9_seats_without_points_share_the_last_place() -> None:
    table = ended(enclosing("a:9,b:8,c:4,d:11,e:10,f:5"), "-", "-", "-")
    assert table.places == (1, 2, 2, 2)
    assert [place.by for place in table.over.ranking] == ["points", "shared", "shared", "shared"]
