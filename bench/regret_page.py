"""The regret of the bots for people: a row for the terminal, and the page of the experiment log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bench.regret_play import Found

GOAL = 0.02
HEAD = f"{'game':<8}{'bot':<9}{'seat':>5}{'optimal':>10}{'achieved':>10}{'±':>8}{'regret':>9}{'games':>8}"
GAME_NAMES = {"traexx": "Träxx, 19 cells", "dizzle": "Dizzle, 4x4", "border": "The Border, 4 areas"}

Results: TypeAlias = Mapping[str, Sequence[tuple[Found, dict[str, int]]]]
"""By game: what was found, and with which net."""

PAGE = """\
# 1. How far are the bots from the best play?

Written by `python bench/regret.py --write docs/research/0001-regret.md`: change it there.

## Question
Strength against other bots says nothing about what could still be won. On games small enough to be solved
exactly, how much of the best play's result does `master` reach, and the others?

## Decision rule
Regret = (optimal - achieved) / optimal. The goal is met on a micro-game if `master`'s regret is under
{goal:.0%}, with the upper end of its 95 % interval.

## Set-up
| micro-game | what was solved | value |
|---|---|---|
| Träxx, `tests/micro/traexx-19.toml` | 19 cells, 6 cards, one seat: expected points | {traexx} (889/90) |
| Dizzle, `tests/micro/dizzle-4x4.toml` | 4x4 places, 11 cells with a number, one seat, the last three \
passes from a blank sheet: expected points | {dizzle} |
| The Border, `tests/micro/border-4.toml` | 4 areas, 8 cells to cross, 3 areas end the game, two seats with \
boards 1 and 2: the share of the win of the seat that begins | {border} |

Träxx is solved in fractions, over all orders of the cards. Dizzle is solved for every set of crosses and dice
and every pool; tables that follow each other in circles (a die given back and taken again) are iterated until
nothing changes by 1e-13. D2 gives a seat alone ten passes, and no sheet can say otherwise: so the small game
begins with pass 8. The Border is solved by minimax over all tables; idle rounds lead back to the same table
and are iterated to 1e-14, from below and from above to the same values. The tests in `tests/micro` compare
each solver with the reference: on random positions of every phase, the value is that of the best legal move,
or the mean over all outcomes of chance.

The loss of a decision is the value before it minus the value after it. The expected sum of a player's losses
is just what it falls short of the best play, so sampled losses tell the regret without the luck of the dice.
Träxx is not sampled: the bot is asked in every position it can get into. In The Border the other seat plays
its best. "achieved" is the optimum minus the mean loss, ± half of its 95 % interval; "played" is the plain
mean result of the same games, a check of the whole.

Nets, by the product's own course: {nets}.
Dizzle's and The Border's saw the micro-game only; Träxx's is that of `kritzel train --sheet`.{code}

## Seeds
Courses: seed 1. Games: `Random("{seed} N")` for game N, whoever plays; so "played" strays together for all
bots and seats. A bot's own luck is drawn from the position it is asked about.

## Table
| micro-game | bot | seat | optimal | achieved | regret | played | games | decisions | best move | worst |
|---|---|---|---|---|---|---|---|---|---|---|
{rows}

"decisions" counts those with more than one legal move, "best move" how many of them lost nothing, "worst" is
the largest loss of a single one.

What a game of `master` loses on average, by phase:

{lost}

## Verdict
{verdict}
{why}"""

WHY = """
What brought The Border from 10.5 % to where it is (single experiments beside the table, which the command
does not repeat; 600 games a seat, `master` with the first seat and the second):
- A net that foresees points, with the chance to win worked out as if totals were independent, lost 10.5 % and
  10.5 %, four fifths of it in keeping dice. Under the best play of both the totals' correlation is -0.82 (500
  games): a seat that ends the game cuts the other off.
- A net that foresees the lead (experiment 9): 5.6 % and 6.1 % (1,000 games a seat).
- More inputs about the others, by area: 5.2 % and 5.2 %. On its own games that net is well calibrated: of the
  tables to which it gives 0.1 to 0.2 of a win, 0.145 were won, of those with 0.8 to 0.9 0.818. It errs on
  tables that its own games never reach.
- Moves of others at the beginning of games that fit so small a game (up to 10 of a seat instead of 80, more
  than the game has) and 81,920 games instead of 40,960: 3.2 % and 3.5 %.
- The planner's outlook as a footing, which the large map needs (experiment 9), costs some of that again: 5.2
  and 4.8 % after 40,960 games, 3.7 % and 4.3 % after 245,760 (1,000 games a seat). To judge every use of
  every throw and more sets of cells changes nothing (3.7 % and 4.3 %): it is the net's values.
- Noise that never ends, 81,920 games: 4.6 % and 4.9 %.
- The expected lead itself among the inputs, and no mean between two whole leads: 3.7 % and 4.1 % after 81,920
  games; 3.0 % and 3.8 % after 245,760. These are the nets of the bots now.
- On top of that what the strongest other lacks in each of its segments, 81,920 games: 3.4 % and 3.6 %, hardly
  better. Not taken over: the large map's net would have to learn anew.
- The same net, looking one turn further with two seats: what action 1 leaves is judged by the other's turn.
  With the other following as the planner would: 3.2 % and 2.8 % (300 games a seat), and single losses of half
  a win, since it was thought to end a game that it loses by that. With the other following as the net likes
  best: 2.0 % and 2.4 % (500 games).
- There, throws of the turn to come were valued by the parts of their uses. Where a single die left matters,
  that was off by up to a fifth of a win. The likely throws judged with just the dice left, and the best
  three to six answers tried: 1.5 % and 1.6 % (300 games); see the table. This is what `master` does now.
- Crossing as many cells as can be in action 2, without that footing: 7.1 % and 6.7 %. A single cell
  left open takes up a die in action 1 that the other would get.
- Playing for points besides the win is not the cause: the best player with nearly that wish (a point more
  than the other is an 80th of a win) has a regret of 0.2 % (600 games a seat).
"""


def row(slug: str, found: Found) -> str:
    """One result for the terminal."""
    figures = f"{found.optimal:>10.4f}{found.achieved:>10.4f}{found.error:>8.4f}{found.regret:>9.2%}"
    return f"{slug:<8}{found.bot:<9}{found.seat:>5}{figures}{found.games:>8}"


def page(results: Results, seed: int, code: str = "") -> str:
    """The whole page from all results; `code` says which version of the bots was measured."""
    lines = [table_row(slug, found) for slug, kept in results.items() for found, _ in kept]
    verdicts = [verdict(slug, [found for found, _ in kept]) for slug, kept in results.items()]
    courses = {slug: kept[0][1] for slug, kept in results.items()}
    nets = ", ".join(
        f"{GAME_NAMES[slug].split(',')[0]} {net['games']:,} games" for slug, net in courses.items()
    )
    values = {slug: f"{kept[0][0].optimal:.6f}" for slug, kept in results.items()}
    blank = dict.fromkeys(GAME_NAMES, "not measured")
    return PAGE.format(
        goal=GOAL,
        rows="\n".join(lines),
        lost="\n".join(lost_lines(results)),
        verdict="\n".join(verdicts),
        why=WHY if "border" in results else "",
        nets=nets,
        code=f" Bots measured: {code}." if code else "",
        seed=seed,
        **{**blank, **values},
    )


def table_row(slug: str, found: Found) -> str:
    """One result on the page."""
    error = f" ± {found.error:.4f}" if found.games else ""
    played = f"{found.sampled:.3f} ± {found.sampled_error:.3f}" if found.games else "-"
    cells = [
        GAME_NAMES[slug],
        f"`{found.bot}`",
        str(found.seat),
        f"{found.optimal:.4f}",
        f"{found.achieved:.4f}{error}",
        f"{found.regret:.2%}",
        played,
        f"{found.games:,}" if found.games else "all",
        f"{found.decisions:,}",
        f"{found.best:.1%}",
        f"{found.worst:.3f}",
    ]
    return f"| {' | '.join(cells)} |"


def lost_lines(results: Results) -> list[str]:
    """Where `master` loses what it loses, in games that were sampled."""
    masters = [(slug, found) for slug, kept in results.items() for found, _ in kept if found.bot == "master"]
    return [
        f"- {GAME_NAMES[slug]}, seat {found.seat}: "
        + ", ".join(f"`{name}` {loss:.4f}" for name, loss in sorted(found.lost.items()))
        for slug, found in masters
        if found.games
    ]


def verdict(slug: str, found: Sequence[Found]) -> str:
    """What the decision rule says about one micro-game."""
    masters = [one for one in found if one.bot == "master"]
    if not masters:
        return f"- {GAME_NAMES[slug]}: `master` was not measured."
    upper = max(one.regret + one.error / abs(one.optimal) for one in masters)
    regrets = " and ".join(f"{one.regret:.2%}" for one in masters)
    met = "met" if upper < GOAL else "not met"
    return f"- {GAME_NAMES[slug]}: regret of `master` {regrets}, at most {upper:.2%}: goal {met}."
