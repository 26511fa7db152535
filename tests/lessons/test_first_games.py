"""The first games are true: positions stand, wanted moves are legal, and each game is taught to its end."""

from __future__ import annotations

import re

import pytest

from kritzel import lessons, rulebook
from kritzel.game import LANGUAGES, Decision, Over
from kritzel.games import catalogue
from kritzel.lessons import Lesson, Stand, Step

LESSONS = [lessons.lesson(game) for game in catalogue.GAMES]
STEPS = [(lesson, at) for lesson in LESSONS for at in range(len(lesson.steps))]
BOTH = pytest.mark.parametrize(("lesson", "at"), STEPS, ids=[f"{a.game}-{a.steps[n].id}" for a, n in STEPS])
EACH = pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.game for lesson in LESSONS])

TAUGHT = {
    "dizzle": "D5 D7 D8 D10 D11 D12 D13 D15 D19 D20 D24 D25 D26 D29 D32",
    "border": "B1 B2 B3 B4 B5 B6 B7 B8 B9",
    "traexx": "T1 T2 T3 T4 T5 T6",
}
"""What somebody knows after a first game."""


def stands(lesson: Lesson, at: int) -> tuple[Stand, ...]:
    return lessons.walks(lesson)[at]


def texts(step: Step) -> list[str]:
    return [text.say(lang) for text in (step.text, step.praise) for lang in LANGUAGES]


@EACH
def test_a_first_game_has_ten_steps_and_most_are_done_by_hand(lesson: Lesson) -> None:
    assert len(lesson.steps) == 10
    assert sum(step.by_hand for step in lesson.steps) >= 7


@EACH
def test_it_ends_with_the_end_of_the_game_and_the_learner_ahead(lesson: Lesson) -> None:
    last = stands(lesson, 9)[-1]
    over = catalogue.game(lesson.game).rules.pending(last.state)
    assert isinstance(over, Over)
    assert (over.ranking[0].seat, over.ranking[0].place) == (lesson.seat, 1)


@EACH
def test_what_everybody_needs_is_taught(lesson: Lesson) -> None:
    taught = {clause for step in lesson.steps for clause in step.clauses}
    assert set(TAUGHT[lesson.game].split()) <= taught


@BOTH
def test_positions_are_written_as_they_are_read(lesson: Lesson, at: int) -> None:
    step, game = lesson.steps[at], catalogue.game(lesson.game)
    assert step.position in ("", game.notation.position_text(stands(lesson, at)[0].state))


@BOTH
def test_every_wanted_move_is_listed_as_legal(lesson: Lesson, at: int) -> None:
    game = catalogue.game(lesson.game)
    for stand in stands(lesson, at):
        listed = [
            game.notation.move_text(stand.state.sheet, move)
            for move in game.rules.moves(stand.state, lesson.seat)
        ]
        assert set(stand.wanted) <= set(listed)
        assert not (stand.wanted and stand.happens)


@BOTH
def test_every_stand_can_be_reached_and_left(lesson: Lesson, at: int) -> None:
    every = stands(lesson, at)
    reached = {0} | {to for stand in every for to in stand.wanted.values()}
    reached |= {stand.then for stand in every if stand.happens}
    assert reached == set(range(len(every)))
    assert sum(stand.last for stand in every) == 1


@BOTH
def test_the_clauses_are_clauses_of_the_game(lesson: Lesson, at: int) -> None:
    for clause in lesson.steps[at].clauses:
        assert rulebook.clause(clause, "en").game == lesson.game


@BOTH
def test_steps_are_short_and_say_the_same_in_both_languages(lesson: Lesson, at: int) -> None:
    step = lesson.steps[at]
    assert all(len(text) <= 220 for text in texts(step))
    assert all(len(re.findall(r"[.:!](?= |$)", text)) <= 6 for text in texts(step))
    for text in (step.text, step.hint, step.praise):
        assert not text.de or text.de != text.en
        assert re.findall(r"\b[a-l]\d+\b", text.de) == re.findall(r"\b[a-l]\d+\b", text.en)


@BOTH
def test_the_learner_is_told_where_to_go(lesson: Lesson, at: int) -> None:
    """Every cell that is wanted is named in the text or in the hint."""
    step = lesson.steps[at]
    wanted = {cell for stand in stands(lesson, at) for move in stand.wanted for cell in targets(move)}
    for lang in LANGUAGES:
        told = step.text.say(lang) + " " + step.hint.say(lang)
        named = set(re.findall(r"\b[a-l]\d+\b", told))
        assert len(wanted - named) == 0, (lang, wanted - named)


def targets(move: str) -> list[str]:
    """The cell a hand touches: the last one named."""
    return re.findall(r"[a-l]\d+", move)[-1:]


@EACH
def test_a_step_that_asks_for_something_awaits_the_learner(lesson: Lesson) -> None:
    game = catalogue.game(lesson.game)
    for at in range(10):
        for stand in stands(lesson, at):
            pending = game.rules.pending(stand.state)
            assert not stand.wanted or (isinstance(pending, Decision) and lesson.seat in pending.seats)
