"""Träxx: one line per seat over a board of coloured hexagons, drawn with the colours of the cards."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
from kritzel.games.traexx import (
    checking,
    explaining,
    happenings,
    material,
    notation,
    positions,
    reading,
    reasons,
    rules,
    saying,
    scene,
    scoring,
    view,
)
from kritzel.games.traexx.counting import COUNTING
from kritzel.games.traexx.facts import FACTS

GAME = Game(
    facts=FACTS,
    home=__name__,
    fast=f"{__name__}.fast",
    bot=f"{__name__}.bot",
    rules=Rules(
        start=rules.start,
        pending=rules.pending,
        moves=rules.moves,
        play=rules.play,
        reveal=rules.reveal,
        score=scoring.score,
        view=view.view,
        secret=view.secret,
        ranks=scoring.ranks,
        blank=rules.blank,
        boards=material.boards,
    ),
    notation=Notation(
        parse_sheet=reading.parse_sheet,
        defects=checking.defects,
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        touched=notation.touched,
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
        sentences=saying.sentences,
        happened=happenings.happened,
        explain=explaining.explain,
        why_better=reasons.why_better,
    ),
    drawing=Drawing(
        layouts=scene.layouts,
        picture=scene.picture,
        caption=scene.caption,
        counting=COUNTING,
    ),
)
