"""docs/cli.md tells every command and every option."""

from __future__ import annotations

from collections.abc import Iterator

import click

from kritzel.cli import main
from kritzel.cli.session import KEYS
from tests.cli.run import ROOT, kritzel

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")


def commands(group: click.Group, name: str = "kritzel") -> Iterator[tuple[str, click.Command]]:
    asked = click.Context(group)
    for word in group.list_commands(asked):
        command = group.get_command(asked, word)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def test_every_command_is_told() -> None:
    assert [name for name, _ in commands(main) if f"`{name}" not in PAGE] == []


def test_every_option_is_told() -> None:
    options = {
        param.opts[0]
        for _, each in commands(main)
        for param in each.params
        if isinstance(param, click.Option)
    }
    assert sorted(option for option in options if option not in PAGE) == []


def test_every_key_is_told() -> None:
    assert [key for key in KEYS if key and f"`{key}" not in PAGE] == []


def test_every_command_has_help() -> None:
    for name, command in commands(main):
        assert command.help, name
        assert kritzel(*name.split()[1:], "--help").exit_code == 0
