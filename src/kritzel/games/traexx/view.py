"""What a seat may see: everything but what the others draw in the running round."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.traexx.state import State, Track


def view(state: State, seat: Seat | None) -> State:
    """T2: all draw at the same time, so nobody sees the others' new cells before the last one is done."""
    tracks = tuple(track if at == seat else _covered_up(track) for at, track in enumerate(state.tracks))
    return State(state.sheet, state.seen, state.card, tracks)


def _covered_up(track: Track) -> Track:
    return track.running(done=track.done)
