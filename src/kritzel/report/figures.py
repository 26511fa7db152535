"""From games to the figures of a report: one plain object, for the page and for programs (docs/json.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from kritzel.arena.intervals import Interval, mean, share
from kritzel.arena.summary import summary
from kritzel.arena.tables import GameArrays, tables
from kritzel.bots.learned import net_or_none
from kritzel.game import Setup
from kritzel.report.games import FinishedGame, Played
from kritzel.report.luck import luck
from kritzel.report.pictures import crossable, printed
from kritzel.report.plan import FAIR, LADDER, SCORES, Question, ReportPlan

Json: TypeAlias = dict[str, Any]
Games: TypeAlias = Sequence[Sequence[FinishedGame]]

DEAD, MUST = 0.02, 0.98
"""Cells crossed less often are dead, cells crossed more often are musts."""

RUNG = 0.6
"""A bot that is ahead of the next one so often stands a rung above it."""

DIGITS = 4
COMPANIES = {"mixed": ("greedy", "planner"), "practised": ("planner",)}
"""With the strong bot: in which company the luck share is looked at; all bots are
a mixed one where none of these plays."""


def figures(plan: ReportPlan, played: Played) -> Json:
    ladder = plan.question(LADDER)
    return {
        "about": about(plan, played),
        "scores": scores(plan, played),
        "difficulty": difficulty(plan, played),
        "luck": {name: luck_share(plan, played, _company(plan, name)) for name in COMPANIES},
        "fairness": [fairness(q, played[q]) for q in plan.questions if q.name == FAIR],
        "elements": elements(plan, played),
        "cells": cells(plan, played),
        "ladder": rungs(ladder, played[ladder]) if ladder else None,
    }


def about(plan: ReportPlan, played: Played) -> Json:
    trained = net_or_none(plan.game, plan.sheet) if plan.strong == "learned" else None
    games = [game for deals in played.values() for deal in deals for game in deal]
    return {
        "game": plan.game.slug,
        "rules_version": plan.game.rules.version,
        "sheet": plan.sheet.id,
        "sheet_version": plan.sheet.version,
        "sheet_hash": plan.sheet_hash,
        "bots": list(plan.names),
        "strong": plan.strong,
        "net": trained.about["checksum"][:12] if trained else None,
        "engine": plan.engine,
        "full": plan.full,
        "games_each": plan.games,
        "games": len(games),
        "broken_off": sum(game.decisions == 0 for game in games),
        "seed": plan.seed,
    }


# Scores and difficulty -----------------------------------------------------------------------------------
def lines_of(question: Question, games: Games) -> list[Any]:
    names = [entry.name for entry in question.job.entries]
    return [
        {
            "deal": number,
            "games": [
                {
                    "bots": [names[bot] for bot in game.bots],
                    "boards": list(game.boards),
                    "scores": list(game.scores),
                    "places": list(game.places),
                    "decisions": game.decisions,
                }
                for game in deal
            ],
        }
        for number, deal in enumerate(games)
    ]


def _tables(question: Question, games: Games) -> GameArrays:
    return tables(question.job, lines_of(question, games))


def scores(plan: ReportPlan, played: Played) -> Json:
    """How the points of each bot are spread, weakest bot first."""
    question = plan.alone
    table = _tables(question, played[question])
    points = table.by_deal(table.scores, table.bots, len(table.names))
    bots = [
        {"name": entry.bot, **rounded("mean", mean(points[:, at])), **_spread(table.scores[table.bots == at])}
        for at, entry in enumerate(_different(question))
    ]
    return {"seats": question.job.seats, "bots": bots, "ranks": ranks(plan) if table.solo else []}


def _different(question: Question) -> Sequence[Any]:
    """The entries; where a bot only plays against itself, one of them speaks for all."""
    entries = question.job.entries
    return entries if len({entry.bot for entry in entries}) == len(entries) else entries[:1]


def _spread(points: Any) -> Json:
    values, counts = np.unique(points, return_counts=True)
    low, middle, high = np.quantile(points, (0.25, 0.5, 0.75))
    return {
        "games": len(points),
        "spread": round(float(np.std(points)), DIGITS),
        "quarters": [float(low), float(middle), float(high)],
        "counts": [[int(value), int(count)] for value, count in zip(values, counts, strict=True)],
    }


def ranks(plan: ReportPlan) -> list[int]:
    found = plan.game.rules.ranks(plan.sheet)
    return list(found.least) if found else []


def difficulty(plan: ReportPlan, played: Played) -> Json:
    """How far better play leads: steps between bots in standard deviations of the planner's points."""
    best = plan.names[-1]
    return {
        "best": best,
        "planning": _step(plan, played, "greedy", "planner"),
        "headroom": _step(plan, played, "planner", best),
    }


def _step(plan: ReportPlan, played: Played, one: str, other: str) -> Json | None:
    """How much further the other one gets on the same deals."""
    if one == other or not {one, other} <= set(plan.names):
        return None
    table = _tables(plan.alone, played[plan.alone])
    points = table.by_deal(table.scores, table.bots, len(table.names))
    at, to = table.names.index(one), table.names.index(other)
    unit = float(np.std(table.scores[table.bots == table.names.index("planner")])) or 1.0
    steps = mean((points[:, to] - points[:, at]) / unit)
    lead = mean(points[:, to] - points[:, at])
    return {"from": one, "to": other, **rounded("steps", steps), "points": round(lead.value, DIGITS)}


# Luck ----------------------------------------------------------------------------------------------------
def _company(plan: ReportPlan, name: str) -> Sequence[str]:
    there = [bot for bot in COMPANIES[name] if bot in plan.names]
    return there if there or name != "mixed" else plan.names


def luck_share(plan: ReportPlan, played: Played, company: Sequence[str]) -> Json | None:
    """How much of the spread of points is luck, between these and the strong bot; None if unknown."""
    question = plan.question(SCORES) or plan.question(LADDER)
    names = list(dict.fromkeys((*company, plan.strong)))
    if question is None or len(names) < 2:
        return None
    found = luck(_by_player(question, played[question], names), plan.seed, alone=question.job.seats == 1)
    if found is None:
        return None
    return {
        "bots": names,
        "seats": question.job.seats,
        "deals": question.deals,
        "told": found.is_narrow,
        **rounded("share", found.share),
        "alike": rounded("share", found.alike) if found.alike else None,
    }


def _by_player(question: Question, games: Games, names: Sequence[str]) -> Any:
    """Points by deal, line-up (a bot and the others) and game."""
    all_names = [entry.bot for entry in question.job.entries]
    wanted = {at for at, name in enumerate(all_names) if name in names}
    rows = []
    for deal in games:
        found: dict[tuple[int, ...], list[int]] = {}
        for game in deal:
            if wanted.issuperset(game.bots):
                for seat, bot in enumerate(game.bots):
                    line_up = (bot, *sorted(other for other in game.bots if other != bot))
                    found.setdefault(line_up, []).append(game.scores[seat])
        rows.append([found[line_up] for line_up in sorted(found)])
    return np.array(rows, float)


# Fairness ------------------------------------------------------------------------------------------------
def fairness(question: Question, games: Games) -> Json:
    """How often each seat, and each board or start, wins between equal bots, and with how many points.

    `even`: where all play at the same time and starts are rotated, the seats cannot but win equally often.
    """
    table = _tables(question, games)
    seats = question.job.seats
    by_seat = np.broadcast_to(np.arange(seats), table.bots.shape)
    return {
        "seats": seats,
        "games": len(table.deal),
        "fair": round(1 / seats, DIGITS),
        "even": bool(np.allclose(table.by_deal(table.wins, by_seat, seats), 1 / seats))
        and bool(table.boards.size),
        "each": _shares(table, by_seat, "seat", 0),
        "boards": _shares(table, table.boards - 1, "board", 1) if table.boards.size else [],
    }


def _shares(table: GameArrays, groups: Any, name: str, first: int) -> list[Json]:
    many = int(groups.max()) + 1
    wins, points = table.by_deal(table.wins, groups, many), table.by_deal(table.scores, groups, many)
    found = []
    for at in range(many):
        there = ~np.isnan(wins[:, at])
        if there.any():
            figures_ = rounded("share", share(wins[there, at]))
            found.append({name: at + first, **figures_, "points": rounded("mean", mean(points[there, at]))})
    return found


# Elements ------------------------------------------------------------------------------------------------
def elements(plan: ReportPlan, played: Played) -> Json:
    """What each line of the score pad brings, by bot, and what becomes of it between two strong bots."""
    question = plan.alone
    keys = _keys(plan, question.job.seats)
    entries = _different(question)
    means = [_line_means(played[question], at) for at in range(len(entries))]
    lines = [
        {
            "key": key,
            "points": {entry.bot: round(float(means[at][nth]), DIGITS) for at, entry in enumerate(entries)},
        }
        for nth, key in enumerate(keys)
    ]
    return {"seats": question.job.seats, "lines": lines, "fates": fates(plan, played)}


def _keys(plan: ReportPlan, seats: int) -> list[str]:
    state = plan.game.rules.start(Setup(plan.sheet, seats))
    return [line.key for line in plan.game.rules.score(state)[0].lines]


def _line_means(games: Games, bot: int) -> Any:
    mine = [
        game.lines[seat]
        for deal in games
        for game in deal
        for seat, who in enumerate(game.bots)
        if who == bot
    ]
    return np.mean(mine, axis=0)


def fates(plan: ReportPlan, played: Played) -> list[Json]:
    """How often a line is got first (in full), later (for less) or not at all, at two seats."""
    question, counting = plan.question(FAIR, 2), plan.game.drawing.counting
    worth = counting.firsts(plan.sheet) if counting else {}
    if question is None or not worth:
        return []
    got = np.array([pad for deal in played[question] for game in deal for pad in game.lines])
    keys = _keys(plan, 2)
    found = []
    for key, whole in worth.items():
        column = got[:, keys.index(key)]
        first, none = float(np.mean(column >= whole)), float(np.mean(column == 0))
        later = 1 - first - none
        found.append(
            {"key": key, "first": round(first, 4), "later": round(later, 4), "missed": round(none, 4)}
        )
    return found


# Cells ---------------------------------------------------------------------------------------------------
def cells(plan: ReportPlan, played: Played) -> Json:
    """How often the strong bot has crossed each cell at the end; by board where they are printed differently.

    Nothing, where a game does not say what is counted and its pictures are always the same at the end.
    """
    question = plan.question(SCORES) or plan.question(FAIR)
    assert question is not None, "some seat count can be played"
    names = [entry.bot for entry in question.job.entries]
    strong = {at for at, name in enumerate(names) if name == plan.strong}
    seen = [
        (game.boards[seat] if game.boards else 0, game.crossed[seat])
        for deal in played[question]
        for game in deal
        for seat, bot in enumerate(game.bots)
        if bot in strong
    ]
    there = crossable(plan.game, plan.sheet)
    whole = tally(there, [crossed for _, crossed in seen])
    if plan.game.drawing.counting is None and set(whole.values()) <= {0.0, 1.0}:
        whole = {}
    by_board = {}
    if len(printed(plan.game, plan.sheet, "en")) > 1:
        for board in sorted({board for board, _ in seen}):
            by_board[str(board)] = tally(there, [crossed for each, crossed in seen if each == board])
    return {
        "seats": question.job.seats,
        "games": len(seen),
        "crossed": whole,
        "by_board": by_board,
        **ends(whole),
    }


def tally(there: Mapping[int, str], crossed: Sequence[int]) -> dict[str, float]:
    """For each cell by name: in what share of these sets it is."""
    many = len(crossed)
    return {
        name: round(sum(each >> cell & 1 for each in crossed) / many, DIGITS) for cell, name in there.items()
    }


def ends(crossed: dict[str, float]) -> dict[str, list[str]]:
    """The cells that are hardly ever crossed, and those that nearly always are."""
    return {
        "dead": [name for name, often in crossed.items() if often < DEAD],
        "must": [name for name, often in crossed.items() if often > MUST],
    }


# Ladder --------------------------------------------------------------------------------------------------
def rungs(question: Question, games: Games) -> Json:
    """Ratings with intervals, best first, and how often each is ahead of the next."""
    found = summary(question.job, lines_of(question, games))
    order = sorted(found["bots"], key=lambda bot: -bot["rating"]["elo"])
    ahead = {(pair["one"], pair["other"]): pair["ahead"] for pair in found["pairs"]}
    steps = [_rung(ahead, upper["name"], lower["name"]) for upper, lower in pairwise(order)]
    return {
        "bots": [{"name": bot["name"], **bot["rating"]} for bot in order],
        "rungs": steps,
        "games": found["games"],
        "open_ended": found["open_ended"],
    }


def _rung(ahead: dict[tuple[str, str], Json], upper: str, lower: str) -> Json:
    found = ahead.get((upper, lower))
    if found is None:
        other = ahead[lower, upper]
        found = {"share": 1 - other["share"], "low": _less(other["high"]), "high": _less(other["low"])}
    value, low = found["share"], found["low"]
    apart = "yes" if low is not None and low >= RUNG else "perhaps" if value >= RUNG else "no"
    interval = {key: None if bound is None else round(bound, DIGITS) for key, bound in found.items()}
    return {"upper": upper, "lower": lower, **interval, "apart": apart}


def _less(bound: float | None) -> float | None:
    return None if bound is None else 1 - bound


def rounded(name: str, interval: Interval) -> Json:
    bounds = [round(float(bound), DIGITS) if np.isfinite(bound) else None for bound in interval]
    return dict(zip((name, "low", "high"), bounds, strict=True))
