"""Träxx: one line per seat over a board of coloured hexagons, drawn with the colours of the cards."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
from kritzel.games.traexx import notation, picture, reasons, rules, scoring, sheet, words

GAME = Game(
    facts=words.FACTS,
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
        view=rules.view,
        secret=rules.secret,
        ranks=scoring.ranks,
        blank=rules.blank,
        boards=sheet.boards,
    ),
    notation=Notation(
        parse_sheet=sheet.parse_sheet,
        defects=sheet.defects,
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        touched=notation.touch_text,
        outcome_text=notation.outcome_text,
        parse_outcome=notation.parse_outcome,
        position_text=notation.position_text,
        parse_position=notation.parse_position,
        every_move=rules.every_move,
    ),
    words=Words(
        say_move=words.say_move,
        say_outcome=words.say_outcome,
        clock=words.clock,
        question=words.question,
        sentences=words.sentences,
        happened=words.happenings,
        explain=words.explain,
        why_better=reasons.why_better,
    ),
    drawing=Drawing(
        layouts=picture.layouts,
        picture=picture.picture,
        caption=picture.caption,
        counting=picture.COUNTING,
    ),
)
