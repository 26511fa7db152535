"""What lies on the shelf, the same for everybody: games, sheets, bots, rulebooks. Read once, then kept."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kritzel import bots, rulebook
from kritzel.fast.twins import NoNumba
from kritzel.game import LANGUAGES, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.rulebook import Example
from kritzel.server import scenes
from kritzel.server.asking import refusing
from kritzel.server.parts import Words
from kritzel.server.refusals import No

KEEP = {"cache-control": "public, max-age=300"}


def _kept(data: bytes) -> Response:
    return Response(data, headers=KEEP, media_type="application/json")


async def games(request: Request) -> Response:
    """All games with their sheets, and all bots."""
    return _kept(_games())


@cache
def _games() -> bytes:
    return msgspec.json.encode({"games": [_game(game) for game in catalogue.GAMES.values()], "bots": _bots()})


def _game(game: AnyGame) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": Words.of(game.title),
        "seats": list(game.seat_counts),
        "sheets": [_sheet(sheet) for sheet in catalogue.sheets(game.slug)],
    }


def _sheet(sheet: Any) -> dict[str, Any]:
    name = f"{sheet.game}/{sheet.id}"
    return {"name": name, "title": Words.of(sheet.title), "blurb": Words.of(sheet.blurb)}


def _bots() -> list[dict[str, Any]]:
    return [
        {"name": bot.name, "level": bot.level, "words": Words.of(bot.character)}
        for bot in bots.BOTS.values()
        if _ready(bot.name)
    ]


def _ready(name: str) -> bool:
    try:
        return bots.ready(name).name == name
    except NoNumba:
        return False


@refusing
async def blank(request: Request) -> Response:
    """A sheet before the first move, as a scene."""
    path = request.path_params
    return _kept(_blank(f"{path['game']}/{path['sheet']}", _lang(path["lang"])))


@cache
def _blank(name: str, lang: str) -> bytes:
    try:
        game, sheet = catalogue.find(name)
    except UnknownName:
        raise No("no_table") from None
    state = game.start(Setup(sheet, min(2, max(game.seat_counts))))
    return msgspec.json.encode(scenes.part(game.scene(state, 0, lang)))


@refusing
async def rules(request: Request) -> Response:
    """The rulebook of a game in a language, with its worked examples as scenes."""
    slug, lang = request.path_params["game"], _lang(request.path_params["lang"])
    if slug not in catalogue.GAMES:
        raise No("no_table")
    return _kept(_rules(slug, lang))


@cache
def _rules(slug: str, lang: str) -> bytes:
    tags = {tag: name.say(lang) for tag, name in rulebook.TAGS.items()}
    examples = [_example(example, lang) for example in rulebook.examples(slug)]
    return msgspec.json.encode({**asdict(rulebook.book(slug, lang)), "tags": tags, "examples": examples})


def _example(example: Example, lang: str) -> dict[str, Any]:
    game, state = rulebook.table(example)
    scene = scenes.part(game.scene(game.view(state, example.seat), example.seat, lang))
    told = {name: getattr(example, name) for name in ("id", "clauses", "position", "seat", "move", "breaks")}
    return {**told, "caption": example.caption.say(lang), "scene": scene}


def _lang(lang: str) -> str:
    return lang if lang in LANGUAGES else "en"


ROUTES = [
    Route("/api/games", games),
    Route("/api/sheets/{game}/{sheet}/{lang}", blank),
    Route("/api/rulebook/{game}/{lang}", rules),
]
