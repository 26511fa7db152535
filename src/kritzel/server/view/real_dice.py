"""What people with real dice are asked for, and what they may correct. Knows no rule."""

from __future__ import annotations

from kritzel.game import Chance, Outcome
from kritzel.mechanics.dice import Roll
from kritzel.server.table.standing import Standing
from kritzel.server.wire import parts
from kritzel.server.wire.parts import Words


def asked(standing: Standing) -> parts.Asked | None:
    """What people are to tell."""
    pending = standing.now.pending
    if not isinstance(pending, Chance) or standing.phase != "running":
        return None
    purpose = (pending.purpose, _chance(standing, pending.purpose))
    if isinstance(pending.event, Roll):
        return parts.Asked(*purpose, pending.event.dice, _faces(standing, pending.event), ())
    cards = tuple([_text(standing, outcome) for outcome, _ in pending.event.outcomes()])
    return parts.Asked(*purpose, 0, (), cards)


def correction(standing: Standing) -> parts.Correction | None:
    """The roll that people can correct."""
    if not standing.real_dice or standing.phase != "running" or (roll := standing.last_roll) is None:
        return None
    asking = standing.doubt.seat if standing.doubt else None
    words = _chance(standing, roll.purpose)
    return parts.Correction(roll.purpose, words, roll.text, asking, standing.unasked)


def _chance(standing: Standing, purpose: str) -> Words:
    return Words.of(standing.table.game.facts.chance(purpose))


def _faces(standing: Standing, roll: Roll) -> tuple[str, ...]:
    say, state = standing.table.game.say_outcome, standing.table.state
    return tuple([say(state, (face,) * roll.dice).faces[0] for face in roll.faces])


def _text(standing: Standing, outcome: Outcome) -> str:
    return standing.table.game.outcome_text(standing.table.state, outcome)
