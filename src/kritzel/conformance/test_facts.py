"""What every game tells of itself: clock, questions, goals, ranks, boards, counting. On every sheet."""

from __future__ import annotations

from itertools import cycle, pairwise

import pytest

from kritzel.conformance.play import Case, remark
from kritzel.conformance.test_contract import every_table, played
from kritzel.drawing import words
from kritzel.drawing.theme import THEMES, contrast
from kritzel.game import Decision, Setup, SetupError, Touch
from kritzel.games import catalogue

SHOWS = 1.8
"""The least contrast of a pad's edge on paper. It is an ornament: nothing is written on it."""


@every_table
def test_the_clock_runs_and_what_happens_is_told_in_both_languages(case: Case) -> None:
    game, seen = case.game, played(case)
    clocks = [game.words.clock(state) for state in seen]
    if not any(clocks[0].words):
        remark(game, "no clock; Words(clock=...) tells which round it is")
    else:
        said = [clock for clock in clocks if clock.words.de and str(clock.now) in clock.words.en]
        assert said == clocks, "a clock says its number, in both languages: Clock(Text(de, en), now, of)"
    assert [clock.now for clock in clocks] == sorted(clock.now for clock in clocks), "a clock runs forwards"
    assert all(clock.of == 0 or clock.now <= clock.of for clock in clocks), "a clock stops at its end"
    told = [each for before, after in pairwise(seen) for each in game.words.happened(before, after)]
    assert all(each.clause and each.words.de and each.words.en for each in told), (
        "what happened has a clause, and words in both languages"
    )
    assert all(each.seat in range(case.seats) for each in told), "what happened names a seat of this table"


@every_table
def test_seats_that_decide_are_asked_in_both_languages(case: Case) -> None:
    if not any(any(case.game.words.question(state)) for state in played(case)):
        remark(case.game, "no question; Words(question=...) tells whoever is to decide what for")
        return
    for state in played(case):
        asks = isinstance(case.game.rules.pending(state), Decision)
        assert [bool(text) for text in case.game.words.question(state)] == [asks, asks], (
            f"a question is asked in both languages where seats decide, and nowhere else: "
            f"{case.game.notation.position_text(state)}"
        )


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_tables_of_other_sizes_are_refused(slug: str) -> None:
    game, sheet = catalogue.find(slug)
    for seats in {min(game.seat_counts) - 1, max(game.seat_counts) + 1} - {0}:
        with pytest.raises(SetupError):
            game.rules.start(Setup(sheet, seats))


@every_table
def test_steps_and_goals_stay_within_what_they_count(case: Case) -> None:
    game, seen = case.game, played(case)
    steps = [step for state in seen if (step := game.words.step(state))]
    goals = [goal for state in seen for seat in range(case.seats) if (goal := game.words.goal(state, seat))]
    assert all(1 <= now <= of and words.de and words.en for words, now, of in steps), (
        "a step counts from 1 to its end and has words in both languages"
    )
    assert all(now >= 0 and of and words.de and words.en for words, now, of in goals), (
        "a goal counts from 0, has an end, and words in both languages"
    )


@every_table
def test_who_is_out_is_not_asked(case: Case) -> None:
    for state in played(case):
        out = {seat for seat in range(case.seats) if case.game.rules.is_out(state, seat)}
        pending = case.game.rules.pending(state)
        assert not isinstance(pending, Decision) or out.isdisjoint(pending.seats), (
            f"a seat that is out is asked: {case.game.notation.position_text(state)}"
        )


@every_table
def test_ranks_are_for_those_who_play_alone(case: Case) -> None:
    ranks, alone = case.game.rules.ranks(case.sheet), 1 in case.game.seat_counts
    assert alone or ranks is None, "ranks are for one seat, which this game does not have: leave them out"
    if alone and ranks is None:
        remark(case.game, "no ranks; Rules(ranks=...) tells somebody alone what the points are worth")


@every_table
def test_a_picture_fits_what_is_printed(case: Case) -> None:
    """Pages get the layout once, and then only what changes: both must go together, all the time."""
    game = case.game
    layouts = game.drawing.layouts(case.sheet)
    assert all(one is other for one, other in zip(layouts, game.drawing.layouts(case.sheet), strict=True)), (
        "layouts are the same objects each time: keep them with functools.lru_cache"
    )
    assert all(len({spot.bit for spot in layout.cells}) == len(layout.cells) for layout in layouts), (
        "every cell of a layout has a bit of its own"
    )
    for state in played(case):
        for seat in range(case.seats):
            layout = layouts[game.drawing.board(state, seat) - 1]
            picture = game.drawing.picture(state, seat, game.rules.moves(state, seat))
            assert len(picture.sets) == len(layout.signs), "a picture has a set of cells for each sign"
            assert len(picture.fates) == len(layout.plates), "a picture has a fate for each plate"
            assert len(picture.counts) == len(layout.slots), "a picture has a count for each slot"
            assert len(picture.numbers) in (0, len(layout.cells)), "a picture numbers all cells or none"
            assert {token.state for token in picture.tray} <= set(words.TOKEN_STATES), (
                f"a token in the tray is {', '.join(words.TOKEN_STATES)}"
            )


@every_table
def test_a_score_pad_always_has_the_same_lines(case: Case) -> None:
    """Pages get their names once; a table tells numbers."""
    pads = [pad for state in played(case) for pad in case.game.rules.score(state)]
    assert len({tuple([(line.key, line.clause, line.at_end) for line in pad.lines]) for pad in pads}) == 1, (
        "score lines come or go: let all stand there from the start, with 0 points"
    )


@every_table
def test_a_blank_sheet_can_be_looked_at(case: Case) -> None:
    blank = case.game.blank(case.sheet)
    assert case.game.scene(blank, 0, "de").cells, "the sheet before the game has no cells"


@every_table
def test_the_colour_of_the_pad_shows_on_paper_and_on_the_board(case: Case) -> None:
    pad = case.game.facts.pad
    assert case.game.scene(case.game.blank(case.sheet), 0).pad == pad, "a layout has the pad of the facts"
    assert all(contrast(pad, tokens["paper"]) >= SHOWS for tokens in THEMES.values()), (
        f"Facts.pad {pad} is hardly seen on paper, by day or by night: take a stronger colour"
    )


@every_table
def test_scenes_use_known_words(case: Case) -> None:
    for state in played(case):
        words.check(case.game.scene(state, 0))


@every_table
def test_whatever_is_touched_reads_as_a_move(case: Case) -> None:
    game = case.game
    cells = cycle([cell.id for cell in game.scene(game.blank(case.sheet), 0).cells])
    for state, cell in zip(played(case), cells, strict=False):
        for touch in (Touch(cell), Touch(cell, 1), Touch(cell, start=cell)):
            game.notation.parse_move(case.sheet, game.notation.touched(state, 0, touch))


@every_table
def test_touching_what_a_legal_move_names_means_a_legal_one(case: Case) -> None:
    """Only dice to be thrown again are no single thing that a hand touches."""
    game = case.game
    for state, seat in [(state, seat) for state in played(case) for seat in range(case.seats)]:
        legal = game.rules.moves(state, seat)
        for said in [said for move in legal if not (said := game.words.say_move(case.sheet, move)).faces]:
            touch = Touch(said.cell, said.die, said.start) if said.cell else Touch(kind=said.kind)
            means = game.notation.touched(state, seat, touch)
            assert game.notation.parse_move(case.sheet, means) in legal, (
                f"a hand that does '{said.words.en}' is understood as '{means}', which is not legal: "
                "let the kind of a move be its notation, or write Notation(touched=...)"
            )


@every_table
def test_what_a_report_counts_fits_sheet_and_score_pad(case: Case) -> None:
    game, last, counting = case.game, played(case)[-1], case.game.drawing.counting
    if counting is None:
        return
    there = counting.crossable(case.sheet)
    assert set(there.values()) <= {cell.id for cell in game.scene(last, 0).cells}, "counts no cell"
    crossed = counting.crossed(last)
    assert len(crossed) == case.seats, "Counting.crossed has a set for each seat"
    assert not any(cells & ~sum(1 << cell for cell in there) for cells in crossed)
    keys = [line.key for line in game.rules.score(last)[0].lines]
    assert set(counting.firsts(case.sheet)) <= set(keys)
    assert all(counting.line(case.sheet, key).de for key in keys) if counting.line else True


@every_table
def test_every_seat_can_have_every_board(case: Case) -> None:
    boards = case.game.rules.boards(case.sheet)
    assert all(name.de and name.en for name in boards), "a board has a name in both languages"
    for first in range(len(boards)):
        order = tuple((first + seat) % len(boards) + 1 for seat in range(case.seats))
        assert case.game.rules.start(Setup(case.sheet, case.seats, order))
