"""What the game says: the question, the clock."""

from __future__ import annotations

from kritzel.game import LANGUAGES, Clock, Text
from kritzel.skeleton.room.material import ROUNDS
from kritzel.skeleton.room.state import State

ROUND = Text("Runde {n} von {of}", "Round {n} of {of}")
QUESTION = Text("Welches Feld kreuzt du an?", "Which cell do you cross?")
NOTHING = Text("", "")


def question(state: State) -> Text:
    """What the active seat is asked for."""
    return QUESTION if state.dice else NOTHING


def clock(state: State) -> Clock:
    """Which round it is; the last one once all are played."""
    now = min(state.turn // len(state.pads) + 1, ROUNDS)
    return Clock(Text(*[ROUND.say(lang).format(n=now, of=ROUNDS) for lang in LANGUAGES]), now, ROUNDS)
