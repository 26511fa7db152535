"""What the command line says of itself, and what a shell completes."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest
from click.shell_completion import ShellComplete

from kritzel.bots import BOTS
from kritzel.cli import MODULES, SECTIONS, main
from kritzel.games import catalogue


def kritzel_help(lang: str, *words: str) -> str:
    """Help is worded when the commands are imported, so every language needs its own process."""
    env = os.environ | {"KRITZEL_LANG": lang, "COLUMNS": "80"}
    command = [sys.executable, "-m", "kritzel", *words, "--help"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("de", ["Spielen", "Nachschlagen", "Simulieren, trainieren, entwerfen", "Server"]),
        ("en", ["Play", "Look up", "Simulate, train, design", "Server"]),
    ],
)
def test_commands_stand_below_headings_each_in_one_whole_line(lang: str, headings: list[str]) -> None:
    _, *sections = kritzel_help(lang).partition("-h, --help")[2].split("\n\n")
    lines = [section.splitlines() for section in sections]
    assert [title for title, *_ in lines] == [f"{heading}:" for heading in headings]
    commands = [line.split()[0] for _, *rest in lines for line in rest]
    assert commands == list(MODULES)
    assert "..." not in "".join(sections)


def test_every_command_has_one_section() -> None:
    assert sum(map(len, SECTIONS.values())) == len(MODULES)


def test_the_arena_names_the_bots() -> None:
    words = kritzel_help("en", "arena").split()
    assert [bot for bot in BOTS if not {bot, f"{bot},", f"{bot}."} & set(words)] == []


def completed(*words: str) -> list[str]:
    *before, start = words
    found = ShellComplete(main, {}, "kritzel", "_KRITZEL_COMPLETE").get_completions(before, start)
    return [item.value for item in found]


@pytest.mark.parametrize("command", ["simulate", "arena", "report", "train", "play", "bots"])
def test_names_of_sheets_are_completed(command: str) -> None:
    dizzle = [f"dizzle/{sheet.id}" for sheet in catalogue.sheets("dizzle")]
    assert completed(command, "di") == dizzle
    assert completed("sheet", "show", "dizzle/1") == [name for name in dizzle if name.startswith("dizzle/1")]


@pytest.mark.parametrize(("command", "option"), [("simulate", "--seats"), ("arena", "--bots")])
def test_names_of_bots_are_completed(command: str, option: str) -> None:
    assert completed(command, option, "r") == ["random"]
    assert completed(command, option, "greedy,gr") == ["greedy,greedy"]
    assert completed(command, option, "zz") == []


def test_an_unknown_command_is_none() -> None:
    assert main.get_command(click.Context(main), "nope") is None
