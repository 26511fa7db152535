"""Small reports for the tests, by bots that need no net."""

from __future__ import annotations

from typing import Any

import pytest

from kritzel.games import catalogue
from kritzel.report import figures, plan
from kritzel.report.games import Played, play_all
from kritzel.report.plan import ReportPlan, plan_report
from tests.cli.run import ROOT

TINY = ROOT / "tests" / "golden" / "tiny.toml"
GAMES = 40


def sheet(name: str) -> tuple[Any, Any]:
    """By `game/sheet`, or the tiny one."""
    if name == "tiny":
        return catalogue.from_text(TINY.read_text("utf-8"), "tiny")
    return catalogue.find(name)


def asked(name: str, patch: pytest.MonkeyPatch, games: int = GAMES, seed: int = 1) -> ReportPlan:
    """What is asked for if nobody has learned the sheet."""
    patch.setattr(plan, "net_or_none", lambda game, sheet: None)
    return plan_report(*sheet(name), games=games, full=False, seed=seed)


def played(name: str, patch: pytest.MonkeyPatch, games: int = GAMES) -> tuple[ReportPlan, Played]:
    """The games of a small report."""
    small = asked(name, patch, games)
    return small, play_all(small, 1, lambda more: None)


def told(name: str, patch: pytest.MonkeyPatch, games: int = GAMES) -> tuple[ReportPlan, dict[str, Any]]:
    """The figures of a small report."""
    small, games_ = played(name, patch, games)
    return small, figures.figures(small, games_)
