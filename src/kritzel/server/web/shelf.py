"""What lies on the shelf, the same for everybody: games, sheets, bots, rulebooks. Read once, then kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kritzel import bots, lessons, rulebook
from kritzel.bots.ratings import ratings_of
from kritzel.game import Seat, Setup, Sheet, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.server.bots.questions import playable
from kritzel.server.bots.thinkers import Thinkers
from kritzel.server.table.refusals import No
from kritzel.server.view import scenes
from kritzel.server.view.options import option
from kritzel.server.web.asking import at, house, refusing, reply
from kritzel.server.web.delivering import A_WHILE, Parcel, delivered, parcel
from kritzel.server.wire import calls
from kritzel.server.wire.calls import Call
from kritzel.server.wire.parts import Words
from kritzel.server.wire.protocol import Lang
from kritzel.server.wire.scenes import Scene
from kritzel.server.wire.shelf import (
    BotInfo,
    Example,
    GameInfo,
    Meaning,
    Rulebook,
    SheetInfo,
    Shelf,
    Waiting,
    Warming,
)

AnswerT = TypeVar("AnswerT")


def kept(request: Request, what: Parcel) -> Response:
    """An answer that browsers may keep for a while."""
    return delivered(what, request.headers, A_WHILE)


def wrapped(call: Call[Any, AnswerT], content: AnswerT) -> Parcel:
    """The answer to a request as JSON, ready to be sent."""
    return parcel(msgspec.json.encode(content), call.media)


async def games(request: Request) -> Response:
    """All games with their sheets, and all bots."""
    return kept(request, _games())


@cache
def _games() -> Parcel:
    every = tuple(_game(game) for game in catalogue.GAMES.values())
    return wrapped(calls.GAMES, Shelf(every, tuple(_bots())))


def _game(game: AnyGame) -> GameInfo:
    return GameInfo(
        slug=game.slug,
        title=Words.of(game.title),
        about=Words.of(game.facts.about),
        minutes=game.facts.minutes,
        pad=game.facts.pad,
        seats=tuple(game.seat_counts),
        together=game.facts.together,
        taught=lessons.taught(game.slug),
        sheets=tuple(_sheet(game, sheet) for sheet in catalogue.sheets(game.slug)),
    )


def _sheet(game: AnyGame, sheet: Sheet) -> SheetInfo:
    icon, tint = game.facts.signs.get(sheet.id, ("", ""))
    return SheetInfo(
        name=f"{sheet.game}/{sheet.id}",
        title=Words.of(sheet.title),
        blurb=Words.of(sheet.blurb),
        icon=icon,
        tint=tint,
        bots=tuple(name for name in bots.ladder(game, sheet) if playable(name)),
    )


def _bots() -> Iterator[BotInfo]:
    for bot in (*bots.BOTS.values(), *bots.outsiders()):
        if playable(bot.name):
            yield BotInfo(
                name=bot.name,
                level=bot.level,
                title=Words.of(bot.title),
                words=Words.of(bot.character),
                usual=bot.name == bots.USUAL,
                outside=bot.name not in bots.BOTS,
                ratings=ratings_of(bot.name),
            )


@refusing
async def warming(request: Request) -> Response:
    """How far the bots are: what is compiled, of how much, and who needs it to play."""
    thinkers = house(request).hall.turns.thinkers
    done, of = thinkers.warming.progress
    return reply(calls.WARMING, Warming(done, of, tuple(_waiting(thinkers))))


def _waiting(thinkers: Thinkers) -> Iterator[Waiting]:
    for bot in filter(playable, bots.BOTS):
        for game in catalogue.GAMES:
            if found := thinkers.instead(bot, game):
                yield Waiting(bot, game, found.bot)


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
    return wrapped(calls.BLANK, scene(game, state, 0, lang))


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
    return wrapped(calls.SYMBOLS, [Meaning(a.kind, a.name, a.clause, Words.of(a.text)) for a in found])


@refusing
async def rules(request: Request) -> Response:
    """The rulebook of a game in a language, with its worked examples as scenes."""
    slug, lang = request.path_params["game"], language(request)
    if slug not in catalogue.GAMES:
        raise No("no_table")
    return kept(request, _rules(slug, lang))


@cache
def _rules(slug: str, lang: Lang) -> Parcel:
    book = rulebook.book(slug, lang)
    told = Rulebook(
        game=slug,
        lang=lang,
        title=book.title,
        chapters=book.chapters,
        pad=catalogue.game(slug).facts.pad,
        taught=lessons.taught(slug),
        tags={tag: name.say(lang) for tag, name in rulebook.TAGS.items()},
        examples=tuple(_example(example, lang) for example in rulebook.examples(slug)),
    )
    return wrapped(calls.RULEBOOK, told)


def _example(example: rulebook.Example, lang: Lang) -> Example:
    """An example as a page shows it: the scene, and the cell and meaning of the move it is about."""
    game, state = rulebook.table(example)
    move = game.parse_move(state.sheet, example.move) if example.move else None
    meant = option(game, state.sheet, move) if move else None
    return Example(
        id=example.id,
        clauses=example.clauses,
        position=example.position,
        seat=example.seat,
        move=example.move,
        breaks=example.breaks,
        caption=example.caption.say(lang),
        scene=scene(game, game.view(state, example.seat), example.seat, lang),
        cell=meant.cell if meant else "",
        words=meant.words if meant else None,
    )


def scene(game: AnyGame, seen: State, seat: Seat, lang: str) -> Scene:
    """A seat's sheet, ready to be sent."""
    return scenes.part(game.scene(seen, seat, lang))


def language(request: Request) -> Lang:
    """The language of the path; English where it is none of ours."""
    return "de" if request.path_params["lang"] == "de" else "en"


ROUTES = [
    at(calls.GAMES, games),
    at(calls.WARMING, warming),
    at(calls.BLANK, blank),
    at(calls.SYMBOLS, symbols),
    at(calls.RULEBOOK, rules),
]
