"""`kritzel bots`: who plays, how strong, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kritzel import bots as registry
from kritzel.bots import Bot, OutsideBot, ratings_of
from kritzel.cli.language import command, json_option, lang_option, option
from kritzel.cli.lookup import sheet_argument
from kritzel.cli.output import console, grid, say_json
from kritzel.game import Text
from kritzel.games import catalogue

OURS = "kritzel"
_TITLES = Text("Name|Heißt|Stufe#|Elo#|Woher", "Name|Called|Level#|Elo#|From")
_FROM = {
    OURS: Text("Kritzel", "Kritzel"),
    "package": Text("Paket {}", "package {}"),
    "module": Text("Modul {}", "module {}"),
    "program": Text("Programm {}", "program {}"),
}


@command(
    "Die Bots: unsere, die von Paketen, mit --bots deine eigenen.",
    "The bots: ours, those of packages, and with --bots your own.",
)
@sheet_argument
@option(
    "--bots",
    "named",
    default="",
    de="Auch diese: package.module:Bot, program:./bot.",
    en="These, too: package.module:Bot, program:./bot.",
)
@json_option
@lang_option
def bots(name: str | None, named: str, as_json: bool, lang: str) -> None:
    """Ratings are those on the sheet, or the span over all sheets."""
    for text in filter(None, (each.strip() for each in named.split(","))):
        registry.enrol(text)
    found = [*registry.BOTS.values(), *registry.outsiders()]
    if name is not None:
        game, sheet = catalogue.find(name)
        name = f"{game.slug}/{sheet.id}"
        found = [bot for bot in found if registry.plays(bot, game)]
    broken = [sentence.say(lang) for sentence in registry.broken()]
    if as_json:
        say_json("bots", bots=[_bot_json(bot, name, lang) for bot in found], broken=broken)
        return
    rows = [_row(bot, _ratings(bot, name), lang) for bot in found]
    console().print(grid(*_TITLES.say(lang).split("|"), rows=rows))
    for sentence in broken:
        console(err=True).print(sentence)


def _ratings(bot: Bot, sheet: str | None) -> Mapping[str, int]:
    """By sheet. A bot from outside has none, even if it has the name of one of ours."""
    found = {} if isinstance(bot, OutsideBot) else ratings_of(bot.name)
    return {name: rating for name, rating in found.items() if sheet in (None, name)}


def _row(bot: Bot, ratings: Mapping[str, int], lang: str) -> list[str]:
    low, high = (min(ratings.values()), max(ratings.values())) if ratings else (0, 0)
    elo = "-" if not ratings else str(low) if low == high else f"{low}-{high}"
    origin, where = _origin(bot)
    return [bot.name, bot.title.say(lang), str(bot.level or "-"), elo, _FROM[origin].say(lang).format(where)]


def _bot_json(bot: Bot, sheet: str | None, lang: str) -> dict[str, Any]:
    origin, where = _origin(bot)
    return {
        "name": bot.name,
        "title": bot.title.say(lang),
        "character": bot.character.say(lang),
        "level": bot.level or None,
        "ratings": _ratings(bot, sheet),
        "from": origin,
        "where": where,
        "games": [slug for slug, game in catalogue.GAMES.items() if registry.plays(bot, game)],
    }


def _origin(bot: Bot) -> tuple[str, str]:
    return (bot.origin, bot.where) if isinstance(bot, OutsideBot) else (OURS, "")
