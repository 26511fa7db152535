"""How a game ended, and where its luck came from. Knows no rule."""

from __future__ import annotations

from kritzel.game import Over, Place
from kritzel.server.table import dice as unsealed
from kritzel.server.table import seals
from kritzel.server.table.standing import Standing
from kritzel.server.wire import parts
from kritzel.server.wire.parts import Words


def dice(standing: Standing) -> parts.Dice:
    """Where luck comes from."""
    if standing.real_dice:
        return parts.Dice(True, "", "", "", standing.round)
    seed = standing.proof.seed if standing.proof else ""
    scheme = seals.SCHEME if standing.sealed else unsealed.SCHEME
    return parts.Dice(False, scheme, standing.commit, seed, standing.round)


def sealed(standing: Standing) -> tuple[parts.Seal, ...]:
    """What the devices have sealed for the dice, until the game begins."""
    luck = () if standing.began else standing.company.luck
    return tuple([parts.Seal(each.chair, each.seal, bool(each.seed)) for each in luck])


def result(standing: Standing) -> parts.Result | None:
    """The ranking, and the rank of somebody who played alone."""
    pending, facts = standing.now.pending, standing.table.game.facts
    if not isinstance(pending, Over):
        return None
    nth = pending.solo_rank
    ranking = tuple([_rank(standing, place) for place in sorted(pending.ranking, key=lambda p: p.place)])
    of, title = _solo(standing, nth) if nth else (0, None)
    reason = Words.of(facts.reason(pending.reason))
    return parts.Result(pending.reason, pending.clause, reason, ranking, nth, of, title)


def _solo(standing: Standing, nth: int) -> tuple[int, Words]:
    """How many ranks the sheet has for somebody who plays alone, and what this one is called."""
    game = standing.table.game
    ranks = game.ranks(standing.table.sheet)
    return len(ranks.least) + 1 if ranks else 0, Words.of(game.facts.rank(nth))


def _rank(standing: Standing, p: Place) -> parts.Rank:
    words = Words.of(standing.table.game.facts.placed_by(p.by))
    return parts.Rank(p.seat, standing.company.names[p.seat], p.place, p.points, p.by, words)
