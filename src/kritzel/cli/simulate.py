"""`kritzel simulate`: many games without people, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import click
from rich.progress import track

from kritzel import bots
from kritzel.cli.errors import Refused, stopped
from kritzel.cli.language import command, json_option, lang_option, option, seed_option, sheet_option
from kritzel.cli.lookup import chosen_sheet, complete_bots, sheet_argument
from kritzel.cli.output import console, grid, say_json
from kritzel.cli.players import parse_players, player_names, print_faults, print_stand_ins
from kritzel.game import Over, Seat, Setup, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.record import Ended, fair, play_out


@command("Viele Partien ohne Menschen spielen.", "Play many games without people.")
@sheet_argument
@option(
    "--seats",
    default="random,random",
    show_default=True,
    shell_complete=complete_bots,
    de="Wer spielt.",
    en="Who plays.",
)
@option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=100,
    show_default=True,
    de="Wie viele.",
    en="How many.",
)
@seed_option
@sheet_option
@json_option
@lang_option
def simulate(
    name: str | None, seats: str, games: int, seed: int, sheet_file: Path | None, as_json: bool, lang: str
) -> None:
    game, sheet = chosen_sheet(name, sheet_file, lang)
    players = parse_players(seats, lang, game, people=False)
    print_stand_ins(players, game, sheet, lang)
    setup = Setup(sheet, len(players))
    try:
        game.rules.start(setup)
    except ValueError as error:
        raise Refused(f"--seats: {error}") from None
    title = f"{game.slug}/{sheet.id}"
    err = console(err=True)
    faults = bots.Faults()
    steps = track(range(games), title, console=err, transient=True, disable=not err.is_terminal)
    try:
        with bots.running():
            finished = [play_game(game, setup, players, Random(f"{seed}/{nth}"), faults) for nth in steps]
    except KeyboardInterrupt:
        raise stopped(lang) from None
    played_by = [bots.played_by(bots.bot(player), game, sheet).name for player in players]
    summary = _summary(finished, players, played_by, faults)
    print_faults([(seat["player"], seat["stood_in"]) for seat in summary["seats"]], lang)
    if as_json:
        say_json("simulate", game=game.slug, sheet=sheet.id, seed=seed, games=games, **summary)
    else:
        _print(title, game, summary, player_names(players, lang), lang)


def play_game(
    game: AnyGame, setup: Setup[Any], players: Sequence[str], luck: Random, faults: bots.Faults
) -> Ended:
    """One game to its end; faults of bots are noted in `faults`."""

    def choose(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat = seats[0]
        bot, view = bots.bot(players[seat]), bots.View.of(game, state, seat)
        move, fault = bots.ask(bot, view, game.rules.moves(state, seat), luck)
        faults.note(seat, fault)
        return seat, move

    return play_out(game, game.rules.start(setup), choose, fair(luck))


def _summary(
    finished: Sequence[Ended], players: Sequence[str], played_by: Sequence[str], faults: bots.Faults
) -> dict[str, Any]:
    return {
        "decisions": {
            "mean": fmean([game.decisions for game in finished]),
            "spread": spread([game.decisions for game in finished]),
        },
        "endings": dict(sorted(Counter(over.reason for over in _overs(finished)).items())),
        "seats": [
            {
                "seat": seat,
                "player": player,
                "played_by": by,
                "stood_in": faults.of(seat),
                **_of_seat(finished, seat),
            }
            for seat, (player, by) in enumerate(zip(players, played_by, strict=True))
        ],
    }


def _of_seat(finished: Sequence[Ended], seat: int) -> dict[str, Any]:
    """Points and wins of a seat; a win that is shared by n counts as 1/n."""
    points = [place.points for over in _overs(finished) for place in over.ranking if place.seat == seat]
    won = wilson(sum(_win(over, seat) for over in _overs(finished)), len(finished))
    return {
        "points": {"mean": fmean(points), "spread": spread(points), "low": min(points), "high": max(points)},
        "wins": won._asdict(),
    }


def _overs(finished: Sequence[Ended]) -> list[Over]:
    return [game.over for game in finished if game.over]


def _win(over: Over, seat: int) -> float:
    first = [place.seat for place in over.ranking if place.place == 1]
    return 1 / len(first) if seat in first else 0.0


def _print(title: str, game: AnyGame, summary: dict[str, Any], names: Sequence[str], lang: str) -> None:
    out = console()
    out.print(title, style="bold")
    rows = [_row(seat, name) for seat, name in zip(summary["seats"], names, strict=True)]
    titles = Text("|Mittel#|Streuung#|von-bis#|Siege#|95 %#", "|mean#|spread#|range#|wins#|95 %#").say(lang)
    out.print(grid(*titles.split("|"), rows=rows))
    length = f"{summary['decisions']['mean']:.1f} ± {summary['decisions']['spread']:.1f}"
    out.print(f"{Text('Entscheidungen je Partie', 'decisions a game').say(lang)}: {length}")
    for reason, games in summary["endings"].items():
        out.print(f"{games} × {game.facts.reason(reason).say(lang)}")


def _row(seat: dict[str, Any], name: str) -> list[str]:
    points, wins = seat["points"], seat["wins"]
    return [
        name if seat["player"] == seat["played_by"] else f"{name} ({seat['played_by']})",
        f"{points['mean']:.1f}",
        f"{points['spread']:.1f}",
        f"{points['low']}-{points['high']}",
        f"{wins['share']:.1%}",
        f"{wins['low']:.1%}-{wins['high']:.1%}",
    ]


# Figures ------------------------------------------------------------------------------------------
Z95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


class Share(NamedTuple):
    """A share of games, with the interval that holds the true one in 95 of 100 cases (Wilson)."""

    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Share:
    """The share of `won` in `games` and its interval; shared wins may count in part."""
    share = won / games
    middle = share + Z95**2 / (2 * games)
    around = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    return Share(share, max(0.0, (middle - around) / scale), min(1.0, (middle + around) / scale))


def spread(values: Sequence[float]) -> float:
    """The standard deviation; 0 for a single value."""
    return stdev(values) if len(values) > 1 else 0.0
