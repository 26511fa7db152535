"""Tiny, assembled: everything Kritzel knows of it."""

from __future__ import annotations

from kritzel.game import Game
from kritzel.skeleton.room import (
    checking,
    explaining,
    happenings,
    notation,
    positions,
    reading,
    rules,
    saying,
    scene,
    scoring,
    view,
)
from kritzel.skeleton.room.facts import FACTS

GAME = Game(
    facts=FACTS,
    home=__name__,
    start=rules.start,
    pending=rules.pending,
    moves=rules.moves,
    play=rules.play,
    reveal=rules.reveal,
    score=scoring.score,
    view=view.view,
    say_move=saying.say_move,
    say_outcome=saying.say_outcome,
    clock=saying.clock,
    question=saying.question,
    happened=happenings.happened,
    explain=explaining.explain,
    ranks=scoring.ranks,
    parse_sheet=reading.parse_sheet,
    defects=checking.defects,
    blank=rules.blank,
    move_text=notation.move_text,
    parse_move=notation.parse_move,
    outcome_text=notation.outcome_text,
    parse_outcome=notation.parse_outcome,
    position_text=notation.position_text,
    parse_position=positions.parse_position,
    every_move=rules.every_move,
    layouts=scene.layouts,
    picture=scene.picture,
    caption=scene.caption,
)
