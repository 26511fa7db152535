"""Several games added up: the parts agree with each game's own, and a habit is told only where it is sure."""

from __future__ import annotations

import json
from functools import lru_cache
from math import fsum, isinf

import pytest

from kritzel.game import Description, Text
from kritzel.review import review
from kritzel.review.totals import Reviewed, Totals, _of_its_kind, _Tally, totals
from kritzel.review.totals_page import habits, page
from tests.review.games import played

GAMES = 4


@lru_cache
def added_up(name: str = "traexx/1", who: tuple[str, ...] = ("casual",)) -> list[Totals]:
    found = [
        review(played(name, who, seed), rollouts=40, workers=1, keep=False) for seed in range(1, GAMES + 1)
    ]
    return totals([Reviewed(f"{nth}.txt", each, 0) for nth, each in enumerate(found)])


def test_means_are_those_of_the_games() -> None:
    [part] = added_up()
    sums = [each.review.seats[0].sum for each in part.games]
    assert part.means["result"].value == pytest.approx(fsum(each.result for each in sums) / GAMES)
    result = part.means["adjusted"].value + part.means["luck"].value
    assert result == pytest.approx(part.means["result"].value)


def test_what_was_done_unlike_the_yardstick_is_all_of_the_own_moves() -> None:
    """No decision is left out and none counts twice."""
    [part] = added_up()
    assert fsum(habit.effect.value for habit in part.unlike) == pytest.approx(part.means["own"].value)
    assert sum(habit.times for habit in part.missed) == sum(each.review.seats[0].sure for each in part.games)


def test_only_what_is_beyond_its_interval_is_told() -> None:
    tally = _Tally(5)
    for game in range(5):
        tally.add(game, "always", Text.same("always"), -3.0 - game / 10)
        tally.add(game, "now and then", Text.same("now and then"), (-1.0) ** game * 3)
    tally.add(0, "once", Text.same("once"), -10.0)
    found = {habit.key: habit for habit in tally.habits()}
    assert {key for key, habit in found.items() if habit.told} == {"always"}
    assert found["once"].effect.value == -2.0
    assert found["always"].times == 5


def test_two_games_tell_no_habit() -> None:
    tally = _Tally(2)
    for game in range(2):
        tally.add(game, "always", Text.same("always"), -3.0)
    [habit] = tally.habits()
    assert not habit.told
    assert isinf(habit.effect.high)


def test_a_move_is_named_without_what_only_this_one_has() -> None:
    outside = Description("mark", Text("a3 ankreuzen", "cross a3"), "a3")
    assert _of_its_kind(outside) == Text("… ankreuzen", "cross …")
    assert _of_its_kind(Description("out", Text("aussteigen", "drop out"))).en == "drop out"
    assert _of_its_kind(None).en == "nothing"


def test_all_is_told_to_programs_and_as_a_page() -> None:
    parts = added_up()
    told = json.loads(json.dumps([part.to_json("de") for part in parts]))
    assert [each["file"] for each in told[0]["games"]] == [f"{nth}.txt" for nth in range(GAMES)]
    assert {habit["told"] for habit in told[0]["unlike"]} <= {True, False}
    for lang in ("de", "en"):
        drawn = page("<Mara>", parts, lang)
        assert "&lt;Mara&gt;" in drawn
        assert all(line in drawn for _, some in habits(parts[0], lang) for line in some)


def test_units_are_not_mixed() -> None:
    alone, company = played("traexx/1", ("casual",), 1), played("traexx/1", ("casual", "greedy"), 1)
    found = [review(table, rollouts=8, workers=1, keep=False) for table in (alone, company)]
    parts = totals([Reviewed("a", found[0], 0), Reviewed("b", found[1], 1)])
    assert [part.unit for part in parts] == ["points", "win"]
    assert "own" not in parts[1].means
