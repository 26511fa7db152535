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
from kritzel.report.luck import luck
from kritzel.report.pictures import crossable, printed
from kritzel.report.plan import FAIR, LADDER, SCORES, Asked, Question
from kritzel.report.runner import Played
from kritzel.report.tables import Ended

Json: TypeAlias = dict[str, Any]
Games: TypeAlias = Sequence[Sequence[Ended]]

DEAD, MUST = 0.02, 0.98
"""Cells crossed less often are dead, cells crossed more often are musts."""

RUNG = 0.6
"""A bot that is ahead of the next one so often stands a rung above it."""

DIGITS = 4
COMPANIES = {"mixed": ("greedy", "planner"), "practised": ("planner",)}
"""With the strong bot: in which company the luck share is looked at; all bots are
a mixed one where none of these plays."""


def figures(asked: Asked, played: Played) -> Json:
    """All figures."""
    ladder = asked.question(LADDER)
    return {
        "about": about(asked, played),
        "scores": scores(asked, played),
        "difficulty": difficulty(asked, played),
        "luck": {name: luck_share(asked, played, _company(asked, name)) for name in COMPANIES},
        "fairness": [fairness(q, played[q]) for q in asked.questions if q.name == FAIR],
        "elements": elements(asked, played),
        "cells": cells(asked, played),
        "ladder": rungs(ladder, played[ladder]) if ladder else None,
    }


def about(asked: Asked, played: Played) -> Json:
    """What was played, and by whom."""
    trained = net_or_none(asked.game, asked.sheet) if asked.strong == "learned" else None
    games = [game for deals in played.values() for deal in deals for game in deal]
    return {
        "game": asked.game.slug,
        "rules_version": asked.game.rules.version,
        "sheet": asked.sheet.id,
        "sheet_version": asked.sheet.version,
        "sheet_hash": asked.sheet_hash,
        "bots": list(asked.names),
        "strong": asked.strong,
        "net": trained.about["checksum"][:12] if trained else None,
        "engine": asked.engine,
        "full": asked.full,
        "games_each": asked.games,
        "games": len(games),
        "broken_off": sum(game.decisions == 0 for game in games),
        "seed": asked.seed,
    }


# Scores and difficulty -----------------------------------------------------------------------------------
def lines_of(question: Question, games: Games) -> list[Any]:
    """Deals as the arena writes them down."""
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


def _laid(question: Question, games: Games) -> GameArrays:
    return tables(question.job, lines_of(question, games))


def scores(asked: Asked, played: Played) -> Json:
    """How the points of each bot are spread, weakest bot first."""
    question = asked.alone
    laid = _laid(question, played[question])
    points = laid.by_deal(laid.scores, laid.bots, len(laid.names))
    told = [
        {"name": entry.bot, **rounded("mean", mean(points[:, at])), **_spread(laid.scores[laid.bots == at])}
        for at, entry in enumerate(_different(question))
    ]
    return {"seats": question.job.seats, "bots": told, "ranks": ranks(asked) if laid.solo else []}


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


def ranks(asked: Asked) -> list[int]:
    """The points from which each solo rank begins, best first; below the last comes one more."""
    found = asked.game.rules.ranks(asked.sheet)
    return list(found.least) if found else []


def difficulty(asked: Asked, played: Played) -> Json:
    """How far better play leads: steps between bots in standard deviations of the planner's points."""
    best = asked.names[-1]
    return {
        "best": best,
        "planning": _step(asked, played, "greedy", "planner"),
        "headroom": _step(asked, played, "planner", best),
    }


def _step(asked: Asked, played: Played, one: str, other: str) -> Json | None:
    """How much further the other one gets on the same deals."""
    if one == other or not {one, other} <= set(asked.names):
        return None
    laid = _laid(asked.alone, played[asked.alone])
    points = laid.by_deal(laid.scores, laid.bots, len(laid.names))
    at, to = laid.names.index(one), laid.names.index(other)
    unit = float(np.std(laid.scores[laid.bots == laid.names.index("planner")])) or 1.0
    told = mean((points[:, to] - points[:, at]) / unit)
    lead = mean(points[:, to] - points[:, at])
    return {"from": one, "to": other, **rounded("steps", told), "points": round(lead.value, DIGITS)}


# Luck ----------------------------------------------------------------------------------------------------
def _company(asked: Asked, name: str) -> Sequence[str]:
    """Who plays in this company beside the strong bot."""
    there = [bot for bot in COMPANIES[name] if bot in asked.names]
    return there if there or name != "mixed" else asked.names


def luck_share(asked: Asked, played: Played, company: Sequence[str]) -> Json | None:
    """How much of the spread of points is luck, between these and the strong bot; None if nobody can tell."""
    question = asked.question(SCORES) or asked.question(LADDER)
    names = list(dict.fromkeys((*company, asked.strong)))
    if question is None or len(names) < 2:
        return None
    found = luck(_by_player(question, played[question], names), asked.seed, alone=question.job.seats == 1)
    if found is None:
        return None
    return {
        "bots": names,
        "seats": question.job.seats,
        "deals": question.deals,
        "told": found.told,
        **rounded("share", found.share),
        "alike": rounded("share", found.alike) if found.alike else None,
    }


def _by_player(question: Question, games: Games, names: Sequence[str]) -> Any:
    """Points by deal, line-up (somebody and who else is there) and game."""
    all_names = [entry.bot for entry in question.job.entries]
    wanted = {at for at, name in enumerate(all_names) if name in names}
    told = []
    for deal in games:
        found: dict[tuple[int, ...], list[int]] = {}
        for game in deal:
            if wanted.issuperset(game.bots):
                for seat, bot in enumerate(game.bots):
                    line_up = (bot, *sorted(other for other in game.bots if other != bot))
                    found.setdefault(line_up, []).append(game.scores[seat])
        told.append([found[line_up] for line_up in sorted(found)])
    return np.array(told, float)


# Fairness ------------------------------------------------------------------------------------------------
def fairness(question: Question, games: Games) -> Json:
    """How often each seat, and each board or start, wins between equal bots, and with how many points.

    `even`: where all play at the same time and starts are rotated, the seats cannot but win equally often.
    """
    laid = _laid(question, games)
    seats = question.job.seats
    by_seat = np.broadcast_to(np.arange(seats), laid.bots.shape)
    return {
        "seats": seats,
        "games": len(laid.deal),
        "fair": round(1 / seats, DIGITS),
        "even": bool(np.allclose(laid.by_deal(laid.wins, by_seat, seats), 1 / seats))
        and bool(laid.boards.size),
        "each": _shares(laid, by_seat, "seat", 0),
        "boards": _shares(laid, laid.boards - 1, "board", 1) if laid.boards.size else [],
    }


def _shares(laid: GameArrays, groups: Any, name: str, first: int) -> list[Json]:
    many = int(groups.max()) + 1
    wins, points = laid.by_deal(laid.wins, groups, many), laid.by_deal(laid.scores, groups, many)
    told = []
    for at in range(many):
        there = ~np.isnan(wins[:, at])
        if there.any():
            figures_ = rounded("share", share(wins[there, at]))
            told.append({name: at + first, **figures_, "points": rounded("mean", mean(points[there, at]))})
    return told


# Elements ------------------------------------------------------------------------------------------------
def elements(asked: Asked, played: Played) -> Json:
    """What each line of the score pad brings, by bot, and what becomes of it between two strong bots."""
    question = asked.alone
    keys = _keys(asked, question.job.seats)
    entries = _different(question)
    means = [_line_means(played[question], at) for at in range(len(entries))]
    lines = [
        {
            "key": key,
            "points": {entry.bot: round(float(means[at][nth]), DIGITS) for at, entry in enumerate(entries)},
        }
        for nth, key in enumerate(keys)
    ]
    return {"seats": question.job.seats, "lines": lines, "fates": fates(asked, played)}


def _keys(asked: Asked, seats: int) -> list[str]:
    state = asked.game.rules.start(Setup(asked.sheet, seats))
    return [line.key for line in asked.game.rules.score(state)[0].lines]


def _line_means(games: Games, bot: int) -> Any:
    mine = [
        game.lines[seat]
        for deal in games
        for game in deal
        for seat, who in enumerate(game.bots)
        if who == bot
    ]
    return np.mean(mine, axis=0)


def fates(asked: Asked, played: Played) -> list[Json]:
    """How often a line is got first (in full), later (for less) or not at all, at two seats."""
    question, counting = asked.question(FAIR, 2), asked.game.drawing.counting
    worth = counting.firsts(asked.sheet) if counting else {}
    if question is None or not worth:
        return []
    got = np.array([pad for deal in played[question] for game in deal for pad in game.lines])
    keys = _keys(asked, 2)
    told = []
    for key, whole in worth.items():
        column = got[:, keys.index(key)]
        first, none = float(np.mean(column >= whole)), float(np.mean(column == 0))
        later = 1 - first - none
        told.append(
            {"key": key, "first": round(first, 4), "later": round(later, 4), "missed": round(none, 4)}
        )
    return told


# Cells ---------------------------------------------------------------------------------------------------
def cells(asked: Asked, played: Played) -> Json:
    """How often the strong bot has crossed each cell at the end; by board where they are printed differently.

    Nothing, where a game does not say what is counted and its pictures are always the same at the end.
    """
    question = asked.question(SCORES) or asked.question(FAIR)
    assert question is not None, "some seat count can be played"
    names = [entry.bot for entry in question.job.entries]
    strong = {at for at, name in enumerate(names) if name == asked.strong}
    seen = [
        (game.boards[seat] if game.boards else 0, game.crossed[seat])
        for deal in played[question]
        for game in deal
        for seat, bot in enumerate(game.bots)
        if bot in strong
    ]
    there = crossable(asked.game, asked.sheet)
    whole = tally(there, [crossed for _, crossed in seen])
    if asked.game.drawing.counting is None and set(whole.values()) <= {0.0, 1.0}:
        whole = {}
    by_board = {}
    if len(printed(asked.game, asked.sheet, "en")) > 1:
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
    told = summary(question.job, lines_of(question, games))
    order = sorted(told["bots"], key=lambda bot: -bot["rating"]["elo"])
    ahead = {(pair["one"], pair["other"]): pair["ahead"] for pair in told["pairs"]}
    steps = [_rung(ahead, upper["name"], lower["name"]) for upper, lower in pairwise(order)]
    return {
        "bots": [{"name": bot["name"], **bot["rating"]} for bot in order],
        "rungs": steps,
        "games": told["games"],
        "open_ended": told["open_ended"],
    }


def _rung(ahead: dict[tuple[str, str], Json], upper: str, lower: str) -> Json:
    found = ahead.get((upper, lower))
    if found is None:
        other = ahead[lower, upper]
        found = {"share": 1 - other["share"], "low": _less(other["high"]), "high": _less(other["low"])}
    value, low = found["share"], found["low"]
    apart = "yes" if low is not None and low >= RUNG else "perhaps" if value >= RUNG else "no"
    told = {key: None if bound is None else round(bound, DIGITS) for key, bound in found.items()}
    return {"upper": upper, "lower": lower, **told, "apart": apart}


def _less(bound: float | None) -> float | None:
    return None if bound is None else 1 - bound


def rounded(name: str, interval: Interval) -> Json:
    """A figure and its bounds; bounds without end are null."""
    bounds = [round(float(bound), DIGITS) if np.isfinite(bound) else None for bound in interval]
    return dict(zip((name, "low", "high"), bounds, strict=True))
