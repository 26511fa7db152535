"""Dizzle (Ralf zur Linde): dice onto cells, crosses at the end of a pass."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
from kritzel.games.dizzle import notation, picture, reasons, rules, scoring, sheet_file, state, words

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
        view=state.view,
        secret=state.secret,
        is_out=rules.is_out,
        ranks=scoring.ranks,
        whole_move=words.whole_move,
        blank=rules.blank,
    ),
    notation=Notation(
        parse_sheet=sheet_file.parse_sheet,
        defects=sheet_file.defects,
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        touched=notation.touched,
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
        happened=words.happened,
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
