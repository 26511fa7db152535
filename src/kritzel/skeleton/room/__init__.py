"""Tiny, assembled: everything Kritzel knows of it."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
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
from kritzel.skeleton.room.material import Sheet
from kritzel.skeleton.room.moves import Move
from kritzel.skeleton.room.state import State

GAME: Game[Sheet, State, Move] = Game(
    facts=FACTS,
    home=__name__,
    rules=Rules(
        start=rules.start,
        pending=rules.pending,
        moves=rules.moves,
        play=rules.play,
        reveal=rules.reveal,
        score=scoring.score,
        view=view.view,
        ranks=scoring.ranks,
        blank=rules.blank,
    ),
    notation=Notation(
        parse_sheet=reading.parse_sheet,
        defects=checking.defects,
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        outcome_text=notation.outcome_text,
        parse_outcome=notation.parse_outcome,
        position_text=notation.position_text,
        parse_position=positions.parse_position,
        every_move=rules.every_move,
    ),
    words=Words(
        say_move=saying.say_move,
        say_outcome=saying.say_outcome,
        clock=saying.clock,
        question=saying.question,
        happened=happenings.happened,
        explain=explaining.explain,
    ),
    drawing=Drawing(
        layouts=scene.layouts,
        picture=scene.picture,
        caption=scene.caption,
    ),
)
