"""What a review says adds up, is always the same, and never blames the reference player."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from fractions import Fraction
from math import fsum
from pathlib import Path
from typing import Any

import pytest

import kritzel
from kritzel.bots.weights import net_for
from kritzel.fast import cache
from kritzel.game import Outcome
from kritzel.games import catalogue
from kritzel.record import Played, read
from kritzel.review import assembly, improving, pipeline, review
from kritzel.review.history import ChanceNode, help_comments, history_of
from kritzel.review.luck import luck_by_net
from kritzel.review.models import BOT, HINT, MoveStep, Review
from kritzel.review.page import sum_words
from kritzel.review.pipeline import ReviewContext, context_of, task_for
from kritzel.review.plan import NotReviewable, plan_for
from tests.review.games import played
from tools.golden import FOLDER, Wanted, wanted

EXACT = 1e-9
SHORT: dict[str, Any] = {"rollouts": 8, "workers": 1, "keep": False}
LARGE = ("border-3", "border-4", "traexx-3", "traexx-4")
"""Records of large companies take long: KRITZEL_REVIEWS=all looks at those too."""
LEFT_OUT = () if os.environ.get("KRITZEL_REVIEWS") == "all" else LARGE
KNOWN = [
    wish
    for wish in wanted()
    if wish.path.stem.startswith(("border", "traexx")) and not wish.path.stem.startswith(LEFT_OUT)
]


def check_sums(found: Review) -> None:
    for seat in found.seats:
        for parts in (seat.sum, seat.points):
            if parts.luck is None:
                continue
            assert parts.start is not None
            assert parts.own is not None
            assert parts.others is not None
            total = parts.start + parts.luck + parts.own + parts.others
            assert total == pytest.approx(parts.result, abs=EXACT)
            assert parts.adjusted == pytest.approx(parts.result - parts.luck, abs=EXACT)
            assert parts.adjusted == pytest.approx(parts.start + parts.own + parts.others, abs=EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("wish", KNOWN, ids=lambda wish: str(wish.path.stem))
def test_the_parts_add_up_on_golden_records(wish: Wanted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "SUMS_WITH_COMPANY", 8)
    found = review(wish.path.read_text("utf-8"), **SHORT)
    check_sums(found)
    assert found.complete
    known = context_of(task_for(wish.path.read_text("utf-8"), "quick", 0, 8)).start is not None
    assert found.sums == known
    assert all((seat.sum.luck is not None) == known for seat in found.seats)


@pytest.mark.slow
def test_what_is_kept_belongs_to_all_nets_that_had_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The master's own net, too: its moves are among those that are weighed."""
    [record, *_] = [wish.path.read_text("utf-8") for wish in KNOWN if wish.path.stem.startswith("border-2")]
    said: list[object] = []

    def heard(*parts: object) -> str:
        said.extend(parts)
        return "word"

    monkeypatch.setattr(pipeline, "cache_key", heard)
    next(improving(record, keep=False))
    game, sheet = catalogue.find("border/1")
    trained = net_for(game, sheet)
    assert trained is not None
    assert trained.duel is not None
    assert said[-1] == f"{trained.about['checksum']}+{trained.duel.checksum}"


def test_the_same_record_and_seed_bring_the_same_review() -> None:
    table = played("traexx/1", ("planner",), 1)
    one, two = (review(table, "deep", 5, **SHORT) for _ in range(2))
    assert one == two
    assert one.to_json() == two.to_json()
    other = review(table, "deep", 6, **SHORT)
    assert [step.effect for step in moves(other)] != [step.effect for step in moves(one)]
    check_sums(one)


def test_a_move_with_help_is_not_the_seats_own() -> None:
    """What it brought counts with the others', and all still adds up. A record says it in its comments."""
    table = played("traexx/1", ("planner",), 1)
    plain = review(table, **SHORT)
    costly = [nth for nth, step in enumerate(moves(plain)) if step.effect[0]][:2]
    tip, bot = (moves(plain)[nth] for nth in costly)
    noted = table.record() + help_comments(dict.fromkeys(tip.events, HINT) | dict.fromkeys(bot.events, BOT))
    found = review(noted + "# help hint: x " + "9" * 5000 + "\n# help me: 3\n", **SHORT)
    check_sums(found)
    assert [moves(found)[nth].help for nth in costly] == [HINT, BOT]
    assert [step.effect for step in moves(found)] == [step.effect for step in moves(plain)]
    (seat,), (before,) = found.seats, plain.seats
    assert before.sum.own is not None
    assert seat.sum.others == pytest.approx(tip.effect[0] + bot.effect[0], abs=EXACT)
    assert seat.sum.own == pytest.approx(before.sum.own - tip.effect[0] - bot.effect[0], abs=EXACT)
    assert seat.sum.luck == pytest.approx(before.sum.luck, abs=EXACT)
    assert (seat.hinted, seat.stood_in, seat.moves) == (1, 1, before.moves - 2)
    assert "help and others' moves" in sum_words(seat, "en")
    assert found.to_json()["seats"][0]["hinted"] == 1


def moves(found: Review) -> list[MoveStep]:
    return [step for step in found.steps if isinstance(step, MoveStep)]


@pytest.mark.parametrize(("name", "seats"), [("dizzle/2", 1), ("traexx/1", 1), ("dizzle/2", 2)])
def test_the_reference_player_has_no_skill_beyond_its_own(name: str, seats: int) -> None:
    table = played(name, ("learned",) * seats, 3)
    found = review(table, **SHORT)
    assert {step.label for step in moves(found)} <= {"same", "forced"}
    assert all(effect == 0.0 for step in moves(found) for effect in step.effect)
    if seats == 1:
        seat = found.seats[0]
        assert seat.sum.own == 0.0
        assert seat.sum.adjusted == pytest.approx(seat.sum.start, abs=EXACT)
        assert seat.moments == ()


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("dizzle/2", ("casual",)),
        ("dizzle/4", ("planner", "casual")),
        ("traexx/1", ("planner",)),
        ("border/1", ("skilled", "planner")),
    ],
)
def test_luck_is_zero_on_average_at_every_chance_event(name: str, who: tuple[str, ...]) -> None:
    """The mean that is used is the mean of the same values, each worked out for itself."""
    context = context_of(task_for(played(name, who, 2), "quick", 0, 8))
    events = [nth for nth, node in enumerate(context.history.nodes) if isinstance(node, ChanceNode)]
    for nth in events[:: max(1, len(events) // 12)]:
        node = context.history.nodes[nth]
        assert isinstance(node, ChanceNode)
        found = luck_by_net(context.history, context.yardstick, nth, "")
        assert found is not None
        outcomes = list(node.chance.event.outcomes())
        alone = [_value(context, node, outcome) for outcome, _ in outcomes]
        chances = [chance for _, chance in outcomes]
        assert sum(chances, Fraction(0)) == 1
        for seat in range(len(who)):
            mean = fsum(
                float(chance) * float(value[seat]) for chance, value in zip(chances, alone, strict=True)
            )
            assert mean == pytest.approx(found.mean[seat], abs=EXACT)
        came = [outcome for outcome, _ in outcomes].index(node.outcome)
        assert alone[came] == pytest.approx(found.value, abs=EXACT)


@pytest.mark.slow
def test_where_very_much_could_come_the_mean_is_that_of_draws() -> None:
    """With four at the table 13 dice are thrown: draws tell the mean, and another text brings others."""
    context = context_of(task_for(played("dizzle/2", ("planner",) * 4, 2), "quick", 0, 8))
    first = next(nth for nth, node in enumerate(context.history.nodes) if isinstance(node, ChanceNode))
    one, same, other = (luck_by_net(context.history, context.yardstick, first, text) for text in "aab")
    assert one is not None
    assert other is not None
    assert one.odds is not None
    assert one == same
    assert one.value == other.value
    assert one.mean != other.mean
    assert one.mean[0] == pytest.approx(other.mean[0], abs=one.odds.sd / 3)
    assert one.odds.as_good > 0 < one.odds.as_bad


def _value(context: ReviewContext, node: ChanceNode, outcome: Outcome) -> list[float]:
    """What one outcome is worth, asked for alone."""
    found = context.yardstick.outcome_values(node, [outcome])
    assert found is not None
    return [float(value) for value in found[1][0]]


def test_what_was_found_is_kept_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kritzel" / "fast")
    table = played("traexx/1", ("planner",), 1)
    growing = improving(table, "quick", rollouts=8, workers=1)
    first = [next(growing).done for _ in range(4)]
    growing.close()
    assert first == [0, 1, 2, 3]
    again = improving(table, "quick", rollouts=8, workers=1)
    begun = next(again)
    assert begun.done == 3
    assert not begun.review.complete
    assert not begun.review.sums
    last = [*again][-1]
    assert last.review == review(table, rollouts=8, workers=1, keep=False)
    assert next(improving(table, "quick", rollouts=8, workers=1)).review == last.review


@pytest.mark.slow
def test_several_processes_find_the_same() -> None:
    table = played("traexx/1", ("planner",), 1)
    one = review(table, rollouts=8, workers=1, keep=False)
    assert review(table, rollouts=8, workers=2, keep=False) == one


def test_progress_may_stop_the_work() -> None:
    class Enough(Exception):
        pass

    def stop(progress: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        review(played("traexx/1", ("planner",), 1), progress=stop, **SHORT)


@pytest.mark.slow
def test_an_own_sheet_is_measured_by_the_planner() -> None:
    sheet = kritzel.sheet_from(FOLDER / "tiny.toml")
    table = kritzel.start(sheet, 1, seed=1)
    while not table.over:
        table.play(0, table.moves(0)[0]) if table.deciding else table.roll()
    found = review(table.record(), sheet=sheet, **SHORT)
    assert found.reference.name == "planner"
    assert found.reference.instead is not None
    assert not found.sums
    assert found.seats[0].sum.start is None
    assert "stay open" in found.notes[0].en


def test_what_cannot_be_reviewed_says_why() -> None:
    table = kritzel.start("dizzle/1", 1, seed=1).roll()
    with pytest.raises(NotReviewable, match="has not ended"):
        review(table)
    with pytest.raises(NotReviewable, match="no depth 'abyss'"):
        review(played("traexx/1", ("planner",), 1), "abyss")
    with pytest.raises(NotReviewable, match="too few"):
        plan_for("deep", False, 2)


@pytest.mark.slow
def test_with_company_sums_wait_for_many_rollouts() -> None:
    found = review(played("dizzle/2", ("casual", "planner"), 1), **SHORT)
    assert not found.sums
    assert "too few for a sum" in found.notes[-1].en
    assert found.seats[0].sum.start is not None
    assert found.seats[0].sum.own is None
    assert sum(seat.sum.result for seat in found.seats) == pytest.approx(100.0)


@pytest.mark.slow
def test_a_review_is_told_to_programs_and_as_a_page() -> None:
    found = review(played("dizzle/2", ("casual",), 1), **SHORT)
    told = json.loads(json.dumps(found.to_json("de")))
    assert told["version"] == assembly.VERSION
    assert {step["kind"] for step in told["steps"]} == {"luck", "move"}
    assert told["curve"][-1]["values"] == [found.seats[0].sum.result]
    assert "kritzel-review" in found._repr_html_()
    assert found.html("de").startswith("<!doctype html>")
    named = replace(found, seats=(replace(found.seats[0], name="<script>"),))
    assert "<script>" not in named.html("en")


def test_a_story_is_told_from_a_table_that_begins_anywhere() -> None:
    table = played("traexx/1", ("planner",), 1)
    middle = next(at for at in range(20, len(table.events)) if not table.until(at).deciding)
    later = kritzel.position(table.until(middle).position)
    for event in table.events[middle:]:
        later.play(event.seat, event.move) if isinstance(event, Played) else later.reveal(event.outcome)
    found = review(read(later.record()), **SHORT)
    assert not found.sums
    assert len(history_of(later).nodes) == len(found.steps)
