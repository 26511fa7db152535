"""What lies on the shelf, the same for everybody: games, sheets, bots, rulebooks. Read once, then kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kritzel import bots, lessons, rulebook
from kritzel.bots.ratings import ratings_of
from kritzel.game import LANGUAGES, Seat, Setup, Sheet, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.rulebook import Example
from kritzel.server.bots.questions import playable
from kritzel.server.bots.thinkers import Thinkers
from kritzel.server.table.refusals import No
from kritzel.server.view import scenes
from kritzel.server.view.options import option
from kritzel.server.web.asking import house, refusing, reply
from kritzel.server.web.delivering import A_WHILE, Parcel, delivered, parcel
from kritzel.server.wire.parts import Words
from kritzel.server.wire.scenes import Scene


def kept(request: Request, what: Parcel) -> Response:
    """An answer that browsers may keep for a while."""
    return delivered(what, request.headers, A_WHILE)


def wrapped(content: Any) -> Parcel:
    """Something as JSON, ready to be sent."""
    return parcel(msgspec.json.encode(content))


async def games(request: Request) -> Response:
    """All games with their sheets, and all bots."""
    return kept(request, _games())


@cache
def _games() -> Parcel:
    return wrapped({"games": [_game(game) for game in catalogue.GAMES.values()], "bots": _bots()})


def _game(game: AnyGame) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": Words.of(game.title),
        "about": Words.of(game.facts.about),
        "minutes": game.facts.minutes,
        "pad": game.facts.pad,
        "seats": list(game.seat_counts),
        "together": game.facts.together,
        "taught": lessons.taught(game.slug),
        "sheets": [_sheet(game, sheet) for sheet in catalogue.sheets(game.slug)],
    }


def _sheet(game: AnyGame, sheet: Sheet) -> dict[str, Any]:
    icon, tint = game.facts.signs.get(sheet.id, ("", ""))
    return {
        "name": f"{sheet.game}/{sheet.id}",
        "title": Words.of(sheet.title),
        "blurb": Words.of(sheet.blurb),
        "icon": icon,
        "tint": tint,
        "bots": [name for name in bots.ladder(game, sheet) if playable(name)],
    }


def _bots() -> list[dict[str, Any]]:
    return [
        {
            "name": bot.name,
            "level": bot.level,
            "title": Words.of(bot.title),
            "words": Words.of(bot.character),
            "usual": bot.name == bots.USUAL,
            "outside": bot.name not in bots.BOTS,
            "ratings": ratings_of(bot.name),
        }
        for bot in (*bots.BOTS.values(), *bots.outsiders())
        if playable(bot.name)
    ]


@refusing
async def warming(request: Request) -> Response:
    """How far the bots are: what is compiled, of how much, and who needs it to play."""
    thinkers = house(request).hall.turns.thinkers
    done, of = thinkers.warming.progress
    return reply({"done": done, "of": of, "waiting": [*_waiting(thinkers)]})


def _waiting(thinkers: Thinkers) -> Iterator[dict[str, Any]]:
    for bot in filter(playable, bots.BOTS):
        for game in catalogue.GAMES:
            if found := thinkers.instead(bot, game):
                yield {"bot": bot, "game": game, "instead": found.bot}


@refusing
async def blank(request: Request) -> Response:
    """A sheet before the first move, as a scene."""
    path = request.path_params
    return kept(request, _blank(f"{path['game']}/{path['sheet']}", language(request)))


@cache
def _blank(name: str, lang: str) -> Parcel:
    try:
        game, sheet = catalogue.find(name)
    except UnknownName:
        raise No("no_table") from None
    state = game.start(Setup(sheet, min(2, max(game.seat_counts))))
    return wrapped(scene(game, state, 0, lang))


@refusing
async def symbols(request: Request) -> Response:
    """What everything on a sheet means, in both languages."""
    path = request.path_params
    return kept(request, _symbols(f"{path['game']}/{path['sheet']}"))


@cache
def _symbols(name: str) -> Parcel:
    try:
        game, sheet = catalogue.find(name)
    except UnknownName:
        raise No("no_table") from None
    found = game.explain(sheet)
    return wrapped(
        [{"kind": a.kind, "name": a.name, "clause": a.clause, "words": Words.of(a.text)} for a in found]
    )


@refusing
async def rules(request: Request) -> Response:
    """The rulebook of a game in a language, with its worked examples as scenes."""
    slug, lang = request.path_params["game"], language(request)
    if slug not in catalogue.GAMES:
        raise No("no_table")
    return kept(request, _rules(slug, lang))


@cache
def _rules(slug: str, lang: str) -> Parcel:
    tags = {tag: name.say(lang) for tag, name in rulebook.TAGS.items()}
    examples = [_example(example, lang) for example in rulebook.examples(slug)]
    game = {"pad": catalogue.game(slug).facts.pad, "taught": lessons.taught(slug)}
    return wrapped({**asdict(rulebook.book(slug, lang)), **game, "tags": tags, "examples": examples})


def _example(example: Example, lang: str) -> dict[str, Any]:
    """An example as a page shows it: the scene, and the cell and meaning of the move it is about."""
    game, state = rulebook.table(example)
    move = game.parse_move(state.sheet, example.move) if example.move else None
    meant = option(game, state.sheet, move) if move else None
    told = {name: getattr(example, name) for name in ("id", "clauses", "position", "seat", "move", "breaks")}
    return {
        **told,
        "caption": example.caption.say(lang),
        "scene": scene(game, game.view(state, example.seat), example.seat, lang),
        "cell": meant.cell if meant else "",
        "words": meant.words if meant else None,
    }


def scene(game: AnyGame, seen: State, seat: Seat, lang: str) -> Scene:
    """A seat's sheet, ready to be sent."""
    return scenes.part(game.scene(seen, seat, lang))


def language(request: Request) -> str:
    """The language of the path; English where it is none of ours."""
    lang: str = request.path_params["lang"]
    return lang if lang in LANGUAGES else "en"


ROUTES = [
    Route("/api/games", games),
    Route("/api/bots", warming),
    Route("/api/sheets/{game}/{sheet}/{lang}", blank),
    Route("/api/symbols/{game}/{sheet}", symbols),
    Route("/api/rulebook/{game}/{lang}", rules),
]
