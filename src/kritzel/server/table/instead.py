"""Who moves in a bot's place and why, in words. A move is never made in another's name without them."""

from __future__ import annotations

from kritzel.bots import known
from kritzel.game import Text
from kritzel.server.bots.questions import FAILED, MISSING, WARMING
from kritzel.server.wire.parts import Words

_SAID = {
    WARMING: Text(
        "{bot} wärmt sich noch auf. Solange spielt {other}.",
        "{bot} is still warming up. {other} plays meanwhile.",
    ),
    MISSING: Text(
        "{bot} braucht Numba, und das fehlt hier. Solange spielt {other}.",
        "{bot} needs Numba, which is missing here. {other} plays meanwhile.",
    ),
    FAILED: Text(
        "{bot} hat nicht geantwortet. Diesmal hat {other} gezogen.",
        "{bot} did not answer. {other} moved this time.",
    ),
}
_MOVED = Text("{move} ({other} für {bot})", "{move} ({other} for {bot})")


def title(bot: str) -> Text:
    """How people call a bot; one that is gone has only its name."""
    found = known(bot)
    return found.title if found else Text(bot, bot)


def sentence(bot: str, other: str, why: str) -> Words:
    """That another one moves, and why."""
    return Words.of(_SAID.get(why, _SAID[FAILED]).filled(bot=title(bot), other=title(other)))


def moved(move: Text, bot: str, other: str) -> Text:
    """A move that another one made."""
    return _MOVED.filled(move=move, bot=title(bot), other=title(other))
