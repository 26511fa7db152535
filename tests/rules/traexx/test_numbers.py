"""T5 and T7: who reaches a number, and when, in company and alone."""

from __future__ import annotations

from itertools import permutations

import pytest

from kritzel.games.traexx import GAME
from tests.rules.traexx.sheets import ALONE, LADDER, MEADOW
from tests.table import Table


def points(table: Table, number: int) -> list[int]:
    """What each seat scores for a number."""
    return [score[f"number.{number}"] for score in table.score]


def meadow(words: str, *sections: str) -> Table:
    return Table.at(GAME, MEADOW, f"traexx/meadow {words} | {' | '.join(sections)}")


# T5 --------------------------------------------------------------------------------------------
def test_t5_sarah_reaches_the_8_first_and_scores_it_in_full() -> None:
    table = meadow("card=royg", "-", "-").play(0, "b2-a2", "done").play(1, "done")
    assert points(table, 8) == [8, 0]
    assert table.position == "traexx/meadow seen=royg draw | line=b2-a2 full=8 | -"


def test_t5_tim_reaches_the_7_after_maria_and_scores_4() -> None:
    table = meadow("seen=royg card=ryyg", "start=4 line=b3-b4", "line=c4-c5 full=7")
    table.play(0, "b4-c5", "done").play(1, "done")
    assert points(table, 7) == [4, 7]
    assert "half=7" in table.position


def test_t5_two_seats_in_the_same_round_both_score_in_full() -> None:
    table = meadow("card=royg", "-", "-", "-", "-")
    table.play(0, "b2-a2", "done").play(3, "b3-a2", "done").play(1, "done").play(2, "done")
    assert points(table, 8) == [8, 0, 0, 8]


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_t5_whoever_says_done_first_is_not_earlier(order: tuple[int, ...]) -> None:
    table = meadow("card=royg", "-", "start=4", "start=2 line=c4-b4-a3")
    plans = {0: "b2-a2", 1: "b3-a2", 2: "a3-a2"}
    for seat in order:
        table.play(seat, plans[seat], "done")
    assert points(table, 8) == [8, 8, 8]


def test_t5_after_a_shared_first_the_next_scores_half() -> None:
    table = meadow(
        "seen=roba card=royg", "line=b2-a2 full=8", "start=4 line=b3-a2 full=8", "start=2 line=c4-b4-a3"
    )
    table.play(2, "a3-a2", "done").play(0, "done").play(1, "done")
    assert points(table, 8) == [8, 8, 4]


def test_t5_several_later_seats_all_score_half() -> None:
    table = meadow("seen=roba card=royg", "line=b2-a2 full=8", "start=4", "start=2 line=c4-b4-a3")
    table.play(1, "b3-a2", "done").play(2, "a3-a2", "done").play(0, "done")
    assert points(table, 8) == [8, 4, 4]


@pytest.mark.parametrize(
    ("number", "half"), [(2, 1), (5, 3), (7, 4), (10, 5), (9, 5), (8, 4), (6, 3), (3, 2)]
)
def test_t5_half_is_rounded_up(number: int, half: int) -> None:
    row = [2, 5, 7, 10, 9, 8, 6, 3]
    seen = row[: row.index(number) + 1]
    line = "-".join(["a1"] + [f"a{2 + i}" for i in range(len(seen))])
    before, numbers = line.rsplit("-", 1)[0], ",".join(str(n) for n in sorted(seen))
    halves = ",".join(str(n) for n in sorted(seen[:-1]))
    mine = f"line={before} half={halves}" if halves else "-"
    theirs = f"line=b1-{line.removeprefix('a1-')} full={numbers}"
    end, cell = line.split("-")[-2:]
    position = f"traexx/ladder seen=roya,rogb card=royga | {mine} | {theirs}"
    if number == 9:
        position = position.replace("seen=roya,rogb card=royga", "seen=roya,royga card=rogb")
    table = Table.at(GAME, LADDER, position).play(0, f"{end}-{cell}", "done").play(1, "done")
    assert points(table, number) == [half, number]


def test_t5_several_numbers_in_a_round_all_count() -> None:
    table = Table.start(GAME, LADDER, 2).reveal("roya")
    table.play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5", "done").play(1, "done")
    assert table.score[0].total == 2 + 5 + 7 + 10 - 14
    assert [points(table, number)[0] for number in (2, 5, 7, 10)] == [2, 5, 7, 10]


def test_t5_each_number_of_a_round_is_judged_by_itself() -> None:
    table = Table.start(GAME, LADDER, 2).reveal("roya").play(1, "b1-a2", "a2-a3", "done").play(0, "done")
    table.reveal("royga").play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5", "done").play(1, "done")
    assert [points(table, number)[0] for number in (2, 5, 7, 10)] == [1, 3, 7, 10]


def test_t5_with_company_the_order_of_ones_own_numbers_does_not_matter() -> None:
    table = Table.start(GAME, LADDER, 2).reveal("roya")
    table.play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5", "done").play(1, "done")
    table.reveal("rogb").play(0, "a5-a6", "a6-a7", "a7-a8", "a8-a9", "done").play(1, "done")
    assert [points(table, number)[0] for number in (9, 8, 6, 3)] == [9, 8, 6, 3]


def test_t5_running_past_a_number_is_not_reaching_it() -> None:
    table = Table.start(GAME, LADDER, 2).reveal("royga").play(1, "b1-b2", "done").play(0, "done")
    assert points(table, 2) == points(table, 5) == [0, 0]


def test_t5_a_number_counts_once_the_last_seat_is_done() -> None:
    table = meadow("card=royg", "-", "-").play(0, "b2-a2")
    assert points(table, 8) == [0, 0]
    table.play(0, "done")
    assert points(table, 8) == [0, 0]
    assert points(table.play(1, "done"), 8) == [8, 0]


def test_t5_points_got_stay_the_same_for_the_rest_of_the_game() -> None:
    table = (
        meadow("seen=roba card=royg", "line=b2-a2 full=8", "start=4").play(1, "b3-a2", "done").play(0, "done")
    )
    table.reveal("rrog").play(0, "done").play(1, "done")
    assert points(table, 8) == [8, 4]


def test_t5_the_score_pad_has_a_line_per_number() -> None:
    for score in Table.start(GAME, LADDER, 2).score:
        keys = {line.key: line.clause for line in score.lines}
        assert keys == {f"number.{number}": "T5" for number in range(2, 11)} | {"missed": "T6"}


# T7 --------------------------------------------------------------------------------------------
def alone(card: str, section: str = "-", seen: str = "") -> Table:
    words = f"seen={seen} card={card}" if seen else f"card={card}"
    return Table.at(GAME, ALONE, f"traexx/alone {words} | {section}")


def test_t7_tims_4_7_5_9_score_4_7_3_9() -> None:
    table = Table.start(GAME, ALONE, 1).reveal("roy").play(0, "a3-a4", "done")
    assert points(table, 4) == [4]
    table.reveal("ybaa").play(0, "a4-a5", "done")
    assert points(table, 7) == [7]
    table = Table.at(GAME, ALONE, "traexx/alone seen=roy card=ybaa | line=a3-a4-a5 full=4,7")
    table.play(0, "a5-a6", "done").reveal("rrob").play(0, "a6-a7", "done")
    assert [points(table, number)[0] for number in (4, 7, 5, 9)] == [4, 7, 3, 9]
    assert table.score[0].total == 4 + 7 + 3 + 9 - 2


def test_t7_within_a_round_the_order_along_the_line_decides() -> None:
    table = alone("ybaa").play(0, "a3-a4", "a4-a5", "a5-a6", "done")
    assert [points(table, number)[0] for number in (4, 7, 5)] == [4, 7, 3]


def test_t7_rising_numbers_of_a_round_all_score_in_full() -> None:
    table = alone("roy").play(0, "a3-a2", "a2-a1", "done")
    assert [points(table, number)[0] for number in (8, 10)] == [8, 10]


def test_t7_a_higher_number_at_the_other_end_counts_as_before() -> None:
    table = Table.start(GAME, ALONE, 1).reveal("roy").play(0, "a3-a2", "done")
    table.reveal("ybaa").play(0, "a3-a4", "a4-a5", "done")
    assert [points(table, number)[0] for number in (8, 4, 7)] == [8, 2, 4]


def test_t7_after_the_highest_number_all_others_score_half() -> None:
    table = alone("ybaa", "line=a2-a3-a4-a5 full=8 half=4,7", "roy,rrob").play(0, "a5-a6", "done")
    assert points(table, 5) == [3]
    assert "half=4,5,7" in table.position


def test_t7_a_lower_number_before_does_no_harm() -> None:
    table = alone("rrob", "line=a3-a4-a5-a6 full=4,7 half=5", "roy,ybaa").play(0, "a6-a7", "done")
    assert points(table, 9) == [9]


def test_t7_alone_the_lines_of_the_pad_cite_it() -> None:
    (score,) = Table.start(GAME, ALONE, 1).score
    keys = {line.key: line.clause for line in score.lines}
    assert keys == {f"number.{number}": "T7" for number in (4, 5, 7, 8, 9, 10)} | {"missed": "T6"}


def test_t7_with_company_a_higher_number_before_does_no_harm() -> None:
    """The same line of 2 5 7 10 9 8 6 3, once alone and once with another seat at the table."""
    got = {}
    for seats in (1, 2):
        table = Table.start(GAME, LADDER, seats).reveal("roya")
        table.play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5").play(seats - 1, "done")
        table.play(0, *["done"] * (seats - 1)).reveal("rogb")
        table.play(0, "a5-a6", "a6-a7", "a7-a8", "a8-a9").play(seats - 1, "done").play(
            0, *["done"] * (seats - 1)
        )
        got[seats] = [points(table, number)[0] for number in (2, 5, 7, 10, 9, 8, 6, 3)]
    assert got == {1: [2, 5, 7, 10, 5, 4, 3, 2], 2: [2, 5, 7, 10, 9, 8, 6, 3]}


def test_t7_everything_else_is_as_with_company() -> None:
    table = Table.start(GAME, ALONE, 1)
    for card in ("rog", "rrob", "ybaa", "roy"):
        table.reveal(card).play(0, "done")
    assert table.over.reason == "last_card"
    assert table.score[0].total == -6
    assert table.places == (1,)
