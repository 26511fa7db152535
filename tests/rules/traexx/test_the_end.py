"""T6: cells missed, and who wins."""

from __future__ import annotations

from kritzel.games.traexx import GAME
from kritzel.games.traexx.scoring import ranks, solo_rank
from tests.rules.traexx.sheets import LADDER, MEADOW
from tests.table import Table


def last_card(*sections: str) -> Table:
    """The last card of the meadow; everybody passes."""
    position = f"traexx/meadow seen=ryyg,roba,ygba,royg card=rrog | {' | '.join(sections)}"
    table = Table.at(GAME, MEADOW, position)
    for seat in table.deciding:
        table.play(seat, "done")
    return table


def test_t6_39_points_less_10_missed_cells_are_29() -> None:
    """3, 6, 8 and 9 in full, 2, 5, 7 and 10 in half, the 4 and nine other cells missed."""
    table = Table.start(GAME, LADDER, 2)
    table.reveal("roya").play(1, "b1-a2", "a2-a3", "a3-a4", "a4-a5", "done").play(0, "done")
    table.reveal("royga").play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5", "done").play(1, "done")
    table.reveal("rogb").play(0, "a5-a6", "a6-a7", "a7-a8", "a8-a9", "done").play(1, "done")
    linus, maria = table.score
    assert sum(line.points for line in linus.lines if line.points > 0) == 39
    assert linus["missed"] == -10
    assert linus.total == 29
    assert maria.total == 2 + 5 + 7 + 10 - 14
    assert table.places == (1, 2)


def test_t6_every_cell_off_the_line_counts_minus_1() -> None:
    assert [score["missed"] for score in Table.start(GAME, MEADOW, 2).score] == [-18, -18]


def test_t6_the_start_cell_and_number_cells_are_not_missed_once_on_the_line() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("royg").play(0, "b2-a2", "done")
    assert table.score[0]["missed"] == -17


def test_t6_cells_drawn_in_the_running_round_are_not_settled() -> None:
    table = Table.start(GAME, MEADOW, 2).reveal("royg").play(0, "b2-a2", "done")
    assert table.score[0]["missed"] == -18
    table.play(1, "done")
    assert [score["missed"] for score in table.score] == [-17, -18]


def test_t6_missed_cells_cite_it() -> None:
    for score in Table.start(GAME, MEADOW, 3).score:
        assert [line.clause for line in score.lines if line.key == "missed"] == ["T6"]


def test_t6_a_line_over_the_whole_sheet_misses_nothing() -> None:
    whole = "a1-a2-a3-b4-c5-d4-e3-e2-e1-d1-c1-b1-b2-b3-c4-d3-d2-c3-c2"
    table = last_card(f"line={whole} full=2,5,7,8")
    assert table.score[0]["missed"] == 0


def test_t6_most_points_win() -> None:
    table = last_card("line=b2-b3", "line=c4-c5 full=7", "-")
    assert [score.total for score in table.score] == [-17, -10, -18]
    assert table.places == (2, 1, 3)
    assert [(place.seat, place.points, place.by) for place in table.over.ranking] == [
        (1, -10, "points"),
        (0, -17, "points"),
        (2, -18, "points"),
    ]


def test_t6_a_tie_is_shared() -> None:
    table = last_card("line=b2-b3-c4-d4-d3", "line=c4-d3-e2 full=2")
    assert [score.total for score in table.score] == [-14, -14]
    assert table.places == (1, 1)
    assert {place.by for place in table.over.ranking} == {"shared"}


def test_t6_a_shared_place_leaves_out_the_next() -> None:
    table = last_card("-", "line=c4-c5 full=7", "-", "line=b3-b4-c5 half=7")
    assert [score.total for score in table.score] == [-18, -10, -18, -12]
    assert table.places == (3, 1, 3, 2)
    assert [place.by for place in table.over.ranking] == ["points", "points", "shared", "shared"]


def test_t6_with_everything_equal_all_seats_win() -> None:
    assert last_card("-", "-", "-", "-").places == (1, 1, 1, 1)


def test_t6_the_end_can_be_written_down_and_read_again() -> None:
    table = last_card("line=b2-b3", "line=c4-c5 full=7")
    again = Table.at(GAME, MEADOW, table.position)
    assert again.over == table.over
    assert again.score == table.score


def test_t7_forty_points_alone_are_super() -> None:
    assert [solo_rank(points) for points in (39, 40, 41)] == [2, 1, 1]
    assert ranks(MEADOW) == ("T7", (40,))
    assert last_card("-").over.solo_rank == 2


def test_t7_with_company_there_is_no_solo_rank() -> None:
    assert last_card("-", "-").over.solo_rank == 0


def test_t6_until_the_end_people_see_what_is_won_and_how_many_cells_are_missing() -> None:
    table = Table.start(GAME, MEADOW, 2)
    scene = GAME.scene(table.state, 0)
    assert (scene.total, scene.boxes[-1].points, scene.boxes[-1].note) == ("0", "", "18 to go")
    assert (table.score[0].won, table.score[0].total) == (0, -18)
    ended = last_card("line=b2-b3", "line=c4-c5 full=7")
    scene = GAME.scene(ended.state, 0)
    assert scene.total == str(ended.score[0].total)
    assert scene.boxes[-1].points == str(ended.score[0]["missed"])
