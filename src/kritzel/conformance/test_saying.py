"""What every game says of its moves and of chance: data and words in both languages, on every sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kritzel import rulebook
from kritzel.conformance.play import Case
from kritzel.conformance.test_contract import every_table, moves_met, played
from kritzel.game import LANGUAGES, Chance, Description
from kritzel.mechanics.dice import Roll

OUTCOMES = 100
"""How many outcomes of a chance event are tested."""


def is_a_word(kind: str) -> bool:
    return kind.isalpha() and kind.islower()


def awaited(case: Case) -> Iterator[tuple[Any, Chance]]:
    """A state for each purpose of chance."""
    met: dict[str, tuple[Any, Chance]] = {}
    for state in played(case):
        if isinstance(pending := case.game.rules.pending(state), Chance):
            met.setdefault(pending.purpose, (state, pending))
    yield from met.values()


@every_table
def test_every_move_says_something_and_no_two_say_the_same(case: Case) -> None:
    moves = moves_met(case)
    for lang in LANGUAGES:
        words = [case.game.words.say_move(case.sheet, move).words.say(lang) for move in moves]
        assert all(words), f"a move has no words ({lang})"
        twice = [each for each in words if words.count(each) > 1][:1]
        assert not twice, f"two moves are both called '{twice[0]}' ({lang}): say what differs"


@every_table
def test_the_words_of_a_move_are_no_notation_and_its_kind_is_a_word(case: Case) -> None:
    for move in moves_met(case):
        text, said = (
            case.game.notation.move_text(case.sheet, move),
            case.game.words.say_move(case.sheet, move),
        )
        assert is_a_word(said.kind), f"the kind of a move is one word in small letters, not '{said.kind}'"
        spoken = {word for words in said.words for word in words.split()}
        assert not (set(text.split()) - {said.kind, said.cell, *said.faces}) & spoken, (
            f"the words of '{text}' are its notation: '{said.words.en}'; say it as one would at a table"
        )
        assert case.game.words.say_move(case.sheet, case.game.notation.parse_move(case.sheet, text)) == said


@every_table
def test_clauses_that_a_move_names_stand_in_the_rulebook(case: Case) -> None:
    named = {
        clause for move in moves_met(case) for clause in case.game.words.say_move(case.sheet, move).clauses
    }
    chapters = rulebook.book(case.game.slug, "en").chapters if named else ()
    unknown = named - {clause.id for chapter in chapters for clause in chapter.clauses}
    assert not unknown, f"moves name {unknown}, which the rulebook does not have"


@every_table
def test_what_a_move_touches_lies_on_the_sheet_or_in_the_tray(case: Case) -> None:
    game = case.game
    cells = {cell.id for cell in game.scene(game.blank(case.sheet), 0).cells} | {""}
    for state in played(case)[::7]:
        for seat in range(case.seats):
            told = [game.words.say_move(case.sheet, move) for move in game.rules.moves(state, seat)]
            strange = ({said.cell for said in told} | {said.start for said in told}) - cells
            assert not strange, f"moves name {strange}, which is no cell of the layout"
            if touched := {face for said in told for face in _from_the_tray(said)}:
                there = {token.face for token in game.scene(state, seat).tray}
                assert touched <= there, f"moves touch the dice {touched}; the tray shows {there}"


def _from_the_tray(said: Description) -> Iterator[str]:
    yield from said.faces
    yield from () if said.die is None else (str(said.die),)


@every_table
def test_what_chance_brings_has_a_name_and_words_of_its_own(case: Case) -> None:
    for state, chance in awaited(case):
        purpose, event = chance.purpose, chance.event
        told = [
            case.game.words.say_outcome(state, outcome) for outcome, _ in islice(event.outcomes(), OUTCOMES)
        ]
        assert is_a_word(purpose), f"the purpose of chance is one word in small letters, not '{purpose}'"
        assert all(case.game.facts.chance(purpose)), f"Facts.chances has no name for '{purpose}'"
        assert all(said.kind == purpose and all(said.words) and all(said.beside) for said in told), (
            f"what {purpose} brings has this kind and words in both languages"
        )
        assert all(len({said.words.say(lang) for said in told}) == len(told) for lang in LANGUAGES), (
            f"two outcomes of {purpose} have the same words"
        )
        assert not isinstance(event, Roll) or all(len(said.faces) == event.dice for said in told), (
            f"what {purpose} brings names the face of each die"
        )
