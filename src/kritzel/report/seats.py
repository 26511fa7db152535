"""The chapter about seats and boards: whether they are fair between equal bots."""

from __future__ import annotations

from html import escape
from typing import Any, TypeAlias

from kritzel.drawing import charts
from kritzel.drawing.charts import Axis, Row
from kritzel.game import Text
from kritzel.report import sentences as s
from kritzel.report import verdicts
from kritzel.report.prose import paragraph
from kritzel.report.speech import Speech

Json: TypeAlias = dict[str, Any]


def fairness(figures: Json, speech: Speech) -> str:
    """A dot with its interval for every seat and board, around the fair share."""
    found, lang = figures["fairness"], speech.lang
    if not found:
        return paragraph(s.FAIR_NONE.say(lang))
    compared = verdicts.compared(figures)
    bounds = [each[key] - table["fair"] for table, _, each in compared for key in ("low", "high")]
    most = 100 * max(0.02, *map(abs, bounds))
    axis = Axis.over(-most, most)
    said = _sentence(figures, speech)
    head = f'<p class="verdict"><b>{escape(word(figures).say(lang))}</b> {escape(said)}</p>'
    tables = "".join(_table(table, axis, speech) for table in found)
    return head + paragraph(s.FAIR_MEANS.say(lang)) + _going_round(found, lang) + tables


def _going_round(found: list[Json], lang: str) -> str:
    """What goes round between the games of equal bots, and what that means."""
    if all(table["even"] for table in found):
        return paragraph(s.EVEN.say(lang))
    return paragraph(s.ROUND.say(lang)) if any(table["boards"] for table in found) else ""


def word(figures: Json) -> Text:
    """Fair, fair as far as seen, or not."""
    if verdicts.off(figures, surely=True):
        return s.UNFAIR
    near = verdicts.error(figures) <= verdicts.CLOSE and not verdicts.off(figures)
    return s.FAIR if near else s.SEEMS_FAIR


def _sentence(figures: Json, speech: Speech) -> str:
    many = len(verdicts.compared(figures))
    for surely, text in ((True, s.FAIR_NOT), (False, s.FAIR_PERHAPS)):
        off = verdicts.off(figures, surely=surely)
        if off:
            return speech.say(text, which="; ".join(_off(each, speech) for each in off), many=many)
    return speech.say(s.FAIR_ALL, error=speech.number(100 * verdicts.error(figures)))


def note(figures: Json, speech: Speech) -> str:
    """How far off, or how small a difference could have been seen."""
    worst = max((abs(each.by) for each in verdicts.off(figures, surely=True)), default=0.0)
    if worst:
        return speech.say(s.UNFAIR_NOTE, points=speech.number(100 * worst))
    return speech.say(s.FAIR_NOTE, error=speech.number(100 * verdicts.error(figures)))


def _off(each: verdicts.Off, speech: Speech) -> str:
    who = speech.say(s.SEAT, n=each.number + 1) if each.kind == "seat" else speech.board(each.number)
    word = s.COUNTS[each.seats].say(speech.lang).lower()
    return speech.say(s.OFF, who=who, word=word, points=speech.signed(100 * each.by))


def _table(table: Json, axis: Axis, speech: Speech) -> str:
    """All seats and boards of a seat count."""
    lang, seats = speech.lang, [] if table["even"] else table["each"]
    rows = [_seat_row(each, speech.say(s.SEAT, n=each["seat"] + 1), table, axis, speech) for each in seats]
    rows += [_seat_row(each, speech.board(each["board"]), table, axis, speech) for each in table["boards"]]
    marks = [speech.signed(mark, 0) if mark else "0" for mark in axis.marks()]
    title = speech.say(s.AT_TABLE, word=s.COUNTS[table["seats"]].say(lang))
    games = speech.say(s.HOW_MANY_GAMES, n=speech.number(table["games"], 0))
    drawn = charts.chart(rows, axis, s.FAIR_AXIS.say(lang), marks)
    return f"<h3>{escape(title)} <small>{escape(games)}</small></h3>{drawn}"


def _seat_row(each: Json, name: str, table: Json, axis: Axis, speech: Speech) -> Row:
    fair = table["fair"]
    low, high = 100 * (each["low"] - fair), 100 * (each["high"] - fair)
    drawn = charts.dot(100 * (each["share"] - fair), low, high, axis, 22)
    middle = f'<line class="zero" x1="{axis.at(0)}%" x2="{axis.at(0)}%" y1="0" y2="100%"/>'
    bounds = speech.between(each["low"], each["high"])
    figure = f"{speech.percent(each['share'], 1)} <small>({bounds})</small>"
    note = speech.say(s.THAT_IS, points=speech.number(each["points"]["mean"]))
    css = "" if each["low"] <= fair <= each["high"] else "off"
    return Row(name, figure, middle + drawn, 22, css, note)
