"""A review for programs (docs/json.md) and in sentences, German and English. Works nothing out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kritzel.game import Text
from kritzel.review.helping import HINT
from kritzel.review.labels import WORDS
from kritzel.review.told import POINTS, Alternative, LuckStep, MoveStep, Review, SeatReview, Sum, Told

DIGITS = 4
"""Figures in JSON have so many digits after the point, but for the sums, which have to add up."""

REFERENCE = Text("Maßstab: {title} ({name})", "Yardstick: {title} ({name})")
ROLLED = Text(
    "Jeder Zug wurde bis zu {n}-mal zu Ende gespielt, der gespielte und der bessere mit denselben Würfeln.",
    "Every move was played out up to {n} times, the one played and the better one with the same dice.",
)
SUM = Text(
    "{result} = {start} zu erwarten {luck} Glück {own} eigene Züge",
    "{result} = {start} to be expected {luck} luck {own} own moves",
)
OTHERS = Text(" {others} Züge der anderen", " {others} others' moves")
HELPED = Text(" {others} Hilfe und Züge der anderen", " {others} help and others' moves")
ERROR = Text(" (auf {error} genau)", " (accurate to {error})")
LISTED = Text("Die Liste der Würfe erklärt davon {n}.", "The list of throws accounts for {n} of the luck.")
EVEN = Text("Mit gleichem Glück wären es {n}.", "With even luck it would be {n}.")
OWL = Text(
    "{title} hätte mit demselben Glück {points} Punkte gemacht.",
    "{title} would have made {points} points of the same luck.",
)
OWL_ABOUT = Text(
    "{title} hätte mit fast demselben Glück im Schnitt {points} Punkte gemacht.",
    "{title} would have made {points} points of almost the same luck, on average.",
)
OPEN = Text("{result}; zu erwarten waren {start}", "{result}; {start} were to be expected")
ALONE = Text("{result}", "{result}")
GAIN = Text("{better} statt {played}: {loss} ± {se} mehr", "{better} instead of {played}: {loss} ± {se} more")
WITH_HINT = Text(" (mit Tipp)", " (with a hint)")
ODDS_GOOD = Text("so gut oder besser in {n} von 100 Fällen", "as good or better in {n} of 100 cases")
ODDS_BAD = Text("so schlecht oder schlechter in {n} von 100 Fällen", "as bad or worse in {n} of 100 cases")
RARE = Text("in weniger als einem von 100 Fällen", "in less than one of 100 cases")
UNITS = {POINTS: Text("Punkte", "points"), "win": Text("Gewinn-%", "win-%")}


# Figures -----------------------------------------------------------------------------------------------
def signed(value: float) -> str:
    """With a sign of its own, as one reads it: − 12.1, + 3.0."""
    return f"{'+' if value >= 0 else '−'} {abs(value):.1f}"


def sum_words(seat: SeatReview, lang: str) -> str:
    """The result of a seat and what it is made of, in one line."""
    parts = seat.sum
    if parts.start is None:
        return ALONE.say(lang).format(result=f"{parts.result:.0f}")
    if parts.luck is None or parts.own is None or parts.others is None:
        return OPEN.say(lang).format(result=f"{parts.result:.0f}", start=f"{parts.start:.1f}")
    said = SUM.say(lang).format(
        result=f"{parts.result:.1f}",
        start=f"{parts.start:.1f}",
        luck=signed(parts.luck),
        own=signed(parts.own),
    )
    if parts.others:
        others = HELPED if seat.hinted or seat.stood_in else OTHERS
        said += others.say(lang).format(others=signed(parts.others))
    return said + ERROR.say(lang).format(error=f"{2 * (parts.error or 0.0):.1f}")


def same_luck_words(review: Review, seat: SeatReview, lang: str) -> str:
    """What the reference player gets of the same luck; empty where nobody knows."""
    if seat.same_luck is None:
        return ""
    said = OWL if seat.same_luck.exact else OWL_ABOUT
    points = f"{seat.same_luck.points:.0f}"
    return said.say(lang).format(title=review.reference.title.say(lang), points=points)


def odds_words(step: LuckStep, lang: str) -> str:
    """How rare a throw was, seen from the side it fell on; empty where nobody knows."""
    if step.as_good is None or step.as_bad is None:
        return ""
    good = step.luck[step.seat] >= 0
    share = 100 * (step.as_good if good else step.as_bad)
    if share < 1:
        return RARE.say(lang)
    return (ODDS_GOOD if good else ODDS_BAD).say(lang).format(n=f"{share:.0f}")


def moment_words(step: MoveStep, lang: str) -> str:
    """What would have been better, by how much, and how sure that is."""
    better = step.best or step.played
    said = GAIN.say(lang).format(
        better=better.words.say(lang),
        played=step.played.words.say(lang),
        loss=f"{step.loss:.1f}",
        se=f"{step.se:.1f}",
    )
    return f"{said}: {WORDS[step.label].say(lang)}{WITH_HINT.say(lang) if step.help == HINT else ''}"


# JSON --------------------------------------------------------------------------------------------------
def as_json(review: Review, lang: str) -> dict[str, Any]:
    """All of it, for programs."""
    about = ("version", "game", "sheet", "sheet_hash", "rules", "depth", "seed", "unit", "rollouts")
    return {
        **{name: getattr(review, name) for name in about},
        "spread": _round(review.spread),
        "complete": review.complete,
        "sums": review.sums,
        "notes": [note.say(lang) for note in review.notes],
        "reference": {
            "name": review.reference.name,
            "title": review.reference.title.say(lang),
            "instead": review.reference.instead.say(lang) if review.reference.instead else None,
            "net": review.reference.net,
        },
        "seats": [_seat(seat) for seat in review.seats],
        "steps": [
            _luck(step, lang) if isinstance(step, LuckStep) else _move(step, lang) for step in review.steps
        ],
        "curve": [
            {"event": point.event, "values": [_round(value) for value in point.values]}
            for point in review.curve
        ],
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _parts(parts: Sum) -> dict[str, Any]:
    return {
        "start": parts.start,
        "luck": parts.luck,
        "own": parts.own,
        "others": parts.others,
        "result": parts.result,
        "adjusted": parts.adjusted,
        "error": parts.error,
    }


def _seat(seat: SeatReview) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "place": seat.place,
        **_parts(seat.sum),
        "explained": seat.explained,
        "points": _parts(seat.points),
        "moves": seat.moves,
        "same": seat.same,
        "sure": seat.sure,
        "moments": list(seat.moments),
        "find": seat.find,
        "same_luck": None if seat.same_luck is None else asdict(seat.same_luck),
        "hinted": seat.hinted,
        "stood_in": seat.stood_in,
    }


def _luck(step: LuckStep, lang: str) -> dict[str, Any]:
    return {
        "kind": "luck",
        "events": [step.event],
        "seat": step.seat,
        "now": step.now,
        "purpose": step.purpose,
        "outcome": step.outcome,
        "words": step.words.say(lang),
        "luck": [_round(value) for value in step.luck],
        "se": _round(step.se),
        "sd": _round(step.sd),
        "as_good": _round(step.as_good),
        "as_bad": _round(step.as_bad),
        "mark": step.mark,
    }


def _move(step: MoveStep, lang: str) -> dict[str, Any]:
    return {
        "kind": "move",
        "events": list(step.events),
        "seat": step.seat,
        "now": step.now,
        "played": _told(step.played, lang),
        "best": _told(step.best, lang),
        "reference": _told(step.reference, lang),
        "help": step.help,
        "options": step.options,
        "loss": _round(step.loss),
        "se": _round(step.se),
        "sure": step.sure,
        "certainty": step.certainty,
        "label": step.label,
        "words": WORDS[step.label].say(lang),
        "effect": [_round(value) for value in step.effect],
        "effect_se": [_round(value) for value in step.effect_se],
        "points": None if step.points is None else [_round(value) for value in step.points],
        "rollouts": step.rollouts,
        "alternatives": [_other(each, lang) for each in step.alternatives],
        "ahead": None if step.ahead is None else _other(step.ahead, lang),
        "reason": None
        if step.reason is None
        else {
            "key": step.reason.key,
            "facts": dict(step.reason.facts),
            "words": step.reason.words.say(lang),
            "cells": list(step.reason.cells),
            "clause": step.reason.clause,
        },
    }


def _other(each: Alternative, lang: str) -> dict[str, Any]:
    gain, se = _round(each.gain), _round(each.se)
    return {"move": _told(each.move, lang), "gain": gain, "se": se, "rollouts": each.rollouts}


def _told(move: Told | None, lang: str) -> dict[str, Any] | None:
    return None if move is None else {"moves": list(move.moves), "words": move.words.say(lang)}
