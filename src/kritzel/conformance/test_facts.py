"""What every game tells of itself: clock, questions, goals, ranks, boards, counting. On every sheet."""

from __future__ import annotations

from itertools import cycle, pairwise

from kritzel.conformance.play import Laid, remark
from kritzel.conformance.test_contract import every_table, played
from kritzel.drawing import words
from kritzel.drawing.theme import THEMES, contrast
from kritzel.game import Decision, Setup, Touch

SHOWS = 1.8
"""The least contrast of a pad's edge on paper. It is an ornament: nothing is written on it."""


@every_table
def test_the_clock_runs_and_what_happens_is_told_in_both_languages(laid: Laid) -> None:
    game, seen = laid.game, played(laid)
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
    assert all(each.seat in range(laid.seats) for each in told), "what happened names a seat of this table"


@every_table
def test_whoever_is_to_decide_is_asked_in_both_languages(laid: Laid) -> None:
    if not any(any(laid.game.words.question(state)) for state in played(laid)):
        remark(laid.game, "no question; Words(question=...) tells whoever is to decide what for")
        return
    for state in played(laid):
        asks = isinstance(laid.game.rules.pending(state), Decision)
        assert [bool(text) for text in laid.game.words.question(state)] == [asks, asks], (
            f"a question is asked in both languages where seats decide, and nowhere else: "
            f"{laid.game.notation.position_text(state)}"
        )


@every_table
def test_steps_and_goals_stay_within_what_they_count(laid: Laid) -> None:
    game, seen = laid.game, played(laid)
    steps = [step for state in seen if (step := game.words.step(state))]
    goals = [goal for state in seen for seat in range(laid.seats) if (goal := game.words.goal(state, seat))]
    assert all(1 <= now <= of and words.de and words.en for words, now, of in steps), (
        "a step counts from 1 to its end and has words in both languages"
    )
    assert all(now >= 0 and of and words.de and words.en for words, now, of in goals), (
        "a goal counts from 0, has an end, and words in both languages"
    )


@every_table
def test_who_is_out_is_not_asked(laid: Laid) -> None:
    for state in played(laid):
        out = {seat for seat in range(laid.seats) if laid.game.rules.is_out(state, seat)}
        pending = laid.game.rules.pending(state)
        assert not isinstance(pending, Decision) or out.isdisjoint(pending.seats), (
            f"a seat that is out is asked: {laid.game.notation.position_text(state)}"
        )


@every_table
def test_ranks_are_for_those_who_play_alone(laid: Laid) -> None:
    ranks, alone = laid.game.rules.ranks(laid.sheet), 1 in laid.game.seat_counts
    assert alone or ranks is None, "ranks are for one seat, which this game does not have: leave them out"
    if alone and ranks is None:
        remark(laid.game, "no ranks; Rules(ranks=...) tells somebody alone what the points are worth")


@every_table
def test_a_picture_fits_what_is_printed(laid: Laid) -> None:
    """Pages get the layout once, and then only what changes: both must go together, all the time."""
    game = laid.game
    layouts = game.drawing.layouts(laid.sheet)
    assert all(one is other for one, other in zip(layouts, game.drawing.layouts(laid.sheet), strict=True)), (
        "layouts are the same objects each time: keep them with functools.lru_cache"
    )
    assert all(len({spot.bit for spot in layout.cells}) == len(layout.cells) for layout in layouts), (
        "every cell of a layout has a bit of its own"
    )
    for state in played(laid):
        for seat in range(laid.seats):
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
def test_a_score_pad_always_has_the_same_lines(laid: Laid) -> None:
    """Pages get their names once; a table tells numbers."""
    pads = [pad for state in played(laid) for pad in laid.game.rules.score(state)]
    assert len({tuple([(line.key, line.clause, line.at_end) for line in pad.lines]) for pad in pads}) == 1, (
        "score lines come or go: let all stand there from the start, with 0 points"
    )


@every_table
def test_a_blank_sheet_can_be_looked_at(laid: Laid) -> None:
    blank = laid.game.blank(laid.sheet)
    assert laid.game.scene(blank, 0, "de").cells, "the sheet before the game has no cells"


@every_table
def test_the_colour_of_the_pad_shows_on_paper_and_on_the_board(laid: Laid) -> None:
    pad = laid.game.facts.pad
    assert laid.game.scene(laid.game.blank(laid.sheet), 0).pad == pad, "a layout has the pad of the facts"
    assert all(contrast(pad, tokens["paper"]) >= SHOWS for tokens in THEMES.values()), (
        f"Facts.pad {pad} is hardly seen on paper, by day or by night: take a stronger colour"
    )


@every_table
def test_scenes_use_known_words(laid: Laid) -> None:
    for state in played(laid):
        words.check(laid.game.scene(state, 0))


@every_table
def test_whatever_is_touched_reads_as_a_move(laid: Laid) -> None:
    game = laid.game
    cells = cycle([cell.id for cell in game.scene(game.blank(laid.sheet), 0).cells])
    for state, cell in zip(played(laid), cells, strict=False):
        for touch in (Touch(cell), Touch(cell, 1), Touch(cell, start=cell)):
            game.notation.parse_move(laid.sheet, game.notation.touched(state, 0, touch))


@every_table
def test_touching_what_a_legal_move_names_means_a_legal_one(laid: Laid) -> None:
    """Only dice to be thrown again are no single thing that a hand touches."""
    game = laid.game
    for state, seat in [(state, seat) for state in played(laid) for seat in range(laid.seats)]:
        legal = game.rules.moves(state, seat)
        for said in [said for move in legal if not (said := game.words.say_move(laid.sheet, move)).faces]:
            touch = Touch(said.cell, said.die, said.start) if said.cell else Touch(kind=said.kind)
            means = game.notation.touched(state, seat, touch)
            assert game.notation.parse_move(laid.sheet, means) in legal, (
                f"a hand that does '{said.words.en}' is understood as '{means}', which is not legal: "
                "let the kind of a move be its notation, or write Notation(touched=...)"
            )


@every_table
def test_what_a_report_counts_fits_sheet_and_score_pad(laid: Laid) -> None:
    game, last, counting = laid.game, played(laid)[-1], laid.game.drawing.counting
    if counting is None:
        return
    there = counting.crossable(laid.sheet)
    assert set(there.values()) <= {cell.id for cell in game.scene(last, 0).cells}, "counts no cell"
    crossed = counting.crossed(last)
    assert len(crossed) == laid.seats, "Counting.crossed has a set for each seat"
    assert not any(cells & ~sum(1 << cell for cell in there) for cells in crossed)
    keys = [line.key for line in game.rules.score(last)[0].lines]
    assert set(counting.firsts(laid.sheet)) <= set(keys)
    assert all(counting.line(laid.sheet, key).de for key in keys) if counting.line else True


@every_table
def test_every_seat_can_have_every_board(laid: Laid) -> None:
    boards = laid.game.rules.boards(laid.sheet)
    assert all(name.de and name.en for name in boards), "a board has a name in both languages"
    for first in range(len(boards)):
        order = tuple((first + seat) % len(boards) + 1 for seat in range(laid.seats))
        assert laid.game.rules.start(Setup(laid.sheet, laid.seats, order))
