"""What a table of The Border promises a seat, compiled: what a review asks a mind beside its moves.

A game is long, so rollouts end with the next turn of a seat, before its first throw: there the net tells the
lead to be expected. Within a turn no table can be looked at, because dice kept are worth what they may
become: so throws are weighed as the bot does that keeps them.
"""

from __future__ import annotations

from kritzel.fast.jit import compiled
from kritzel.fast.net import Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.company import NOW, hand_over, judged_later, new_mind, weigh_others
from kritzel.games.border.bot.learned import begin
from kritzel.games.border.bot.outlook import FULL
from kritzel.games.border.bot.planner import KEPT
from kritzel.games.border.bot.search_state import survey
from kritzel.games.border.bot.throws import value_kept
from kritzel.games.border.fast.rules import active
from kritzel.games.border.fast.state import MANY_CHOICES, NIBBLE, THROWING, choices_of
from kritzel.games.border.sheet import THROWS


@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """The chances of all leads for a seat are in `scratch.chances` then; what they count from."""
    s = sheet[0]
    g = state[0]
    m = new_mind(seat, net, scratch)
    survey(s, g, m.thoughts[NOW], seat, True)
    if m.thoughts[NOW]["left"]:
        weigh_others(s, m, m.thoughts[NOW]["left"])
        judged_later(s, m, hand_over(s, m, m.thoughts[NOW]))
    else:
        judged_later(s, m, m.thoughts[NOW])
    return m.lead[0]  # type: ignore[no-any-return]


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: its own turn begins."""
    g = state[0]
    return g["phase"] == THROWING and g["throw"] == 1 and active(g) == seat


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """Fills in what throws of so many dice are worth to the active seat, by the dice it would keep; who that
    is."""
    s, g = sheet[0], state[0]
    m, left = new_mind(active(g), net, scratch), THROWS - g["throw"]
    begin(s, g, m, True)
    worth = value_kept(s, m, left, 0)
    for nth in range(len(values)):
        word = g["dice"]
        for die in range(dice):
            word += 1 << NIBBLE * throws[nth, die]
        row = choices_of(word)
        values[nth] = worth[FULL + row]
        if left > 0:
            for index in range(MANY_CHOICES[row]):
                values[nth] = max(values[nth], worth[KEPT[row, index]])
    return m.seat  # type: ignore[no-any-return]
