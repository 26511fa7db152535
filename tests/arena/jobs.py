"""Jobs for the tests, and finished deals made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kritzel.arena.job import Job, enter
from kritzel.arena.results import DEALS, Folder
from kritzel.arena.runner import COMPILED, Play, on_this_machine, play_chunk, run
from kritzel.games import catalogue


def job(name: str = "traexx/1", bots: str = "greedy,random", seats: int = 2, seed: int = 1) -> Job:
    game, sheet = catalogue.find(name)
    return enter(game, sheet, bots.split(","), seats, seed)


def lines(asked: Job, deals: Iterable[int], engine: str = COMPILED) -> dict[int, str]:
    return play_chunk(asked, list(deals), engine).lines


def played(asked: Job, path: Path, deals: int, play: Play | None = None, *, resume: bool = False) -> str:
    """Run a job into a folder; what is in the file then."""
    folder = Folder(path, asked, resume=resume)
    run(asked, folder, deals, COMPILED, play or on_this_machine(1), lambda more: None)
    return (path / DEALS).read_text("utf-8")


def deal(number: int, *games: tuple[list[str], list[int], list[int]]) -> dict[str, Any]:
    """A finished deal: for each game its bots, scores and places."""
    told = [
        {"bots": bots, "boards": [], "scores": scores, "places": places, "decisions": 10}
        for bots, scores, places in games
    ]
    return {"deal": number, "seed": 0, "games": told}
