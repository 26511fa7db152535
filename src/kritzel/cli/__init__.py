"""The command line: `kritzel ...` (docs/cli.md). The module of a command is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from kritzel.cli.errors import Refused, explained, leave_quietly
from kritzel.cli.language import here, language_of
from kritzel.game import Explained

SECTIONS = {
    here("Spielen", "Play"): {
        "play": "play",
        "replay": "replay",
        "review": "review",
        "dice": "dice",
    },
    here("Nachschlagen", "Look up"): {
        "games": "sheets",
        "sheets": "sheets",
        "sheet": "sheets",
        "bots": "bots",
        "rules": "rules",
        "moves": "rules",
        "why": "rules",
    },
    here("Simulieren, trainieren, entwerfen", "Simulate, train, design"): {
        "simulate": "simulate",
        "arena": "arena",
        "report": "report",
        "train": "train",
        "new": "new",
    },
    "Server": {
        "serve": "serve",
        "admin": "admin",
        "backup": "stored_tables",
        "restore": "stored_tables",
        "check": "stored_tables",
        "export": "stored_tables:export_tables",
        "import": "stored_tables:import_tables",
    },
}
"""The module of each command, and its function if that has another name, below the headings of the help."""
MODULES = {name: module for section in SECTIONS.values() for name, module in section.items()}


class Commands(click.Group):
    """The commands of SECTIONS. Errors of the packages below become Refused."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        module, _, name = MODULES[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f"kritzel.cli.{module}"), name or cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, MODULES))
        for heading, names in SECTIONS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            width = formatter.width - longest - 4
            rows = [
                (name.ljust(longest), found.get_short_help_str(width)) for name, found in commands if found
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            leave_quietly()
        except (ValueError, Explained, OSError, RecursionError) as error:
            raise Refused(explained(error, language_of(ctx))) from None


@click.group(
    cls=Commands,
    help=here(
        "Würfeln und kritzeln: Dizzle, The Border und Träxx.",
        "Roll and write: Dizzle, The Border and Träxx.",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="kritzel", message="kritzel %(version)s")
def main() -> None:
    pass
