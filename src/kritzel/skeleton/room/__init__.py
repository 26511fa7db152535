"""Tiny, assembled: everything Kritzel knows of it."""

from __future__ import annotations

from kritzel.game import Drawing, Game, Notation, Rules, Words
from kritzel.skeleton.room import notation, picture, rules, scoring, sheet, words
from kritzel.skeleton.room.sheet import Sheet
from kritzel.skeleton.room.state import Move, State

GAME: Game[Sheet, State, Move] = Game(
    facts=words.FACTS,
    home=__name__,
    rules=Rules(
        start=rules.start,
        pending=rules.pending,
        moves=rules.moves,
        play=rules.play,
        reveal=rules.reveal,
        score=scoring.score,
        ranks=scoring.ranks,
    ),
    notation=Notation(
        parse_sheet=sheet.parse_sheet,
        defects=sheet.defects,
        move_text=notation.move_text,
        parse_move=notation.parse_move,
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
        explain=words.explain,
    ),
    drawing=Drawing(
        layouts=picture.layouts,
        picture=picture.picture,
    ),
)
