"""What every game must satisfy, on every sheet and seat count. No exception lists."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from kritzel.conformance.play import Case, all_cases, play_table, states
from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, Over, State
from kritzel.record import Table, read

EVERYTHING = all_cases()
every_table = pytest.mark.parametrize("case", EVERYTHING, ids=str)


@cache
def played(case: Case, seed: int = 1) -> tuple[Any, ...]:
    """The states of one random game."""
    return tuple(states(case.game, case.start(), Random(seed)))


def moves_met(case: Case) -> list[Any]:
    """All moves that were legal for a seat at some time in a random game."""
    met: dict[str, Any] = {}
    for state in played(case):
        for seat in range(case.seats):
            for move in case.game.rules.moves(state, seat):
                met.setdefault(case.game.notation.move_text(case.sheet, move), move)
    return list(met.values())


def where(case: Case, state: State, seat: int) -> str:
    """For messages: too slow to be written before a test fails."""
    return f"{case.game.notation.position_text(state)}, seat {seat}"


@every_table
def test_the_end_names_every_seat_and_adds_up(case: Case) -> None:
    state = played(case)[-1]
    over = case.game.rules.pending(state)
    assert isinstance(over, Over)
    assert sorted(place.seat for place in over.ranking) == list(range(case.seats)), (
        "the ranking names every seat once; kritzel.game.ranking(totals) makes one"
    )
    assert min(place.place for place in over.ranking) == 1, "places count from 1"
    totals = [pad.total for pad in case.game.rules.score(state)]
    assert all(place.points == totals[place.seat] for place in over.ranking), (
        "the points of a place are the total of the seat's score pad"
    )
    best = {place.points for place in over.ranking if place.place == 1}
    wanted = min(totals) if case.game.facts.fewest_win else max(totals)
    assert best == {wanted}, f"the first place belongs to {wanted} points (Facts.fewest_win: the fewest win)"


@every_table
def test_only_seats_that_decide_have_moves(case: Case) -> None:
    for state in played(case):
        pending = case.game.rules.pending(state)
        deciding = pending.seats if isinstance(pending, Decision) else ()
        able = tuple(seat for seat in range(case.seats) if case.game.rules.moves(state, seat))
        assert able == tuple(sorted(deciding)), (
            f"seats {deciding} decide, seats {able} have moves: {case.game.notation.position_text(state)}"
        )


@every_table
def test_every_move_is_listed_once_where_a_game_lists_them(case: Case) -> None:
    if case.game.notation.every_move is not None:
        listed = case.game.notation.every_move(case.sheet)
        assert len(set(listed)) == len(listed), "every_move lists a move twice"
        missing = set(moves_met(case)) - set(listed)
        assert not missing, f"every_move does not list {missing}"


@every_table
def test_listed_moves_play_and_all_others_are_refused(case: Case) -> None:
    game, met = case.game, moves_met(case)
    luck = Random(2)
    for state in luck.sample(played(case), min(25, len(played(case)))):
        for seat in range(case.seats):
            listed = set(game.rules.moves(state, seat))
            assert len(listed) == len(game.rules.moves(state, seat)), "a move is listed twice"
            for move in listed:
                game.rules.pending(game.rules.play(state, seat, move))
            for move in luck.sample(met, min(120, len(met))):
                if move not in listed:
                    _expect_refusal(case, state, seat, move)


def _expect_refusal(case: Case, state: State, seat: int, move: Any) -> None:
    refused = _refusal(case, state, seat, move)
    assert refused, (
        f"play accepts {move}, which moves does not list; raise IllegalMove: {where(case, state, seat)}"
    )
    assert refused.clause, f"the refusal of {move} names a clause: {where(case, state, seat)}"
    assert all(refused.sentence), (
        f"the refusal of {move} is a sentence in both languages (Text.same for one): "
        f"{where(case, state, seat)}"
    )


def _refusal(case: Case, state: State, seat: int, move: Any) -> IllegalMove | None:
    """Called half a million times: `pytest.raises` is too slow."""
    try:
        case.game.rules.play(state, seat, move)
    except IllegalMove as refused:
        return refused
    return None


@every_table
def test_outcomes_are_refused_where_none_is_awaited_or_possible(case: Case) -> None:
    for state in played(case)[:40]:
        pending = case.game.rules.pending(state)
        outcome = (1,) * 20 if isinstance(pending, Chance) else (1,)
        with pytest.raises(IllegalOutcome):
            case.game.rules.reveal(state, outcome)
        with pytest.raises(IllegalOutcome):
            Table(case.game, state).reveal(outcome)


@every_table
def test_old_states_never_change(case: Case) -> None:
    game, luck = case.game, Random(3)
    met = states(game, case.start(), luck)
    kept = [(state, game.notation.position_text(state), hash(state)) for state in met]
    for state, text, number in kept:
        assert game.notation.position_text(state) == text, "an old state changed: make states immutable"
        assert hash(state) == number, "the hash of an old state changed: make states immutable"


@every_table
def test_a_view_offers_the_same_moves_as_the_table(case: Case) -> None:
    for state in played(case):
        for seat in range(case.seats):
            view = case.game.rules.view(state, seat)
            assert list(case.game.rules.moves(view, seat)) == list(case.game.rules.moves(state, seat)), (
                f"a seat that sees only its view has other moves: {where(case, state, seat)}"
            )
            assert case.game.rules.view(view, seat) == view, (
                f"the view of a view is another one: {where(case, state, seat)}"
            )
            assert case.game.rules.score(view) == case.game.rules.score(state), (
                f"the score changes with something that others may not see: {where(case, state, seat)}"
            )


@every_table
def test_notation_round_trips(case: Case) -> None:
    game, sheet = case.game, case.sheet
    for state in played(case):
        line = game.notation.position_text(state)
        again = game.notation.parse_position(sheet, line)
        assert again == state, f"the position does not say everything about its state: {line}"
        assert game.notation.position_text(again) == line, f"a position is written in two ways: {line}"
        for seat in range(case.seats):
            for move in game.rules.moves(state, seat):
                assert game.notation.parse_move(sheet, game.notation.move_text(sheet, move)) == move
        if isinstance(pending := game.rules.pending(state), Chance):
            outcome = pending.event.sample(Random(4).randrange)
            assert game.notation.parse_outcome(state, game.notation.outcome_text(state, outcome)) == outcome


@every_table
def test_views_have_a_notation_too(case: Case) -> None:
    for state in played(case)[::5]:
        for seat in (None, *range(case.seats)):
            view = case.game.rules.view(state, seat)
            assert (
                case.game.notation.parse_position(case.sheet, case.game.notation.position_text(view)) == view
            )


@every_table
def test_equal_seeds_give_equal_records_and_records_replay(case: Case) -> None:
    table = play_table(case, 5)
    record = table.record()
    assert play_table(case, 5).record() == record, "the same luck gave another game: rules draw no luck"
    assert play_table(case, 6).record() != record, "other luck gave the same game"
    again = read(record)
    assert again.state == table.state
    assert again.record() == record


@every_table
def test_games_end_from_late_positions_too(case: Case) -> None:
    late = played(case)[int(len(played(case)) * 0.9)]
    again = case.game.notation.parse_position(case.sheet, case.game.notation.position_text(late))
    for seed in range(3):
        *_, last = states(case.game, again, Random(seed))
        assert isinstance(case.game.rules.pending(last), Over)


def test_the_weights_of_every_event_sum_to_one() -> None:
    events = {
        pending.event
        for case in EVERYTHING
        for state in played(case)
        if isinstance(pending := case.game.rules.pending(state), Chance)
    }
    for event in events:
        outcomes = list(event.outcomes())
        assert sum(weight for _, weight in outcomes) == 1, f"the weights of {event} do not sum to 1"
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes), f"{event} lists an outcome twice"
        assert all(outcome in event for outcome, _ in outcomes), f"{event} lists what it does not contain"
        assert event.sample(Random(7).randrange) in event, f"{event} draws what it does not contain"


@every_table
def test_every_outcome_is_accepted(case: Case) -> None:
    seen = set()
    for state in played(case):
        pending = case.game.rules.pending(state)
        if isinstance(pending, Chance) and pending.purpose not in seen:
            seen.add(pending.purpose)
            for outcome, _ in list(pending.event.outcomes())[::17]:
                case.game.rules.pending(case.game.rules.reveal(state, outcome))


@every_table
def test_a_table_reveals_an_outcome_as_it_came(case: Case) -> None:
    """Only the event may put dice in order: on a table those that are not alike stay what they are."""
    game, seen = case.game, set()
    for state in played(case):
        pending = game.rules.pending(state)
        if isinstance(pending, Chance) and pending.purpose not in seen:
            seen.add(pending.purpose)
            outcomes = list(pending.event.outcomes())
            for outcome, _ in outcomes[:: 1 + len(outcomes) // 40]:
                after = game.rules.reveal(state, outcome)
                assert Table(game, state).reveal(outcome).state == after, (outcome, pending.event)
                text = game.notation.outcome_text(state, outcome)
                assert Table(game, state).reveal(text).state == after, (text, pending.event)
