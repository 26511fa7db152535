"""The Border for two seats, solved by compiled code: the share of the win of seat 0 if both play their best.

Knows no file and no reference: cells are numbered from 0, sets of them are bits. A table between two rounds
is both seats' crosses, who is active, and for the areas both have enclosed who was first (`late`: the areas
that seat 1 had before seat 0). Dice are *hands*: multisets of up to five dice, by number; colours that
are on neither board are all the same.

Crosses only become more, so tables are solved from the fullest ones back. A round in which no seat crosses
anything leads to the same crosses with the other seat active: these two are solved together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled

FIVE, THROWS = 5, 3
STILL = 1e-14
"""Values that change by less no longer do."""

MOST = 300
"""More steps than any table takes."""


class Hands(NamedTuple):
    """All hands by number, the smaller ones first, and how they follow each other."""

    upto: Any
    """How many hands have fewer dice, by dice."""
    fewer: Any
    more: Any
    """The hand with a die of a colour less or more; -1 where there is none."""
    minus: Any
    """One hand without another; -1 where it has not all of its dice."""
    weight: Any
    """How likely a die shows each colour."""


class Boards(NamedTuple):
    """What each seat can make of its crosses: with which dice, and what are the crosses then."""

    fills: Any
    """B3: [seat][crosses][nth]: crosses after action 1, and the hand for it; the hand is -1 at the end."""
    follows: Any
    """B4: the same for action 2."""
    enclosed: Any
    """B6: [seat][crosses]: the areas enclosed; -1 for crosses that cannot be."""
    first: Any
    later: Any
    end: int
    """B8: the number of areas that ends the game."""


class Round(NamedTuple):
    """What one round is worth, from the seat's turn to the other's action 2."""

    fill: Any
    """[nth way of action 1][hand left over]: the value after the other's best action 2."""
    one: Any
    """B5: [nth way of action 1][five dice]: the same where all five are used."""
    thrown: Any
    """[throws to come][five dice]: before it is chosen which to keep; with none to come, before action 1."""
    kept: Any
    """[throws to come][hand]: the value before a throw of all but these dice."""


@compiled
def count(areas: int) -> int:
    """How many areas these are."""
    many = 0
    while areas:
        areas &= areas - 1
        many += 1
    return many


@compiled
def share(boards: Boards, mine: int, yours: int, late: int) -> float:
    """B6, B9: the share of the win of seat 0: most points, then the best single area."""
    one, two, best_one, best_two = 0, 0, 0, 0
    for area in range(len(boards.first)):
        has, other = boards.enclosed[0, mine] >> area & 1, boards.enclosed[1, yours] >> area & 1
        got = boards.later[area] if other and late >> area & 1 else boards.first[area]
        gives = boards.later[area] if has and not late >> area & 1 else boards.first[area]
        one, best_one = one + has * got, max(best_one, has * got)
        two, best_two = two + other * gives, max(best_two, other * gives)
    ahead = one - two if one != two else best_one - best_two
    return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


@compiled
def late_now(boards: Boards, late: int, before: int, after: int, yours: int) -> int:
    """B6: what seat 0 encloses now and seat 1 has, it has late."""
    new = boards.enclosed[0, after] & ~boards.enclosed[0, before]
    return late | new & boards.enclosed[1, yours]


@compiled
def round_over(boards: Boards, values: Any, mine: int, yours: int, late: int, following: int) -> float:
    """B8: the value after a round; the seat that followed is active now."""
    for areas in (boards.enclosed[0, mine], boards.enclosed[1, yours]):
        if count(areas) >= boards.end:
            return share(boards, mine, yours, late)
    return values[following, late, mine, yours]


@compiled
def better(seat: int, one: float, two: float) -> float:
    """The value that a seat prefers: seat 0 the higher one, seat 1 the lower one."""
    return min(one, two) if seat else max(one, two)


@compiled
def follow_best(
    boards: Boards, hands: Hands, values: Any, seat: int, mine: int, yours: int, late: int, out: Any, one: Any
) -> None:
    """B4, B5: what the best action 2 of the other seat leads to, by the dice left over."""
    other, before = 1 - seat, yours if seat == 0 else mine
    out[:] = np.inf if other else -np.inf
    for nth in range(boards.follows.shape[2]):
        after, hand = boards.follows[other, before, nth]
        if hand < 0:
            break
        if other:
            worth = round_over(boards, values, mine, after, late, other)
        else:
            worth = round_over(
                boards, values, after, yours, late_now(boards, late, mine, after, yours), other
            )
        out[hand] = better(other, out[hand], worth)
    for hand in range(hands.upto[FIVE], hands.upto[FIVE + 1]):
        one[hand] = out[0]
        for colour in range(len(hands.weight)):
            if hands.fewer[hand, colour] >= 0:
                one[hand] = better(other, one[hand], out[hands.more[0, colour]])
    spread(hands, other, out)


@compiled
def spread(hands: Hands, seat: int, out: Any) -> None:
    """Who has more dice need not use them all."""
    for hand in range(1, hands.upto[FIVE + 1]):
        for colour in range(len(hands.weight)):
            if hands.fewer[hand, colour] >= 0:
                out[hand] = better(seat, out[hand], out[hands.fewer[hand, colour]])


@compiled
def fill_best(boards: Boards, hands: Hands, it: Round, seat: int, before: int) -> None:
    """B3: what the best action 1 leads to, by the dice."""
    for hand in range(hands.upto[FIVE], hands.upto[FIVE + 1]):
        best = np.inf if seat else -np.inf
        for nth in range(boards.fills.shape[2]):
            used = boards.fills[seat, before, nth, 1]
            if used < 0:
                break
            left = hands.minus[hand, used]
            if left >= 0:
                best = better(seat, best, it.fill[nth, left] if left else it.one[nth, hand])
        it.thrown[0, hand] = best


@compiled
def keep_best(hands: Hands, it: Round, seat: int, throws: int) -> None:
    """B2: the values before a throw by the throws to come, and those of five dice before them."""
    kept, thrown, five = it.kept[throws], it.thrown[throws], hands.upto[FIVE]
    kept[five:] = it.thrown[throws - 1, five:]
    for hand in range(five - 1, -1, -1):
        kept[hand] = 0.0
        for colour in range(len(hands.weight)):
            kept[hand] += hands.weight[colour] * kept[hands.more[hand, colour]]
    thrown[:five], thrown[five:] = kept[:five], it.thrown[0, five:]
    spread(hands, seat, thrown)


@compiled
def think(
    boards: Boards,
    hands: Hands,
    values: Any,
    it: Round,
    ways: int,
    seat: int,
    late: int,
    mine: int,
    yours: int,
) -> float:
    """The value of a table between two rounds; of action 1 only that many ways are computed again."""
    before = yours if seat else mine
    for nth in range(min(ways, boards.fills.shape[2])):
        after, used = boards.fills[seat, before, nth]
        if used < 0:
            break
        if seat:
            follow_best(boards, hands, values, seat, mine, after, late, it.fill[nth], it.one[nth])
        else:
            now = late_now(boards, late, mine, after, yours)
            follow_best(boards, hands, values, seat, after, yours, now, it.fill[nth], it.one[nth])
    fill_best(boards, hands, it, seat, before)
    for throws in range(1, THROWS + 1):
        keep_best(hands, it, seat, throws)
    return it.kept[THROWS, 0]


@compiled
def blank(boards: Boards, hands: Hands) -> Round:
    """Room for a round."""
    ways, many = boards.fills.shape[2], hands.upto[FIVE + 1]
    return Round(
        np.zeros((ways, many)),
        np.zeros((ways, many)),
        np.zeros((THROWS + 1, many)),
        np.zeros((THROWS + 1, many)),
    )


@compiled
def solve_pair(
    boards: Boards, hands: Hands, values: Any, rounds: Any, late: int, mine: int, yours: int, guess: float
) -> int:
    """The values of a table with either seat active; how often both were thought through.

    Only the first way of action 1, to cross nothing, can lead back. The values are piecewise linear in each
    other: so the third guess goes where the line through the last two leads.
    """
    values[:, late, mine, yours] = guess
    before, step, ways = guess, 0.0, boards.fills.shape[2]
    for nth in range(MOST):
        for seat in (1, 0):
            it = rounds[seat]
            fresh = ways if nth == 0 else 1
            values[seat, late, mine, yours] = think(boards, hands, values, it, fresh, seat, late, mine, yours)
        now = values[0, late, mine, yours]
        last, step = step, now - before
        if abs(step) < STILL:
            return nth + 1
        before = now
        if nth % 3 == 2 and 0.0 < step / last < 1.0:
            before = min(max(now + step * step / (last - step), 0.0), 1.0)
            values[0, late, mine, yours] = before
    return MOST


@compiled
def solve(boards: Boards, hands: Hands, values: Any, guess: float) -> int:
    """All values, from the fullest tables back; the most steps that one took (`MOST`: not solved)."""
    rounds, most = (blank(boards, hands), blank(boards, hands)), 0
    for mine in range(boards.enclosed.shape[1] - 1, -1, -1):
        for yours in range(boards.enclosed.shape[1] - 1, -1, -1):
            one, two = boards.enclosed[0, mine], boards.enclosed[1, yours]
            if one < 0 or two < 0 or max(count(one), count(two)) >= boards.end:
                continue
            late = one & two
            while late >= 0:  # every subset of the areas that both have
                most = max(most, solve_pair(boards, hands, values, rounds, late, mine, yours, guess))
                late = (late - 1) & one & two if late else -1
    return most
