"""The command line: `kritzel ...`. One module per group of commands; docs/cli.md tells them all."""

from __future__ import annotations

import click

from kritzel.cli.arena import arena
from kritzel.cli.backup import backup, restore
from kritzel.cli.bots import bots
from kritzel.cli.carrying import give, take
from kritzel.cli.check import check
from kritzel.cli.dice import dice
from kritzel.cli.failing import Commands
from kritzel.cli.lists import games, sheets
from kritzel.cli.new import new
from kritzel.cli.play import play
from kritzel.cli.positions import moves, why
from kritzel.cli.replay import replay
from kritzel.cli.report import report
from kritzel.cli.review import review
from kritzel.cli.rules import rules
from kritzel.cli.serve import serve
from kritzel.cli.sheet import sheet
from kritzel.cli.simulate import simulate
from kritzel.cli.speaking import here
from kritzel.cli.train import train


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
    """Everything under one name."""


for command in (
    games,
    bots,
    sheets,
    sheet,
    rules,
    play,
    replay,
    dice,
    review,
    moves,
    why,
    simulate,
    arena,
    report,
    train,
    new,
    serve,
    backup,
    restore,
    check,
    give,
    take,
):
    main.add_command(command)
