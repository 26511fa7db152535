"""Games: what can be played, blank sheets, rulebooks, documents and small pictures of sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from kritzel import bots, drawing, lessons, rulebook
from kritzel.drawing.theme import THEMES
from kritzel.game import Chance, Setup, Sheet
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.layout import Layout
from kritzel.record import SeededDealer, Table
from kritzel.server.bots.pool import BotPool
from kritzel.server.bots.questions import playable
from kritzel.server.table import document as documents
from kritzel.server.table.commands import Lang
from kritzel.server.table.document import Words, option, sheet_document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.view import sheet_of
from kritzel.server.web.http import catch_refusals, context_of, reply, route
from kritzel.server.web.static import CACHE_5_MIN, CACHE_FOREVER, EncodedBody, encode_body, respond
from kritzel.server.wire import calls
from kritzel.server.wire.answers import (
    BlankSheet,
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
from kritzel.server.wire.calls import Call

AnswerT = TypeVar("AnswerT")


def cached_response(request: Request, what: EncodedBody) -> Response:
    """An answer that browsers may keep for a while."""
    return respond(what, request.headers, CACHE_5_MIN)


def answer_body(call: Call[Any, AnswerT], content: AnswerT) -> EncodedBody:
    """The answer to a request as JSON, ready to be sent."""
    return encode_body(msgspec.json.encode(content), call.media)


async def games(request: Request) -> Response:
    """All games with their sheets, and all bots."""
    return cached_response(request, _games())


@cache
def _games() -> EncodedBody:
    every = tuple(_game(game) for game in catalogue.GAMES.values())
    return answer_body(calls.GAMES, Shelf(every, tuple(_bots())))


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
                usual=bot.name == bots.DEFAULT_BOT,
                outside=bot.name not in bots.BOTS,
                ratings=bots.ratings_of(bot.name),
            )


@catch_refusals
async def warming(request: Request) -> Response:
    """How far the bots are: what is compiled, of how much, and who needs it to play."""
    pool = context_of(request).tables.bots
    done, of = pool.compiler.progress
    return reply(calls.WARMING, Warming(done, of, tuple(_waiting(pool))))


def _waiting(pool: BotPool) -> Iterator[Waiting]:
    for bot in filter(playable, bots.BOTS):
        for game in catalogue.GAMES:
            if found := pool.substitute(bot, game):
                yield Waiting(bot, game, found.bot)


def _find(name: str) -> tuple[AnyGame, Any]:
    """Game and sheet of a name. Raises Refused."""
    try:
        return catalogue.find(name)
    except UnknownName:
        raise Refused("no_table") from None


@catch_refusals
async def blank(request: Request) -> Response:
    """A sheet before the first move."""
    path = request.path_params
    return cached_response(request, _blank(f"{path['game']}/{path['sheet']}"))


@cache
def _blank(name: str) -> EncodedBody:
    game, sheet = _find(name)
    state = game.rules.start(Setup(sheet, min(2, max(game.seat_counts))))
    document = sheet_document(game, sheet, len(game.rules.score(state)))
    return answer_body(calls.BLANK, BlankSheet(document.address, sheet_of(game, state, 0, document.sentence)))


@catch_refusals
async def symbols(request: Request) -> Response:
    """What everything on a sheet means, in both languages."""
    path = request.path_params
    return cached_response(request, _symbols(f"{path['game']}/{path['sheet']}"))


@cache
def _symbols(name: str) -> EncodedBody:
    game, sheet = _find(name)
    found = game.words.explain(sheet)
    return answer_body(calls.SYMBOLS, [Meaning(a.kind, a.name, a.clause, Words.of(a.text)) for a in found])


@catch_refusals
async def rules(request: Request) -> Response:
    """The rulebook of a game in a language, with its worked examples."""
    slug, lang = request.path_params["game"], language(request)
    if slug not in catalogue.GAMES:
        raise Refused("no_table")
    return cached_response(request, _rules(slug, lang))


@cache
def _rules(slug: str, lang: Lang) -> EncodedBody:
    book = rulebook.book(slug, lang)
    layouts: list[Layout] = []
    examples = tuple([_example(example, lang, layouts) for example in rulebook.examples(slug)])
    told = Rulebook(
        game=slug,
        lang=lang,
        title=book.title,
        chapters=book.chapters,
        pad=catalogue.game(slug).facts.pad,
        taught=lessons.taught(slug),
        tags={tag: name.say(lang) for tag, name in rulebook.TAGS.items()},
        examples=examples,
        layouts=tuple(layouts),
    )
    return answer_body(calls.RULEBOOK, told)


def _example(example: rulebook.Example, lang: Lang, layouts: list[Layout]) -> Example:
    """An example as a page shows it: its sheet, and the cell and meaning of its move. Adds to `layouts`."""
    game, state = rulebook.table(example)
    seen = game.rules.view(state, example.seat)
    sheet = sheet_of(game, seen, example.seat, Words.of)
    layout = game.drawing.layouts(state.sheet)[sheet.board - 1]
    if layout not in layouts:
        layouts.append(layout)
    move = game.notation.parse_move(state.sheet, example.move) if example.move else None
    meant = option(game, state.sheet, move) if move else None
    return Example(
        id=example.id,
        clauses=example.clauses,
        position=example.position,
        seat=example.seat,
        move=example.move,
        breaks=example.breaks,
        caption=example.caption.say(lang),
        sheet=replace(sheet, board=layouts.index(layout) + 1),
        cell=meant.cell if meant else "",
        words=meant.words if meant else None,
    )


def language(request: Request) -> Lang:
    """The language of the path; English where it is none of ours."""
    return "de" if request.path_params["lang"] == "de" else "en"


@catch_refusals
async def document(request: Request) -> Response:
    """The document of this address. One of another version of the server has another address."""
    path = request.path_params
    try:
        name = f"{path['game']}/{path['sheet']}"
        found = documents.find_document(name, path["version"], path["rules"], path["seats"])
    except LookupError:
        raise Refused("no_sheet") from None
    if not found.address.endswith(path["mark"]):
        raise Refused("no_sheet")
    return respond(_document_body(found), request.headers, CACHE_FOREVER)


@lru_cache(documents.DOCUMENT_CACHE_SIZE)
def _document_body(found: documents.SheetDocument) -> EncodedBody:
    return encode_body(found.encoded)


PAD_EVENTS = 60
"""How much has happened: enough marks to look played, enough cells free to look open."""


@catch_refusals
async def pad(request: Request) -> Response:
    """The picture of a sheet, for the light or the dark look."""
    path = request.path_params
    if path["look"] not in THEMES:
        raise Refused("no_table")
    return cached_response(request, _pad(f"{path['game']}/{path['sheet']}", path["look"]))


@cache
def _pad(name: str, look: str) -> EncodedBody:
    game, sheet = _find(name)
    scene = game.scene(half_played_state(game, sheet), 0, "en")
    return encode_body(drawing.board(scene, look).encode(), calls.PAD.media)


def half_played_state(game: AnyGame, sheet: Sheet) -> Any:
    """A state in the middle of a game; the same each time."""
    luck, dealer = Random(sheet.id), SeededDealer(sheet.id)
    table = Table.new(game, Setup(sheet, min(2, max(game.seat_counts))), ("A", "B"))
    while len(table.events) < PAD_EVENTS and not table.over:
        table = table.deal(dealer) if isinstance(table.pending, Chance) else _moved(table, luck)
    return table.state


def _moved(table: Table, luck: Random) -> Table:
    """A move that leaves a mark, where there is one."""
    seat = luck.choice(table.deciding)
    game, sheet, moves = table.game, table.sheet, table.game.rules.moves(table.state, seat)
    return table.play(
        seat, luck.choice([move for move in moves if game.words.say_move(sheet, move).cell] or moves)
    )


ROUTES: list[Any] = [
    route(calls.GAMES, games),
    route(calls.WARMING, warming),
    route(calls.BLANK, blank),
    route(calls.SYMBOLS, symbols),
    route(calls.RULEBOOK, rules),
    route(calls.DOCUMENT, document),
    route(calls.PAD, pad),
]
