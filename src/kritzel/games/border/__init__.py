"""The Border: chains of coloured cells around nine areas, five dice for everybody."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
from kritzel.games.border import (
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
from kritzel.games.border.counting import COUNTING
from kritzel.games.border.facts import FACTS

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
        whole_move=saying.whole_move,
        blank=rules.blank,
        boards=material.boards,
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
        why_better=reasons.why_better,
        step=saying.step,
        goal=saying.goal,
        question=saying.question,
        sentences=saying.sentences,
        happened=happenings.happened,
        explain=explaining.explain,
    ),
    drawing=Drawing(
        layouts=scene.layouts,
        picture=scene.picture,
        caption=scene.caption,
        board=scene.board_of,
        counting=COUNTING,
    ),
)
