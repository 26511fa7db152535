"""Pictures of results: whole, with words for everything, in the house's colours."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kritzel.arena import plots
from kritzel.arena.job import game_and_sheet
from kritzel.arena.plots import TINTS, ladder_svg, scores_svg, style
from kritzel.arena.summary import summary
from kritzel.drawing.charts import Axis
from kritzel.drawing.theme import contrast, tokens
from tests.arena.jobs import deal, job, lines

TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_pictures_name_every_bot_and_figure(lang: str) -> None:
    asked = job(bots="greedy,random,greedy")
    deals = [json.loads(line) for line in lines(asked, range(20)).values()]
    told = summary(asked, deals)
    for drawn in (scores_svg(asked, deals, told, lang), ladder_svg(asked, told, lang)):
        texts = [text.text for text in ElementTree.fromstring(drawn).iter(TEXT)]
        assert {"greedy", "random", "greedy-2"} < set(texts)
        assert any("Träxx" in (text or "") for text in texts)
        assert "nan" not in drawn
        assert tokens("dark")["paper"] in drawn
        assert tokens("light")["paper"] in drawn


def test_pictures_of_hardly_anything() -> None:
    alone = job("dizzle/1", "random", 1)
    deals = [deal(0, (["random"], [7], [1]))]
    told = summary(alone, deals)
    assert "random" in scores_svg(alone, deals, told, "en")
    assert "no ladder" in ladder_svg(alone, told, "en")
    ElementTree.fromstring(ladder_svg(alone, told, "de"))


def test_one_deal_has_a_ladder_without_intervals() -> None:
    asked = job("dizzle/1")
    deals = [deal(0, (["greedy", "random"], [10, 4], [1, 2]), (["random", "greedy"], [6, 8], [2, 1]))]
    drawn = ladder_svg(asked, summary(asked, deals), "en")
    assert 'class="bar"' not in drawn
    assert "lower bounds" in drawn


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [(-43, 52, [-60, -40, -20, 0, 20, 40, 60]), (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (5, 5, [5, 6])],
)
def test_marks_are_round_numbers(low: float, high: float, marks: list[float]) -> None:
    axis = Axis.over(low, high)
    assert axis.marks()[0] <= low
    assert axis.marks()[-1] >= high
    if high > low:
        assert axis.marks() == pytest.approx(marks)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shapes_stand_out_from_the_paper(theme: str) -> None:
    colour = tokens(theme)
    assert all(contrast(colour[tint], colour["paper"]) >= 3 for tint in TINTS)
    assert contrast(colour["text2"], colour["paper"]) >= 4.5
    assert style().count("prefers-color-scheme:dark") == 1


def test_the_best_bot_stands_first_where_the_fewest_points_win(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = job("dizzle/1")
    game, sheet = game_and_sheet(asked)
    fewest = replace(game, facts=replace(game.facts, fewest_win=True))
    monkeypatch.setattr(plots, "game_and_sheet", lambda job: (fewest, sheet))
    deals = [deal(0, (["greedy", "random"], [4, 10], [1, 2]), (["random", "greedy"], [8, 6], [2, 1]))]
    drawn = scores_svg(asked, deals, summary(asked, deals), "en")
    assert drawn.index(">greedy<") < drawn.index(">random<")
