"""The chapters of a report: figures become charts, tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, TypeAlias

from kritzel import bots
from kritzel.drawing import charts
from kritzel.drawing.charts import Axis, Row
from kritzel.game import Text
from kritzel.report import heat, pictures, verdicts
from kritzel.report import sentences as s
from kritzel.report.figures import DEAD, MUST
from kritzel.report.plan import ReportPlan
from kritzel.report.speech import Speech

Json: TypeAlias = dict[str, Any]

TITLES = {
    "points": s.POINTS,
    "difficulty": s.DIFFICULTY,
    "luck": s.LUCK,
    "seats": s.FAIRNESS,
    "elements": s.ELEMENTS,
    "cells": s.CELLS,
    "ladder": s.LADDER,
    "made": s.MADE,
}
HILL = 54
"""The height of a histogram."""
SHOWN = ("greedy", "planner")
"""Beside the strong bot: whose points are shown line by line."""


def all_chapters(plan: ReportPlan, figures: Json, speech: Speech) -> Iterator[tuple[str, str]]:
    """Each chapter's name and what stands in it."""
    yield "points", points(plan, figures["scores"], speech)
    yield "difficulty", difficulty(figures, speech)
    yield "luck", luck(figures, speech)
    yield "seats", fairness(figures, speech)
    yield "elements", elements(plan, figures["elements"], speech)
    if figures["cells"]["crossed"]:
        yield "cells", cells(plan, figures["cells"], speech)
    yield "ladder", ladder(figures["ladder"], speech)


def tiles(plan: ReportPlan, figures: Json, speech: Speech) -> Iterator[tuple[str, str, str, str]]:
    """The report in short: chapter, its title, a word, a note."""
    lang = speech.lang
    level = verdicts.level(figures)
    share = verdicts.luck(figures)
    headroom, found = figures["difficulty"]["headroom"], figures["luck"]["mixed"]
    word = s.UNKNOWN_LEVEL if level is None else s.LEVELS[level]
    note = speech.say(s.THAT_IS, points=speech.signed(headroom["points"])) if headroom else ""
    yield "difficulty", s.DIFFICULTY.say(lang), word.say(lang), note
    word = s.UNKNOWN_LEVEL if share is None else s.LUCKS[share]
    note = f"{speech.percent(found['share'])} {s.LUCK_PARTS[3].say(lang)}" if found else ""
    yield "luck", s.LUCK.say(lang), word.say(lang), note
    yield "seats", s.FAIRNESS.say(lang), _fairness_word(figures).say(lang), _fairness_note(figures, speech)
    if figures["cells"]["crossed"]:
        count = {key: len(figures["cells"][key]) for key in ("dead", "must")}
        many = speech.say(s.CELLS_TILE, all=len(figures["cells"]["crossed"]))
        yield "cells", s.CELLS.say(lang), speech.say(s.DEAD_MUST, **count), many
    steps = figures["ladder"]["rungs"] if figures["ladder"] else []
    rungs = sum(step["apart"] == "yes" for step in steps)
    word = s.RUNGS_ONE if rungs == 1 else s.RUNGS
    note = speech.say(s.HOW_MANY_BOTS, n=len(figures["about"]["bots"]))
    yield "ladder", s.LADDER.say(lang), speech.say(word, n=rungs), note


def paragraph(text: str, css: str = "") -> str:
    return f'<p class="{css}">{escape(text)}</p>' if css else f"<p>{escape(text)}</p>"


def verdict(word: Text, means: Text, lang: str) -> str:
    return f'<p class="verdict"><b>{escape(word.say(lang))}</b> {escape(means.say(lang))}</p>'


# 1 Points ------------------------------------------------------------------------------------------------
def points(plan: ReportPlan, found: Json, speech: Speech) -> str:
    """A histogram for each bot on a common axis, and the ranks."""
    many = found["bots"]
    values = [value for bot in many for value, _ in bot["counts"]]
    axis = Axis.over(min(values), max(values) + 1)
    tallest = max(max(charts.shares(bot["counts"], axis).values()) for bot in many)
    rows = [
        _hill(bot, axis, tallest, found["ranks"], speech)
        for bot in sorted(many, key=lambda bot: -bot["mean"])
    ]
    alone = s.POINTS_ALONE if found["seats"] == 1 else s.POINTS_COMPANY
    intro = alone if len(many) > 1 else s.POINTS_ONE
    marks = [speech.number(mark, 0) for mark in axis.marks()]
    drawn = charts.chart(rows, axis, s.POINTS_AXIS.say(speech.lang), marks)
    return paragraph(intro.say(speech.lang)) + drawn + _ranks(plan, found, speech)


def _hill(bot: Json, axis: Axis, tallest: float, bounds: list[int], speech: Speech) -> Row:
    figure = f"{speech.number(bot['mean'])} <small>{speech.around(bot)}</small>"
    drawn = charts.hill(bot["counts"], bot["mean"], axis, tallest, HILL, bounds)
    return Row(speech.bot(bot["name"]), figure, drawn, HILL, f"b-{bot['name']}", bot["name"])


def _ranks(plan: ReportPlan, found: Json, speech: Speech) -> str:
    bounds, bot = found["ranks"], {bot["name"]: bot for bot in found["bots"]}
    if not bounds:
        return ""
    best = bot[plan.names[-1]]
    if len(bounds) == 1:
        reached = sum(count for value, count in best["counts"] if value >= bounds[0]) / best["games"]
        who = speech.bot(best["name"])
        return paragraph(
            speech.say(s.RANKS_TWO, points=bounds[0], best=who, share=speech.percent(reached, 1))
        )
    if "greedy" not in bot:
        return _rank_table(plan, found, speech)
    low, high = (verdicts.rank(bounds, each["mean"]) for each in (bot["greedy"], best))
    words_ = speech.say(s.RANKS, greedy=speech.bot("greedy"), low=low, high=high)
    return paragraph(words_) + _rank_table(plan, found, speech)


def _rank_table(plan: ReportPlan, found: Json, speech: Speech) -> str:
    bounds, many = found["ranks"], [bot for bot in found["bots"] if bot["name"] in (*SHOWN, plan.names[-1])]
    edges = [10**6, *bounds, -(10**6)]
    rows = []
    for nth in range(len(bounds) + 1):
        shares = [_share_between(bot, edges[nth + 1], edges[nth]) for bot in many]
        start = f"{s.FROM.say(speech.lang)} {bounds[nth]}" if nth < len(bounds) else ""
        title = plan.game.facts.rank(nth + 1).say(speech.lang)
        cells_ = "".join(f'<td class="n">{speech.percent(share)}</td>' for share in shares)
        name = f"{nth + 1} {escape(title)} <small>{start}</small>"
        rows.append(f"<tr><th>{name}</th>{cells_}</tr>")
    heads = "".join(f'<th class="n">{escape(speech.bot(bot["name"]))}</th>' for bot in many)
    head = f"<tr><th>{s.RANK.say(speech.lang).capitalize()}</th>{heads}</tr>"
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _share_between(bot: Json, low: int, high: int) -> float:
    return float(sum(count for value, count in bot["counts"] if low <= value < high) / bot["games"])


# 2 Difficulty --------------------------------------------------------------------------------------------
def difficulty(figures: Json, speech: Speech) -> str:
    """The verdict, and the steps it stands on."""
    level, found = verdicts.level(figures), figures["difficulty"]
    word = s.UNKNOWN_LEVEL if level is None else s.LEVELS[level]
    unknown = s.UNKNOWN_MEANS if "planner" in figures["about"]["bots"] else s.UNKNOWN_BARE
    means = unknown if level is None else s.LEVEL_MEANS[level]
    steps = [(s.HEADROOM, found["headroom"]), (s.PLANNING, found["planning"])]
    known = [(name, step) for name, step in steps if step]
    if not known:
        return verdict(word, means, speech.lang)
    axis = Axis.over(
        min(0.0, *(_low(step) for _, step in known)), max(1.0, *(_high(step) for _, step in known))
    )
    rows = [_step(name, step, axis, speech) for name, step in known]
    marks = [speech.number(mark, 1) for mark in axis.marks()]
    unit = speech.say(s.DIFFICULTY_MEANS, planner=speech.bot("planner"))
    drawn = charts.chart(rows, axis, s.SPREADS.say(speech.lang), marks)
    return verdict(word, means, speech.lang) + drawn + paragraph(unit)


def _step(name: Text, step: Json, axis: Axis, speech: Speech) -> Row:
    who = speech.say(s.ABOVE, to=speech.bot(step["to"]), one=speech.bot(step["from"]))
    around = speech.around(step, 2)
    figure = f"{speech.number(step['steps'], 2)} <small>{around}</small>"
    note = f"{name.say(speech.lang)}, {speech.say(s.THAT_IS, points=speech.signed(step['points']))}"
    drawn = charts.dot(step["steps"], step["low"], step["high"], axis, 26)
    return Row(who, figure, drawn, 26, f"b-{step['to']}", note)


def _low(step: Json) -> float:
    return float(step["steps"] if step["low"] is None else step["low"])


def _high(step: Json) -> float:
    return float(step["steps"] if step["high"] is None else step["high"])


# 3 Luck --------------------------------------------------------------------------------------------------
def luck(figures: Json, speech: Speech) -> str:
    """The shares as bars, one for each company, and how they were estimated."""
    found, lang = figures["luck"], speech.lang
    if found["mixed"] is None:
        return paragraph(s.LUCK_UNKNOWN.say(lang))
    which = verdicts.luck(figures)
    vague = paragraph(s.LUCK_VAGUE.say(lang))
    head = vague if which is None else verdict(s.LUCKS[which], s.LUCK_MEANS[which], lang)
    named = {"mixed": s.MIXED, "practised": s.PRACTISED}
    rows = [_luck_row(name, found[key], speech) for key, name in named.items() if found[key]]
    axis = Axis.over(0, 1)
    marks = [speech.percent(mark) for mark in axis.marks()]
    drawn = charts.chart(rows, axis, s.LUCK_AXIS.say(lang), marks)
    keys = [(css, text.say(lang)) for css, _, text in _luck_parts(found["mixed"])]
    how = speech.say(s.LUCK_HOW, deals=speech.number(found["mixed"]["deals"], 0))
    intro = paragraph(s.LUCK_INTRO.say(lang))
    return head + intro + charts.legend(keys) + drawn + paragraph(how, "quiet")


def _luck_row(name: Text, found: Json, speech: Speech) -> Row:
    parts = [(css, share) for css, share, _ in _luck_parts(found)]
    figure = (
        f"{speech.percent(found['share'])} <small>({speech.between(found['low'], found['high'])})</small>"
    )
    who = speech.join([speech.bot(bot) for bot in found["bots"]])
    title = name.say(speech.lang)
    return Row(title[:1].upper() + title[1:], figure, charts.stacked(parts, 30), 30, "", who)


def _luck_parts(found: Json) -> list[tuple[str, float, Text]]:
    skill = ("p-skill", 1 - found["share"], s.LUCK_PARTS[0])
    if found["alike"] is None:
        return [("p-luck", found["share"], s.LUCK_PARTS[3]), skill]
    alike = min(max(found["alike"]["share"], 0.0), found["share"])
    return [
        ("p-alike", alike, s.LUCK_PARTS[1]),
        ("p-rest", found["share"] - alike, s.LUCK_PARTS[2]),
        skill,
    ]


# 4 Seats -------------------------------------------------------------------------------------------------
def fairness(figures: Json, speech: Speech) -> str:
    """A dot with its interval for every seat and board, around the fair share."""
    found, lang = figures["fairness"], speech.lang
    if not found:
        return paragraph(s.FAIR_NONE.say(lang))
    compared = verdicts.compared(figures)
    bounds = [each[key] - table["fair"] for table, _, each in compared for key in ("low", "high")]
    most = 100 * max(0.02, *map(abs, bounds))
    axis = Axis.over(-most, most)
    said = _fairness_sentence(figures, speech)
    head = f'<p class="verdict"><b>{escape(_fairness_word(figures).say(lang))}</b> {escape(said)}</p>'
    tables = "".join(_seat_table(table, axis, speech) for table in found)
    return head + paragraph(s.FAIR_MEANS.say(lang)) + _going_round(found, lang) + tables


def _going_round(found: list[Json], lang: str) -> str:
    if all(table["even"] for table in found):
        return paragraph(s.EVEN.say(lang))
    return paragraph(s.ROUND.say(lang)) if any(table["boards"] for table in found) else ""


def _fairness_word(figures: Json) -> Text:
    """Fair, fair as far as seen, or not."""
    if verdicts.off(figures, surely=True):
        return s.UNFAIR
    near = verdicts.error(figures) <= verdicts.CLOSE and not verdicts.off(figures)
    return s.FAIR if near else s.SEEMS_FAIR


def _fairness_sentence(figures: Json, speech: Speech) -> str:
    many = len(verdicts.compared(figures))
    for surely, text in ((True, s.FAIR_NOT), (False, s.FAIR_PERHAPS)):
        off = verdicts.off(figures, surely=surely)
        if off:
            return speech.say(text, which="; ".join(_off(each, speech) for each in off), many=many)
    return speech.say(s.FAIR_ALL, error=speech.number(100 * verdicts.error(figures)))


def _fairness_note(figures: Json, speech: Speech) -> str:
    """How far off, or how small a difference could have been seen."""
    worst = max((abs(each.by) for each in verdicts.off(figures, surely=True)), default=0.0)
    if worst:
        return speech.say(s.UNFAIR_NOTE, points=speech.number(100 * worst))
    return speech.say(s.FAIR_NOTE, error=speech.number(100 * verdicts.error(figures)))


def _off(each: verdicts.Off, speech: Speech) -> str:
    who = speech.say(s.SEAT, n=each.number + 1) if each.kind == "seat" else speech.board(each.number)
    word = s.COUNTS[each.seats].say(speech.lang).lower()
    return speech.say(s.OFF, who=who, word=word, points=speech.signed(100 * each.by))


def _seat_table(table: Json, axis: Axis, speech: Speech) -> str:
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


# 5 Elements ----------------------------------------------------------------------------------------------
def elements(plan: ReportPlan, found: Json, speech: Speech) -> str:
    """Bars for every line of the score pad, and what becomes of areas and numbers between two."""
    lang = speech.lang
    there = found["lines"][0]["points"]
    shown = [name for name in dict.fromkeys((plan.strong, *reversed(SHOWN))) if name in there]
    values = [line["points"][name] for line in found["lines"] for name in shown]
    axis = Axis.over(min(0.0, *values), max(1.0, *values))
    gained = sum(max(line["points"][plan.strong], 0.0) for line in found["lines"]) or 1.0
    rows = [_line(line, shown, gained, axis, speech) for line in found["lines"]]
    weak = speech.bot(shown[-1])
    means = speech.say(s.ELEMENTS_MEANS, best=speech.bot(plan.strong), weak=weak)
    intro = paragraph(means if len(shown) > 1 else s.ELEMENTS_ONE.say(lang))
    keys = charts.legend([(f"b-{name}", speech.bot(name)) for name in shown])
    marks = [speech.number(mark, 0 if axis.step >= 1 else 1) for mark in axis.marks()]
    drawn = charts.chart(rows, axis, s.ELEMENTS_AXIS.say(lang), marks)
    return intro + keys + drawn + _fates(plan, found["fates"], speech)


def _line(line: Json, shown: list[str], gained: float, axis: Axis, speech: Speech) -> Row:
    mine = line["points"][shown[0]]
    part = f" <small>{speech.percent(mine / gained)}</small>" if mine > 0 else ""
    height = 9 * len(shown) + 2
    drawn = charts.bars([(f"b-{name}", line["points"][name]) for name in shown], axis, height)
    return Row(speech.line(line["key"]), f"{speech.number(mine)}{part}", drawn, height)


def _fates(plan: ReportPlan, fates: list[Json], speech: Speech) -> str:
    if not fates:
        return ""
    kinds = ("first", "later", "missed")
    rows = [
        Row(
            speech.line(fate["key"]),
            f"{speech.percent(fate['first'])} <small>+ {speech.percent(fate['later'])}</small>",
            charts.stacked([(f"p-{kind}", fate[kind]) for kind in kinds], 20),
            20,
        )
        for fate in fates
    ]
    axis = Axis.over(0, 1)
    marks = [speech.percent(mark) for mark in axis.marks()]
    keys = [(f"p-{kind}", word.say(speech.lang)) for kind, word in zip(kinds, s.FATES, strict=True)]
    counting = plan.game.drawing.counting
    intro = counting.about_firsts if counting else None
    drawn = charts.chart(rows, axis, s.FATES_AXIS.say(speech.lang), marks)
    return (
        f"<h3>{escape(s.FATES_HEAD.say(speech.lang))}</h3>"
        + (paragraph(intro.say(speech.lang)) if intro else "")
        + charts.legend(keys)
        + drawn
    )


# 6 Cells -------------------------------------------------------------------------------------------------
def cells(plan: ReportPlan, found: Json, speech: Speech) -> str:
    """The sheet with its cells tinted, and the cells at both ends."""
    lang = speech.lang
    scenes, boards = pictures.printed(plan.game, plan.sheet, lang), found["by_board"]
    maps = [heat.HeatMap(speech.board(int(nr)), scenes[int(nr) - 1], often) for nr, often in boards.items()]
    maps = maps or [heat.HeatMap("", scenes[0], found["crossed"])]
    drawn = heat.draw(maps, DEAD, MUST, lambda often: speech.percent(often, 1))
    keys = [("k-scale", s.SCALE.say(lang)), ("k-dead", s.DEAD.say(lang)), ("k-must", s.MUST.say(lang))]
    intro = s.CELLS_ALONE if found["seats"] == 1 else s.CELLS_COMPANY
    intro = (plan.game.drawing.counting and plan.game.drawing.counting.about_cells) or intro
    lists = _cell_list(s.DEAD, found["dead"], lang) + _cell_list(s.MUST, found["must"], lang)
    boards_too = paragraph(s.CELLS_BOARDS.say(lang), "quiet") if boards else ""
    many = "maps many" if len(maps) > 1 else "maps"
    return (
        paragraph(intro.say(lang))
        + charts.legend(keys)
        + f'<div class="{many}">{drawn}</div>'
        + lists
        + boards_too
    )


def _cell_list(title: Text, names: list[str], lang: str) -> str:
    said = ", ".join(names) or s.NONE.say(lang)
    return f'<h3>{escape(title.say(lang))}: {len(names)}</h3><p class="cells">{escape(said)}</p>'


# 7 Ladder ------------------------------------------------------------------------------------------------
def ladder(found: Json | None, speech: Speech) -> str:
    """Ratings with their intervals, best first, and the rungs between them."""
    lang = speech.lang
    if found is None:
        return paragraph(s.NO_LADDER.say(lang))
    ends = [bot[key] for bot in found["bots"] for key in ("elo", "low", "high") if bot[key] is not None]
    axis = Axis.over(min(ends), max(ends))
    rows = [_rating(bot, axis, speech) for bot in found["bots"]]
    marks = [speech.number(mark, 0) for mark in axis.marks()]
    open_ended = paragraph(s.OPEN_ENDED.say(lang), "quiet") if found["open_ended"] else ""
    body = "".join(_rung(step, speech) for step in found["rungs"])
    steps = f'<div class="scroll"><table><tbody>{body}</tbody></table></div>'
    drawn = charts.chart(rows, axis, s.ELO.say(lang), marks)
    return paragraph(s.LADDER_MEANS.say(lang)) + drawn + open_ended + steps


def _rating(bot: Json, axis: Axis, speech: Speech) -> Row:
    figure = f"{speech.number(bot['elo'], 0)} <small>{speech.around(bot, 0)}</small>"
    drawn = charts.dot(bot["elo"], bot["low"], bot["high"], axis, 28)
    title = bots.bot(bot["name"]).title.say(speech.lang)
    return Row(title, figure, drawn, 28, f"b-{bot['name']}", bot["name"])


def _rung(step: Json, speech: Speech) -> str:
    who = speech.say(s.BEATS, upper=speech.bot(step["upper"]), lower=speech.bot(step["lower"]))
    bounds = speech.between(step["low"], step["high"])
    share = (
        f"{speech.percent(step['share'])} <small>({bounds})</small>"
        if bounds
        else speech.percent(step["share"])
    )
    word = s.APART[step["apart"]].say(speech.lang)
    return f'<tr><th>{escape(who)}</th><td class="n">{share}</td><td>{escape(word)}</td></tr>'
