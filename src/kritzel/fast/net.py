"""The value network of the learned bots, compiled: what a seat sees of a table after its move, as a list of
inputs that are on, becomes a distribution of the points still to come. Knows no game.

Two layers of rectified sums, then the chances of `BINS` outcomes: bin k stands for `low + k * step` points
more than the seat has by the table it sees. The first layer is a sum over the inputs that are on, so tables
that differ in a few inputs need not be summed again: `put` and `take` change the sums.

What a seat plays for is a `wish`: how much each final total is worth to it. Alone that is the total itself;
with company it is mostly the chance to win with it, given what the others may end with.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.luck import SPAN, below
from kritzel.fast.records import Key, Numbers, Reals

BINS = 48
"""Outcomes that the last layer tells apart."""

MOST_SEEN = 512
"""No table has more inputs that are on."""

LEAST_TOTAL, TOTALS = -96, 448
"""Final totals are looked up in tables that begin with the least; what lies outside counts as the ends."""

USUALLY_ON = 100
"""About how many inputs are on, for the size of the first weights."""

FOUR = 4
"""How many rows are added at a time."""

WIN = 40.0
"""The value of a sure win with company, in points more than a sure loss."""


class Net(NamedTuple):
    """The weights (float32)."""

    first: Any
    """By input: what it adds to the first sums."""
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any
    scale: Any
    """The points of the first bin, and from one bin to the next (int64)."""


class Scratch(NamedTuple):
    """Room to think in, made once; after a decision it also says what the decision was about."""

    sums: Any
    """Of the first layer."""
    hidden: Any
    """Of the second layer."""
    chances: Any
    """Of the outcomes, as `look` left them."""
    seen: Any
    """Inputs that are on, while looking at one table."""
    wish: Any
    """What each final total is worth, from `LEAST_TOTAL` on."""
    winning: Any
    """With company: the chance that each total wins, as far as rivals have been counted."""
    chosen: Any
    """The inputs of the table after the chosen move."""
    hoped: Any
    """The chances of the outcomes after the best move (noise aside)."""
    positive: Any
    """Where numbers of a layer are positive, one place more than there are."""
    stats: Any
    """See COUNT, POINTS, BEST_POINTS."""


class NetPlayer(NamedTuple):
    """A net, and room for it to think in."""

    net: Net
    scratch: Scratch


class Thinking(NamedTuple):
    """What the bots with nets think with at the tables of a job."""

    noises: Any
    """By the code of a bot."""
    learned: NetPlayer
    """Of all but the master."""
    master: NetPlayer


COUNT, POINTS, BEST_POINTS = 0, 1, 2
"""What `stats` holds: how many inputs are in `chosen` (0: the decision has no value of its own, as one that
is forced or a step within a plan); the points the seat has by the table chosen, and by the best one."""


# The network -----------------------------------------------------------------------------------------
@compiled
def note(seen: Numbers, count: int, number: int) -> int:
    """Append an input that is on to a list of `count`; return the new count."""
    seen[count] = number
    return count + 1


@compiled
def clear(net: Net, scratch: Scratch) -> None:
    scratch.sums[:] = net.first_bias


@compiled
def put(net: Net, sums: Reals, number: int) -> None:
    """One more input is on."""
    row = net.first[number]
    for index in range(len(sums)):
        sums[index] += row[index]


@compiled
def put_all(net: Net, sums: Reals, seen: Numbers, count: int) -> None:
    """The first `count` of a list of inputs are on, too. Four at a time, in the same order as one by one: the
    same sums to the last bit, in less time."""
    at = 0
    while at + FOUR <= count:
        a, b = net.first[seen[at]], net.first[seen[at + 1]]
        c, d = net.first[seen[at + 2]], net.first[seen[at + 3]]
        for index in range(len(sums)):
            sums[index] = (((sums[index] + a[index]) + b[index]) + c[index]) + d[index]
        at += FOUR
    for nth in range(at, count):
        put(net, sums, seen[nth])


@compiled
def take(net: Net, sums: Reals, number: int) -> None:
    """One input less is on."""
    row = net.first[number]
    for index in range(len(sums)):
        sums[index] -= row[index]


@compiled
def conclude(net: Net, sums: Reals, scratch: Scratch) -> None:
    """From the first sums to `scratch.chances`."""
    scratch.hidden[:] = net.second_bias
    add_rows(net.second, sums, scratch.hidden, scratch.positive)
    scratch.chances[:] = net.last_bias
    add_rows(net.last, scratch.hidden, scratch.chances, scratch.positive)
    to_chances(scratch.chances)


@compiled
def add_rows(rows: Reals, by: Reals, out: Reals, positive: Numbers) -> None:
    """Adds each row as often as its number says, where that is positive. Four at a time, as in `put_all`."""
    count, at = 0, 0
    for index in range(len(by)):
        positive[count] = index
        count += by[index] > 0.0
    while at + FOUR <= count:
        i, j = positive[at], positive[at + 1]
        k, m = positive[at + 2], positive[at + 3]
        a, b = rows[i], rows[j]
        c, d = rows[k], rows[m]
        p, q = by[i], by[j]
        r, s = by[k], by[m]
        for to in range(len(out)):
            out[to] = (((out[to] + p * a[to]) + q * b[to]) + r * c[to]) + s * d[to]
        at += FOUR
    for nth in range(at, count):
        row, times = rows[positive[nth]], by[positive[nth]]
        for to in range(len(out)):
            out[to] += times * row[to]


@compiled
def to_chances(numbers: Reals) -> None:
    """Numbers to chances that add up to 1 (softmax)."""
    most, total = numbers[0], np.float32(0.0)
    for index in range(BINS):
        most = max(most, numbers[index])
    for index in range(BINS):
        numbers[index] = np.exp(numbers[index] - most)
        total += numbers[index]
    by = np.float32(1.0) / total
    for index in range(BINS):
        numbers[index] *= by


@compiled
def look(net: Net, scratch: Scratch, count: int) -> None:
    """The chances of all outcomes of the table whose inputs are the first `count` of `scratch.seen`."""
    clear(net, scratch)
    put_all(net, scratch.sums, scratch.seen, count)
    conclude(net, scratch.sums, scratch)


# What outcomes are worth -----------------------------------------------------------------------------
@compiled
def total_at(total: int) -> int:
    """Where a final total stands in tables of totals."""
    return min(max(total - LEAST_TOTAL, 0), TOTALS - 1)


@compiled
def expected(net: Net, chances: Reals, points: int, wish: Reals) -> float:
    """The mean value of the outcomes to a seat that has these points."""
    total = 0.0
    for index in range(BINS):
        total += chances[index] * wish[total_at(points + net.scale[0] + index * net.scale[1])]
    return total


@compiled
def play_for_points(wish: Reals) -> None:
    """Every point counts the same: the wish of a seat alone."""
    for index in range(TOTALS):
        wish[index] = LEAST_TOTAL + index


@compiled
def begin_win(scratch: Scratch) -> None:
    """With company: before any rival is counted, every total wins."""
    scratch.winning[:] = 1.0


@compiled
def count_rival(net: Net, scratch: Scratch, points: int) -> None:
    """With company: a rival with these points and `scratch.chances`. Equal totals count half."""
    low = total_at(points + net.scale[0])
    high = total_at(points + net.scale[0] + (BINS - 1) * net.scale[1]) + 1
    less, index = 0.0, 0
    scratch.winning[:low] = 0.0
    for total in range(low, high):
        equal = 0.0
        while index < BINS and total_at(points + net.scale[0] + index * net.scale[1]) <= total:
            equal += scratch.chances[index]
            index += 1
        scratch.winning[total] *= less + 0.5 * equal
        less += equal
    for total in range(high, TOTALS):
        scratch.winning[total] *= less


@compiled
def end_win(scratch: Scratch) -> None:
    """With company: a win is worth `WIN` points, and each point one more."""
    for total in range(TOTALS):
        scratch.wish[total] = LEAST_TOTAL + total + WIN * scratch.winning[total]


# Noise -----------------------------------------------------------------------------------------------
@compiled
def gaussian(event: Key, nth: int) -> float:
    """The nth number of this event that is about normal: mean 0, deviation 1."""
    total = 0.0
    for index in range(4):
        total += below(event, 4 * nth + index, SPAN) / SPAN
    return (total - 2.0) * 1.7320508


# Making ----------------------------------------------------------------------------------------------
def player_for(net: Net) -> NetPlayer:
    return NetPlayer(net, scratch_for(net))


def scratch_for(net: Net) -> Scratch:
    return Scratch(
        sums=np.zeros(net.first.shape[1], np.float32),
        hidden=np.zeros(net.second.shape[1], np.float32),
        chances=np.zeros(BINS, np.float32),
        seen=np.zeros(MOST_SEEN, np.int32),
        wish=np.zeros(TOTALS),
        winning=np.zeros(TOTALS),
        chosen=np.zeros(MOST_SEEN, np.int32),
        hoped=np.zeros(BINS, np.float32),
        positive=np.zeros(max(net.second.shape) + 1, np.int64),
        stats=np.zeros(3, np.int64),
    )


class Shape(NamedTuple):
    """How large a net is."""

    inputs: int
    wide: int
    narrow: int

    @property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        """Of all arrays of weights, in the order of `Net`."""
        inputs, wide, narrow = self
        return (inputs, wide), (wide,), (wide, narrow), (narrow,), (narrow, BINS), (BINS,)

    @property
    def weights(self) -> int:
        return sum(math.prod(size) for size in self.sizes)


def net_of(weights: Reals, shape: Shape, scale: tuple[int, int]) -> Net:
    """A net whose arrays are parts of one array of weights: who changes one changes the other."""
    parts, begin = [], 0
    for size in shape.sizes:
        parts.append(weights[begin : begin + math.prod(size)].reshape(size))
        begin += math.prod(size)
    return Net._make([*parts, np.array(scale, np.int64)])


def weights_of(net: Net) -> Any:
    """All weights in one array, as `net_of` takes them."""
    return np.concatenate([part.ravel() for part in net[:-1]])


def untrained(
    inputs: int, low: int, step: int, seed: int, wide: int = 128, narrow: int = 32, pessimism: float = 0.0
) -> Net:
    """A net that knows nothing yet. The more `pessimism`, the fewer points it hopes for: each outcome is less
    likely than the one a bin nearer to no more points, by e to this."""
    shape, rng = Shape(inputs, wide, narrow), np.random.default_rng(seed)
    net = net_of(np.zeros(shape.weights, np.float32), shape, (low, step))
    for part, on in (net.first, USUALLY_ON), (net.second, wide), (net.last, 100 * narrow):
        part[:] = rng.normal(0.0, (2.0 / on) ** 0.5, part.shape)
    net.last_bias[:] = -pessimism * np.abs(np.arange(BINS) + low / step)
    return net


NOTHING_LEARNED = untrained(1, 0, 1, 0, 1, 1)
"""Where no net is needed, but something must stand there."""
