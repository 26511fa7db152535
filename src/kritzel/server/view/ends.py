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
    nth, (ranks, by) = pending.solo_rank, _ranks(standing)
    ranking = tuple([_rank(standing, place) for place in sorted(pending.ranking, key=lambda p: p.place)])
    of, title = (len(ranks), ranks[nth - 1].title) if nth else (0, None)
    reason = Words.of(facts.reason(pending.reason))
    return parts.Result(pending.reason, pending.clause, reason, ranking, nth, of, title, ranks, by)


def _ranks(standing: Standing) -> tuple[tuple[parts.SoloRank, ...], str]:
    """The ranks of the sheet for somebody who plays alone, and their clause."""
    game = standing.table.game
    if (found := game.ranks(standing.table.sheet)) is None:
        return (), ""
    each = enumerate((*found.least, None), 1)
    return tuple([parts.SoloRank(Words.of(game.facts.rank(n)), least) for n, least in each]), found.clause


def _rank(standing: Standing, p: Place) -> parts.Rank:
    words = Words.of(standing.table.game.facts.placed_by(p.by))
    return parts.Rank(p.seat, standing.company.names[p.seat], p.place, p.points, p.by, words)
